"""Count perfect matchings and two-factors of a bipartite graph exactly, and draw them at random.

Every move leads from one class of squares to the other. One class is passed vertex by vertex, and
each vertex takes one or two vertices of the other class (see `Sides`). A state records how often
each vertex of the other class was taken; nothing else matters about the passed vertices. The ways
to each state are counted. A factor that is drawn backwards by these counts is uniformly random.

The ways are counted separately for each class of factors. The edges of a few marked vertices
determine the class (see `marks_of`). The counts of all classes are digits of one integer, and
taking a marked edge shifts it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate, combinations
from math import ceil, comb, lgamma, log, log2
from operator import or_
from typing import NamedTuple

from kt_core.board import Board, Square
from kt_core.connectivity import classes
from kt_core.cycle import FROM, TO
from kt_core.events import Progress
from kt_core.graph import Edge, Graph, knight_graph
from kt_core.tour import Puzzle

STATES_PER_YIELD = 2000  # states followed between two yields: about 2 ms
MOST_STATES = 2_000_000  # limit for a table: about 400 MB
KEPT_STATES = 5000  # the most states of a vertex whose choices are cached

StateCounts = dict[int, int]  # state -> number of ways


class TooWide(Exception):
    """Raised for a table of more than MOST_STATES states."""


class Marks(NamedTuple):
    """The classes of factors: a class is a sum over edges, with a digit for each marked vertex."""

    share: Mapping[Edge, int]  # the amount that an edge, from a passed vertex, adds to the class
    digits: Sequence[
        tuple[int, int]
    ]  # the number of edges of each marked vertex, and the unit of its digit
    classes: int


UNMARKED = Marks({}, (), 1)


#: How a vertex was passed: the vertices that it took, the vertex that TO took then, the state
#: before, the shift of the class, and the ways to that state. A plain tuple, for speed: a tour
#: needs thousands of them.
Choice = tuple[tuple[Square, ...], Square | None, int, int, int]
FactorPlace = tuple[int, int, int]  # a factor's state, its class as a shift, its rank from 0
PassedVertex = tuple[tuple[Square, ...], Square | None, FactorPlace]


class _Option(NamedTuple):
    taken: tuple[Square, ...]
    barred: int  # bits of which one is set if a taken vertex has no room
    add: int
    one: int  # the bits for taking the first square
    other: int  # the bits for taking the last square
    shift: int


Spare = Mapping[
    int, tuple[int, int, Square]
]  # vertex that leaves and that TO can take -> least, shift


class _Pass(NamedTuple):
    vertex: Square
    options: Sequence[_Option]
    leaving: int  # bits that must be set now, because no later vertex takes these vertices
    close: Sequence[int]  # a bit for each vertex that only one later vertex can take
    spare: Spare
    seen: int  # bits of a state that decide how this vertex can be passed


class MatchingCounts:
    """All ways for each vertex of `near` to take `picks` of its neighbors.

    Each of the `others` is taken `room` times, 1 or 2. TO, if it is in `near`, takes one vertex
    that the others have left. All edges of `must` are taken.
    """

    def __init__(
        self,
        near: Graph[Square],
        room: Mapping[Square, int],
        picks: int,
        *,
        marks: Marks = UNMARKED,
        must: Sequence[Edge] = (),
    ) -> None:
        self.marks, self.picks, self.must = marks, picks, must
        self.unit, self.full, bit = dict[Square, int](), dict[Square, int](), 1
        for vertex, times in room.items():
            self.unit[vertex], self.full[vertex] = bit, bit * times
            bit <<= times
        self.last = self._token = bit if TO in near else 0  # the final state
        self.width = 1 + ceil(sum(_bits(len(of), picks) for of in near.values()))
        self._mask = (1 << self.width) - 1
        self.passes = self._passes(near)
        self.layers: list[StateCounts] = [{0: 1}]
        self._known: dict[tuple[int, int, int], tuple[list[int], list[Choice]]] = {}

    def count(self) -> Generator[Progress, None, Sequence[int]]:
        """Return the number of each class, in slices; raise `TooWide` beyond MOST_STATES."""
        states = 0
        for passed in self.passes:
            layer = yield from self._layer_after(passed, self.layers[-1])
            states += len(layer)
            if states > MOST_STATES:
                raise TooWide
            self.layers.append(layer)
        return self.by_class(len(self.passes), self.last)

    def _layer_after(
        self, passed: _Pass, before: StateCounts
    ) -> Generator[Progress, None, StateCounts]:
        """Return the layer after one more vertex, in slices."""
        layer: StateCounts = {}
        ways_to, seen = layer.get, passed.seen
        changes: dict[int, list[tuple[int, int]]] = {}  # the seen bits of a state -> its changes
        for turn, (state, ways) in enumerate(before.items()):
            here = state & seen
            if here not in changes:
                changes[here] = self._changes(passed, here)
            for change, shift in changes[here]:
                after = state + change
                layer[after] = ways_to(after, 0) + (ways << shift)
            if turn % STATES_PER_YIELD == 0:
                yield Progress("uniform")
        return layer

    def way(self, passed: int, state: int, shift: int, rank: int) -> PassedVertex:
        """Return the vertices that a vertex and TO took, and the place before this one.

        The rank is below the count of the state and class.
        """
        mask = self._mask
        if len(self.layers[passed]) <= KEPT_STATES:
            sums, ways = self._choices_of_class(passed, state, shift)
            i = bisect(sums, rank) - 1
            taken, spare, before, more, _ = ways[i]
            return taken, spare, (before, shift - more, rank - sums[i])
        for taken, spare, before, more, counts in self.ways(passed, state):
            if more <= shift:
                count = counts >> shift - more & mask
                if rank < count:
                    return taken, spare, (before, shift - more, rank)
                rank -= count
        raise AssertionError("a rank is below the count of its class")

    def ways(self, passed: int, state: int) -> Iterator[Choice]:
        """Yield all ways to pass a vertex that lead to a state."""
        here, before = self.passes[passed], self.layers[passed].get
        whole = state | here.leaving
        afters: list[tuple[int, int, Square | None]] = [(whole, 0, None)]
        if state & self._token:
            afters += [
                (whole - bit + least - self._token, more, vertex)
                for bit, (least, more, vertex) in here.spare.items()
            ]
        for after, more, spare in afters:
            for taken, _, add, one, other, shift in here.options:
                if after & one and after & other:
                    counts = before(after - add)
                    if counts:
                        yield taken, spare, after - add, more + shift, counts

    def by_class(self, passed: int, state: int, shift: int = 0) -> Sequence[int]:
        """Return the number of ways to a state by class; `shift` is that of the later vertices."""
        total = self.layers[passed].get(state, 0) << shift
        return [total >> (i * self.width) & self._mask for i in range(self.marks.classes)]

    def _choices_of_class(
        self, passed: int, state: int, shift: int
    ) -> tuple[list[int], list[Choice]]:
        """Return the choices of a class, and the least rank of each."""
        known = self._known.get((passed, state, shift))
        if known is None:
            ways = [way for way in self.ways(passed, state) if way[3] <= shift]
            counts = (counts >> shift - more & self._mask for *_, more, counts in ways)
            known = list(accumulate(counts, initial=0))[:-1], ways
            self._known[passed, state, shift] = known
        return known

    def _changes(self, passed: _Pass, state: int) -> list[tuple[int, int]]:
        """Return the addition to a state, and the shift, of each way to pass a vertex."""
        leaving, changes = passed.leaving, list[tuple[int, int]]()
        sure = self._token == state & self._token  # TO has taken its vertex
        for option in passed.options:
            if not state & option.barred:
                taken = state + option.add
                missing = leaving & ~taken
                if sure and not all(map(taken.__and__, passed.close)):
                    continue
                if not missing:
                    changes.append((option.add - leaving, option.shift))
                elif missing in passed.spare and not taken & self._token:
                    least, shift, _ = passed.spare[missing]
                    if taken & least == least:  # TO takes it for the last time
                        left = (taken & ~leaving & ~least) | self._token
                        changes.append((left - state, option.shift + shift))
        return changes

    def _passes(self, near: Graph[Square]) -> list[_Pass]:
        order = [vertex for vertex in near if vertex != TO]
        takers: dict[Square, list[Square]] = {vertex: [] for vertex in self.unit}
        for taker in order:
            for vertex in near[taker]:
                takers[vertex].append(taker)
        leaving = dict.fromkeys(order, 0)
        close: dict[Square, list[int]] = {vertex: [] for vertex in order}
        spare: dict[Square, dict[int, tuple[int, int, Square]]] = {vertex: {} for vertex in order}
        for vertex, by in takers.items():
            if not by:  # FROM, which the other graph takes
                continue
            full, unit = self.full[vertex], self.unit[vertex]
            if full > unit and len(by) > 1:
                close[by[-2]].append(full | unit)
            taker = by[-1]
            leaving[taker] |= full
            if vertex in near.get(TO, ()):
                least = unit if full > unit else 0
                spare[taker][full] = least, self._shift(TO, (vertex,)), vertex
        # Vertices that few others can take are taken more often, so they come first.
        sooner = {taker: sorted(near[taker], key=lambda to: len(takers[to])) for taker in order}
        return [
            self._pass(taker, to, leaving[taker], close[taker], spare[taker])
            for taker, to in sooner.items()
        ]

    def _pass(
        self,
        taker: Square,
        near: Sequence[Square],
        leaving: int,
        close: Sequence[int],
        spare: Spare,
    ) -> _Pass:
        bits = [leaving, self._token, *close, *(least for least, _, _ in spare.values())]
        bits += [self.full[vertex] | self.unit[vertex] for vertex in near]
        return _Pass(taker, self._options(taker, near), leaving, close, spare, reduce(or_, bits))

    def _options(self, taker: Square, near: Sequence[Square]) -> list[_Option]:
        due = {vertex for first, vertex in self.must if first == taker}
        return [
            _Option(
                taken,
                sum(self.full[vertex] for vertex in taken),
                sum(self.unit[vertex] for vertex in taken),
                self.full[taken[0]] | self.unit[taken[0]],
                self.full[taken[-1]] | self.unit[taken[-1]],
                self._shift(taker, taken),
            )
            for taken in combinations(near, self.picks)
            if due.issubset(taken)
        ]

    def _shift(self, taker: Square, taken: Sequence[Square]) -> int:
        return sum(self.marks.share.get((taker, vertex), 0) for vertex in taken) * self.width


def _bits(edges: int, picks: int) -> float:
    """Return the most bits that a vertex with `edges` edges adds to a count.

    For matchings: L. M. Bregman, Soviet Math. Dokl. 14 (1973) 945.
    """
    if edges < picks:
        return 0
    return lgamma(edges + 1) / log(2) / edges if picks == 1 else log2(comb(edges, picks))


MARKED_EDGES = 3  # a vertex with more is not marked
MOST_CLASSES = 120  # limit for the classes of matchings
MOST_FRONT_CLASSES = 12  # the same limit where there are many states
MOST_PARTNERS = 64  # classes of the second matching for each of the first
LISTED = 4  # vertices that are passed last; the beginnings of pairs list their edges


@dataclass(frozen=True)
class Sides:
    """The vertices that each passed vertex may take, in each matching and in both together."""

    first: Graph[Square]
    second: Graph[Square]
    whole: Graph[Square]
    room: Mapping[Square, int]  # how often both matchings take each vertex of the other side
    added: Sequence[Edge] = ()  # edges of every tour that are in neither graph
    must: Sequence[Edge] = ()  # edges of every tour that are in the graphs
    half: bool = False  # each tour also represents its image under a half-turn

    @property
    def others(self) -> Sequence[Square]:
        """The vertices of the other side."""
        return list(self.room)


def sides_of(puzzle: Puzzle) -> Generator[Progress, None, Sides]:
    """Return the sides of a puzzle, in slices."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    one, other = yield from classes(graph)
    if len(one) < len(other):
        one, other = other, one
    across = puzzle.board.rows >= puzzle.board.columns
    columns = puzzle.board.columns
    for side in (one, other):  # the order along the board, for a narrow frontier
        side.sort(key=lambda square: square if across else (square % columns, square))
    near = {square: graph[square] for square in one}
    room = dict.fromkeys(other, 2)
    if puzzle.closed:
        return Sides(near, near, near, room)
    if len(one) > len(other):
        return _within_a_class(near, room, puzzle.given_ends)
    ends: Sequence[Square] = puzzle.given_ends
    if not ends and _are_turned((one, other), puzzle.board):
        # One end is in the half that is passed last, so that TO does not double earlier states.
        ends = [*one, *other[len(other) // 2 :]]
        return replace(_between_classes(near, room, ends), half=True)
    return _between_classes(near, room, ends)


def _are_turned(sides: Iterable[Sequence[Square]], board: Board) -> bool:
    """Return True if a half-turn of the board reverses each side."""
    return all(
        half_turn(board, side) == (*reversed(side),) and len(side) % 2 == 0 for side in sides
    )


def half_turn(board: Board, squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return the image of each square under a half-turn of the board."""
    last = board.rows * board.columns - 1
    return tuple(last - square for square in squares)


def _between_classes(
    near: Graph[Square], room: Mapping[Square, int], ends: Sequence[Square]
) -> Sides:
    # The added edge joins FROM, which the passed squares may take, and TO, which may take the
    # others. It belongs to the first matching, whose other edges are moves.
    begin = [square for square in ends if square in near] or list(near)
    finish = [square for square in ends if square not in near] or list(room)
    second = {**_with_added_vertex(near, begin), TO: tuple(finish)}
    return Sides(near, second, second, {**room, FROM: 1}, [(TO, FROM)])


def _within_a_class(
    near: Graph[Square], room: Mapping[Square, int], ends: Sequence[Square]
) -> Sides:
    # One added vertex takes both ends of the tour, one in each matching. A given end is in the
    # first matching, so that each tour is one pair; without given ends each tour is two pairs.
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
    """Return the marked vertices: the first and last of those with few edges."""
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
