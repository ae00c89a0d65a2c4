"""A picture: layers of a drawing as one `svg` element. One square is 1, `viewBox` is the board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from kt_core.board import Board
from kt_core.drawing.shapes import escaped
from kt_core.tour import Tour

#: The side from which a board is drawn as one line: no names, no squares, no graph.
LARGE_SIDE = 40


def picture(
    board: Board,
    *layers: Iterable[str],
    label: str = "",
    role: str = "img",
    tour: Tour | None = None,
) -> str:
    """Return layers as one `svg` element that says which board it shows and which tour, if any."""
    shown = f' data-tour="{board.names(tour.path)}"' if tour else ""
    label = label or f"Board, {board.rows} rows by {board.columns} columns"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="{role}" aria-label="{escaped(label)}"'
        f' font-family="sans-serif">{"".join(chain(*layers))}</svg>'
    )


def is_large(board: Board) -> bool:
    """Return whether this board is drawn as one line."""
    return max(board.rows, board.columns) >= LARGE_SIDE


def mark_scale(board: Board) -> float:
    """Return how much larger marks are: on large boards as large as on one of 13 squares."""
    return max(board.rows, board.columns) / 13 if is_large(board) else 1
