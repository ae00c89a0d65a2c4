"""Tours drawn uniformly: every tour is exactly as likely as any other.

A cycle of even length is the union of two perfect matchings (J. Petersen, Acta Math. 15 (1891)
193), so two are drawn by exact counts until they make one cycle. Memory is exponential in the
width of the board: up to 64 squares. Finds tours where there are some; proves nothing. Imports no
other room.
"""

from kt_core.methods.uniform.draws import Draws, refuse, tour

__all__ = ["Draws", "refuse", "tour"]
