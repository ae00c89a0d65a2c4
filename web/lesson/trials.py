"""Searches that never go back: how far a move ordering comes by itself, and how often to the end.

They are lazy, so that a page can try them in slices: each yields what it has counted so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from kt_core.board import Board, Square
from kt_core.events import Visit
from kt_core.graph import Graph, knight_graph
from kt_core.orderings import Order, ordering, textbook
from kt_core.search import search

#: The knight's steps, rows up and columns to the right.
CLOCKWISE = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
Measure = Callable[[tuple[str, ...], tuple[int, ...]], Iterator[tuple[int, ...]]]
HANDFUL_VISITS = 500  # between two looks at the clock


def rush(graph: Graph[Square], start: Square, order: Order) -> tuple[Square, ...]:
    """Return the path that takes the first move each time, until there is none."""
    path = {start: True}
    here = start
    while (there := next((v for v in order(graph, path, here) if v not in path), None)) is not None:
        path[there] = True
        here = there
    return tuple(path)


def clockwise(board: Board) -> dict[Square, tuple[Square, ...]]:
    """Return the knight graph with the moves of each square clockwise, from up and right on."""

    def turn(square: Square, to: Square) -> int:
        (row, column), (to_row, to_column) = (divmod(s, board.columns) for s in (square, to))
        return CLOCKWISE.index((to_row - row, to_column - column))

    graph = knight_graph(board)
    return {s: tuple(sorted(graph[s], key=partial(turn, s))) for s in board}


def trials(board: Board, name: str) -> Iterator[tuple[int, int]]:
    """Yield, start after start, how many were tried and how many of them came to a tour.

    Starts are squares where a tour can begin: on an odd board those of the corners' colour.
    """
    graph, order, tours = knight_graph(board), ordering(name).make(board, 0), 0
    starts = [s for s in board if len(board) % 2 == 0 or board.colour(s) == 0]
    for tried, start in enumerate(starts, start=1):
        tours += len(rush(graph, start, order)) == len(board)
        yield tried, tours


@cache
def successes(board: Board, name: str) -> tuple[int, int]:
    """Return from how many starts there can be a tour, and from how many this ordering finds it."""
    *_, last = trials(board, name)
    return last


@cache
def clockwise_successes(board: Board, name: str) -> int:
    """Return the starts of a tour where moves, and so ties, come clockwise."""
    graph, order = clockwise(board), ordering(name).make(board, 0)
    return sum(len(rush(graph, start, order)) == len(board) for start in board)


def visits(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield how many squares a search in textbook order has visited so far; it has no end soon."""
    count = 0
    for event in search(knight_graph(board), 0, order=textbook):
        count += isinstance(event, Visit)
        if count % HANDFUL_VISITS == 0:
            yield (count,)


#: What can be measured in the page, by the name of its figure; None: it ends by itself.
#: It is given the words of the figure, and where its dials stand.
MEASURES: Mapping[str, tuple[Measure, float | None]] = {
    "growth": (lambda *_: visits(Board(8, 8)), 1.0),  # seconds
    "rule": (lambda *_: trials(Board(8, 8), "warnsdorff"), None),
}
