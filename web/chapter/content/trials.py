"""Searches that never go back: how far a move ordering comes by itself, and how often to the end.

And what else a figure counts. All is lazy, so that a page can do it in slices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Generic, TypeVar

from kt_core.board import Board, Square
from kt_core.graph import Graph, knight_graph
from kt_core.orderings import ORDERINGS, Order, ordering
from kt_core.trees import Depths, depths, probes
from web.chapter.content.scales import (
    BOARDS,
    LIVE_SIDE,
    ORDERS,
    POSITIONS,
    VISITS,
    positions,
    squares_at,
)
from web.chapter.lesson import Values
from web.chapter.words import Words

Item = TypeVar("Item")
SQUARES_PER_YIELD = 50
FEW_STARTS = 20  # that are tried on a large board, drawn by lot
MOST_PROBES = 20_000
#: The knight's steps, rows up and columns to the right.
CLOCKWISE = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))


def walk(graph: Graph[Square], start: Square, order: Order) -> Iterator[Square]:
    """Yield the path that takes the first move each time, until there is none; lazy."""
    path = {start: True}
    here = start
    yield start
    while (there := next((v for v in order(graph, path, here) if v not in path), None)) is not None:
        path[there] = True
        here = there
        yield here


def rush(graph: Graph[Square], start: Square, order: Order) -> tuple[Square, ...]:
    """Return the path that takes the first move each time, until there is none."""
    return tuple(walk(graph, start, order))


def clockwise(board: Board) -> dict[Square, tuple[Square, ...]]:
    """Return the knight graph with the moves of each square clockwise, from up and right on."""

    def turn(square: Square, to: Square) -> int:
        (row, column), (to_row, to_column) = (divmod(s, board.columns) for s in (square, to))
        return CLOCKWISE.index((to_row - row, to_column - column))

    graph = knight_graph(board)
    return {s: tuple(sorted(graph[s], key=partial(turn, s))) for s in board}


def starts(board: Board) -> list[Square]:
    """Return the squares where a tour can begin: on an odd board those of the corners' colour."""
    return [s for s in board if len(board) % 2 == 0 or board.colour(s) == 0]


def trials(board: Board, name: str) -> Iterator[tuple[int, int]]:
    """Yield, start after start, how many were tried and how many of them came to a tour."""
    graph, order, tours = knight_graph(board), ordering(name).make(board, 0), 0
    for tried, start in enumerate(starts(board), start=1):
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


class Prefix(Generic[Item]):
    """The first items of a sequence that is made as far as it is asked for."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items, self._more, self.ended = list[Item](), items, False

    def grow(self, length: int) -> Iterator[int]:
        """Yield how many there are, after each that is made up to a length."""
        while len(self._items) < length and not self.ended:
            try:
                self._items.append(next(self._more))
            except StopIteration:
                self.ended = True
            yield len(self._items)

    def first(self, length: int) -> list[Item]:
        """Return as many items, or all there are."""
        for _ in self.grow(length):
            pass
        return self._items[:length]


@cache
def search_from_a1(side: int) -> Prefix[Depths]:
    """Return how a search in textbook order stands, from the corner of a square board."""
    return Prefix(depths(knight_graph(Board(side, side)), 0, VISITS[side]))


def _visits(words: Words, what: Values) -> Iterator[Values]:
    for count in search_from_a1(8).grow(POSITIONS[8]):
        yield (count,)


@cache
def path_of(place: int, order: int, seed: int, start: Square) -> Prefix[Square]:
    """Return the path of a rule that never goes back, by where the dials of its figure stand."""
    board = Board(BOARDS[place], BOARDS[place])
    return Prefix(walk(knight_graph(board), start, ORDERINGS[ORDERS[order]].make(board, seed)))


def _squares(words: Words, what: Values) -> Iterator[Values]:
    side, path = BOARDS[what[0]], path_of(*what)
    position, most = 0, positions(side)
    for count in path.grow(side * side):
        while position < most and squares_at(side, position + 1) <= count:
            position += 1
        yield (most if path.ended else position,)


def lot_trials(board: Board, name: str, seed: int) -> Iterator[Values]:
    """Yield of how many starts, how many were tried, and how many came to a tour.

    Of a large board a few starts are tried, which are drawn by lot: the same ones for every rule.
    """
    graph, order = knight_graph(board), ordering(name).make(board, seed)
    tried = starts(board)
    if board.rows > LIVE_SIDE:
        tried = Random(0).sample(tried, FEW_STARTS)
    tours = 0
    for done, start in enumerate(tried):
        length = 0
        for length, _ in enumerate(walk(graph, start, order), start=1):
            if length % SQUARES_PER_YIELD == 0:
                yield (len(tried), done, tours)
        tours += length == len(board)
        yield (len(tried), done + 1, tours)


def _trials(words: Words, values: Values) -> Iterator[Values]:
    place, order, seed, *_ = values
    return lot_trials(Board(BOARDS[place], BOARDS[place]), ORDERS[order], seed)


def _estimates(words: Words, values: Values) -> Iterator[Values]:
    """Yield the side of a board, how many paths were drawn, and the mean of their estimates."""
    side, total = int(words[0]) + values[0], 0
    sizes = probes(knight_graph(Board(side, side)), 0)
    for drawn, size in enumerate(islice(sizes, MOST_PROBES), start=1):
        total += size
        yield (side, drawn, total // drawn)


Measurement = Callable[[Words, Values], Iterator[Values]]
#: What can be measured in the page, by the name of its figure, and by where its dials stand.
MEASURES: Mapping[str, Measurement] = {"growth": _estimates, "rule": _trials}
#: What figures count on the way to where their dials stand: how far it is.
COUNTS: Mapping[str, Measurement] = {"time": _visits, "proof": _visits, "rule": _squares}
