"""Tours drawn at random, every tour exactly as likely as any other.

A cycle of even length is the union of two perfect matchings: every second of its moves, and the
others (J. Petersen, Acta Math. 15 (1891) 193). So draw two matchings, each equally likely among all
of them, independent of each other; and draw both anew until their union is one cycle through all
squares. Of the pairs that pass, each is as likely as any other, and every tour is the same number
of pairs: two, since either matching may come first, or one, where an added edge marks the first.
An open tour is a cycle through added vertices (see `cycle`).

What that rests on: the pairs are counted exactly (see `matching_counts`), not estimated; no walk
has to have mixed; and `Random`, whose whole numbers below a bound are all equally likely: each is
the number of one pair. Pairs that have none, and are never drawn, are all of them such as do not
pass.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count
from random import Random

from kt_core.board import Square
from kt_core.cycle import TO, Edge
from kt_core.events import Progress
from kt_core.language import Sentence, value_error
from kt_core.methods.uniform.matching_counts import MOST_STATES, MatchingCounts, TooWide
from kt_core.methods.uniform.matching_pairs import MatchingPairs, ends_of, extend
from kt_core.methods.uniform.sides import Sides, sides_of
from kt_core.tour import Puzzle, Undecided

MOST_SQUARES = 64
COUNTED_SQUARES = 42  # squares up to which two-factors can be counted at once
ATTEMPTS_PER_YIELD = 20  # draws between two yields: 1 to 2 ms

Path = tuple[Square, ...]


def refuse(puzzle: Puzzle) -> None:
    """Raise `ValueError` where the board has too many squares; return None otherwise."""
    board = puzzle.board
    if len(board) > MOST_SQUARES:
        raise value_error(
            "every tour is equally likely on boards of up to {most} squares alone, and"
            " {board} has {n:,}",
            most=MOST_SQUARES,
            board=board,
            n=len(board),
        )


def tour(puzzle: Puzzle, seed: int | None) -> Generator[Progress, None, Path]:
    """Return a tour of a puzzle that has one, in slices; `ValueError` for too many squares."""
    draws = Draws(puzzle, Random(seed or 0))
    yield from draws.prepare()
    return (yield from draws.tour())


class Draws:
    """Tours of a puzzle that has one, drawn again and again; `prepared` comes first."""

    def __init__(self, puzzle: Puzzle, chance: Random) -> None:
        self.puzzle, self.chance = puzzle, chance

    def prepare(self) -> Generator[Progress, None, None]:
        """Count what is drawn from, in slices; `Undecided` where it is too much to count.

        `ValueError` for too many squares.
        """
        refuse(self.puzzle)
        if len(self.puzzle.board) == 1:
            return
        sides = yield from sides_of(self.puzzle)
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

    def tour(self) -> Generator[Progress, None, Path]:
        """Return the squares of a tour, in slices."""
        if len(self.puzzle.board) == 1:
            return tuple(self.puzzle.board)
        for attempt in count(1):
            if attempt % ATTEMPTS_PER_YIELD == 0:
                yield Progress("uniform")
            edges = self.drawn.edges(self.chance.randrange(self.drawn.count))
            path = _path(self.puzzle, edges, self.chance) if edges else ()
            if path:
                return path
        raise AssertionError("count() does not end")


class _TwoFactors:
    """Every two-factor, by a number below `count`; `prepared` comes first."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.count = sides, 0

    def prepare(self) -> Generator[Progress, None, None]:
        """Count them, in slices; `TooWide` where the states are too many."""
        sides = self.sides
        self._factors = MatchingCounts(sides.whole, sides.room, 2, must=sides.must)
        [self.count] = yield from self._factors.count()

    def edges(self, number: int) -> list[Edge]:
        """Return the edges of one; nothing where a circle closes before all is passed."""
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
    # The walk begins on an added vertex, and if there are two, they are beside each other.
    path = tuple(square for square in walk if square >= 0)
    if puzzle.start is None and puzzle.end is None:
        return path[::-1] if chance.random() < 0.5 else path
    return puzzle.from_start(path)
