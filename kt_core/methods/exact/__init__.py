"""Exact search for Hamiltonian cycles, edge by edge.

F. Rubin, J. ACM 21 (1974) 576; W. Kocay, Discrete Math. 101 (1992) 171. Every edge is chosen or
dropped, what follows is propagated, and failed literals are probed; exponential at worst. With an
image an edge and its images are one. Beside it the bound of 1-trees (M. Held and R. M. Karp, Oper.
Res. 18 (1970) 1138). Proofs: "forced", "search" (a log of choices and dead ends), "tree" (weights).
Imports `two_factors`, of which it asks which edges lie in any.
"""

from kt_core.methods.exact.one_trees import has_few_squares, weights
from kt_core.methods.exact.restarts import cycles, tours
from kt_core.methods.exact.search import DEAD, Entry

__all__ = ["DEAD", "Entry", "cycles", "has_few_squares", "tours", "weights"]
