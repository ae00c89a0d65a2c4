"""Boards that fall apart without one square or two: cut vertices and separation pairs.

J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372. A tour passes each part in one go, or in two,
so each part is a question for itself. Linear but for those questions. Proof: "joints" (the parts
and why each has no path as it is wanted). Imports `exact` and `two_factors` for the parts; other
questions go to the `solving` that it is given.
"""

from kt_core.methods.separators.cut_vertices import tours

__all__ = ["tours"]
