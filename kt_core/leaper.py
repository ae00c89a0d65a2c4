"""Leapers: pieces that leap a steps one way and b the other, as the knight does with 1 and 2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kt_core.board import LONGEST_SIDE
from kt_core.language import Sentence, value_error

Leaper = tuple[int, int]  # (1, 2): the knight; (1, 4): the giraffe
Step = tuple[int, int]  # rows up, columns to the right: (1, 2)

KNIGHT: Leaper = (1, 2)


def leaper_of(leaper: Sequence[int]) -> Leaper:
    """Return the leaper with its shorter leg first; `ValueError` where it is none.

    >>> leaper_of((2, 1))
    (1, 2)
    """
    legs = tuple(leaper) if isinstance(leaper, tuple | list) else ()
    if len(legs) != 2 or not all(type(leg) is int and 0 <= leg < LONGEST_SIDE for leg in legs):
        raise value_error(
            "{leaper} is not a leaper; give two numbers from 0 to 999, as in (1, 2)",
            leaper=repr(leaper),
        )
    if legs == (0, 0):
        raise value_error("a leaper of (0, 0) stays where it is; one of the two must be 1 or more")
    return min(legs), max(legs)


def steps(leaper: Leaper = KNIGHT) -> tuple[Step, ...]:
    """Return the steps of a leaper, in the order that lists neighbours ascending.

    >>> steps((0, 1))
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    """
    return _steps(*leaper_of(leaper))


@cache  # every graph, and every sweep of a narrow board, asks anew
def _steps(a: int, b: int) -> tuple[Step, ...]:
    legs = ((p * x, q * y) for x, y in ((a, b), (b, a)) for p in (-1, 1) for q in (-1, 1))
    return tuple(sorted(set(legs)))


def move_name(leaper: Leaper) -> str:
    """Return what a move of a leaper is called: "knight's move"."""
    if leaper == KNIGHT:
        return Sentence("knight's move")
    return Sentence("move of the {leaper} leaper", leaper=leaper)
