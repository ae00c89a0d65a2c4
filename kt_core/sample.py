"""Random tours of one puzzle, all equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kt_core.board import Board, Square
from kt_core.events import result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.methods.uniform.draws import Draws, refuse
from kt_core.solve import solving
from kt_core.tour import Puzzle, Tour


def samples(
    board: Board,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    seed: int | None = None,
) -> Iterator[Tour]:
    """Yield random tours without end, all equally likely, on up to 64 squares.

    >>> from itertools import islice
    >>> tours = islice(samples(Board(6, 6), closed=True, seed=7), 100)
    >>> len({tour.path for tour in tours}) > 90
    True

    The same `seed` gives the same tours; None is 0. `NoTour` if there is none, `ValueError` for
    more than 64 squares.
    """
    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper)
    refuse(puzzle)
    result_of(solving(puzzle))
    draws = Draws(puzzle, Random(seed or 0))
    result_of(draws.prepare())
    while True:
        yield Tour(board, result_of(draws.tour()), closed, puzzle.leaper)
