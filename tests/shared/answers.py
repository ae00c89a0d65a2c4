"""Checked answers of the methods, and questions about one board, for several test modules."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from kt_core import Board, NoTour, Tour
from kt_core.events import Event, Found
from kt_core.graph import KNIGHT, Leaper
from kt_core.proofs import check
from kt_core.tour import Puzzle


def proven_tour(puzzle: Puzzle, path: Iterable[Any]) -> Tour:
    """Return the tour with this path, which has the ends that the puzzle gives."""
    tour = Tour(puzzle.board, path, puzzle.closed, puzzle.leaper)
    assert puzzle.closed or puzzle.start in (None, tour.path[0])
    assert puzzle.end in (None, tour.path[-1])
    return tour


def proven_refutation(puzzle: Puzzle, no: NoTour) -> NoTour:
    """Return a refutation that the checker accepts, with the puzzle."""
    assert no.reason.endswith(".")
    assert check(no, puzzle)
    assert all(square in puzzle.board for shown in no.witness.values() for square in shown)
    return no.of(puzzle)


def answer(puzzle: Puzzle, events: Iterable[Event]) -> Tour | NoTour | None:
    """Return the first tour or the refutation among a method's events, checked; None without."""
    try:
        found = next((event for event in events if isinstance(event, Found)), None)
    except NoTour as no:
        return proven_refutation(puzzle, no)
    return proven_tour(puzzle, found.path) if found else None


def every_tour(puzzle: Puzzle, events: Iterable[Event]) -> set[Any]:
    """Return the tours that a method lists, each checked and once; none if it refutes them.

    A tour is its moves if it is closed, and its path otherwise. Without given ends, the path in the
    other direction is the same tour.
    """
    try:
        paths: list[Any] = [event.path for event in events if isinstance(event, Found)]
    except NoTour as no:
        proven_refutation(puzzle, no)
        return set()
    tours = set[Any]()
    for path in paths:
        assert puzzle.start in (None, proven_tour(puzzle, path).path[0])
        if puzzle.closed:
            tours.add(frozenset(map(frozenset, pairwise((*path, path[0])))))
        else:
            directed = puzzle.start is not None or puzzle.end is not None
            tours.add(path if directed else min(path, path[::-1]))
    assert len(tours) == len(paths) > 0, "a search without a tour ends with a refutation"
    return tours


def all_ends(board: Board) -> Iterator[Puzzle]:
    """Yield every question about a board: closed, open, with each start, end and pair of ends."""
    yield Puzzle(board, closed=True)
    yield Puzzle(board, board.squares[-1], closed=True)
    for start in (None, *board):
        for end in (None, *board):
            if start is None or start != end or len(board) == 1:
                yield Puzzle(board, start, end)


def some_ends(board: Board, chance: Random, leaper: Leaper = KNIGHT) -> Iterator[Puzzle]:
    """Yield a closed question and three open ones, with no, one and two ends."""
    start, end = (chance.choice(board.squares) for _ in range(2))
    yield Puzzle(board, chance.choice((None, start)), closed=True, leaper=leaper)
    yield Puzzle(board, leaper=leaper)
    first, last = chance.choice(((start, None), (None, end)))
    yield Puzzle(board, first, last, leaper=leaper)
    if start != end:
        yield Puzzle(board, start, end, leaper=leaper)
