"""Tours, step by step: one is read, two are joined, then many tiles into a large board. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.cycle import neighbors, walk
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import bends, center, whole_edge
from kt_core.gallery import GALLERY
from kt_core.graph import Edge, is_move
from kt_core.language import N_, _
from kt_core.tour import Tour
from web.chapter.figures.figure import Dial, Figure, step_dial
from web.chapter.figures.layout import DRAWING, dots, drawing, layer, move_line
from web.chapter.text import Values, sentences_text
from web.draw.patch import Lazy, Patches
from web.question.question import packed_path

JOINED = N_("{tiles} tiles and {joints} joints make a closed tour of {board}, {squares} squares.")
#: For each step: the rows and columns of tiles, and the sentence.
STEPS = (
    (1, 2, N_("Two closed tours of {tile}. Each is a ring; nothing leads from one to the other.")),
    (
        1,
        2,
        N_(
            "One move of each is chosen, {first} and {second}."
            " Their ends are a knight’s move apart."
        ),
    ),
    (1, 2, N_("Both moves are taken out. Each ring is a path now, with two loose ends.")),
    (1, 2, N_("Two moves are put in, {third} and {fourth}: one closed tour of {board}.")),
    (2, 2, JOINED),
    (4, 4, JOINED),
)

DIALS = ("first", "second")  # the move that the reader chooses in each tile
NAMES = (*DIALS, "third", "fourth")  # the moves of the first joint in a sentence


class TilesFigure(Figure):
    """Two small tours that are joined, then many tiles; the reader may choose the moves to join."""

    kind = "tiles"

    def __init__(self) -> None:
        moves = len(TILE.path)
        self.dials = (
            step_dial(len(STEPS) - 1),
            Dial("first", N_("Move on the left"), moves, resets=True, text=partial(_chosen, 0)),
            Dial("second", N_("Move on the right"), moves, resets=True, text=partial(_chosen, 1)),
        )

    def link(self, values: Values) -> str:
        """Return the address of the tour of the tiles."""
        step, first, second = values
        whole = joined_tiling(*STEPS[max(step, 3)][:2], first, second)
        packed = packed_path(whole.board, whole.tour.path)
        return f"#board={whole.board}&closed=1&path={packed}"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the tiles at a step."""
        yield DRAWING, Lazy(_tiles, *values)

    def sentence(self, values: Values) -> str:
        """Describe the step in a sentence."""
        step, first, second = values
        if (first or second) and not step:
            return _choice_sentence(first, second)
        rows, columns, text = STEPS[step]
        whole = joined_tiling(rows, columns, first, second)
        moves = zip(NAMES, whole.joints[0].out + whole.joints[0].into, strict=True)
        names = {name: _name(whole.board, move) for name, move in moves}
        slots = {"tiles": rows * columns, "joints": len(whole.joints), "squares": len(whole.board)}
        sides = {"tile": "6 × 6", "board": f"{whole.board.rows} × {whole.board.columns}"}
        return _(text, **names, **slots, **sides)


def _chosen(tile: int, values: Values) -> str:
    """Return the name of the move that is chosen in the left or the right tile."""
    edge = chosen_edges(*values[1:])[tile]
    return _name(tiling(1, 2).board, edge) if edge else _("none")


def _choice_sentence(first: int, second: int) -> str:
    """Return the verdict on the moves that the reader has chosen."""
    names = [_name(tiling(1, 2).board, edge) for edge in chosen_edges(first, second) if edge]
    if len(names) == 1:
        text = N_("{first} is chosen. Choose a move of the other tile, a knight’s move away.")
        return _(text, first=names[0])
    text = N_("{first} and {second} do not fit: their ends are not a knight’s move apart.")
    if chosen_joint(first, second):
        text = N_("{first} and {second} fit: their ends are a knight’s move apart. Go on.")
    return _(text, first=names[0], second=names[1])


def _name(board: Board, move: Edge) -> str:
    return "–".join(map(board.name, move))


def _tiles(step: int, first: int, second: int) -> Iterator[str]:
    rows, columns, _text = STEPS[step]
    whole = joined_tiling(rows, columns, first, second)
    layers = [svg.squares(whole.board), _lines(whole, step)]
    if rows == 1:
        layers.append(svg.names(whole.board))
    if not step:
        chosen = (edge for edge in chosen_edges(first, second) if edge)
        layers += [_moves(whole, chosen), _targets(whole)]
    yield drawing(whole.board, "", layers)


def _targets(whole: Tiling) -> Iterator[str]:
    """Yield a wide invisible line on each move, which chooses it."""
    look = 'fill="none" stroke="transparent" stroke-width=".3" pointer-events="stroke"'
    for name, path in zip(DIALS, whole.tiles, strict=True):
        for number, (a, b) in enumerate(edges(path), start=1):
            d = whole_edge(whole.board, a, b)
            yield f'<path d="{d}" {look} data-turn="{name}" data-value="{number}"/>'


def _lines(whole: Tiling, step: int) -> Iterator[str]:
    out = {frozenset(move) for joint in whole.joints for move in joint.out} if step > 1 else set()
    for tile in whole.tiles:
        points = [center(whole.board, square) for square in tile]
        moves = zip(edges(tile), bends(points, closed=True), strict=True)
        remaining = "".join(d for edge, d in moves if {*edge} not in out)
        color = light("t1" if len(whole.tiles) == 2 and tile is whole.tiles[1] else "t0")
        yield f'<path d="{remaining}" fill="none" stroke="{color}" stroke-width=".09"/>'
    if step in (1, 2):
        yield from _moves(whole, whole.joints[0].out, dashed=step == 2)
    if step > 2:
        yield from _moves(whole, (move for joint in whole.joints for move in joint.into))


def _moves(whole: Tiling, moves: Iterable[Edge], *, dashed: bool = False) -> Iterator[str]:
    dash = ' stroke-dasharray=".14 .12"' if dashed else ""
    for a, b in moves:
        yield move_line(whole.board, (a, b), 0.16, dash)
        yield from dots(whole.board, (a, b), 0.13)


# --- A tour that is read --------------------------------------------------------------------------


class TourFigure(Figure):
    """A famous tour, and the part of it that has been read."""

    kind = "tour"

    def __init__(self, key: str) -> None:
        self.key, self.famous = key, GALLERY[key]
        self.dials = (step_dial(len(self.famous.board) - 1),)

    def link(self, values: Values) -> str:
        """Return the address of the tour at the same step."""
        return f"#tour={self.key}" + ("" if self.at_end(values) else f"&step={values[0] + 1}")

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the part of the tour that has been read."""
        yield DRAWING, Lazy(_tour_ground, self.famous.board)
        yield layer("read"), Lazy(_path_so_far, self.famous.tour, values[0] + 1)

    def sentence(self, values: Values) -> str:
        """Describe the position on the tour in a sentence."""
        board, tour, step = self.famous.board, self.famous.tour, values[0]
        name, of = board.name(tour.path[step]), len(board)
        if not self.at_end(values):
            return _("Square {step} of {of}: {name}.", step=step + 1, of=of, name=name)
        last = _("All {of} squares; the last is {name}.", of=of, name=name)
        more = _("One more move would lead back to the first: the tour is closed.")
        return sentences_text(last, more if tour.closed else "")


def _tour_ground(board: Board) -> Iterator[str]:
    yield drawing(board, "", (svg.squares(board), svg.coordinates(board)), "read")


def _path_so_far(tour: Tour, length: int) -> Iterator[str]:
    board, path = tour.board, tour.path[:length]
    closed = tour.closed and len(path) == len(board)
    yield from svg.line(board, path, closed=closed, of=len(board))
    yield from svg.numbers(board, path, of=len(board))


# --- Tiles and joints -----------------------------------------------------------------------------

TILE = GALLERY["four-fold-1"].tour  # a tour of 6 × 6
SIDE = TILE.board.rows


@dataclass(frozen=True)
class Joint:
    """The exchange that joins two tiles: a move of each is removed, two are added."""

    out: tuple[Edge, Edge]
    into: tuple[Edge, Edge]


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
    tiles = {place: _tile_path(board, place) for place in product(range(rows), range(columns))}
    moves = {frozenset(move) for path in tiles.values() for move in edges(path)}
    joints: list[Joint] = []
    for row, column in [*tiles][1:]:
        before = tiles[(row, column - 1) if column else (row - 1, column)]
        paths = (before, tiles[row, column])
        kept = ([move for move in _both_ways(path) if {*move} in moves] for path in paths)
        joints.append(joint if joint and not joints else next(_joints(board, *kept)))
        moves ^= {frozenset(move) for move in joints[-1].out + joints[-1].into}
    cycle = walk(neighbors(sorted((min(move), max(move)) for move in moves)), 0, len(board))
    tour = Tour(board, cycle, closed=True)
    return Tiling(board, tuple(tiles.values()), tuple(joints), tour)


def chosen_edges(first: int, second: int) -> tuple[Edge | None, Edge | None]:
    """Return the moves with these numbers, from 1, of the left and the right tile of two."""
    left, right = (edges(path) for path in tiling(1, 2).tiles)
    return (left[first - 1] if first else None, right[second - 1] if second else None)


def chosen_joint(first: int, second: int) -> Joint | None:
    """Return the joint that removes these two moves; None if they do not fit."""
    one, two = chosen_edges(first, second)
    if not (one and two):
        return None
    return next(_joints(tiling(1, 2).board, (one,), (two, two[::-1])), None)


def joined_tiling(rows: int, columns: int, first: int = 0, second: int = 0) -> Tiling:
    """Return tiles, two of which are joined at the chosen moves if these fit."""
    return tiling(rows, columns, chosen_joint(first, second) if rows * columns == 2 else None)


def edges(path: tuple[Square, ...]) -> tuple[Edge, ...]:
    """Return the moves of a closed tour, in order."""
    return tuple(zip(path, path[1:] + path[:1], strict=True))


def _tile_path(board: Board, place: tuple[int, int]) -> tuple[Square, ...]:
    first = SIDE * (place[0] * board.columns + place[1])
    return tuple(first + s // SIDE * board.columns + s % SIDE for s in TILE.path)


def _joints(board: Board, one: Iterable[Edge], two: Iterable[Edge]) -> Iterator[Joint]:
    """Yield the exchanges that join two tiles at one of these moves of each."""
    for (a, b), (c, d) in product(one, two):
        if is_move(board, a, c) and is_move(board, b, d):
            yield Joint(((a, b), (c, d)), ((a, c), (b, d)))


def _both_ways(path: tuple[Square, ...]) -> Iterator[Edge]:
    """Yield the moves of a closed tour in both directions, in the order of their first squares."""
    for here, after, before in zip(path, path[1:] + path[:1], path[-1:] + path[:-1], strict=True):
        yield from ((here, after), (here, before))
