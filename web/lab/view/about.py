"""The panel "About this tour": its symmetry, sums, crossings and turns. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kt_core.analysis import properties
from kt_core.drawing.shapes import escape
from kt_core.language import N_, _
from kt_core.tour import Tour
from web.question.counts import clauses, enumeration, kind_of

#: The names of symmetries in `analysis`, each with its meaning; the first one that holds is shown.
SYMMETRIES = (
    ("rot90", N_("the same after every quarter turn")),
    ("rot180", N_("the same after half a turn")),
    ("mirror", N_("its own mirror image")),
)
MOST_SUMS = 12  # largest number of sums that are listed


def about(tour: Tour | None) -> str:
    """Return the properties of a tour as a table; "" without one."""
    if tour is None:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(_(fact))}</th><td>{escape(value)}</td></tr>'
        for fact, value in _facts(tour)
    )
    return f'<table class="facts-table"><tbody>{rows}</tbody></table>'


def _facts(tour: Tour) -> Iterator[tuple[str, str]]:
    known = properties(tour)
    yield N_("Kind"), kind_of(tour)
    names = " ".join(known["symmetry"])
    held = (_(meaning) for name, meaning in SYMMETRIES if name in names)
    kind = _("called {kind}", kind=known["kind"]) if known["kind"] else ""
    yield N_("Symmetry"), clauses(*filter(None, (next(held, _("none")), kind)))
    yield N_("Sums of the rows"), _sums(known["rows"])
    yield N_("Sums of the columns"), _sums(known["columns"])
    if known["diagonals"]:
        yield N_("Sums of the diagonals"), _sums(known["diagonals"])
    if known["magic"]:
        yield N_("Square of numbers"), _("magic: all these sums are equal")
    elif known["semi_magic"]:
        yield (
            N_("Square of numbers"),
            _("semi-magic: rows and columns have one sum, the diagonals have not"),
        )
    else:
        yield N_("Square of numbers"), _("not magic: the sums differ")
    yield N_("Crossings"), _("{n:,}", n=known["crossings"])
    yield N_("Turns"), _("{n:,}", n=known["turns"])


def _sums(sums: Sequence[int]) -> str:
    if len(set(sums)) == 1:
        return _("all {n:,}", n=sums[0])
    if len(sums) > MOST_SUMS:
        return _("from {n:,} to {most:,}", n=min(sums), most=max(sums))
    return enumeration(f"{each}" for each in sums)
