"""The layer that shows a symmetry: a tour's line once more, unseen, for a page to turn over it."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core import analysis
from kt_core.drawing.colours import light
from kt_core.drawing.curve import bends, centre, number
from kt_core.drawing.shapes import Layer, group
from kt_core.tour import Symmetry, Tour

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
    """Yield the line as one element, `--by` being its degrees; nothing where there are none."""
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
