"""Searches without backtracking: how far a move ordering gets, and how often it finds a tour.

The module also has other counts for the figures, and the squares that a path can still reach. Long
computations are lazy, so that the page can run them in slices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Generic, TypeVar

from kt_core.board import Board, Square
from kt_core.events import Found
from kt_core.graph import Graph, knight_graph
from kt_core.language import N_, _
from kt_core.orderings import Order, ordering
from kt_core.search import search
from kt_core.theory import existence
from kt_core.tour import NoTour, Puzzle
from kt_core.tree_size import Depths, depths
from web.chapter.text import Values

Item = TypeVar("Item")
#: The orderings of the menu "Rule", with their names.
ORDER_NAMES: Mapping[str, str] = {
    "warnsdorff": N_("Fewest onward moves first"),
    "roth": N_("Fewest, ties far from the center (Roth)"),
    "pohl": N_("Fewest, ties by looking one move ahead (Pohl)"),
    "random": N_("Fewest, random ties"),
    "most-moves": N_("Most onward moves first"),
    "static-degree": N_("Fewest, counted on the empty board"),
}
ORDERS = tuple(ORDER_NAMES)
#: The sides of the boards to choose from; the largest side whose path is shown step by step; the
#: number of dial positions for a longer path; and the largest seed.
BOARDS = (5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 80, 100, 130)
LIVE_SIDE, LONG_POSITIONS, MOST_SEED = 12, 200, 99
#: Visits per dial position, and the number of positions, by the side of the board.
VISITS, POSITIONS = {4: 20, 8: 10_000}, {4: 112, 8: 100}
SQUARES_PER_YIELD = 50
FEW_STARTS = 20  # starts to try on a large board, chosen at random


def positions(side: int) -> int:
    """Return the last dial position of a path through a board."""
    return side * side - 1 if side <= LIVE_SIDE else LONG_POSITIONS


def squares_at(side: int, position: int) -> int:
    """Return the length of the path at a dial position."""
    return position + 1 if side <= LIVE_SIDE else max(position * side * side // LONG_POSITIONS, 1)


def greedy_squares(graph: Graph[Square], start: Square, order: Order) -> Iterator[Square]:
    """Yield the path that takes the first listed move until there is none; lazy."""
    path = {start: True}
    here = start
    yield start
    while (there := next((v for v in order(graph, path, here) if v not in path), None)) is not None:
        path[there] = True
        here = there
        yield here


def starts(board: Board) -> list[Square]:
    """Return the squares where a tour can begin: on an odd board those of the corners' color."""
    return [s for s in board if len(board) % 2 == 0 or board.color(s) == 0]


class Prefix(Generic[Item]):
    """The first items of a sequence, generated on demand."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items, self._more = list[Item](), items

    def grow(self, length: int) -> Iterator[int]:
        """Generate items up to a length; yield their number after each."""
        while len(self._items) < length and (item := next(self._more, None)) is not None:
            self._items.append(item)
            yield len(self._items)

    def first(self, length: int) -> list[Item]:
        """Return the first `length` items, or all if there are fewer."""
        deque(self.grow(length), maxlen=0)
        return self._items[:length]


@cache
def search_from_a1(side: int) -> Prefix[Depths]:
    """Return the states of a search in textbook order, from the corner of a square board."""
    return Prefix(depths(knight_graph(Board(side, side)), 0, VISITS[side]))


def counted_visits() -> Iterator[tuple[int]]:
    """Yield the number of dial positions whose visits the search on 8x8 has counted."""
    return ((count,) for count in search_from_a1(8).grow(POSITIONS[8]))


@cache
def path_of(board: Board, order: str, seed: int, start: Square) -> Prefix[Square]:
    """Return the path of an ordering without backtracking."""
    return Prefix(greedy_squares(knight_graph(board), start, ordering(order).make(board, seed)))


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


@cache
def trials(board: Board, name: str) -> Values:
    """Return (number of starts, starts tried, tours found) with the first seed."""
    *_, last = sampled_trials(board, name, 0)
    return last


def has_tour(board: Board, *, closed: bool) -> bool:
    """Return True if a theorem says that a board has a tour."""
    with suppress(NoTour):
        return existence(Puzzle(board, closed=closed)) is not None
    return False


def letters_graph(text: str) -> dict[str, str]:
    """Return the graph of a text such as "A:BC,B:C,C:", the successors of each vertex in order."""
    return dict(each.split(":") for each in text.split(","))


def search_paths(graph: Graph[str]) -> Iterator[tuple[str, ...]]:
    """Yield the path of a depth-first search from the first vertex after each event."""
    path = dict[str, bool]()
    for event in search(graph, next(iter(graph)), path=path):
        if not isinstance(event, Found):
            yield tuple(path)


def lost_squares(board: Board, path: Sequence[Square]) -> list[Square]:
    """Return the unvisited squares that the path's end cannot reach over unvisited squares."""
    graph, reached, ends = knight_graph(board), {*path}, [path[-1]]
    for here in ends:  # grows during the loop
        new = [end for end in graph[here] if end not in reached]
        reached.update(new)
        ends += new
    return [square for square in board if square not in reached]


def why_none_begins(board: Board, start: Square) -> str:
    """Return the reason why no tour begins on a square of an odd board, as a sentence.

    It is "" for the more frequent color, and for boards with an even number of squares.
    """
    begins, n = starts(board), len(board)
    if start in begins:
        return ""
    text = N_(
        "No tour begins on {start}: {most} of the {of} squares have the color of the corners, and"
        " {fewest} the other. The colors take turns, so a tour begins and ends on the first one."
    )
    return _(text, start=board.name(start), of=n, most=len(begins), fewest=n - len(begins))
