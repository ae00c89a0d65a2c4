"""The visible part of a board that is magnified. Pure.

Positions are shares, 0 to 1, of the board's width from its left and of its height from its top, so
they do not depend on the size of the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.drawing.shapes import center

LEAST_SQUARES = 6  # squares along a side at the largest magnification
SMALL_TIMES = 4.0  # largest magnification of a small board
RIM = 0.06  # width of the rim, as a share of the visible part; squares in it count as hidden


@dataclass(frozen=True)
class Zoom:
    """The visible part of the board: its magnification, and the position of its center.

    >>> Zoom().by(2, 0, 0, 4)
    Zoom(times=2.0, x=0.25, y=0.25)
    """

    times: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The visible part: left, top, width, height."""
        share = 1 / self.times
        return self.x - share / 2, self.y - share / 2, share, share

    def by(self, factor: float, right: float, down: float, most: float) -> Zoom:
        """Return the part enlarged by a factor, up to `most` times, around a fixed point.

        The point is given as shares of the visible part, from its left and top. Factor 0 shows the
        whole board.
        """
        times = min(max(self.times * factor, 1.0), most)
        by = 1 / self.times - 1 / times
        x, y = self.x + (right - 0.5) * by, self.y + (down - 0.5) * by
        return _within(times, x, y)

    def after_move(self, right: float, down: float) -> Zoom:
        """Return the part moved right and down, by multiples of its width and height."""
        return _within(self.times, self.x + right / self.times, self.y + down / self.times)

    def showing(self, x: float, y: float) -> Zoom:
        """Return this part if the point is inside its rim, else a part around the point."""
        reach = (0.5 - RIM) / self.times
        in_sight = abs(x - self.x) <= reach and abs(y - self.y) <= reach
        return self if in_sight else _within(self.times, x, y)


NO_ZOOM = Zoom()


def largest_zoom(board: Board) -> float:
    """Return the largest magnification of a board."""
    return max(SMALL_TIMES, max(board.rows, board.columns) / LEAST_SQUARES)


def position_on(board: Board, square: Square) -> tuple[float, float]:
    """Return the position of a square's center."""
    x, y = center(board, square)
    return x / board.columns, y / board.rows


def _within(times: float, x: float, y: float) -> Zoom:
    rim = 0.5 / times
    return Zoom(times, min(max(x, rim), 1 - rim), min(max(y, rim), 1 - rim))
