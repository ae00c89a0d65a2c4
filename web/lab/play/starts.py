"""Count the starts of a board that have no tour; a program that starts there cannot pass. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from kt_core.solve import solving
from kt_core.tour import NoTour, Puzzle, Undecided

MOST_SQUARES = 100  # of a board whose starts are all tested
SLICES = 5  # of work for each start; almost every answer takes one
REMEMBERED = 20  # puzzles


@lru_cache(REMEMBERED)
def hopeless_starts(puzzle: Puzzle) -> int:
    """Return the number of starts provably without a tour; 0 for boards with too many squares.

    The end stays fixed, except in the search that starts on it, which may end anywhere.

    >>> from kt_core import Board
    >>> hopeless_starts(Puzzle(Board(5, 5)))
    12
    """
    if len(puzzle.board) > MOST_SQUARES:
        return 0
    return sum(_is_hopeless(_from(puzzle, start)) for start in puzzle.board)


def _from(puzzle: Puzzle, start: int) -> Puzzle:
    end = None if puzzle.end == start else puzzle.end
    return replace(puzzle, start=start, end=end, symmetry=None)


def _is_hopeless(puzzle: Puzzle) -> bool:
    try:
        with suppress(Undecided):
            for _slice in solving(puzzle, budget=SLICES):
                pass
    except NoTour:
        return True
    return False
