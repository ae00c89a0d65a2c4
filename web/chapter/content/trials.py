"""Searches without backtracking: how far a move ordering gets, and how often it finds a tour.

The module also has other counts for the figures, and the squares that a path can still reach. Long
computations are lazy, so that the page can run them in slices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Generic, TypeVar

from kt_core.board import Board, Square
from kt_core.events import Found
from kt_core.graph import Graph, knight_graph
from kt_core.language import N_, _
from kt_core.orderings import ORDERINGS, Order, ordering
from kt_core.search import search
from kt_core.tree_size import Depths, depths, probes
from web.chapter.content.controls import (
    BOARDS,
    LIVE_SIDE,
    ORDERS,
    POSITIONS,
    VISITS,
    positions,
    squares_at,
)
from web.chapter.text import Values, Words

Item = TypeVar("Item")
SQUARES_PER_YIELD = 50
FEW_STARTS = 20  # starts to try on a large board, chosen at random
MOST_PROBES = 20_000
#: The knight's steps, rows up and columns to the right.
CLOCKWISE = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))


def greedy_squares(graph: Graph[Square], start: Square, order: Order) -> Iterator[Square]:
    """Yield the path that takes the first listed move until there is none; lazy."""
    path = {start: True}
    here = start
    yield start
    while (there := next((v for v in order(graph, path, here) if v not in path), None)) is not None:
        path[there] = True
        here = there
        yield here


def greedy_path(graph: Graph[Square], start: Square, order: Order) -> tuple[Square, ...]:
    """Return the path that takes the first listed move until there is none."""
    return tuple(greedy_squares(graph, start, order))


def clockwise(board: Board) -> dict[Square, tuple[Square, ...]]:
    """Return the knight graph with each square's moves clockwise, starting with up and right."""

    def turn(square: Square, to: Square) -> int:
        (row, column), (to_row, to_column) = (divmod(s, board.columns) for s in (square, to))
        return CLOCKWISE.index((to_row - row, to_column - column))

    graph = knight_graph(board)
    return {s: tuple(sorted(graph[s], key=partial(turn, s))) for s in board}


def starts(board: Board) -> list[Square]:
    """Return the squares where a tour can begin: on an odd board those of the corners' color."""
    return [s for s in board if len(board) % 2 == 0 or board.color(s) == 0]


@cache
def successes(board: Board, name: str) -> tuple[int, int]:
    """Return (possible starts, starts from which this ordering finds a tour)."""
    return len(starts(board)), _successes(knight_graph(board), board, name)


@cache
def clockwise_successes(board: Board, name: str) -> int:
    """Return the number of starts with a tour if moves, and thus ties, are in clockwise order."""
    return _successes(clockwise(board), board, name)


def _successes(graph: Graph[Square], board: Board, name: str) -> int:
    order = ordering(name).make(board, 0)
    return sum(len(greedy_path(graph, start, order)) == len(board) for start in starts(board))


class Prefix(Generic[Item]):
    """The first items of a sequence, generated on demand."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items, self._more, self.ended = list[Item](), items, False

    def grow(self, length: int) -> Iterator[int]:
        """Generate items up to a length; yield their number after each."""
        while len(self._items) < length and not self.ended:
            try:
                self._items.append(next(self._more))
            except StopIteration:
                self.ended = True
            yield len(self._items)

    def first(self, length: int) -> list[Item]:
        """Return the first `length` items, or all if there are fewer."""
        deque(self.grow(length), maxlen=0)
        return self._items[:length]


@cache
def search_from_a1(side: int) -> Prefix[Depths]:
    """Return the states of a search in textbook order, from the corner of a square board."""
    return Prefix(depths(knight_graph(Board(side, side)), 0, VISITS[side]))


def _visits(words: Words, request: Values) -> Iterator[Values]:
    for count in search_from_a1(8).grow(POSITIONS[8]):
        yield (count,)


@cache
def path_of(place: int, order: int, seed: int, start: Square) -> Prefix[Square]:
    """Return the path of a rule without backtracking, for the dial values of its figure."""
    board = Board(BOARDS[place], BOARDS[place])
    return Prefix(
        greedy_squares(knight_graph(board), start, ORDERINGS[ORDERS[order]].make(board, seed))
    )


def _squares(words: Words, request: Values) -> Iterator[Values]:
    side, path = BOARDS[request[0]], path_of(*request)
    position, most = 0, positions(side)
    for count in path.grow(side * side):
        while position < most and squares_at(side, position + 1) <= count:
            position += 1
        yield (most if path.ended else position,)


def sampled_trials(board: Board, name: str, seed: int) -> Iterator[Values]:
    """Yield (number of starts, starts tried, tours found).

    On a large board a random sample of starts is tried, the same for every rule.
    """
    graph, order = knight_graph(board), ordering(name).make(board, seed)
    tried = starts(board)
    if board.rows > LIVE_SIDE:
        tried = Random(0).sample(tried, FEW_STARTS)
    tours = 0
    for done, start in enumerate(tried):
        length = 0
        for length, _square in enumerate(greedy_squares(graph, start, order), start=1):
            if length % SQUARES_PER_YIELD == 0:
                yield (len(tried), done, tours)
        tours += length == len(board)
        yield (len(tried), done + 1, tours)


def _trials(words: Words, values: Values) -> Iterator[Values]:
    place, order, seed, *_ = values
    return sampled_trials(Board(BOARDS[place], BOARDS[place]), ORDERS[order], seed)


def _estimates(words: Words, values: Values) -> Iterator[Values]:
    """Yield (side of the board, paths drawn so far, mean of their estimates)."""
    side, total = int(words[0]) + values[0], 0
    sizes = probes(knight_graph(Board(side, side)), 0)
    for paths, size in enumerate(islice(sizes, MOST_PROBES), start=1):
        total += size
        yield (side, paths, total // paths)


Measurement = Callable[[Words, Values], Iterator[Values]]
#: The name of a figure -> its measurement on the page, which depends on the dial values.
MEASURES: Mapping[str, Measurement] = {"growth": _estimates, "rule": _trials}
#: The name of a figure -> the progress of the counts that it needs.
COUNTS: Mapping[str, Measurement] = {"time": _visits, "proof": _visits, "rule": _squares}


def letters_graph(text: str) -> dict[str, str]:
    """Return the graph of a text such as "A:BC,B:C,C:", the successors of each vertex in order."""
    return dict(each.split(":") for each in text.split(","))


def search_paths(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the path of a depth-first search of such a graph after each event."""
    letters, path = letters_graph(text), dict[str, bool]()
    for event in search(letters, next(iter(letters)), path=path):
        if not isinstance(event, Found):
            yield tuple(path)


def lost_squares(graph: Graph[Square], path: Sequence[Square]) -> list[Square]:
    """Return the unvisited squares that the path's end cannot reach over unvisited squares."""
    reached, ends = {*path}, [path[-1]]
    for here in ends:  # grows during the loop
        new = [end for end in graph[here] if end not in reached]
        reached.update(new)
        ends += new
    return [square for square in graph if square not in reached]


def cannot_begin(board: Board, start: Square) -> bool:
    """Return True if the board is odd and the start has the less frequent color."""
    return len(board) % 2 == 1 and board.color(start) != board.color(0)


def why_none_begins(board: Board, start: Square) -> str:
    """Return a sentence with the reason why no tour begins on a square of that color."""
    corners = sum(board.color(square) == board.color(0) for square in board)
    text = N_(
        "No tour begins on {start}: {most} of the {of} squares have the color of the corners, and"
        " {fewest} the other. The colors take turns, so a tour begins and ends on the first one."
    )
    slots = {"start": board.name(start), "of": len(board)}
    counts = {"most": corners, "fewest": len(board) - corners}
    return _(text, **slots, **counts)
