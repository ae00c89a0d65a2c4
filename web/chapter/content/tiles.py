"""Small closed tours side by side, joined by exchanging two moves for two others. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from kt_core.board import Board, Square
from kt_core.cycle import neighbors, walk
from kt_core.gallery import GALLERY
from kt_core.graph import is_move
from kt_core.tour import Tour
from web.question.question import packed_path

TileEdge = tuple[Square, Square]
TILE = GALLERY["four-fold-1"].tour  # a tour of 6 × 6
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
def tiling(rows: int, columns: int, joint: Joint | None = None) -> Tiling:
    """Return a board with these rows and columns of tiles, each joined to an earlier one.

    The first joint may be given.
    """
    board = Board(SIDE * rows, SIDE * columns)
    places = list(product(range(rows), range(columns)))
    tiles = {place: _tile_path(board, place) for place in places}
    moves = neighbors(edge for path in tiles.values() for edge in edges(path))
    near = {square: set(moves[square]) for square in board}
    joints: list[Joint] = []
    for row, column in places[1:]:
        before = (row, column - 1) if column else (row - 1, column)
        known = joint if not joints else None
        found = known or next(_joints(board, near, tiles[before], tiles[row, column]))
        for a, b in found.out:
            near[a].remove(b)
            near[b].remove(a)
        for a, b in found.into:
            near[a].add(b)
            near[b].add(a)
        joints.append(found)
    cycle = walk({square: sorted(ends) for square, ends in near.items()}, 0, len(board))
    tour = Tour(board, cycle, closed=True)
    return Tiling(board, tuple(tiles.values()), tuple(joints), tour)


def chosen_edges(first: int, second: int) -> tuple[TileEdge | None, TileEdge | None]:
    """Return the moves with these numbers, from 1, of the left and the right tile of two."""
    left, right = (edges(path) for path in tiling(1, 2).tiles)
    return (left[first - 1] if first else None, right[second - 1] if second else None)


def chosen_joint(first: int, second: int) -> Joint | None:
    """Return the joint that removes these two moves; None if they do not fit."""
    one, two = chosen_edges(first, second)
    if not (one and two):
        return None
    board, (a, b) = tiling(1, 2).board, one
    for c, d in (two, two[::-1]):
        if is_move(board, a, c) and is_move(board, b, d):
            return Joint((one, two), ((a, c), (b, d)))
    return None


def joined_tiling(rows: int, columns: int, first: int = 0, second: int = 0) -> Tiling:
    """Return tiles, two of which are joined at the chosen moves if these fit."""
    return tiling(rows, columns, chosen_joint(first, second) if rows * columns == 2 else None)


def address(whole: Tiling) -> str:
    """Return the address of the lab that shows the tour of these tiles."""
    packed = packed_path(whole.board, whole.tour.path)
    return f"#board={whole.board}&closed=1&path={packed}"


def edges(path: tuple[Square, ...]) -> tuple[TileEdge, ...]:
    """Return the moves of a closed tour, in order."""
    return tuple(zip(path, path[1:] + path[:1], strict=True))


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
