"""A board cut into tiles, and closed tours of the tiles and of bands of them.

The sides of tiles are 5 to 11; at most one in each direction is odd. Their tours come from exact
search, each shape but once, and a band is put together but once for all of its kind.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from random import Random
from typing import cast

from kt_core.board import Board, Square
from kt_core.events import Found, Progress
from kt_core.methods import exact
from kt_core.methods.strands import RIGHT, Block, Pattern, Place, Strand
from kt_core.tour import NoTour, Puzzle

VARIANTS = 4  # tours of a shape, at least, that a seed chooses from; each may be turned over
KINDS = 8  # bands of a height that a seed makes before it takes the first again
PATIENCE = 500  # words of progress, well under a second, before a tile is given up

_known: dict[tuple[int, int, int | None], Sequence[Square]] = {}  # rows, columns, seed -> tour


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


def first_path(
    puzzle: Puzzle, seed: int | None, required: Collection[tuple[Square, Square]]
) -> Generator[Progress, None, Sequence[Square] | None]:
    """Return the path of a tour that makes these moves; None where there is none, or none soon."""
    try:
        for spent, event in enumerate(exact.tours(puzzle, seed, required=required)):
            if isinstance(event, Found):
                return cast("tuple[Square, ...]", event.path)
            if spent > PATIENCE:
                return None
            yield Progress("tiles")
    except NoTour:  # of this tile, which says nothing about the board
        pass
    return None


class Bands:
    """The closed tours of bands of tiles of a layout, each made when it is first asked for."""

    def __init__(self, layout: Layout, chance: Random | None) -> None:
        self.layout, self.chance = layout, chance
        self._variants = max(VARIANTS, 64 // (len(layout.heights) * len(layout.widths)))
        self._tiles: dict[tuple[int | None, ...], Pattern] = {}
        self._bands: dict[tuple[int, ...], Pattern] = {}

    def band(self, i: int, begin: int, end: int) -> Generator[Progress, None, Pattern | None]:
        """Return a closed tour of the tiles of row i from one column of tiles to before another.

        Its squares are counted from its first one; None where exact search gave a tile up.
        """
        layout = self.layout
        key = (layout.heights[i], i % KINDS if self.chance else 0, begin, end)
        if key not in self._bands:
            tiles = []
            for j in range(begin, end):
                tile = yield from self._tile(layout.heights[i], layout.widths[j])
                if tile is None:
                    return None
                tiles.append(tile)
            self._bands[key] = self._joined(tiles, i, begin)
            yield Progress("tiles")
        return self._bands[key]

    def _tile(self, rows: int, columns: int) -> Generator[Progress, None, Pattern | None]:
        chance = self.chance
        seed, turn = (
            (chance.randrange(self._variants), chance.randrange(4)) if chance else (None, 0)
        )
        key = rows, columns, seed, turn
        if key not in self._tiles:
            tour = yield from _tile_tour(rows, columns, seed)
            if tour is None:
                return None
            squares = map(self.layout.square, _turned(tour, rows, columns, turn))
            self._tiles[key] = Pattern(list(squares))
        return self._tiles[key]

    def _joined(self, tiles: Sequence[Pattern], i: int, begin: int) -> Pattern:
        # Each tile is the guest of the one to its left.
        layout, block = self.layout, self.layout.tiles(i, begin, begin + 1)
        corner, first = layout.corner(block), Strand(tiles[0], 0)
        host = first
        for j, tile in enumerate(tiles[1:], start=begin + 1):
            joint = (layout.square(place) - corner for place in block.joint(RIGHT))
            block = layout.tiles(i, j, j + 1)
            host = host.take(tile, layout.corner(block) - corner, joint)
        return Pattern(list(chain.from_iterable(first.runs())))


def _tile_tour(
    rows: int, columns: int, seed: int | None
) -> Generator[Progress, None, Sequence[Place] | None]:
    """Return a closed tour of a tile that can be a guest on every side where a tile may lie."""
    if (rows, columns, seed) not in _known:
        puzzle = Puzzle(Board(rows, columns), closed=True)
        path = yield from first_path(puzzle, seed, _inner_edges(rows, columns))
        if path is None:
            return None
        _known[rows, columns, seed] = path
    return [divmod(square, columns) for square in _known[rows, columns, seed]]


def _inner_edges(rows: int, columns: int) -> list[tuple[Square, Square]]:
    # The edges of a guest in the joints at all corners. A tile of five rows lies on a board of five
    # rows and has nothing below it or above; likewise one of five columns.
    edges: list[Sequence[Place]] = []
    if columns > 5:
        edges.append(((1, 1), (3, 0)))
    if rows > 5:
        edges.append(((1, 1), (0, 3)))
    inner = []
    for turn in range(4):
        for edge in edges:
            (a, b), (c, d) = _turned(edge, rows, columns, turn)
            inner.append((a * columns + b, c * columns + d))
    return inner


def _turned(tour: Sequence[Place], rows: int, columns: int, turn: int) -> Sequence[Place]:
    if turn & 1:
        tour = [(rows - 1 - row, column) for row, column in tour]
    return [(row, columns - 1 - column) for row, column in tour] if turn & 2 else tour
