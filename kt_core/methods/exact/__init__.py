"""Exact search for Hamiltonian cycles, edge by edge.

F. Rubin, J. ACM 21 (1974) 576; W. Kocay, Discrete Math. 101 (1992) 171. Every edge is chosen or
dropped, what follows is propagated, and failed literals are probed; exponential at worst. Beside
it the bound of 1-trees (M. Held and R. M. Karp, Oper. Res. 18 (1970) 1138), and the same search
with an edge and its images as one (`orbits`). Proofs: "forced", "search" (a log of choices and
dead ends), "tree" (weights). Imports `two_factors`, of which it asks which edges lie in any.
"""
