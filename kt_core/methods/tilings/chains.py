"""Open tours with given ends, from tiles: a chain of paths from tile to tile, bands joined to it.

The chain leads through the tiles between the start's and the end's; each of them is crossed by a
path from exact search. All other tiles form closed bands, joined to the sides of the chain.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import pairwise, product, zip_longest
from typing import NamedTuple

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.methods.tilings.bands import Bands, first_path
from kt_core.methods.tilings.layout import Layout
from kt_core.methods.tilings.strands import (
    ABOVE,
    BELOW,
    LEFT,
    RIGHT,
    Block,
    Pattern,
    Place,
    Side,
    Strand,
    beside,
)
from kt_core.tour import Puzzle

Tile = tuple[int, int]  # row and column of tiles
#: Knight's moves over a side: the depth where they begin, steps along it, the depth where they end.
MOVES = ((0, 2, 1), (0, -2, 1), (0, 1, 2), (0, -1, 2), (-1, 1, 1), (-1, -1, 1))


class Guest(NamedTuple):
    """A band of tiles, beyond a side of its host: row of tiles, and columns of tiles from, to."""

    host: Block
    side: Side
    tiles: tuple[int, int, int]


def chained(
    bands: Bands, start: Place, end: Place | None
) -> Generator[Progress, None, Sequence[Strand]]:
    """Return the strands of an open tour, in order; none where the tiles do not make one.

    On an odd board the tile that has an odd number of squares must be the start's.
    """
    layout, ends = bands.layout, [start] if end is None else [start, end]
    route = _route(layout.tile(start), layout.tile(end or start))
    guests = list(_guests(layout, route))
    chain = yield from _Chain(bands, route, guests, ends).strands(start, end)
    if not chain:
        return ()
    hosts = {layout.tiles(i, j, j + 1): strand for (i, j), strand in zip(route, chain, strict=True)}
    for host, side, tiles in guests:
        band, block = (yield from bands.band(*tiles)), layout.tiles(*tiles)
        if band is None:
            return ()
        joint = map(layout.square, host.joint(side, ends))
        hosts[block] = hosts[host].take(band, layout.corner(block), joint)
    return chain


def _route(here: Tile, there: Tile) -> list[Tile]:
    """Return the tiles from one to another: along a column of tiles, then along a row."""
    (i, j), (row, column) = here, there
    first = [(k, j) for k in range(i, row, 1 if row > i else -1)]
    return [*first, *((row, k) for k in range(j, column, 1 if column > j else -1)), there]


def _guests(layout: Layout, route: Sequence[Tile]) -> Iterator[Guest]:
    """Yield the bands beside the chain, then those below it and above, each after its host."""
    columns, nearest = len(layout.widths), dict[int, Block]()
    low, high = min(i for i, _ in route), max(i for i, _ in route)
    for i in range(low, high + 1):
        left, right = (f(j for row, j in route if row == i) for f in (min, max))
        nearest[i] = layout.tiles(i, left, left + 1)
        if right < columns - 1:
            yield Guest(layout.tiles(i, right, right + 1), RIGHT, (i, right + 1, columns))
            nearest[i] = layout.tiles(i, right + 1, columns)
        if left:
            yield Guest(layout.tiles(i, left, left + 1), LEFT, (i, 0, left))
            nearest[i] = layout.tiles(i, 0, left)
    for i in range(low - 1, -1, -1):
        yield Guest(nearest[i + 1], BELOW, (i, 0, columns))
        nearest[i] = layout.tiles(i, 0, columns)
    for i in range(high + 1, len(layout.heights)):
        yield Guest(nearest[i - 1], ABOVE, (i, 0, columns))
        nearest[i] = layout.tiles(i, 0, columns)


class _Chain:
    """The paths through the tiles of a route, with the edges that their guests want of them."""

    def __init__(
        self, bands: Bands, route: Sequence[Tile], guests: Sequence[Guest], ends: Collection[Place]
    ) -> None:
        self.layout = layout = bands.layout
        self.ends = ends
        self.seed = bands.chance.randrange(1000) if bands.chance else None
        self.tiles = [layout.tiles(i, j, j + 1) for i, j in route]
        self.steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(route)]
        self.sides: dict[Block, list[Side]] = {}
        for guest in guests:
            self.sides.setdefault(guest.host, []).append(guest.side)
        self._patterns: dict[object, Pattern | None] = {}

    def strands(self, start: Place, end: Place | None) -> Generator[Progress, None, list[Strand]]:
        """Return a strand for each tile of the route; none where one has no such path."""
        strands, entry = list[Strand](), start
        for tile, step in zip_longest(self.tiles, self.steps):
            out, onward = next(_crossings(tile, step, entry)) if step else (end, start)
            pattern = yield from self._pattern(tile, entry, out)
            if pattern is None:
                return []
            strands.append(Strand(pattern, self.layout.corner(tile)))
            entry = onward
        return strands

    def _pattern(
        self, tile: Block, entry: Place, out: Place | None
    ) -> Generator[Progress, None, Pattern | None]:
        def local(place: Place) -> Square:
            return (place[0] - tile.row) * tile.columns + place[1] - tile.column

        joints = (tile.joint(side, self.ends) for side in self.sides.get(tile, ()))
        required = tuple((local(joint[0]), local(joint[1])) for joint in joints)
        first, last = local(entry), None if out is None else local(out)
        key = tile.rows, tile.columns, first, last, required
        if key not in self._patterns:
            puzzle = Puzzle(Board(tile.rows, tile.columns), first, last)
            path = yield from first_path(puzzle, self.seed, required)
            places = [divmod(square, tile.columns) for square in path or ()]
            self._patterns[key] = Pattern([*map(self.layout.square, places)]) if path else None
        return self._patterns[key]


def _crossings(tile: Block, step: Side, entry: Place) -> Iterator[tuple[Place, Place]]:
    """Yield moves from a tile to the next, between places which are no corners.

    There are at least two for each colour.
    """
    # Colours alternate: a path of an even number of squares ends on the other colour. So all tiles
    # but an odd one at the start are entered on one colour, and a tour's end has the other.
    corner, _ = tile.corners(step)
    colour = (sum(entry) + tile.rows * tile.columns + 1) % 2
    along = abs(step[1]), abs(step[0])
    length = tile.columns if step[0] else tile.rows
    inner = sorted(range(1, length - 1), key=lambda far: abs(2 * far + 1 - length))
    for (depth, aside, beyond), far in product(MOVES, inner):
        here = beside(corner, along, far, step, depth)
        there = beside(corner, along, far + aside, step, beyond)
        right_colour = sum(here) % 2 == colour
        if right_colour and far + aside in inner and here != entry:
            yield here, there
