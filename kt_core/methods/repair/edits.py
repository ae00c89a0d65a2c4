"""A long tour with a few edits, and squares that lack a move of it, helped along augmenting paths.

Only the squares that are edited have lists of their own, so that a tour of a million squares is
changed in microseconds, and written out again as the few long sections between its edits. Squares
in want are helped two at a time (C. Berge, Proc. Nat. Acad. Sci. 43 (1957) 842): the moves of a
path between them are in turn taken and given up, so no other square notices. It is led straight to
the nearest square in want, past few others.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Graph

SQUARES_PER_YIELD = 1 << 14  # squares numbered between two yields: about 1 ms
NEAR_REACHED = 300  # squares looked at around a square in want before one far away is aimed at
MOST_REACHED = 30_000  # squares looked at before a square is not to be helped
MOST_AIMS = 4  # squares far away that are aimed at in turn
REACHED_PER_YIELD = 200  # of them between two yields

Far = Callable[[Square], int]


class Edits:
    """Two taken squares beside each on a closed `path`, but for those that are edited.

    The link from the last square to the first is one as any other, whether or not it is a move; so
    is one between the two ends of a tour that is to be open.
    """

    def __init__(self, path: Sequence[Square], step: Sequence[int]) -> None:
        self.path, self.step = path, step
        self.near: dict[Square, list[Square]] = {}  # of those that are edited

    @classmethod
    def of(cls, path: Sequence[Square], size: int) -> Generator[Progress, None, Edits]:
        """Return no edits yet of a path among squares below `size`, in slices."""
        step = array("i", bytes(4 * size))
        for begin in range(0, len(path), SQUARES_PER_YIELD):
            for i, square in enumerate(path[begin : begin + SQUARES_PER_YIELD], start=begin):
                step[square] = i
            yield Progress("factor")
        return cls(path, step)

    def tour_neighbours(self, square: Square) -> Sequence[Square]:
        """Return the squares beside this one."""
        near = self.near.get(square)
        return self.beside(square) if near is None else near

    def beside(self, square: Square) -> tuple[Square, Square]:
        """Return the squares before and after this one on the path, as it was."""
        step = self.step[square]
        return self.path[step - 1], self.path[step + 1 - len(self.path)]

    def take(self, a: Square, b: Square) -> None:
        """Link two squares."""
        self._own(a).append(b)
        self._own(b).append(a)

    def drop(self, a: Square, b: Square) -> None:
        """Take the link of two squares away."""
        self._own(a).remove(b)
        self._own(b).remove(a)

    def strands(self, window: Collection[Square]) -> Iterator[tuple[Square, Square]]:
        """Yield the ends of each part of the path outside of a window, which are inside, in order.

        All squares that are edited must be in the window, but for those without any link.
        """
        steps = sorted(map(self.step.__getitem__, window))
        for i, j in zip(steps, (*steps[1:], steps[0]), strict=True):
            a, b = self.path[i], self.path[j]
            if (j - i) % len(self.path) != 1 and self.path[
                i + 1 - len(self.path)
            ] in self.tour_neighbours(a):
                yield a, b

    def cycle(self, first: Square) -> Generator[Progress, None, list[Square]]:
        """Return the squares of the cycle of `first`, from there to one beside it, in slices."""
        squares, told = list[Square](), 0
        for section in self._sections(first):
            squares += section
            if len(squares) > told + SQUARES_PER_YIELD:
                told = len(squares)
                yield Progress("factor")
        return squares

    def _sections(self, first: Square) -> Iterator[Sequence[Square]]:
        # Where a section ends, the square beside its last one that has not just been left begins
        # the next, or is the last square of the next, which is then walked backwards.
        path, begins = self.path, sorted({*self._begins(), self.step[first]})
        here = begins.index(self.step[first])
        forward, before = True, first
        while True:
            begin, end = begins[here], begins[(here + 1) % len(begins)]
            section = path[begin:end] if begin < end else [*path[begin:], *path[:end]]
            yield section if forward else section[::-1]
            out = section[-1 if forward else 0]
            came = section[-2 if forward else 1] if len(section) > 1 else before
            one, other = self.tour_neighbours(out)
            onward, before = (one if other == came else other), out
            if onward == first:
                return
            here = bisect(begins, self.step[onward]) - 1
            forward = path[begins[here]] == onward

    def _begins(self) -> set[int]:
        """Return the steps that are no longer come to from the step before."""
        path, begins = self.path, set[int]()
        for square, near in self.near.items():
            step, (before, after) = self.step[square], self.beside(square)
            if before not in near:
                begins.add(step)
            if after not in near:
                begins.add((step + 1) % len(path))
        return begins

    def _own(self, square: Square) -> list[Square]:
        return self.near.setdefault(square, [*self.tour_neighbours(square)])


class Augment:
    """Squares of two colours that lack moves in the edits of a tour, all moves from `graph`."""

    def __init__(
        self, board: Board, graph: Graph[Square], edits: Edits, kept: Sequence[Square]
    ) -> None:
        self.board, self.graph, self.edits, self.kept = board, graph, edits, frozenset(kept)
        self.lacking = Counter(lacking(board, edits))

    def augment(self) -> Generator[Progress, None, bool]:
        """Return whether every square has its two moves now."""
        for source in [s for s in self.lacking if self.board.colour(s) == 0]:
            while self.lacking[source] > 0:
                if not (yield from self._help(source)):
                    return False
        return not +self.lacking

    def _help(self, source: Square) -> Generator[Progress, None, bool]:
        """Return whether a square has one move more now."""
        if (yield from self._augment(source, None, NEAR_REACHED)):
            return True
        # The nearest may be out of reach, as in a corner that has too few for all; others are not.
        for aim in self._aims(source):
            if (yield from self._augment(source, aim, MOST_REACHED)):
                return True
        return False

    def _aims(self, source: Square) -> Sequence[Square]:
        """Return light squares in want, the nearest first."""
        light = [s for s, lack in self.lacking.items() if lack > 0 and self.board.colour(s) == 1]
        return sorted(light, key=self._far(source))[:MOST_AIMS]

    def _far(self, aim: Square | None) -> Far:
        columns = self.board.columns
        if aim is None:
            return lambda square: 0
        row, column = divmod(aim, columns)
        return lambda s: (s // columns - row) ** 2 + (s % columns - column) ** 2

    def _augment(
        self, source: Square, aim: Square | None, most: int
    ) -> Generator[Progress, None, bool]:
        graph, edits, lacking, kept = self.graph, self.edits, self.lacking, self.kept
        far, turn, told = self._far(aim), count(), 0
        came: dict[Square, Square] = {}
        reached = [(0, 0, source)]
        while reached and len(came) < most:
            vertex = heappop(reached)[2]
            taken = edits.tour_neighbours(vertex)
            for other in graph[vertex]:
                if other in came or other in taken:
                    continue
                came[other] = vertex
                if lacking[other] > 0:
                    self._change(source, other, came)
                    return True
                for further in edits.tour_neighbours(other):
                    keeps = other in kept and further in kept
                    if further not in came and further != source and not keeps:
                        came[further] = other
                        heappush(reached, (far(further), next(turn), further))
            if len(came) > told + REACHED_PER_YIELD:
                told = len(came)
                yield Progress("factor")
        return False

    def _change(self, source: Square, last: Square, came: dict[Square, Square]) -> None:
        edits, other = self.edits, last
        self.lacking.subtract((source, last))
        while True:
            vertex = came[other]
            edits.take(vertex, other)
            if vertex == source:
                return
            other = came[vertex]
            edits.drop(vertex, other)


def lacking(board: Board, edits: Edits) -> dict[Square, int]:
    """Return the squares that lack moves, and how many."""
    edited = ((square, 2 - len(near)) for square, near in edits.near.items() if square in board)
    return {square: lack for square, lack in edited if lack > 0}
