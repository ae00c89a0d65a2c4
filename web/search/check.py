"""A refutation, checked once more before it is told: from the board, by rules of its own. Pure."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from kt_core.events import Progress
from kt_core.tour import NoTour, Puzzle

if TYPE_CHECKING:  # which a page starts without
    from kt_core.proofs.deduction import Inference

MOST_SQUARES = 400  # of a larger board it takes too long to be waited for
LEAST_INFERENCES = 2  # that are worth to be gone through: one says no more than the reason


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, bool]:
    """Return whether a second look at the board confirms it; in slices.

    What cannot be checked so is not said to be: a search that was watched to its end.
    """
    if len(puzzle.board) > MOST_SQUARES:
        return False
    from kt_core.proofs import checks  # which a page starts without

    try:
        yield from checks.checking(no, puzzle)
    except ValueError:
        return False
    return True


def inferences(puzzle: Puzzle) -> tuple[Inference, ...]:
    """Return how forced moves come to contradict each other; none where they do not.

    For a refutation that was confirmed: whatever its kind, forced moves may tell it as well.
    """
    from kt_core.proofs.deduction import deduction  # which a page starts without

    told = deduction(puzzle)
    return told if len(told) >= LEAST_INFERENCES else ()
