"""Small closed tours side by side, joined by exchanging two moves for two others. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from kt_core.board import Board, Square
from kt_core.gallery import GALLERY
from kt_core.tour import Tour, is_move
from web.question.values import packed_path

TileEdge = tuple[Square, Square]
TILE = GALLERY["four-fold-1"].tour  # of 6 × 6
SIDE = TILE.board.rows


@dataclass(frozen=True)
class Joint:
    """The exchange that joins two tiles: a move of each is removed, two are added."""

    out: tuple[TileEdge, TileEdge]
    into: tuple[TileEdge, TileEdge]


@dataclass(frozen=True)
class Tiling:
    """A board of tiles: the tour of each tile, the joints, and the tour of the whole board."""

    board: Board
    tiles: tuple[tuple[Square, ...], ...]
    joints: tuple[Joint, ...]
    tour: Tour


@cache
def tiling(rows: int, columns: int) -> Tiling:
    """Return a board with these rows and columns of tiles, each joined to an earlier one."""
    board = Board(SIDE * rows, SIDE * columns)
    places = list(product(range(rows), range(columns)))
    tiles = {place: _tile_path(board, place) for place in places}
    near = {square: set[Square]() for square in board}
    for path in tiles.values():
        for a, b in zip(path, path[1:] + path[:1], strict=True):
            near[a].add(b)
            near[b].add(a)
    joints = []
    for row, column in places[1:]:
        before = (row, column - 1) if column else (row - 1, column)
        joint = next(_joints(board, near, tiles[before], tiles[row, column]))
        for a, b in joint.out:
            near[a].remove(b)
            near[b].remove(a)
        for a, b in joint.into:
            near[a].add(b)
            near[b].add(a)
        joints.append(joint)
    tour = Tour(board, _cycle(near), closed=True)
    return Tiling(board, tuple(tiles.values()), tuple(joints), tour)


def address(rows: int, columns: int) -> str:
    """Return the address of the lab that shows the tour of these tiles."""
    tour = tiling(rows, columns).tour
    packed = packed_path(tour.board, tour.path)
    return f"#board={tour.board}&closed=1&path={packed}"


def _tile_path(board: Board, place: tuple[int, int]) -> tuple[Square, ...]:
    first = SIDE * (place[0] * board.columns + place[1])
    return tuple(first + s // SIDE * board.columns + s % SIDE for s in TILE.path)


def _joints(
    board: Board, near: dict[Square, set[Square]], one: tuple[Square, ...], two: tuple[Square, ...]
) -> Iterator[Joint]:
    for a in one:
        for b in near[a] & set(one):
            for c in two:
                if is_move(board, a, c):
                    for d in near[c] & set(two):
                        if is_move(board, b, d):
                            yield Joint(((a, b), (c, d)), ((a, c), (b, d)))


def _cycle(near: dict[Square, set[Square]]) -> list[Square]:
    path, before, here = [0], -1, 0
    while len(path) < len(near):
        before, here = here, next(s for s in sorted(near[here]) if s != before)
        path.append(here)
    return path
