"""Named sets of squares, marked on the board: what shows that there is no tour.

Each set has a colour and a shape of its own, and the shapes fit into each other, so that a square
of two sets shows both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kt_core.board import Board, Square
from kt_core.colours import light
from kt_core.curve import Point, centre, number
from kt_core.shapes import Layer, group, stretches

#: Colour and shape of the first set, the second ...: a dot in a square in a diamond in corners.
SIGNS = (
    ("accent", "m-.09 0a.09 .09 0 1 0 .18 0a.09 .09 0 1 0-.18 0z"),
    ("t5", "m-.17-.17h.34v.34h-.34z"),
    ("t1", "m0-.33l.33 .33-.33 .33-.33-.33z"),
    ("ink", "m-.41-.27v-.14h.14m.54 0h.14v.14m0 .54v.14h-.14m-.54 0h-.14v-.14"),
)
KEYS = (0.5, 0.6, 0.9, 1.0)  # how much of its square a legend shows of each sign
MOST = 20_000  # squares of a set that are drawn: of more, each is finer than a screen
FEW = 64  # squares of a set that are pointed out one by one where the marks are enlarged


def witness(board: Board, sets: Mapping[str, Collection[Square]], *, scale: float = 1) -> Layer:
    """Yield up to four sets of squares, tinted and marked; `scale` enlarges the marks.

    A set of more than 20,000 squares is left out.
    """
    shown = list(enumerate(sets.values()))[: len(SIGNS)]
    drawn = (_signed(board, sign, set_, scale) for sign, set_ in shown if len(set_) <= MOST)
    parts = (part for each in drawn for part in each)
    return group("witness", parts, stroke_width=".04", stroke_linejoin="round")


def key(sign: int) -> str:
    """Return the sign of a set as a picture, for a legend beside the board."""
    drawn = "".join(_drawn(sign, ["M0 0h1v1h-1z"], [(0.5, 0.5)], 1))
    close, thick = KEYS[sign], number(KEYS[sign] / 9)
    view = f"{number((1 - close) / 2)} {number((1 - close) / 2)} {number(close)} {number(close)}"
    look = f'class="key" viewBox="{view}" stroke-width="{thick}" aria-hidden="true"'
    return f"<svg {look}>{drawn}</svg>"


def _signed(board: Board, sign: int, squares: Collection[Square], scale: float) -> Layer:
    marked = squares if scale == 1 or len(squares) <= FEW else ()
    return _drawn(
        sign, stretches(board, sorted(set(squares))), (centre(board, s) for s in marked), scale
    )


def _drawn(sign: int, tint: Iterable[str], marked: Iterable[Point], scale: float) -> Layer:
    colour, shape = light(SIGNS[sign][0]), SIGNS[sign][1]
    yield f'<path class="tint w{sign}" fill="{colour}" fill-opacity=".12" stroke="none" d="'
    yield from tint
    paint = "fill" if sign == 0 else 'fill="none" stroke'
    yield f'"/><path class="sign w{sign}" {paint}="{colour}" transform="scale({number(scale)})" d="'
    yield from (f"M{number(x / scale)} {number(y / scale)}{shape}" for x, y in marked)
    yield '"/>'
