"""Tours of large boards with few holes: a tour of the full board, put right near the holes.

Squares that lack a move are helped along augmenting paths (C. Berge, Proc. Nat. Acad. Sci. 43
(1957) 842), and cycles merged in a window around all that has changed, with what is outside
contracted. The work grows with the holes, not with the board. Proves nothing where it fails.
Imports `tilings` for the full board's tour, and the merging of `two_factors`.
"""

from kt_core.methods.repair.holes import suits, tours

__all__ = ["suits", "tours"]
