"""What each vertex may take where a tour is the union of two matchings, and which are marked.

A board's squares fall into two classes, and every move leads from one to the other; the vertices of
one class are passed in turn and take vertices of the other. An open tour is a cycle through added
vertices (see `cycle`).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass

from kt_core.board import Square
from kt_core.connectivity import classes
from kt_core.cycle import FROM, TO, Edge
from kt_core.events import Progress
from kt_core.graph import Graph, knight_graph
from kt_core.methods.uniform.matching_counts import Marks
from kt_core.tour import Puzzle

MARKED_EDGES = 3  # a vertex with more is not marked
MOST_CLASSES = 120  # of matchings, and
MOST_FRONT_CLASSES = 12  # of those where the states are many
MOST_PARTNERS = 64  # classes of the second matching for one of the first
LISTED = 4  # vertices passed last: what is met there alone, the beginnings of pairs tell


@dataclass(frozen=True)
class Sides:
    """For each vertex that is passed what it may take, in either matching and in both together."""

    first: Graph[Square]
    second: Graph[Square]
    whole: Graph[Square]
    room: Mapping[Square, int]  # how often each vertex of the other side is taken by both
    added: Sequence[Edge] = ()  # edges of every tour, and in no graph
    must: Sequence[Edge] = ()  # edges of every tour, and in the graphs

    @property
    def others(self) -> Sequence[Square]:
        """The vertices of the other side."""
        return list(self.room)


def sides_of(puzzle: Puzzle) -> Generator[Progress, None, Sides]:
    """Return what the vertices of a puzzle may take, in slices."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    one, other = yield from classes(graph)
    if len(one) < len(other):
        one, other = other, one
    across = puzzle.board.rows >= puzzle.board.columns
    columns = puzzle.board.columns
    for side in (one, other):  # passed along the board, so that few are met at a time
        side.sort(key=lambda square: square if across else (square % columns, square))
    near = {square: graph[square] for square in one}
    ends = [square for square in (puzzle.start, puzzle.end) if square is not None]
    room = dict.fromkeys(other, 2)
    if puzzle.closed:
        return Sides(near, near, near, room)
    added = _between_classes if len(one) == len(other) else _within_a_class
    return added(near, room, ends)


def _between_classes(
    near: Graph[Square], room: Mapping[Square, int], ends: Sequence[Square]
) -> Sides:
    # The added edge joins FROM, which the squares that are passed may take, and TO, which may take
    # the other ones. It is of the first matching, which for the rest is one of the squares alone.
    begin = [square for square in ends if square in near] or list(near)
    finish = [square for square in ends if square not in near] or list(room)
    second = {**_with_added_vertex(near, begin), TO: tuple(finish)}
    return Sides(near, second, second, {**room, FROM: 1}, [(TO, FROM)])


def _within_a_class(
    near: Graph[Square], room: Mapping[Square, int], ends: Sequence[Square]
) -> Sides:
    # One added vertex takes both ends of the tour, one in each matching. A given end is the first
    # one's, so that each tour is one pair; with none given each is two.
    room = {**room, FROM: 2}
    if not ends:
        whole = _with_added_vertex(near, near)
        return Sides(whole, whole, whole, room)
    rest = ends[1:] or [square for square in near if square != ends[0]]
    whole = _with_added_vertex(near, [ends[0], *rest])
    must = [(end, FROM) for end in ends]
    return Sides(
        _with_added_vertex(near, ends[:1]), _with_added_vertex(near, rest), whole, room, (), must
    )


def _with_added_vertex(near: Graph[Square], allowed: Collection[Square]) -> Graph[Square]:
    return {square: (*to, FROM) if square in allowed else to for square, to in near.items()}


def marks_of(sides: Sides) -> Marks:
    """Return which vertices are marked: of those with few edges, first and last ones."""
    takers = {**sides.second}
    edges: dict[Square, list[Edge]] = {vertex: [] for vertex in (*takers, *sides.others)}
    for taker, near in takers.items():
        for vertex in near:
            edges[taker].append((taker, vertex))
            edges[vertex].append((taker, vertex))
    if sides.first is not sides.second:
        _add(edges, sides.first)
    share: dict[Edge, int] = {}
    digits: list[tuple[int, int]] = []
    number, partners = 1, 1
    front, back = _few(edges, sides)
    for most, vertices in ((MOST_FRONT_CLASSES, front), (MOST_CLASSES, back)):
        for vertex in vertices:
            of = edges[vertex]
            if number * len(of) > most or partners * (len(of) - 1) > MOST_PARTNERS:
                continue
            for i, edge in enumerate(of):
                share[edge] = share.get(edge, 0) + i * number
            digits.append((len(of), number))
            number, partners = number * len(of), partners * (len(of) - 1)
    return Marks(share, digits, number)


def _add(edges: dict[Square, list[Edge]], graph: Graph[Square]) -> None:
    for taker, near in graph.items():
        for vertex in near:
            for end in (taker, vertex):
                if (taker, vertex) not in edges[end]:
                    edges[end].append((taker, vertex))


def _few(edges: dict[Square, list[Edge]], sides: Sides) -> tuple[list[Square], list[Square]]:
    """Return the vertices with few edges, those passed in the first half and in the second."""
    turn = {vertex: i for i, vertex in enumerate(sides.first)}
    few = [v for v, of in edges.items() if v >= 0 and 1 < len(of) <= MARKED_EDGES + 1]
    few.sort(key=lambda vertex: len(edges[vertex]))
    half = len(turn) / 2

    def late(vertex: Square) -> bool:
        return sum(turn[a] >= half for a, _ in edges[vertex] if a != TO) * 2 > len(edges[vertex])

    def last(vertex: Square) -> bool:
        return all(turn[a] >= len(turn) - LISTED for a, _ in edges[vertex] if a != TO)

    return [v for v in few if not late(v)], [v for v in few if late(v) and not last(v)]
