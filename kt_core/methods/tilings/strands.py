"""Tours of rectangles, joined by exchanging two edges for two others at a corner.

I. Parberry, Discrete Appl. Math. 73 (1997) 251. Whoever is joined is not copied: a strand is a path
with the closed tours that it takes in on its way, and is written out once, in long sections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from kt_core.board import Square

Place = tuple[int, int]  # row, column
Side = tuple[int, int]  # the step that leads out over it: rows up, columns to the right
Joint = tuple[Place, Place, Place, Place]

LEFT, RIGHT, BELOW, ABOVE = (0, -1), (0, 1), (-1, 0), (1, 0)


def beside(place: Place, along: Place, steps: int, out: Side, depth: int) -> Place:
    """Return the place so many steps along a side, and so many out over it."""
    return (
        place[0] + steps * along[0] + depth * out[0],
        place[1] + steps * along[1] + depth * out[1],
    )


class Block(NamedTuple):
    """A part of the board: its first row and column, and how many it has of each."""

    row: int
    column: int
    rows: int
    columns: int

    def corners(self, side: Side) -> tuple[Place, Place]:
        """Return the corners on a side, the lower or left one first."""
        top, right = self.row + self.rows - 1, self.column + self.columns - 1
        row, column = top if side == ABOVE else self.row, right if side == RIGHT else self.column
        return (row, column), (row, right) if side[0] else (top, column)

    def joint(self, side: Side, ends: Collection[Place] = ()) -> Joint:
        """Return the joint on a side, at a corner where no path ends if there is one."""
        first, other = self.corners(side)
        along = abs(side[1]), abs(side[0])
        if first in ends and other not in ends:
            return _joint(other, (-along[0], -along[1]), side)
        return _joint(first, along, side)


class Pattern:
    """A path, or a closed tour whose last square leads to its first.

    Squares are counted from the first one of its block, so that one pattern serves many places.
    """

    def __init__(self, squares: Sequence[Square]) -> None:
        self.squares = squares
        self._opened: dict[tuple[Square, Square], Pattern] = {}

    @cached_property
    def step(self) -> Mapping[Square, int]:
        """When it comes to each square, from 0."""
        return {square: step for step, square in enumerate(self.squares)}

    def opened(self, first: Square, last: Square) -> Pattern:
        """Return a closed tour as a path between two squares which are neighbours on it."""
        pattern = self._opened.get((first, last))
        if pattern is None:
            step = self.step[first]
            path = [*self.squares[step:], *self.squares[:step]]
            if path[-1] != last:
                path[1:] = path[:0:-1]
            assert path[-1] == last
            self._opened[first, last] = pattern = Pattern(path)
        return pattern


class Strand:
    """A pattern laid on the board, and the closed tours that it takes in on its way."""

    def __init__(self, pattern: Pattern, at: Square) -> None:
        self.pattern, self.at = pattern, at
        self.guests: dict[int, Strand] = {}  # by the step before which they come

    def take(self, guest: Pattern, at: Square, joint: Iterable[Square]) -> Strand:
        """Take in a closed tour by a joint, which both must have; return it as a strand."""
        first, second, third, fourth = joint
        i, j = (self.pattern.step[square - self.at] for square in (first, second))
        # A host that is closed itself may have the joint between its last square and its first.
        if (j - i) % len(self.pattern.squares) == 1:
            step, pattern = i + 1, guest.opened(third - at, fourth - at)
        else:
            assert (i - j) % len(self.pattern.squares) == 1
            step, pattern = j + 1, guest.opened(fourth - at, third - at)
        assert step not in self.guests
        self.guests[step] = strand = Strand(pattern, at)
        return strand

    def sections(self) -> Iterator[list[Square]]:
        """Yield the squares in order, its guests' among them, as few and long lists."""
        todo = [(self, 0)]
        while todo:
            strand, begin = todo.pop()
            squares, at = strand.pattern.squares, strand.at
            end = min((step for step in strand.guests if step > begin), default=None)
            yield [square + at for square in squares[begin:end]]
            if end is not None:
                todo += (strand, end), (strand.guests[end], 0)


def _joint(corner: Place, along: Place, out: Side) -> Joint:
    # The first two are an edge of the host, the other two an edge of its guest beyond the side.
    # From the first to the third, and from the second to the fourth, is a knight's move too. So
    # where the host goes from the first to the second, it may go by way of the whole guest instead.
    # A corner has but two moves, so every path that does not end on it makes both, and has the
    # host's edge; the guest's is asked for when its tour is sought. No two joints share an edge
    # where sides are 5 or more, so that none takes away what another needs.
    return (
        beside(corner, along, 0, out, 0),
        beside(corner, along, 2, out, -1),
        beside(corner, along, 1, out, 2),
        beside(corner, along, 3, out, 1),
    )
