"""A question as a graph: sections 2 and 3 of docs/proofs.md.

All data is in arrays, which are built in slices; a board of a million squares takes about 100 MB.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.graph import Edge, steps
from kt_core.language import N_, Sentence, short, value_error
from kt_core.proofs.checker.reader import FROM, TO, items, members, number
from kt_core.tour import Puzzle

VERTICES_PER_YIELD = 2000  # 5 ms
CHECKING = Progress("check")
_KEY = re.compile("0|-?[1-9][0-9]{0,6}", re.ASCII)
TOO_FEW = Sentence("A closed tour goes round: it needs three squares or more.")


class BoardMoves:
    """The moves of a leaper on a board."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.board, self._steps = puzzle, puzzle.board, steps(puzzle.leaper)

    def near(self, square: Square) -> list[Square]:
        """Return the neighbors of a square."""
        board = self.board
        row, column = divmod(square, board.columns)
        to = [
            (row + up) * board.columns + column + right
            for up, right in self._steps
            if 0 <= row + up < board.rows and 0 <= column + right < board.columns
        ]
        if board.holes:
            to = [s for s in to if s not in board.holes]
        return to

    def sides(self) -> Generator[Progress, None, bytearray | None]:
        """Return the class of each square, 1 or 2; None if the graph is not connected.

        The graph of any leaper is bipartite. Divide its legs by the greatest power of two that
        divides both, and count rows and columns in such steps: if one leg is odd, each move changes
        the sum of row and column between odd and even; if both are, it changes the row.
        """
        squares, places = self.board.squares, self.board.rows * self.board.columns
        side, _wrong, _parts = yield from two_sides(squares[:1], self.near, places)
        return side if len(side) - side.count(0) == len(squares) else None


def two_sides(
    begin: Iterable[Square], near: Callable[[Square], Iterable[Square]], places: int
) -> Generator[Progress, None, tuple[bytearray, int, int]]:
    """Return the side of each vertex reached, and the numbers of bad edges and components.

    The vertices of `begin` and all that are connected to them are reached. In each component the
    first vertex has side 1, its neighbors 2, their neighbors 1, and so on;
    vertices that are not reached have 0. A bad edge has both ends on one side, and counts at each
    end; without such edges, the sides are classes.
    """
    side, wrong, parts, work = bytearray(places), 0, 0, 0
    for first in begin:
        todo = [] if side[first] else [first]
        parts += len(todo)
        side[first] = side[first] or 1
        while todo:
            vertex = todo.pop()
            for to in near(vertex):
                if not side[to]:
                    side[to] = 3 - side[vertex]
                    todo.append(to)
                wrong += side[to] == side[vertex]
            work += 1
            if work % VERTICES_PER_YIELD == 0:
                yield CHECKING
    return side, wrong, parts


class CycleGraph:
    """A graph whose edges are numbers: `a[edge]` and `b[edge]` are the ends.

    The edges at a vertex are `edges[at[vertex] : end[vertex]]`. An array by vertex has a place for
    each square or hole of the board, and two more at its end for the added vertices, -1 and -2.
    """

    def __init__(self, vertices: Sequence[Square], places: int) -> None:
        self.vertices, self.places = vertices, places + 2
        self.a, self.b = array("i"), array("i")
        self.degree = array("i", bytes(4 * self.places))
        self.at, self.end, self.edges = array("i"), array("i"), array("i")

    @classmethod
    def building(
        cls, vertices: Sequence[Square], edges: Iterable[Edge], places: int
    ) -> Generator[Progress, None, CycleGraph]:
        """Return the graph of these edges, in slices."""
        graph = cls(vertices, places)
        for count, (a, b) in enumerate(edges, start=1):
            graph.a.append(a)
            graph.b.append(b)
            graph.degree[a] += 1
            graph.degree[b] += 1
            if count % VERTICES_PER_YIELD == 0:
                yield CHECKING
        begin = 0
        for place, degree in enumerate(graph.degree):
            graph.at.append(begin)
            begin += degree
            if place % VERTICES_PER_YIELD == 0:
                yield CHECKING
        graph.end, graph.edges = graph.at[:], array("i", bytes(4 * begin))
        for edge, ends in enumerate(zip(graph.a, graph.b, strict=True)):
            for vertex in ends:
                graph.edges[graph.end[vertex]] = edge
                graph.end[vertex] += 1
            if edge % VERTICES_PER_YIELD == 0:
                yield CHECKING
        return graph

    def beside(self, vertex: Square) -> Iterator[tuple[int, Square]]:
        """Yield each edge at a vertex, and its other end."""
        for edge in self.edges[self.at[vertex] : self.end[vertex]]:
            yield edge, self.a[edge] + self.b[edge] - vertex

    def edge(self, a: Square, b: Square) -> int | None:
        """Return the edge between two vertices; None if there is none."""
        if self.degree[a] > self.degree[b]:
            a, b = b, a
        return next((edge for edge, other in self.beside(a) if other == b), None)

    def read_vertex(self, value: Any) -> Square:
        """Return the vertex that a proof names by number; -1 and -2 need not be in the graph."""
        found = number(value)
        if not TO <= found < self.places - 2 or (found >= 0 and not self.degree[found]):
            raise value_error("{square} in this proof is no square of the board", square=found)
        return found

    def read_edge(self, value: Any) -> Edge:
        """Return the edge that a proof names by its two ends."""
        ends = [self.read_vertex(each) for each in items(value)]
        if len(ends) != 2:
            raise value_error("an edge of this proof has {n} ends", n=len(ends))
        return ends[0], ends[1]

    def read_numbers(self, value: Any) -> Iterator[tuple[Square, int]]:
        """Yield each vertex that is a key of an object, with its number."""
        for key, each in members(value):
            if not _KEY.fullmatch(key):
                raise value_error(
                    "{square} in this proof is no square of the board", square=short(key)
                )
            yield self.read_vertex(int(key)), number(each)

    def neighbors(self) -> dict[Square, set[Square]]:
        """Return the neighbors of each vertex."""
        return {v: {other for _, other in self.beside(v)} for v in self.vertices}

    def part_count(self, cut: Collection[Square]) -> Generator[Progress, None, int]:
        """Return the number of components that remain without these vertices."""
        left = [vertex for vertex in self.vertices if vertex not in cut]

        def near(vertex: Square) -> Iterator[Square]:
            return (to for _, to in self.beside(vertex) if to not in cut)

        return (yield from two_sides(left, near, self.places))[2]


def given_ends(puzzle: Puzzle) -> set[Square]:
    """Return the squares on which an open tour has to begin or end."""
    return set() if puzzle.closed else {s for s in (puzzle.start, puzzle.end) if s is not None}


def clash(puzzle: Puzzle, side: bytearray) -> bool:
    """Return True if the sizes of two classes, or the given ends, allow no tour."""
    one, other = side.count(1), side.count(2)
    sides = {side[square] for square in given_ends(puzzle)}
    if puzzle.closed or abs(one - other) > 1:
        return one != other
    if one != other:
        return (2 if one > other else 1) in sides
    return len(given_ends(puzzle)) == 2 and len(sides) == 1


def cycle_graph(puzzle: Puzzle) -> Generator[Progress, None, CycleGraph | Sentence]:
    """Return the graph whose Hamiltonian cycles are the tours, or the reason why there are none."""
    moves, board = BoardMoves(puzzle), puzzle.board
    side, squares = (yield from moves.sides()), board.squares
    if side is None:
        template = N_(
            "The board falls apart: no move leads from some of its squares to the others."
        )
        return Sentence(template)
    if puzzle.closed and len(squares) < 3:
        return TOO_FEW
    if clash(puzzle, side):
        return alternation(side)
    edges: Iterable[Edge] = ((a, b) for a in squares for b in moves.near(a) if a < b)
    added = {} if puzzle.closed else _added_vertices(puzzle, side)
    edges = chain(edges, ((s, v) for v, near in added.items() for s in near))
    return (yield from CycleGraph.building([*squares, *added], edges, board.rows * board.columns))


def alternation(side: bytearray) -> Sentence:
    """Return the sentence that two classes of this size allow no tour."""
    return Sentence(
        "Each move leads between {one:,} squares and {other:,} others, so a tour takes turns"
        " between them; their numbers, or the ends that are given, do not allow that.",
        one=side.count(1),
        other=side.count(2),
    )


def _added_vertices(puzzle: Puzzle, side: bytearray) -> Mapping[Square, Collection[Square]]:
    """Return the added vertices, each with the squares where the tour may begin, or end."""
    one, other = side.count(1), side.count(2)
    sides = [1, 2] if one == other else [1, 1] if one > other else [2, 2]
    if one == other and (_is_on(side, puzzle.start, 2) or _is_on(side, puzzle.end, 1)):
        sides.reverse()
    starts, ends = (
        [s for s in puzzle.board.squares if side[s] == each] if given is None else [given]
        for each, given in zip(sides, (puzzle.start, puzzle.end), strict=True)
    )
    return {FROM: starts} if starts == ends else {TO: ends, FROM: [*starts, TO]}


def _is_on(side: bytearray, square: Square | None, which: int) -> bool:
    return square is not None and side[square] == which
