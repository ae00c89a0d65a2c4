"""What `analysis` finds, drawn: a symmetry as the line once more, and sums beside the board."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core import analysis
from kt_core.drawing.colours import light
from kt_core.drawing.curve import bends, centre, number
from kt_core.drawing.shapes import Layer, group, text_at
from kt_core.tour import Symmetry, Tour

HEIGHT = 0.025  # of a figure of a sum, in sides of the board
#: How far a drawing is turned, clockwise; of a mirror how far its axis is, from left to right.
DEGREES: Mapping[Symmetry, Mapping[str, int]] = {
    "half-turn": {"rot180": 180},
    "quarter-turn": {"rot90": 90},
    "mirror": {
        "mirror left-right": 90,
        "mirror up-down": 0,
        "mirror diagonal": -45,
        "mirror antidiagonal": 45,
    },
}


def ghost(tour: Tour, symmetry: Symmetry) -> Layer:
    """Yield the line as one unseen element, for a page to turn over it by `--by` degrees.

    Nothing where the tour has no such symmetry.
    """
    known = DEGREES[symmetry]
    degrees = [known[name] for name in analysis.symmetry(tour) if name in known]
    if not degrees:
        return
    board = tour.board
    drawn = "".join(bends([centre(board, square) for square in tour.path], closed=tour.closed))
    middle = " ".join(f"{number(side / 2)}px" for side in (board.columns, board.rows))
    look = {"fill": "none", "stroke": light("ink"), "stroke_width": ".05", "opacity": "0"}
    name = "ghost mirrored" if symmetry == "mirror" else "ghost turned"
    style = f"--by:{degrees[0]}deg;transform-origin:{middle}"
    yield from group(name, [f'<path d="{drawn}"/>'], style=style, **look)


def sums(tour: Tour) -> Layer:
    """Yield the sum of each row, right of it, and of each column, above it: outside the board."""
    board = tour.board
    size = HEIGHT * max(board.rows, board.columns)
    rows = (
        text_at(board.columns + 0.4 * size, board.rows - row - 0.5 + 0.35 * size, str(total))
        for row, total in enumerate(analysis.row_sums(tour))
    )
    columns = (
        f'<g text-anchor="middle">{text_at(column + 0.5, -0.5 * size, str(total))}</g>'
        for column, total in enumerate(analysis.column_sums(tour))
    )
    yield from group("sums", (*rows, *columns), fill=light("accent"), font_size=number(size))
