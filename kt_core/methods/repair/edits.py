"""A long tour with a few edits: moves given up, and others taken instead.

Only the squares that are edited have lists of their own, so that a tour of a million squares is
changed in microseconds, and written out again as the few long sections between its edits.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Collection, Generator, Iterator, Sequence

from kt_core.board import Square
from kt_core.events import Progress

SLICE_SQUARES = 1 << 14  # squares numbered between two words of progress: about 1 ms


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
        for begin in range(0, len(path), SLICE_SQUARES):
            for i, square in enumerate(path[begin : begin + SLICE_SQUARES], start=begin):
                step[square] = i
            yield Progress("factor")
        return cls(path, step)

    def taken(self, square: Square) -> Sequence[Square]:
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
            if (j - i) % len(self.path) != 1 and self.path[i + 1 - len(self.path)] in self.taken(a):
                yield a, b

    def cycle(self, first: Square) -> Generator[Progress, None, list[Square]]:
        """Return the squares of the cycle of `first`, from there to one beside it, in slices."""
        squares, told = list[Square](), 0
        for section in self._sections(first):
            squares += section
            if len(squares) > told + SLICE_SQUARES:
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
            one, other = self.taken(out)
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
        return self.near.setdefault(square, [*self.taken(square)])
