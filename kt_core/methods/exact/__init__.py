"""Exact search for Hamiltonian cycles, edge by edge.

F. Rubin, J. ACM 21 (1974) 576; W. Kocay, Discrete Math. 101 (1992) 171. The search chooses or drops
each edge, propagates the consequences, and probes failed literals; exponential at worst. For
symmetric tours, an edge and its images are chosen together. `one_trees` has the bound of 1-trees
(M. Held and R. M. Karp, Oper. Res. 18 (1970) 1138). Proofs: "forced", "search" (a record of choices
and dead ends), "tree" (weights). Imports `two_factors` to find the edges that lie in none.
"""

from kt_core.methods.exact.one_trees import has_few_squares, weights
from kt_core.methods.exact.restarts import cycles, tours
from kt_core.methods.exact.search import DEAD, Entry

__all__ = ["DEAD", "Entry", "cycles", "has_few_squares", "tours", "weights"]
