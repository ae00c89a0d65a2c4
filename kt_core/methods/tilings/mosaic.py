"""Tours of large full boards for any leaper: the board is cut into tiles, whose tours are joined.

Wherever a move of one tile lies parallel to one of the next, a leap apart, the two change places
for the leaps between them, as a knight's tiles are joined at their corners (see `strands`). Which
moves do is looked up but once for tiles of a kind.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple, cast

from kt_core.board import Board, Square
from kt_core.events import Found, Progress
from kt_core.leaper import Leaper, steps
from kt_core.methods.tilings.strands import ABOVE, RIGHT, Pattern, Place, Side, Strand
from kt_core.methods.tilings.tiles import written
from kt_core.methods.two_factors import factor
from kt_core.tour import NoTour, Puzzle

LEAST_SIDE = 10  # of a tile: of smaller ones there would be too many
PATIENCE_SLICES = 200  # words of progress before a tile is given up

Shape = tuple[int, int]  # rows, columns
Edge = tuple[Place, Place]
Tours = dict[Shape, Sequence[Place]]  # of tiles


def side(leaper: Leaper) -> int:
    """Return the side of most tiles, and the least that a board may have."""
    return max(LEAST_SIDE, 2 * sum(leaper))


def tour(board: Board, leaper: Leaper) -> Generator[Progress, None, Sequence[Square]]:
    """Return a tour of a full board, closed if its squares are even, or nothing, in slices.

    Sides must be `side` or more.
    """
    known: Tours = {}
    cuts = (_cuts(length, side(leaper)) for length in (board.rows, board.columns))
    for heights, widths in product(*cuts):
        shapes = {*product(heights, widths)}
        for shape in sorted(shapes - {*known}):
            known[shape] = yield from _tile_tour(shape, leaper)
            if not known[shape]:
                break
        else:
            return (yield from _Mosaic(board, leaper, known).path(heights, widths))
    return ()


def _cuts(length: int, part: int) -> Iterator[Sequence[int]]:
    """Yield sides of tiles that make up a side: one that takes the rest, then all alike."""
    for parts in range(length // part - 1, max(length // part - 4, -1), -1):
        yield [length - parts * part, *[part] * parts]


def _tile_tour(shape: Shape, leaper: Leaper) -> Generator[Progress, None, Sequence[Place]]:
    rows, columns = shape
    puzzle = Puzzle(Board(rows, columns), closed=rows * columns % 2 == 0, leaper=leaper)
    try:
        for spent, event in enumerate(factor.tours(puzzle)):
            if isinstance(event, Found):
                path = cast("tuple[Square, ...]", event.path)
                return [divmod(square, columns) for square in path]
            if spent > PATIENCE_SLICES:
                break
            yield Progress("tiles")
    except NoTour:  # of this tile, which says nothing about the board
        pass
    return ()


class _Tile(NamedTuple):
    """A tile that is laid: its tour, what it is, where it lies, and which moves it has given up."""

    strand: Strand
    shape: Shape
    corner: Place
    given: set[frozenset[Place]]


class _Mosaic:
    """The tiles of a board, each the guest of the one to its left, or of the one below."""

    def __init__(self, board: Board, leaper: Leaper, tours: Tours) -> None:
        self.board, self.steps, self.tours = board, steps(leaper), tours
        self.patterns = {
            shape: Pattern([*map(self._square, tour)]) for shape, tour in tours.items()
        }
        self._known: dict[tuple[Shape, Shape, Side], Sequence[tuple[Edge, Edge]]] = {}

    def path(
        self, heights: Sequence[int], widths: Sequence[int]
    ) -> Generator[Progress, None, Sequence[Square]]:
        """Return the tour of all tiles; nothing where two neighbours cannot be joined."""
        # The first tile alone may be odd and its tour open; all others are guests, and closed.
        shape = heights[0], widths[0]
        first = _Tile(Strand(self.patterns[shape], 0), shape, (0, 0), set())
        left: _Tile | None = first
        for i, rows in enumerate(heights):
            left = self._guest(left, ABOVE, (rows, widths[0])) if i and left else left
            tile = left
            for columns in widths[1:]:
                tile = tile and self._guest(tile, RIGHT, (rows, columns))
            if not tile:
                return ()
            yield Progress("tiles", i / len(heights))
        return (yield from written([first.strand], None, len(self.board)))

    def _guest(self, host: _Tile, side: Side, shape: Shape) -> _Tile | None:
        """Return the tile beyond a side of its host, once it is joined; None where it cannot be."""
        (up, right), (row, column) = _beyond(host.shape, side), host.corner
        corner = row + up, column + right
        at, far = self._square(host.corner), self._square(corner)
        for mine, other in self._joints(host.shape, shape, side):
            if frozenset(mine) not in host.given:
                host.given.add(frozenset(mine))
                joint = [self._square(p) + at for p in mine] + [
                    self._square(p) + far for p in other
                ]
                strand = host.strand.take(self.patterns[shape], far, joint)
                return _Tile(strand, shape, corner, {frozenset(other)})
        return None

    def _joints(self, host: Shape, guest: Shape, side: Side) -> Sequence[tuple[Edge, Edge]]:
        """Return pairs of moves, one of each tile, counted from its corner, a leap apart."""
        key = host, guest, side
        if key not in self._known:
            theirs, (up, right) = {*map(frozenset, _moves(self.tours[guest]))}, _beyond(host, side)
            pairs = [
                (mine, tuple((r + a - up, c + b - right) for r, c in mine))
                for mine in _moves(self.tours[host])
                for a, b in self.steps
            ]
            self._known[key] = [
                (mine, (other[0], other[1])) for mine, other in pairs if frozenset(other) in theirs
            ]
        return self._known[key]

    def _square(self, place: Place) -> Square:
        return place[0] * self.board.columns + place[1]


def _beyond(shape: Shape, side: Side) -> Place:
    return shape[0] * side[0], shape[1] * side[1]


def _moves(tour: Sequence[Place]) -> Iterator[Edge]:
    home = tour[:1] if len(tour) % 2 == 0 else ()
    return pairwise([*tour, *home])
