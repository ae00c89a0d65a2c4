"""Numbers and lists in words, for sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from kt_core.language import N_, _, ngettext, pgettext
from kt_core.tour import Tour

#: Numbers as words; a translation may use digits.
NUMBERS: tuple[str, ...] = (
    N_("no"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
)
NUMBERS += (N_("seven"), N_("eight"), N_("nine"), N_("ten"))


def kind_of(tour: Tour) -> str:
    """Return a description of a tour: "an open tour of 63 moves"."""
    n = tour.moves
    if tour.closed:
        return ngettext("a closed tour of {n:,} move", "a closed tour of {n:,} moves", n)
    return ngettext("an open tour of {n:,} move", "an open tour of {n:,} moves", n)


def number(count: int) -> str:
    """Return a number as a word for a sentence: "no", "two", "12"."""
    return _(NUMBERS[count]) if count < len(NUMBERS) else _("{n:,}", n=count)


def ways(n: int) -> str:
    """Return the number of moves to choose from: "two moves"."""
    if not n:
        return pgettext("to choose from", "no move")
    if n == 1:
        return pgettext("to choose from", "one move")
    return pgettext("to choose from", "{number} moves", number=number(n))


def dead_ends(n: int) -> str:
    """Return a number of dead ends: "one dead end"."""
    if not n:
        return _("no dead end")
    return ngettext("{number} dead end", "{number} dead ends", n, number=number(n))


def squares(n: int) -> str:
    """Return the size of a path: "64 squares"."""
    return ngettext("{n:,} square", "{n:,} squares", n)


def squares_of(reached: int, total: int) -> str:
    """Return the visited share of a board: "37 of 64 squares"."""
    return ngettext(
        "{reached:,} of {n:,} square", "{reached:,} of {n:,} squares", total, reached=reached
    )


def steps(n: int) -> str:
    """Return a number of steps: "78 steps"."""
    return ngettext("{n:,} step", "{n:,} steps", n)


def clauses(*texts: str) -> str:
    """Return clauses joined by commas: "64 squares, no dead end"."""
    return reduce(lambda one, other: _("{one}, {other}", one=one, other=other), texts)


def enumeration(names: Iterable[str]) -> str:
    """Return names joined by commas: "a1, b3"; "" for none."""
    comma = pgettext("between the names of squares", ", ")
    return comma.join(names)


def percent(value: float) -> str:
    """Return a share: "8.2 %"."""
    share = f"{value:.1f}" if value >= 0.05 or not value else f"{value:.2g}"
    return _("{share}%", share=share)
