"""Move the ends of a tour to given squares by rotations (L. Pósa, Discrete Math. 14 (1976) 359).

A path ends at `e`, and `x` is a neighbor of `e` on the board. After a rotation, the path goes from
`x` to `e`, and then back along the squares that followed `x`. So it ends at the square that
followed `x`, at most two moves from `e`. Each rotation chooses the square nearest to the target, so
the number of rotations grows with the distance. A rotation reverses a list of stretches, not of
squares. A failure proves nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect, insort
from collections.abc import Generator, Iterator, Sequence
from itertools import product

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Graph

MOST_ROTATIONS = 200  # rotations of one end, besides three for each row and column
ROTATIONS_PER_YIELD = 50  # about 1 ms
SQUARES_PER_YIELD = 1 << 14  # about 1 ms

Ends = Sequence[Square]


class RotatedPath:
    """A path made of stretches of another path, each walked forward or backward.

    `step` is the place of each square on the other path. A stretch goes from its entry in `firsts`
    to that in `lasts`, both steps; `lows` has the lower of the two. `begins` are the sorted lows.
    """

    def __init__(
        self, path: Sequence[Square], step: Sequence[int], stretches: Sequence[tuple[int, int]]
    ) -> None:
        self.path, self.step = path, step
        self.firsts = [first for first, _ in stretches]
        self.lasts = [last for _, last in stretches]
        self.lows = [min(stretch) for stretch in stretches]
        self.begins = sorted(self.lows)

    @property
    def last(self) -> Square:
        """The square at the end."""
        return self.path[self.lasts[-1]]

    def after(self, square: Square) -> Square | None:
        """Return the square that follows this one; None at the end."""
        step, place = self._place(square)
        if step != self.lasts[place]:
            return self.path[self._step_after(step, place)]
        place += 1
        return self.path[self.firsts[place]] if place < len(self.firsts) else None

    def rotate(self, square: Square) -> None:
        """Reverse the path after a square."""
        step, place = self._place(square)
        if step != self.lasts[place]:
            self._split(step, place)
        self._reverse(place + 1)

    def reverse(self) -> None:
        """Reverse the path."""
        self._reverse(0)

    def sections(self) -> Iterator[Sequence[Square]]:
        """Yield the squares, in order, as a few long sections."""
        for first, last in zip(self.firsts, self.lasts, strict=True):
            section = self.path[min(first, last) : max(first, last) + 1]
            yield section if first <= last else section[::-1]

    def _place(self, square: Square) -> tuple[int, int]:
        """Return the step of a square, and the place of its stretch."""
        step = self.step[square]
        return step, self.lows.index(self.begins[bisect(self.begins, step) - 1])

    def _step_after(self, step: int, place: int) -> int:
        return step + 1 if self.firsts[place] < self.lasts[place] else step - 1

    def _split(self, step: int, place: int) -> None:
        """Split a stretch after a step that is not its last."""
        first, onward, last = self.firsts[place], self._step_after(step, place), self.lasts[place]
        self.firsts[place : place + 1] = first, onward
        self.lasts[place : place + 1] = step, last
        lows = min(first, step), min(onward, last)
        self.lows[place : place + 1] = lows
        insort(self.begins, max(lows))

    def _reverse(self, place: int) -> None:
        firsts, lasts = self.firsts[place:], self.lasts[place:]
        self.firsts[place:], self.lasts[place:] = lasts[::-1], firsts[::-1]
        self.lows[place:] = self.lows[place:][::-1]


def with_ends(
    board: Board, graph: Graph[Square], path: Sequence[Square], ends: Ends
) -> Generator[Progress, None, Sequence[Square]]:
    """Return a path through the same squares that begins at the first of the ends.

    It ends at the second, if there are two. The squares of `path` are a closed tour if their
    number is even. Return an empty path if the rotations fail.
    """
    step = yield from steps_of(path, board.rows * board.columns)
    for order, backward in product((ends, ends[::-1]), (False, True)):
        rotated = RotatedPath(path, step, _stretches(path, step[order[0]], backward=backward))
        if (yield from _lead_ends(board, graph, rotated, order)):
            if rotated.last == ends[0]:
                rotated.reverse()
            return (yield from _squares(rotated))
    return ()


def steps_of(path: Sequence[Square], size: int) -> Generator[Progress, None, Sequence[int]]:
    """Return the step of each square of a path among squares below `size`, in slices."""
    step = array("i", bytes(4 * size))
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        for i, square in enumerate(path[begin : begin + SQUARES_PER_YIELD], start=begin):
            step[square] = i
        yield Progress("tiles")
    return step


def _stretches(path: Sequence[Square], begin: int, *, backward: bool) -> Sequence[tuple[int, int]]:
    """Return the stretches of a path; a closed path is opened beside step `begin`."""
    last = len(path) - 1
    if len(path) % 2:
        return [(last, 0) if backward else (0, last)]
    if backward:
        return [(begin, 0), *([(last, begin + 1)] if begin < last else [])]
    return [(begin, last), *([(0, begin - 1)] if begin else [])]


def _lead_ends(
    board: Board, graph: Graph[Square], rotated: RotatedPath, ends: Ends
) -> Generator[Progress, None, bool]:
    """Return True if the path has these ends now, in some order."""
    if len(rotated.path) % 2 == 0:  # it was opened at the first
        return (yield from _lead(board, graph, rotated, ends[1]))
    for end in ends:
        if not (yield from _lead(board, graph, rotated, end)):
            return False
        rotated.reverse()
    return True


def _lead(
    board: Board, graph: Graph[Square], rotated: RotatedPath, target: Square
) -> Generator[Progress, None, bool]:
    """Return True if the path now ends at the target; its first square stays."""
    columns, been = board.columns, {rotated.last}
    row, column = divmod(target, columns)
    for turn in range(MOST_ROTATIONS + 3 * (board.rows + columns)):
        here = rotated.last
        if here == target:
            return True
        choices = ((rotated.after(square), square) for square in graph[here])
        onward = [(end, square) for end, square in choices if end is not None and end not in been]
        if not onward:
            return False
        end, square = min(
            onward,
            key=lambda choice: (
                (choice[0] // columns - row) ** 2 + (choice[0] % columns - column) ** 2
            ),
        )
        been.add(end)
        rotated.rotate(square)
        if turn % ROTATIONS_PER_YIELD == 0:
            yield Progress("tiles")
    return False


def _squares(rotated: RotatedPath) -> Generator[Progress, None, Sequence[Square]]:
    squares, reported = list[Square](), 0
    for section in rotated.sections():
        squares += section
        if len(squares) > reported + SQUARES_PER_YIELD:
            reported = len(squares)
            yield Progress("tiles", reported / len(rotated.path))
    return squares
