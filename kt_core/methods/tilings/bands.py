"""Closed tours of tiles, and of bands of them.

The tours of tiles come from exact search, each shape but once, and a band is put together but once
for all of its kind.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from itertools import chain
from random import Random
from typing import cast

from kt_core.board import Board, Square
from kt_core.events import Found, Progress
from kt_core.methods.exact import search as exact
from kt_core.methods.tilings.layout import Layout
from kt_core.methods.tilings.strands import RIGHT, Pattern, Place, Strand
from kt_core.tour import NoTour, Puzzle

VARIANTS = 4  # tours of a shape, at least, that a seed chooses from; each may be turned over
KINDS = 8  # bands of a height that a seed makes before it takes the first again
PATIENCE_SLICES = 500  # words of progress, well under a second, before a tile is given up

_known: dict[tuple[int, int, int | None], Sequence[Square]] = {}  # rows, columns, seed -> tour


def first_path(
    puzzle: Puzzle, seed: int | None, required: Collection[tuple[Square, Square]]
) -> Generator[Progress, None, Sequence[Square] | None]:
    """Return the path of a tour that makes these moves; None where there is none, or none soon."""
    try:
        for spent, event in enumerate(exact.tours(puzzle, seed, required=required)):
            if isinstance(event, Found):
                return cast("tuple[Square, ...]", event.path)
            if spent > PATIENCE_SLICES:
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
        return Pattern(list(chain.from_iterable(first.sections())))


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
