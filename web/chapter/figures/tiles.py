"""Joining small tours: two become one, and many tiles a large board, step by step. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colours import light
from kt_core.drawing.shapes import bends, centre, circle
from kt_core.language import N_
from web.chapter.content.tiles import TileEdge, Tiling, tiling
from web.chapter.figures.graph import line
from web.chapter.figures.layout import DRAWING, drawing, html, slider
from web.chapter.lesson import Values
from web.chapter.words import Words, translation
from web.draw.patch import Lazy, Patches

#: For each step: the rows and columns of tiles, and the sentence.
STEPS = (
    (1, 2, N_("Two closed tours of {tile}. Each is a ring; nothing leads from one to the other.")),
    (1, 2, N_("One move of each is chosen, {first} and {second}. Their ends are moves apart.")),
    (1, 2, N_("Both moves are taken out. Each ring is a path now, with two loose ends.")),
    (1, 2, N_("Two moves are put in, {third} and {fourth}: one closed tour of {board}.")),
    (2, 2, N_("{tiles} tiles and {joints} joints make a closed tour of {board}.")),
    (
        4,
        4,
        N_("{tiles} tiles and {joints} joints make a closed tour of {board}, {squares} squares."),
    ),
)


def regions(words: Words, values: Values, lit: str, language: str) -> Patches:
    """Yield the tiles at a step."""
    step = values[0]
    yield DRAWING, Lazy(html, _tiles, step)
    yield " [name=step]", slider(step, sentence(words, values, language))


def sentence(words: Words, values: Values, language: str) -> str:
    """Describe the step in a sentence."""
    rows, columns, text = STEPS[values[0]]
    whole = tiling(rows, columns)
    names = {name: _name(whole.board, move) for name, move in _moves_by_name(whole)}
    shown = {"tiles": rows * columns, "joints": len(whole.joints), "squares": len(whole.board)}
    sides = {"tile": "6 × 6", "board": f"{whole.board.rows} × {whole.board.columns}"}
    return translation(language, text, **names, **shown, **sides)


def _moves_by_name(whole: Tiling) -> Iterator[tuple[str, TileEdge]]:
    joint = whole.joints[0]
    yield from zip(("first", "second", "third", "fourth"), joint.out + joint.into, strict=True)


def _name(board: Board, move: TileEdge) -> str:
    return "–".join(map(board.name, move))


def _tiles(step: int) -> Iterator[str]:
    rows, columns, _ = STEPS[step]
    whole = tiling(rows, columns)
    names = (svg.names(whole.board),) if rows == 1 else ()
    yield drawing(whole.board, "", (svg.squares(whole.board), _lines(whole, step), *names))


def _lines(whole: Tiling, step: int) -> Iterator[str]:
    out = {frozenset(move) for joint in whole.joints for move in joint.out} if step > 1 else set()
    for tile in whole.tiles:
        points = [centre(whole.board, square) for square in tile]
        moves = zip(tile, tile[1:] + tile[:1], bends(points, closed=True), strict=True)
        kept = "".join(d for a, b, d in moves if {a, b} not in out)
        yield _stroke(kept, "t1" if len(whole.tiles) == 2 and tile is whole.tiles[1] else "t0")
    if step in (1, 2):
        yield from _moves(whole, whole.joints[0].out, dashed=step == 2)
    if step > 2:
        yield from _moves(whole, (move for joint in whole.joints for move in joint.into))


def _stroke(d: str, colour: str, width: str = ".09") -> str:
    return f'<path d="{d}" fill="none" stroke="{light(colour)}" stroke-width="{width}"/>'


def _moves(whole: Tiling, moves: Iterable[TileEdge], *, dashed: bool = False) -> Iterator[str]:
    dash = ' stroke-dasharray=".14 .12"' if dashed else ""
    for a, b in moves:
        d = line(whole.board, a, b)
        look = f'fill="none" stroke="{light("accent")}" stroke-width=".16"{dash}'
        yield f'<path d="{d}" {look}/>'
        for square in (a, b):
            yield circle(centre(whole.board, square), 0.13, f' fill="{light("accent")}"')
