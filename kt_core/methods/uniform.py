"""Tours drawn at random, every tour exactly as likely as any other.

A cycle of even length is the union of two perfect matchings: every second of its moves, and the
others (J. Petersen, Acta Math. 15 (1891) 193). So draw two matchings, each equally likely among all
of them, independent of each other; and draw both anew until their union is one cycle through all
squares. Of the pairs that pass, each is as likely as any other, and every tour is the same number
of pairs: two, since either matching may come first, or one, where an added edge marks the first.
An open tour is a cycle through added vertices (see `cycle`).

What that rests on: the matchings are counted exactly (see `matchings`), not estimated; no walk has
to have mixed; and `Random`, whose whole numbers below a bound are all equally likely. Only pairs
that take one edge twice where a vertex has few edges are never drawn: their classes are left out.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator, Sequence
from itertools import accumulate, count, product
from random import Random

from kt_core.board import Square
from kt_core.cycle import TO, Edge
from kt_core.events import Progress
from kt_core.language import Sentence
from kt_core.methods.factors import MOST_STATES, Factors, TooWide
from kt_core.methods.sides import Sides, marked, sides_of
from kt_core.tour import Puzzle, Undecided

MOST_SQUARES = 64
SMALL_SQUARES = 42  # squares up to which two-factors can be counted at once
SLICE_ATTEMPTS = 20  # draws between two words of progress: 1 to 2 ms

Path = tuple[Square, ...]


def refuse(puzzle: Puzzle) -> None:
    """Raise `ValueError` where the board has too many squares; return None otherwise."""
    board = puzzle.board
    if len(board) > MOST_SQUARES:
        raise ValueError(
            Sentence(
                "every tour is equally likely on boards of up to {most} squares alone, and"
                " {board} has {n:,}",
                most=MOST_SQUARES,
                board=board,
                n=len(board),
            )
        )


def tour(puzzle: Puzzle, seed: int | None) -> Generator[Progress, None, Path]:
    """Return a tour of a puzzle that has one, in slices; `ValueError` for too many squares."""
    draws = Draws(puzzle, Random(seed or 0))
    yield from draws.prepared()
    return (yield from draws.tour())


class Draws:
    """Tours of a puzzle that has one, drawn again and again; `prepared` comes first."""

    def __init__(self, puzzle: Puzzle, chance: Random) -> None:
        self.puzzle, self.chance = puzzle, chance

    def prepared(self) -> Generator[Progress, None, None]:
        """Count what is drawn from, in slices; `Undecided` where it is too much to count.

        `ValueError` for too many squares.
        """
        refuse(self.puzzle)
        if len(self.puzzle.board) == 1:
            return
        sides = yield from sides_of(self.puzzle)
        small = len(self.puzzle.board) <= SMALL_SQUARES
        self.way = _TwoFactors(sides, self.chance) if small else _Pairs(sides, self.chance)
        try:
            yield from self.way.prepared()
        except TooWide:
            reason = Sentence(
                "on {board} so many moves cross that its tours cannot be counted, and so not drawn"
                " with equal chance",
                board=self.puzzle.board,
            )
            raise Undecided(reason, {"uniform": MOST_STATES}) from None

    def tour(self) -> Generator[Progress, None, Path]:
        """Return the squares of a tour, in slices."""
        if len(self.puzzle.board) == 1:
            return tuple(self.puzzle.board)
        for attempt in count(1):
            if attempt % SLICE_ATTEMPTS == 0:
                yield Progress("uniform")
            edges = self.way.edges()
            path = _path(self.puzzle, edges, self.chance) if edges else ()
            if path:
                return path
        raise AssertionError("count() does not end")


class _TwoFactors:
    """Two-factors, each as likely as any other."""

    def __init__(self, sides: Sides, chance: Random) -> None:
        self.sides, self.chance = sides, chance

    def prepared(self) -> Generator[Progress, None, None]:
        sides = self.sides
        self.factors = Factors(sides.whole, sides.room, 2, must=sides.must)
        yield from self.factors.count()

    def edges(self) -> list[Edge]:
        """Return the edges of one; nothing where a circle closes before all is passed."""
        factors, edges = self.factors, list(self.sides.added)
        state, ends = factors.last, _ends(edges)
        for i in range(len(factors.passes))[::-1]:
            way = factors.draw(i, state, 0, self.chance)
            state = way.state
            edges += ((factors.passes[i].vertex, vertex) for vertex in way.taken)
            if i and not _lengthened(ends, *way.taken):
                return []
            if way.spare is not None:
                edges.append((TO, way.spare))
                if i and not _lengthened(ends, TO, way.spare):
                    return []
        return edges


class _Pairs:
    """Pairs of perfect matchings, each as likely as any other that shares no marked edge."""

    def __init__(self, sides: Sides, chance: Random) -> None:
        self.sides, self.chance = sides, chance
        self._partners: dict[int, tuple[list[int], list[int]]] = {}

    def prepared(self) -> Generator[Progress, None, None]:
        sides, marks = self.sides, marked(self.sides)
        room = dict.fromkeys(sides.others, 1)
        self.one = self.other = Factors(sides.first, room, 1, marks=marks)
        ones = others = yield from self.one.count()
        if sides.first is not sides.second:
            self.other = Factors(sides.second, room, 1, marks=marks)
            others = yield from self.other.count()
        self._counts, self._digits = others, marks.digits
        apart = _apart(others, marks.digits)
        self._sums = list(accumulate(a * b for a, b in zip(ones, apart, strict=True)))

    def edges(self) -> list[Edge]:
        """Return the edges of a pair; nothing where a circle closes early, or they share one."""
        chance, one, other = self.chance, self.one, self.other
        mine = bisect(self._sums, chance.randrange(self._sums[-1]))
        yours = self._partner(mine)
        mine, yours = mine * one.width, yours * other.width
        state, beyond, edges = one.last, other.last, list(self.sides.added)
        ends = _ends(edges)
        for i in range(len(one.passes))[::-1]:
            taken, _, state, mine = one.draw(i, state, mine, chance)
            others, spare, beyond, yours = other.draw(i, beyond, yours, chance)
            if taken == others or (i and not _lengthened(ends, taken[0], others[0])):
                return []
            vertex = one.passes[i].vertex
            edges += (vertex, taken[0]), (vertex, others[0])
            if spare is not None:
                edges.append((TO, spare))
                if i and not _lengthened(ends, TO, spare):
                    return []
        return edges

    def _partner(self, mine: int) -> int:
        """Return a class for the second matching that shares no marked edge with the first's."""
        if mine not in self._partners:
            free = [
                [i * unit for i in range(edges) if i != mine // unit % edges]
                for edges, unit in self._digits
            ]
            partners = [sum(choice) for choice in product(*free)]
            sums = list(accumulate(self._counts[partner] for partner in partners))
            self._partners[mine] = sums, partners
        sums, partners = self._partners[mine]
        return partners[bisect(sums, self.chance.randrange(sums[-1]))]


def _apart(counts: Sequence[int], digits: Sequence[tuple[int, int]]) -> Sequence[int]:
    """Return for each class the sum over the classes that differ from it in every digit."""
    for edges, unit in digits:
        sums = list(counts)
        for i in range(len(counts)):
            base = i - i // unit % edges * unit
            if i == base:
                whole = sum(counts[base + unit * digit] for digit in range(edges))
                for digit in range(edges):
                    sums[base + unit * digit] = whole - counts[base + unit * digit]
        counts = sums
    return counts


def _ends(edges: Sequence[Edge]) -> dict[Square, Square]:
    """Return for each end of the paths that these edges are its other end."""
    return {a: b for edge in edges for a, b in (edge, edge[::-1])}


def _lengthened(ends: dict[Square, Square], a: Square, b: Square) -> bool:
    """Return whether a way between two vertices makes paths longer; else it closes a circle."""
    one, other = ends.get(a, a), ends.get(b, b)
    if one == b:
        return False
    ends[one], ends[other] = other, one
    return True


def _path(puzzle: Puzzle, edges: Sequence[Edge], chance: Random) -> Path:
    """Return the tour of a two-factor's edges; nothing where they are more than one cycle."""
    near: dict[Square, list[Square]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    first = min(near) if puzzle.start is None or not puzzle.closed else puzzle.start
    before, here = first, near[first][0]
    walk = [first]
    while here != first:
        walk.append(here)
        one, other = near[here]
        before, here = here, other if one == before else one
    if len(walk) < len(near):
        return ()
    if puzzle.closed:
        return tuple(walk if walk[1] < walk[-1] else walk[:1] + walk[:0:-1])
    path = [square for square in walk if square >= 0]
    return _directed(puzzle, path, chance)


def _directed(puzzle: Puzzle, path: list[Square], chance: Random) -> Path:
    # The walk begins on an added vertex, and if there are two, they are beside each other.
    ends = puzzle.start, puzzle.end
    if ends == (None, None):
        backwards = chance.random() < 0.5
    else:
        backwards = puzzle.start not in (None, path[0]) or puzzle.end not in (None, path[-1])
    return tuple(path[::-1] if backwards else path)
