"""Proofs that there is no tour: each names the squares that show it, and can be checked."""

from __future__ import annotations

from kt_core.events import result_of
from kt_core.language import value_error
from kt_core.tour import NoTour, Puzzle


def check(no: NoTour, puzzle: Puzzle | None = None) -> bool:
    """Return True if a refutation proves that its puzzle has no tour; `ValueError` otherwise.

    >>> from kt_core import Board, NoTour, solve
    >>> try:
    ...     solve(Board(4, 6), closed=True)
    ... except NoTour as no:
    ...     check(no)
    True

    The check uses the witness and the log alone, and shares no code with the methods that made
    them. The puzzle is by default the one that the refutation belongs to. docs/proofs.md describes
    the format.
    """
    from kt_core.proofs.checker.kinds import checking

    question = no.puzzle if puzzle is None else puzzle
    if not isinstance(question, Puzzle):
        raise value_error("this refutation does not name its puzzle; give the puzzle")
    result_of(checking(no, question))
    return True
