"""A picture: layers of a drawing as one `svg` element. One square is 1, `viewBox` is the board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing.curve import Point, centre
from kt_core.drawing.shapes import escaped
from kt_core.language import _
from kt_core.tour import Tour

#: The area from which a board is drawn as one line: no names, no squares, no graph. Its shape does
#: not matter: 4x40 has fewer squares than 13x13.
LARGE_AREA = 40 * 40
MARK_SQUARES = 0.75  # the width of the largest mark, the knight, where it is not enlarged


def picture(
    board: Board,
    *layers: Iterable[str],
    label: str = "",
    role: str = "img",
    tour: Tour | None = None,
) -> str:
    """Return layers as one `svg` element that says which board it shows and which tour, if any."""
    shown = f' data-tour="{board.names(tour.path)}"' if tour else ""
    sides = {"rows": board.rows, "columns": board.columns}
    label = label or _("Board, {rows} rows by {columns} columns", **sides)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="{role}" aria-label="{escaped(label)}"'
        f' font-family="sans-serif">{"".join(chain(*layers))}</svg>'
    )


def is_large(board: Board) -> bool:
    """Return whether this board is drawn as one line."""
    return board.rows * board.columns >= LARGE_AREA


def mark_scale(board: Board, zoom: float = 1) -> float:
    """Return how much larger marks are: on large boards as large as on one of 13 squares.

    None is wider than the board. Where a part is seen enlarged by `zoom`, they are as large there.
    """
    short, long = sorted((board.rows, board.columns))
    return max(1, min(long / 13 / zoom, short / MARK_SQUARES)) if is_large(board) else 1


def mark_place(board: Board, square: Square, zoom: float = 1) -> Point:
    """Return where a mark of a square stands: on its centre, or as near as keeps it on the board.

    >>> mark_place(Board(8, 8), 0), mark_place(Board(130, 130), 0)
    ((0.5, 7.5), (3.75, 126.25))
    """
    reach = MARK_SQUARES / 2 * mark_scale(board, zoom)
    if reach <= 0.5:
        return centre(board, square)
    x, y = centre(board, square)
    return _kept(x, reach, board.columns), _kept(y, reach, board.rows)


def _kept(place: float, reach: float, side: int) -> float:
    return min(max(place, min(reach, side / 2)), max(side - reach, side / 2))
