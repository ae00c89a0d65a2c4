"""Tours, step by step: one is read, two are joined, then many tiles into a large board. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import bends, center, circle, whole_edge
from kt_core.gallery import GALLERY
from kt_core.language import N_, _
from web.chapter.content.tiles import (
    TileEdge,
    Tiling,
    chosen_edges,
    chosen_joint,
    edges,
    joined_tiling,
    tiling,
)
from web.chapter.figures.layout import DRAWING, drawing, layer, move_line, slider
from web.chapter.text import Values, Words, sentences_text
from web.draw.patch import Lazy, Patches

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
    (2, 2, N_("{tiles} tiles and {joints} joints make a closed tour of {board}.")),
    (
        4,
        4,
        N_("{tiles} tiles and {joints} joints make a closed tour of {board}, {squares} squares."),
    ),
)

DIALS = ("first", "second")  # the move that the reader chooses in each tile


def regions(words: Words, values: Values, lit: str) -> Patches:
    """Yield the tiles at a step."""
    step, first, second = values
    yield DRAWING, Lazy(_tiles, step, first, second)
    yield " [name=step]", slider(step, sentence(words, values))
    edges_chosen = zip(DIALS, (first, second), chosen_edges(first, second), strict=True)
    for name, number, edge in edges_chosen:
        label = _name(tiling(1, 2).board, edge) if edge else _("none")
        yield f" [name={name}]", slider(number, label)


def sentence(words: Words, values: Values) -> str:
    """Describe the step in a sentence."""
    step, first, second = values
    if (first or second) and not step:
        return _choice_sentence(first, second)
    rows, columns, text = STEPS[step]
    whole = joined_tiling(rows, columns, first, second)
    names = {name: _name(whole.board, move) for name, move in _moves_by_name(whole)}
    slots = {"tiles": rows * columns, "joints": len(whole.joints), "squares": len(whole.board)}
    sides = {"tile": "6 × 6", "board": f"{whole.board.rows} × {whole.board.columns}"}
    return _(text, **names, **slots, **sides)


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


def _moves_by_name(whole: Tiling) -> Iterator[tuple[str, TileEdge]]:
    joint = whole.joints[0]
    yield from zip(("first", "second", "third", "fourth"), joint.out + joint.into, strict=True)


def _name(board: Board, move: TileEdge) -> str:
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


def _moves(whole: Tiling, moves: Iterable[TileEdge], *, dashed: bool = False) -> Iterator[str]:
    dash = ' stroke-dasharray=".14 .12"' if dashed else ""
    for a, b in moves:
        yield move_line(whole.board, (a, b), 0.16, dash)
        for square in (a, b):
            yield circle(center(whole.board, square), 0.13, f' fill="{light("accent")}"')


# --- A tour that is read --------------------------------------------------------------------------


def tour_regions(words: Words, values: Values, lit: str) -> Patches:
    """Yield the board with the part of the tour that has been read."""
    key, step = words[0], values[0]
    yield DRAWING, Lazy(_tour_ground, key)
    yield layer("read"), Lazy(_path_so_far, key, step)
    yield " [name=step]", slider(step, tour_sentence(words, values))


def tour_sentence(words: Words, values: Values) -> str:
    """Describe the position on the tour in a sentence."""
    famous, step = GALLERY[words[0]], values[0]
    name, of = famous.board.name(famous.tour.path[step]), len(famous.board)
    if step == of - 1:
        text = N_("All {of} squares; the last is {name}.")
        more = N_("One more move would lead back to the first: the tour is closed.")
        back = (_(more),) if famous.tour.closed else ()
        return sentences_text(_(text, of=of, name=name), *back)
    return _("Square {step} of {of}: {name}.", step=step + 1, of=of, name=name)


def _tour_ground(key: str) -> Iterator[str]:
    board = GALLERY[key].board
    yield drawing(board, "", (svg.squares(board), svg.coordinates(board)), "read")


def _path_so_far(key: str, step: int) -> Iterator[str]:
    famous = GALLERY[key]
    board, path = famous.board, famous.tour.path[: step + 1]
    closed = famous.tour.closed and len(path) == len(board)
    yield from svg.line(board, path, closed=closed, of=len(board))
    yield from svg.numbers(board, path, of=len(board))
