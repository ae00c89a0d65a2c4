"""The sums of a tour's numbers, beside its board: what makes a tour magic."""

from __future__ import annotations

from kt_core.analysis import column_sums, row_sums
from kt_core.drawing.colours import light
from kt_core.drawing.curve import number
from kt_core.drawing.shapes import Layer, group, text_at
from kt_core.tour import Tour

HEIGHT = 0.025  # of a figure, in sides of the board


def sums(tour: Tour) -> Layer:
    """Yield the sum of each row, right of it, and of each column, above it: outside the board."""
    board = tour.board
    size = HEIGHT * max(board.rows, board.columns)
    rows = (
        text_at(board.columns + 0.4 * size, board.rows - row - 0.5 + 0.35 * size, str(total))
        for row, total in enumerate(row_sums(tour))
    )
    columns = (
        f'<g text-anchor="middle">{text_at(column + 0.5, -0.5 * size, str(total))}</g>'
        for column, total in enumerate(column_sums(tour))
    )
    yield from group("sums", (*rows, *columns), fill=light("accent"), font_size=number(size))
