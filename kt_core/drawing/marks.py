"""Marks for sets of squares on the board, such as the witness of a proof.

Each set has a color and a shape. The shapes fit into each other, so a square that belongs to two
sets shows both. A `Subgraph` has no shape: its moves are lines, and its squares have dots, or its
number if there are several subgraphs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import (
    Layer,
    Point,
    center,
    circle,
    group,
    mark_scale,
    number,
    stretches,
    text_at,
    whole_edge,
)
from kt_core.graph import Subgraph

#: Color and shape of each set in order: a dot, a square, a diamond, corners; each fits into the
#: next one.
SIGNS = (
    ("accent", "m-.09 0a.09 .09 0 1 0 .18 0a.09 .09 0 1 0-.18 0z"),
    ("t5", "m-.17-.17h.34v.34h-.34z"),
    ("t1", "m0-.33l.33 .33-.33 .33-.33-.33z"),
    ("ink", "m-.41-.27v-.14h.14m.54 0h.14v.14m0 .54v.14h-.14m-.54 0h-.14v-.14"),
)
LEGEND_SIDES = (0.5, 0.6, 0.9, 1.0)  # side of the part of a square that a legend shows, by sign
#: Colors of the subgraphs, used in turn.
HUES = ("t5", "t1", "t3", "t0", "t4", "t2")
DRAWN_SQUARES = 20_000  # limit for the size of a set that is drawn; more marks would be too small
SIGNED_SQUARES = 64  # limit for the size of a set that gets signs when marks are enlarged


@dataclass(frozen=True)
class Sign:
    """The color, shape and label of a set."""

    name: str  # the CSS class of the set: "w0", or "p1" for a subgraph
    color: str
    shape: str = ""  # "" for a subgraph
    label: str = ""  # the number of a subgraph, if there are several


def signs(sets: Mapping[str, Collection[Square]]) -> dict[str, Sign]:
    """Return the signs of all subgraphs and of the first four other sets, by name."""
    linked = [name for name, squares in sets.items() if isinstance(squares, Subgraph)]
    loose = [name for name in sets if name not in linked]
    by_name = {
        name: Sign(f"w{i}", *sign) for i, (name, sign) in enumerate(zip(loose, SIGNS, strict=False))
    }
    several = len(linked) > 1
    for i, name in enumerate(linked):
        hue = HUES[i % len(HUES)]
        by_name[name] = Sign(f"p{i + 1}", hue, label=str(i + 1) if several else "")
    return {name: by_name[name] for name in sets if name in by_name}


def witness(board: Board, sets: Mapping[str, Collection[Square]]) -> Layer:
    """Yield named sets of squares, such as `NoTour.witness`, each with its sign.

    Every `Subgraph` is drawn, but only the first four of the other sets. Sets of more than 20,000
    squares are omitted, because their squares could not be distinguished.
    """
    scale = mark_scale(board)
    known = signs(sets)
    drawn = [
        (known[name], squares if isinstance(squares, Subgraph) else sorted(set(squares)))
        for name, squares in sets.items()
        if name in known and len(squares) <= DRAWN_SQUARES
    ]
    near = [each for each in drawn if scale == 1 or len(each[1]) <= SIGNED_SQUARES]
    tints = (_tint(sign, stretches(board, sorted(squares)), scale) for sign, squares in drawn)
    moves = (_moves(board, sign, squares, scale) for sign, squares in near)
    marked = (
        _sign(sign, (center(board, square) for square in squares), scale) for sign, squares in near
    )
    parts = (part for each in (*tints, *moves, *marked) for part in each)
    return group("witness", parts, stroke_width=".04", stroke_linejoin="round")


def key(sign: Sign) -> str:
    """Return a picture of a sign, for a legend beside the board."""
    drawn = "".join((*_tint(sign, ["M0 0h1v1h-1z"], 1), *_sign(sign, [(0.5, 0.5)], 1)))
    side = LEGEND_SIDES[int(sign.name[1:])] if sign.shape else 0.6
    view = f'viewBox="{number((1 - side) / 2)} {number((1 - side) / 2)} {number(side)}'
    size = f'{view} {number(side)}" stroke-width="{number(side / 9)}"'
    return f'<svg class="key" {size} aria-hidden="true">{drawn}</svg>'


def _tint(sign: Sign, squares: Iterable[str], scale: float) -> Layer:
    # Where marks are enlarged, large sets have no signs, so the tint is stronger.
    color, strength = light(sign.color), ".12" if scale == 1 else ".35"
    look = f'fill="{color}" fill-opacity="{strength}" stroke="none"'
    yield f'<path class="tint {sign.name}" {look} d="'
    yield from squares
    yield '"/>'


def _moves(board: Board, sign: Sign, squares: Collection[Square], scale: float) -> Layer:
    """Yield the moves of a subgraph as lines."""
    if not (isinstance(squares, Subgraph) and squares.edges):
        return
    look = f'stroke="{light(sign.color)}" stroke-width="{number(0.06 * scale)}"'
    yield f'<path class="links {sign.name}" fill="none" stroke-linecap="round" {look} d="'
    yield from (whole_edge(board, *edge) for edge in squares.edges)
    yield '"/>'


def _sign(sign: Sign, centers: Iterable[Point], scale: float) -> Layer:
    if not sign.shape:
        look = {"text_anchor": "middle", "font_size": number(0.26 * scale)}
        dots = (_dot(sign, point, scale) for point in centers)
        yield from group(f"sign {sign.name}", dots, stroke=light(sign.color), **look)
        return
    paint = "fill" if sign.shape == SIGNS[0][1] else 'fill="none" stroke'
    larger = "" if scale == 1 else f' transform="scale({number(scale)})"'
    yield f'<path class="sign {sign.name}" {paint}="{light(sign.color)}"{larger} d="'
    yield from (f"M{number(x / scale)} {number(y / scale)}{sign.shape}" for x, y in centers)
    yield '"/>'


def _dot(sign: Sign, middle: Point, scale: float) -> str:
    """Return a disc with the number of a subgraph, or a dot if there is only one."""
    x, y = middle
    if not sign.label:
        return circle(middle, 0.09 * scale, f' fill="{light(sign.color)}"')
    label = text_at(x, y + 0.09 * scale, sign.label)
    disc = circle(middle, 0.2 * scale, f' fill="{light("surface")}"')
    return f'{disc}<g fill="{light("ink")}" stroke="none">{label}</g>'
