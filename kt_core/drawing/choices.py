"""The choice that a search has at one step: every legal move, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import centre, number
from kt_core.drawing.shapes import Layer, circle, group, legal_move, text_on

RADIUS = 0.185
ARM = 0.12  # from the centre of a cross to each of its ends, along both sides


def choices(
    board: Board,
    square: Square,
    onward: Mapping[Square, int | None],
    *,
    chosen: Square | None = None,
    tried: Collection[Square] = (),
    skipped: Collection[Square] = (),
) -> Layer:
    """Yield the moves from a square: a dashed line to each, and a ring with its onward moves.

    Where those are None a ring is empty. That of the move that is taken next is filled; those that
    were tried are crossed, and those that the search leaves out are faint.
    """

    def kind(to: Square) -> str:
        if to == chosen:
            return "chosen"
        return "tried" if to in tried else "skipped" if to in skipped else "open"

    lines = (legal_move(board, square, to) for to in onward if to not in tried)
    rings = (_ring(board, to, count, kind(to)) for to, count in onward.items())
    return group("choices", chain(lines, rings), font_size=".235", text_anchor="middle")


def _ring(board: Board, square: Square, count: int | None, kind: str) -> str:
    ring, ink = ("field", "soft") if kind in ("tried", "skipped") else ("accent", "accent")
    fill, ink = ("accent", "on-accent") if kind == "chosen" else ("surface", ink)
    look = f' fill="{light(fill)}" stroke="{light(ring)}" stroke-width=".032"'
    parts = [circle(centre(board, square), RADIUS, look)]
    if count is not None:
        parts.append(text_on(board, square, str(count), below=0.085))
    if kind == "tried":
        parts.append(_cross(board, square))
    return "".join(group(f"choice {kind}", parts, fill=light(ink), font_weight="600"))


def _cross(board: Board, square: Square) -> str:
    x, y = centre(board, square)
    whole = number(2 * ARM)
    d = f"M{number(x - ARM)} {number(y - ARM)}l{whole} {whole}m0 -{whole}l-{whole} {whole}"
    return f'<path fill="none" stroke="{light("ink")}" stroke-width=".03" d="{d}"/>'
