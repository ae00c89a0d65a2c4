"""A board laid out in tiles, whose sides are 5 to 11; at most one in each direction is odd."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random

from kt_core.board import Square
from kt_core.methods.tilings.strands import Block, Place


@dataclass(frozen=True)
class Layout:
    """A board cut into rows and columns of tiles, from below and from the left.

    `up` and `right` are what such a step adds to the number of a square, so that a board laid on
    its side is another layout of the same board.
    """

    heights: Sequence[int]
    widths: Sequence[int]
    up: Square
    right: Square

    @cached_property
    def rows(self) -> Sequence[int]:
        """The first row of each row of tiles, and how many rows there are."""
        return tuple(accumulate(self.heights, initial=0))

    @cached_property
    def columns(self) -> Sequence[int]:
        """The first column of each column of tiles, and how many columns there are."""
        return tuple(accumulate(self.widths, initial=0))

    def square(self, place: Place) -> Square:
        """Return the square at a row and column."""
        return place[0] * self.up + place[1] * self.right

    def place(self, square: Square) -> Place:
        """Return the row and column of a square."""
        if self.up > self.right:
            return divmod(square, self.up)
        column, row = divmod(square, self.right)
        return row, column

    def tile(self, place: Place) -> tuple[int, int]:
        """Return the row and the column of tiles in which a place lies."""
        return bisect(self.rows, place[0]) - 1, bisect(self.columns, place[1]) - 1

    def corner(self, block: Block) -> Square:
        """Return the first square of a block."""
        return self.square((block.row, block.column))

    def tiles(self, i: int, begin: int, end: int) -> Block:
        """Return the tiles of row i from one column of tiles to before another."""
        left, right = self.columns[begin], self.columns[end]
        return Block(self.rows[i], left, self.heights[i], right - left)


def parts(side: int, inside: int = 0, chance: Random | None = None) -> list[int]:
    """Return the sides of tiles that make up a side of 5 or more, in order.

    If it is odd then one of them is, and `inside`, counted from 0, lies in that one.

    >>> parts(130), parts(33, inside=20)
    ([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10], [10, 11, 6, 6])
    """
    if side % 2 == 0:
        return _evens(side, chance)
    choices = [
        (before, odd)
        for odd in ((7, 9, 11) if side > 5 else (5,))
        for before in range(max(0, inside - odd + 1), min(inside, side - odd) + 1)
        if _has_evens(before) and _has_evens(side - before - odd)
    ]
    few = min(choices, key=lambda c: c[0] % 10 + (side - sum(c)) % 10)  # shapes
    before, odd = chance.choice(choices) if chance else few
    return [*_evens(before, chance), odd, *_evens(side - before - odd, chance)]


def _has_evens(side: int) -> bool:
    return side % 2 == 0 and (side == 0 or side >= 6)


def _evens(side: int, chance: Random | None) -> list[int]:
    sides: list[int] = []
    while side:
        choices = [part for part in (10, 8, 6) if _has_evens(side - part)]
        sides.append(chance.choice(choices) if chance else choices[0])
        side -= sides[-1]
    return sides
