"""Named sets of squares, marked on the board: what shows that there is no tour.

Each set has a colour and a shape of its own, and the shapes fit into each other, so that a square
of two sets shows both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import Point, centre, number
from kt_core.drawing.shapes import Layer, group, stretches

#: Colour and shape of the first set, the second ...: a dot in a square in a diamond in corners.
SIGNS = (
    ("accent", "m-.09 0a.09 .09 0 1 0 .18 0a.09 .09 0 1 0-.18 0z"),
    ("t5", "m-.17-.17h.34v.34h-.34z"),
    ("t1", "m0-.33l.33 .33-.33 .33-.33-.33z"),
    ("ink", "m-.41-.27v-.14h.14m.54 0h.14v.14m0 .54v.14h-.14m-.54 0h-.14v-.14"),
)
KEYS = (0.5, 0.6, 0.9, 1.0)  # how much of its square a legend shows of each sign
DRAWN_SQUARES = 20_000  # squares of a set that are drawn: of more, each is finer than a screen
SIGNED_SQUARES = 64  # squares of a set that are pointed out one by one where the marks are enlarged


def witness(board: Board, sets: Mapping[str, Collection[Square]], *, scale: float = 1) -> Layer:
    """Yield up to four sets of squares, tinted and marked; `scale` enlarges the marks.

    A set of more than 20,000 squares is left out.
    """
    shown = [(i, set_) for i, set_ in enumerate(sets.values()) if i < len(SIGNS)]
    drawn = [(i, sorted(set(set_))) for i, set_ in shown if len(set_) <= DRAWN_SQUARES]
    tints = (_tint(i, stretches(board, squares), scale) for i, squares in drawn)
    signs = (
        _sign(i, (centre(board, square) for square in squares), scale)
        for i, squares in drawn
        if scale == 1 or len(squares) <= SIGNED_SQUARES
    )
    parts = (part for each in (*tints, *signs) for part in each)
    return group("witness", parts, stroke_width=".04", stroke_linejoin="round")


def key(i: int) -> str:
    """Return the sign of the set of this number as a picture, for a legend beside the board."""
    drawn = "".join((*_tint(i, ["M0 0h1v1h-1z"], 1), *_sign(i, [(0.5, 0.5)], 1)))
    corner, side = number((1 - KEYS[i]) / 2), number(KEYS[i])
    view = f'viewBox="{corner} {corner} {side} {side}" stroke-width="{number(KEYS[i] / 9)}"'
    return f'<svg class="key" {view} aria-hidden="true">{drawn}</svg>'


def _tint(i: int, squares: Iterable[str], scale: float) -> Layer:
    # Where there may be no room for signs the tint says more.
    colour, strength = light(SIGNS[i][0]), ".12" if scale == 1 else ".35"
    yield f'<path class="tint w{i}" fill="{colour}" fill-opacity="{strength}" stroke="none" d="'
    yield from squares
    yield '"/>'


def _sign(i: int, centres: Iterable[Point], scale: float) -> Layer:
    colour, shape = SIGNS[i]
    paint = "fill" if i == 0 else 'fill="none" stroke'
    larger = "" if scale == 1 else f' transform="scale({number(scale)})"'
    yield f'<path class="sign w{i}" {paint}="{light(colour)}"{larger} d="'
    yield from (f"M{number(x / scale)} {number(y / scale)}{shape}" for x, y in centres)
    yield '"/>'
