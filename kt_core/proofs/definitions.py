"""What a proof is checked on: the moves of a board from the definition, and their graph with ends.

Nothing here is shared with what made a proof but the board and the steps of the piece. All is in
arrays by vertex, or by edge, so that a board of a million squares takes 100 MB.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from kt_core.board import Square
from kt_core.graph import steps
from kt_core.language import N_, Sentence
from kt_core.proofs.grammar import FROM, TO, Vertex
from kt_core.tour import Puzzle

Moves = dict[Vertex, set[Vertex]]
Edge = tuple[Vertex, Vertex]
TOO_FEW = Sentence("A closed tour goes round: it needs three squares or more.")


class Graph:
    """The edges at each vertex: `a[edge]` and `b[edge]` are its ends, `at` and `end` its place.

    The edges at a vertex are `edges[at[vertex] : end[vertex]]`. An array by vertex has as many
    places as the board, holes too, and two more, the last, which -1 and -2 mean as well.
    """

    def __init__(self, vertices: Sequence[Vertex], edges: Iterable[Edge], places: int) -> None:
        self.vertices, self.places = vertices, places + 2
        self.a, self.b = array("i"), array("i")
        self.degree = array("i", bytes(4 * self.places))
        for a, b in edges:
            self.a.append(a)
            self.b.append(b)
            self.degree[a] += 1
            self.degree[b] += 1
        self.at, self.end = array("i", self.degree), array("i", self.degree)
        begin = 0
        for place in range(self.places):
            self.at[place] = self.end[place] = begin
            begin += self.degree[place]
        self.edges = array("i", bytes(4 * begin))
        for edge, a in enumerate(self.a):
            for vertex in (a, self.b[edge]):
                self.edges[self.end[vertex]] = edge
                self.end[vertex] += 1

    @classmethod
    def of(cls, near: Mapping[Vertex, Collection[Vertex]]) -> Graph:
        """Return the graph in which each vertex has these neighbours."""
        order = [*sorted(v for v in near if v >= 0), *(v for v in (TO, FROM) if v in near)]
        turn = {vertex: i for i, vertex in enumerate(order)}
        edges = ((a, b) for a in order for b in sorted(near[a]) if turn[a] < turn[b])
        return cls(order, edges, 1 + max(order, default=0))

    def beside(self, vertex: Vertex) -> Iterator[tuple[int, Vertex]]:
        """Yield each edge at a vertex, and where it leads."""
        for edge in self.edges[self.at[vertex] : self.end[vertex]]:
            yield edge, self.a[edge] + self.b[edge] - vertex

    def edge(self, a: Vertex, b: Vertex) -> int | None:
        """Return the edge between two vertices; None where there is none."""
        if self.degree[a] > self.degree[b]:
            a, b = b, a
        return next((edge for edge, other in self.beside(a) if other == b), None)

    def moves(self) -> Moves:
        """Return the neighbours of each vertex."""
        return {v: {other for _, other in self.beside(v)} for v in self.vertices}

    def part_count(self, cut: Collection[Vertex] = ()) -> int:
        """Return how many parts are left without these vertices."""
        seen, parts = bytearray(self.places), 0
        for vertex in cut:
            seen[vertex] = 1
        for first in self.vertices:
            if seen[first]:
                continue
            seen[first], parts, todo = 1, parts + 1, [first]
            while todo:
                for _, other in self.beside(todo.pop()):
                    if not seen[other]:
                        seen[other] = 1
                        todo.append(other)
        return parts


class Field:
    """Where the piece goes from each square of a board, past a line of squares beyond it too."""

    def __init__(self, puzzle: Puzzle, line: Sequence[Square] = ()) -> None:
        self.puzzle, self.board = puzzle, puzzle.board
        self._steps, self._line = steps(puzzle.leaper), dict[Square, list[Square]]()
        for a, b in pairwise(line):
            self._line.setdefault(a, []).append(b)
            self._line.setdefault(b, []).append(a)
        self.beyond = line[1:-1]

    @property
    def squares(self) -> Sequence[Square]:
        """All squares, those beyond the board too, ascending."""
        return sorted((*self.board.squares, *self.beyond)) if self.beyond else self.board.squares

    def near(self, square: Square) -> list[Square]:
        """Return where the piece goes from a square."""
        board, found = self.board, self._line.get(square)
        if found and square not in board:
            return found
        row, column = divmod(square, board.columns)
        to = [
            (row + up) * board.columns + column + right
            for up, right in self._steps
            if 0 <= row + up < board.rows and 0 <= column + right < board.columns
        ]
        if board.holes:
            to = [s for s in to if s not in board.holes]
        return [*{*to, *found}] if found else to

    def sides(self) -> bytearray | None:
        """Return 1 or 2 for each square, as moves lead from one to the other; None for two parts.

        All are 1 where no such sides are.
        """
        board, squares = self.board, self.squares
        side = bytearray(board.rows * board.columns)
        first = squares[0]
        side[first], todo, count, sided = 1, [first], 1, True
        while todo:
            square = todo.pop()
            other = 3 - side[square]
            for to in self.near(square):
                if not side[to]:
                    side[to] = other
                    todo.append(to)
                    count += 1
                elif side[to] != other:
                    sided = False
        if count < len(squares):
            return None
        return side if sided else side.replace(b"\2", b"\1")


def near(puzzle: Puzzle, square: Square) -> set[Square]:
    """Return where the piece goes from a square."""
    return {*Field(puzzle).near(square)}


def given_ends(puzzle: Puzzle) -> set[Square]:
    """Return the squares on which an open tour has to begin or end."""
    return set() if puzzle.closed else {s for s in (puzzle.start, puzzle.end) if s is not None}


def clash(puzzle: Puzzle, side: bytearray) -> bool:
    """Return whether a tour, which takes turns between squares of sides 1 and 2, cannot be."""
    one, other = side.count(1), side.count(2)
    sides = {side[square] for square in given_ends(puzzle)}
    if puzzle.closed or abs(one - other) > 1:
        return one != other
    if one != other:
        return (2 if one > other else 1) in sides
    return len(given_ends(puzzle)) == 2 and len(sides) == 1


def cycle_graph(puzzle: Puzzle, line: Sequence[Square] = ()) -> Graph | Sentence:
    """Return the graph whose cycles through all vertices are the tours; or why there are none.

    An open tour is closed by an added vertex beside its two ends, or by two where these differ in
    kind. Between two classes of squares a tour takes turns: that tells where it may end. With a
    line, it passes that too, where it neither begins nor ends.
    """
    field = Field(puzzle, line)
    side, squares, board = field.sides(), field.squares, puzzle.board
    if side is None:
        template = N_(
            "The board falls apart: no move leads from some of its squares to the others."
        )
        return Sentence(template)
    if puzzle.closed and len(squares) < 3:
        return TOO_FEW
    if 2 in side and clash(puzzle, side):
        return turns(side)
    edges: Iterable[Edge] = ((a, b) for a in squares for b in field.near(a) if a < b)
    added = {} if puzzle.closed else _added_vertices(field, side)
    edges = chain(edges, ((s, v) for v, near in added.items() for s in near))
    return Graph([*squares, *added], edges, board.rows * board.columns)


def turns(side: bytearray) -> Sentence:
    """Return that two sides of this many squares allow no tour."""
    return Sentence(
        "Each move leads between {one:,} squares and {other:,} others, so a tour takes turns"
        " between them; their numbers, or the ends that are given, do not allow that.",
        one=side.count(1),
        other=side.count(2),
    )


def _added_vertices(field: Field, side: bytearray) -> Mapping[Vertex, Collection[Vertex]]:
    """Return the added vertices, each with the squares where the tour may begin, or end."""
    puzzle, one, other = field.puzzle, side.count(1), side.count(2)
    sides = [1, 2] if one == other else [1, 1] if one > other else [2, 2]
    if one == other and (_is(side, puzzle.start, 2) or _is(side, puzzle.end, 1)):
        sides.reverse()
    beyond = {*field.beyond}
    places = [s for s in field.squares if s not in beyond]
    starts, ends = (
        [s for s in places if side[s] == its] if given is None else [given]
        for its, given in zip(sides, (puzzle.start, puzzle.end), strict=True)
    )
    return {FROM: starts} if starts == ends else {TO: ends, FROM: [*starts, TO]}


def _is(side: bytearray, square: Square | None, its: int) -> bool:
    return square is not None and side[square] == its
