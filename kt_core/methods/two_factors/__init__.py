"""Two-factors: two edges at every vertex, and the merging of their cycles to one.

A tour, made a cycle, is a two-factor with one cycle. One is found by augmenting paths (L. R. Ford
and D. R. Fulkerson, Canad. J. Math. 8 (1956) 399) in O(n m) for n vertices and m edges; edges that
lie in none are dropped (J.-C. Régin, AAAI 1994, 362); cycles are merged by exchanges of two and
three edges, which may fail. Proofs: "two-factor" (a deficient set, O. Ore), "cut" and "apart" (what
is left has a cut vertex or falls apart). Imports no other room.
"""

from kt_core.methods.two_factors.merge import Merge, Neighbours
from kt_core.methods.two_factors.two_factor import (
    TwoFactor,
    bipartite_form,
    cuts,
    cycles,
    reasons,
    tours,
)

__all__ = [
    "Merge",
    "Neighbours",
    "TwoFactor",
    "bipartite_form",
    "cuts",
    "cycles",
    "reasons",
    "tours",
]
