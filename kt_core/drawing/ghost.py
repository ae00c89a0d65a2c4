"""The layer that shows a symmetry: a tour's line once more, unseen, for a page to turn over it."""

from __future__ import annotations

from kt_core.drawing.colours import light
from kt_core.drawing.curve import bends, centre, number
from kt_core.drawing.shapes import Layer, group
from kt_core.symmetry import Symmetry, own_image
from kt_core.tour import Tour


def ghost(tour: Tour, symmetry: Symmetry) -> Layer:
    """Yield the line as one element; nothing where the tour has no such symmetry.

    `--by` is an angle, clockwise: of the turn, or of the mirror's axis from left to right.
    """
    image = own_image(tour, symmetry)
    if not image:
        return
    board = tour.board
    drawn = "".join(bends([centre(board, square) for square in tour.path], closed=tour.closed))
    middle = " ".join(f"{number(side / 2)}px" for side in (board.columns, board.rows))
    look = {"fill": "none", "stroke": light("ink"), "stroke_width": ".05", "opacity": "0"}
    name = "ghost mirrored" if symmetry == "mirror" else "ghost turned"
    style = f"--by:{image.degrees}deg;transform-origin:{middle}"
    yield from group(name, [f'<path d="{drawn}"/>'], style=style, **look)
