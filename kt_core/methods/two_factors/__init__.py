"""Two-factors, which have two edges at every vertex, and the merging of their cycles.

A closed tour is a two-factor with one cycle. Augmenting paths (L. R. Ford and D. R. Fulkerson,
Canad. J. Math. 8 (1956) 399) find a two-factor in O(n m) for n vertices and m edges. Edges that lie
in no two-factor are dropped (J.-C. Régin, AAAI 1994, 362). Exchanges of two and three edges merge
the cycles, which may fail. Proofs: "two-factor" (a deficient set, O. Ore), "cut" and "apart" (the
remaining graph has a cut vertex or is not connected). Imports no other method.
"""

from kt_core.methods.two_factors.merge import Merge, Neighbors
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
    "Neighbors",
    "TwoFactor",
    "bipartite_form",
    "cuts",
    "cycles",
    "reasons",
    "tours",
]
