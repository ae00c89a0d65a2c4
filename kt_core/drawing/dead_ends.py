"""The look of dead ends in all drawings: a cross, a shaded square, and a flash in films.

For crosses outside the board, the line is set by `web/style.css`, `web/draw/tree.py` and
`web/chapter/figures/letters.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import Layer, Point, center, circle, cross, rect

# Half the width of a cross.
ABOVE_CENTER = 0.045  # squares: a dead end on a board
TRIED = 0.12  # squares: a tried move, instead of a choice's ring
ABOVE_VERTEX = 0.13  # squares: the chapter's graph of letters
LEGEND = 0.15  # the legend, whose square has side 1
PIXELS = 2.6  # trees and timelines
TREE_PIXELS = (1.5, 3.5)  # least and most, if a tree's rows have different heights


def dead_end(board: Board, square: Square) -> Layer:
    """Yield the cross of a dead end, above the center of a square."""
    x, y = center(board, square)
    look = f'class="dead-end" fill="none" stroke="{light("ink")}" stroke-width=".03"'
    yield f'<path {look} d="{cross(x, y - 0.3, ABOVE_CENTER)}"/>'


def dead_end_square(board: Board, square: Square) -> Layer:
    """Yield the shade of the square on which the search has just reached a dead end."""
    yield rect(center(board, square), "dead-end-square", "wrong", ' fill-opacity=".28"')


def tried_move(board: Board, square: Square) -> str:
    """Return the cross on the target of a move that led only to dead ends."""
    d = cross(*center(board, square), TRIED)
    return f'<path fill="none" stroke="{light("ink")}" stroke-width=".03" d="{d}"/>'


def flash(board: Board, square: Square, attributes: str) -> str:
    """Return the disc that lights up in a film; `attributes` animate it."""
    wrong = light("wrong")
    look = f'fill="{wrong}" fill-opacity=".15" stroke="{wrong}" stroke-width=".05"'
    return circle(center(board, square), 0.43, f" {look}{attributes}")


def cross_above_vertex(x: float, y: float) -> str:
    """Return the cross above a vertex of the chapter's graph; its group sets the stroke."""
    return f'<path d="{cross(x, y - 0.85, ABOVE_VERTEX)}"/>'


def legend() -> str:
    """Return the cross of the legend, which has the color of the text."""
    return f'<path d="{cross(0.5, 0.5, LEGEND)}" stroke="currentColor" stroke-width=".05"/>'


def crosses(points: Iterable[Point]) -> str:
    """Return the crosses of a tree or timeline, in pixels, as one element."""
    d = "".join(cross(x, y, PIXELS) for x, y in points)
    return f'<path class="dead-ends" fill="none" stroke="{light("ink")}" d="{d}"/>'


def tree_cross(x: float, y: float, row_height: float, title: str) -> str:
    """Return a cross with a tooltip in a tree with rows of this height, in pixels."""
    least, most = TREE_PIXELS
    d = cross(x, y, max(least, min(most, row_height / 4)))
    return f'<path d="{d}"><title>{title}</title></path>'
