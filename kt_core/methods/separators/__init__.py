"""Boards with a cut vertex or a separation pair, solved part by part.

J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372. A tour has one path in each part, or two, so
each part is a question. Linear except for those questions. Proofs: "joints" and "pairs" (the parts,
and refutations of their questions). Imports `exact` and `two_factors` for the parts; `solving`
answers other questions.
"""

from kt_core.methods.separators.cut_vertices import tours

__all__ = ["tours"]
