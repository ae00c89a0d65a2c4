"""Draw tours at random, every tour with the same probability.

A cycle of even length is the union of two perfect matchings: every second of its moves, and the
others (J. Petersen, Acta Math. 15 (1891) 193). So two independent uniform matchings are drawn, and
both are drawn again until their union is a single cycle through all squares. Accepted pairs are
uniform, and every tour is the union of the same number of pairs: two, because either matching may
come first, or one, if an added edge marks the first. An open tour is a cycle through added vertices
(see `cycle`). If a half-turn maps the board and its classes to themselves, only tours that end in
one half of the board are drawn, and each is turned with probability 1/2.

The probabilities are exact: the pairs are counted (see `matching_counts`), not estimated, and no
random walk is involved. `Random` draws the number of a pair, a whole number below a bound,
uniformly.

Most pairs take an edge twice or have more than one cycle, so they are no tour. Two kinds of such
pairs get no number, so they are never drawn. Pairs that take an edge twice at a marked vertex are
excluded by their classes: the class of the second matching must differ from that of the first in
every digit. The other kind is excluded by the beginnings of pairs. The beginning of a pair is its
edges at the vertices that are passed last, because matchings are found backwards. Only beginnings
that close no circle and take no edge twice are listed, each with the number of its pairs.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, partial
from itertools import count, product
from operator import sub
from random import Random
from typing import NamedTuple

from kt_core.board import Square, SquarePath
from kt_core.cycle import TO, neighbors, walk
from kt_core.events import Progress
from kt_core.graph import Edge
from kt_core.language import Sentence, value_error
from kt_core.methods.uniform.matching_counts import (
    MOST_STATES,
    Choice,
    FactorPlace,
    MatchingCounts,
    Sides,
    TooWide,
    half_turn,
    marks_of,
    sides_of,
)
from kt_core.tour import Puzzle, Undecided

MOST_SQUARES = 64
COUNTED_SQUARES = 42  # the most squares of a board whose two-factors are counted directly
ATTEMPTS_PER_YIELD = 20  # draws between two yields: 1 to 2 ms


def refuse(puzzle: Puzzle) -> None:
    """Raise `ValueError` if the board has too many squares."""
    board = puzzle.board
    if len(board) > MOST_SQUARES:
        raise value_error(
            "every tour is equally likely on boards of up to {most} squares alone, and"
            " {board} has {n:,}",
            most=MOST_SQUARES,
            board=board,
            n=len(board),
        )


def tour(puzzle: Puzzle, seed: int | None) -> Generator[Progress, None, SquarePath]:
    """Return a tour of a puzzle that has one, in slices; `ValueError` for too many squares."""
    draws = Draws(puzzle, Random(seed or 0))
    yield from draws.prepare()
    return (yield from draws.tour())


class Draws:
    """Random tours of a puzzle that has one; call `prepare` first."""

    def __init__(self, puzzle: Puzzle, chance: Random) -> None:
        self.puzzle, self.chance = puzzle, chance

    def prepare(self) -> Generator[Progress, None, None]:
        """Count the pairs or two-factors, in slices; raise `Undecided` if there are too many.

        Raise `ValueError` for too many squares.
        """
        refuse(self.puzzle)
        if len(self.puzzle.board) == 1:
            return
        self.sides = sides = yield from sides_of(self.puzzle)
        small = len(self.puzzle.board) <= COUNTED_SQUARES
        self.drawn = _TwoFactors(sides) if small else MatchingPairs(sides)
        try:
            yield from self.drawn.prepare()
        except TooWide:
            reason = Sentence(
                "on {board} so many moves cross that its tours cannot be counted, and so not drawn"
                " with equal chance",
                board=self.puzzle.board,
            )
            raise Undecided(reason, {"uniform": MOST_STATES}) from None

    def tour(self) -> Generator[Progress, None, SquarePath]:
        """Return the squares of a tour, in slices."""
        if len(self.puzzle.board) == 1:
            return tuple(self.puzzle.board)
        for attempt in count(1):
            if attempt % ATTEMPTS_PER_YIELD == 0:
                yield Progress("uniform")
            edges = self.drawn.edges(self.chance.randrange(self.drawn.count))
            path = _path(self.puzzle, edges, self.chance) if edges else ()
            if path:
                turns = self.sides.half and self.chance.random() < 0.5
                return half_turn(self.puzzle.board, path) if turns else path
        raise AssertionError("count() does not end")


class _TwoFactors:
    """All two-factors, numbered below `count`; call `prepare` first."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.count = sides, 0

    def prepare(self) -> Generator[Progress, None, None]:
        """Count them, in slices; raise `TooWide` if there are too many states."""
        sides = self.sides
        self._factors = MatchingCounts(sides.whole, sides.room, 2, must=sides.must)
        [self.count] = yield from self._factors.count()

    def edges(self, number: int) -> list[Edge]:
        """Return the edges of a two-factor; empty if it has more than one cycle."""
        factors, edges = self._factors, list(self.sides.added)
        place, ends = (factors.last, 0, number), ends_of(edges)
        for i in range(len(factors.passes))[::-1]:
            taken, spare, place = factors.way(i, *place)
            edges += ((factors.passes[i].vertex, vertex) for vertex in taken)
            if i and not extend(ends, *taken):
                return []
            if spare is not None:
                edges.append((TO, spare))
                if i and not extend(ends, TO, spare):
                    return []
        return edges


def _path(puzzle: Puzzle, edges: Sequence[Edge], chance: Random) -> SquarePath:
    """Return the tour of a two-factor's edges; empty if they form more than one cycle."""
    near = neighbors(edges)
    first = min(near) if puzzle.start is None or not puzzle.closed else puzzle.start
    ring = walk(near, first, len(near))
    if first in ring[1:]:
        return ()
    if puzzle.closed:
        return ring if ring[1] < ring[-1] else ring[:1] + ring[:0:-1]
    # The ring begins at an added vertex; if there are two, they are adjacent.
    path = tuple(square for square in ring if square >= 0)
    if puzzle.start is None and puzzle.end is None:
        return path[::-1] if chance.random() < 0.5 else path
    return puzzle.from_start(path)


MOST_BEGINNINGS = 25_000  # limit for beginnings to try; about half of them remain, in 20 MB
BEGINNINGS_PER_YIELD = 20  # beginnings between two yields: 1 to 2 ms

Counts = Sequence[int]  # a count for each class
Choices = Callable[[int], Sequence[Choice]]  # the choices that lead to a state


def ends_of(edges: Sequence[Edge]) -> dict[Square, Square]:
    """Return the other end of each end of the paths that these edges form."""
    return {a: b for edge in edges for a, b in (edge, edge[::-1])}


def extend(ends: dict[Square, Square], a: Square, b: Square) -> bool:
    """Join the paths at two vertices; return False if that closes a circle."""
    one, other = ends.get(a, a), ends.get(b, b)
    if one == b:
        return False
    ends[one], ends[other] = other, one
    return True


class _Beginning(NamedTuple):
    states: tuple[int, int]  # the state of each matching at the remaining vertices
    shifts: tuple[int, int]  # the shift of the class of each matching
    edges: Sequence[Edge]
    ends: dict[Square, Square]


class MatchingPairs:
    """Pairs of perfect matchings, numbered below `count`; call `prepare` first."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.count = sides, 0

    def prepare(self) -> Generator[Progress, None, None]:
        """Count them, in slices; raise `TooWide` if there are too many states."""
        sides, marks = self.sides, marks_of(self.sides)
        room = dict.fromkeys(sides.others, 1)
        self._one = self._other = MatchingCounts(sides.first, room, 1, marks=marks)
        yield from self._one.count()
        if sides.first is not sides.second:
            self._other = MatchingCounts(sides.second, room, 1, marks=marks)
            yield from self._other.count()
        self._digits = marks.digits
        self._partners = cache(self._partners_of)
        self._first, self._second = cache(self._classes), cache(self._classes_apart)
        yield from self._begin()
        yield from self._number()

    def edges(self, number: int) -> list[Edge]:
        """Return the edges of a pair; empty if it closes a circle early or shares an edge."""
        one, other = self._one, self._other
        begun, mine, yours = self._beginning(number)
        edges, ends = [*begun.edges], {**begun.ends}
        for i in range(self._left)[::-1]:
            taken, _, mine = one.way(i, *mine)
            others, spare, yours = other.way(i, *yours)
            if taken == others or (i and not extend(ends, taken[0], others[0])):
                return []
            vertex = one.passes[i].vertex
            edges += (vertex, taken[0]), (vertex, others[0])
            if spare is not None:
                edges.append((TO, spare))
                if i and not extend(ends, TO, spare):
                    return []
        return edges

    def _begin(self) -> Generator[Progress, None, None]:
        """List the beginnings, which are as long as possible without becoming too many."""
        added, last = self.sides.added, (self._one.last, self._other.last)
        self._beginnings = [_Beginning(last, (0, 0), added, ends_of(added))]
        self._left = len(self._one.passes)  # the number of vertices
        while self._left > 1:
            mine = cache(partial(_ways, self._one, self._left - 1))
            yours = cache(partial(_ways, self._other, self._left - 1))
            if (yield from self._tries(mine, yours)) > MOST_BEGINNINGS:
                return
            longer: list[_Beginning] = []
            for turn, beginning in enumerate(self._beginnings):
                a, b = beginning.states
                longer += self._longer(beginning, mine(a), yours(b))
                if turn % BEGINNINGS_PER_YIELD == 0:
                    yield Progress("uniform")
            self._left, self._beginnings = self._left - 1, longer

    def _tries(self, mine: Choices, yours: Choices) -> Generator[Progress, None, int]:
        """Return the number of ways to pass the next vertex after all beginnings."""
        tries = 0
        for turn, ((a, b), *_) in enumerate(self._beginnings):
            tries += len(mine(a)) * len(yours(b))
            if turn % BEGINNINGS_PER_YIELD == 0:
                yield Progress("uniform")
        return tries

    def _longer(
        self, beginning: _Beginning, firsts: Sequence[Choice], seconds: Sequence[Choice]
    ) -> Iterator[_Beginning]:
        vertex = self._one.passes[self._left - 1].vertex
        (shift, shift_beyond), edges, before = beginning[1:]
        for taken, _, mine, more, _ in firsts:
            for others, spare, yours, more_beyond, _ in seconds:
                ends = {**before}
                if taken == others or not extend(ends, taken[0], others[0]):
                    continue
                if spare is not None and not extend(ends, TO, spare):
                    continue
                new = [(vertex, taken[0]), (vertex, others[0])]
                new += [] if spare is None else [(TO, spare)]
                shifts = shift + more, shift_beyond + more_beyond
                yield _Beginning((mine, yours), shifts, (*edges, *new), ends)

    def _number(self) -> Generator[Progress, None, None]:
        """Count the pairs of each beginning, which numbers all pairs."""
        self._numbers = [0]  # the first number of each beginning
        for turn, (states, shifts, _, _) in enumerate(self._beginnings):
            _, apart = self._second(states[1], shifts[1])
            ones = self._first(states[0], shifts[0])
            self.count += sum([count * apart[mine] for mine, count in ones])
            self._numbers.append(self.count)
            if turn % BEGINNINGS_PER_YIELD == 0:
                yield Progress("uniform")

    def _beginning(self, number: int) -> tuple[_Beginning, FactorPlace, FactorPlace]:
        """Return the beginning of a pair, and the rank of each matching in its class."""
        i = bisect(self._numbers, number) - 1
        begun, number = self._beginnings[i], number - self._numbers[i]
        states, shifts = begun.states, begun.shifts
        counts, apart = self._second(states[1], shifts[1])
        for mine, many in self._first(states[0], shifts[0]):
            if number < many * apart[mine]:
                break
            number -= many * apart[mine]
        rank, number = divmod(number, apart[mine])
        for yours in self._partners(mine):
            if number < counts[yours]:
                break
            number -= counts[yours]
        return (
            begun,
            (states[0], mine * self._one.width - shifts[0], rank),
            (states[1], yours * self._other.width - shifts[1], number),
        )

    def _classes(self, state: int, shift: int) -> list[tuple[int, int]]:
        counts = self._one.by_class(self._left, state, shift)
        return [(mine, count) for mine, count in enumerate(counts) if count]

    def _classes_apart(self, state: int, shift: int) -> tuple[Counts, Counts]:
        counts = self._other.by_class(self._left, state, shift)
        return counts, _apart(counts, self._digits)

    def _partners_of(self, mine: int) -> list[int]:
        """Return the classes whose matchings share no marked edge with those of a class."""
        free = [
            [i * unit for i in range(edges) if i != mine // unit % edges]
            for edges, unit in self._digits
        ]
        return [sum(choice) for choice in product(*free)]


def _ways(factors: MatchingCounts, passed: int, state: int) -> Sequence[Choice]:
    return list(factors.ways(passed, state))


def _apart(counts: Counts, digits: Sequence[tuple[int, int]]) -> Counts:
    """Return for each class the sum over the classes that differ from it in every digit."""
    for edges, unit in digits:
        sums: list[int] = []
        for i in range(0, len(counts), edges * unit):
            parts = [counts[j : j + unit] for j in range(i, i + edges * unit, unit)]
            whole = [sum(of) for of in zip(*parts, strict=True)]
            for part in parts:
                sums += map(sub, whole, part)
        counts = sums
    return counts
