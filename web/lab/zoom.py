"""How much of a board is seen: all of it, or a part that is so many times as large. Pure.

All places are shares, 0 to 1, of the board's width from its left and of its height from its top, so
no board's size matters here.
"""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.drawing.shapes import centre

LEAST_SQUARES = 6  # that a reader may come down to
SMALL_TIMES = 4.0  # that a small board may be enlarged
RIM = 0.06  # of what is seen: what is nearer to its rim than that is not well in sight


@dataclass(frozen=True)
class Zoom:
    """A part of the board, as many times larger as it is smaller, and where its middle is.

    >>> Zoom().by(2, 0, 0, 4)
    Zoom(times=2.0, x=0.25, y=0.25)
    """

    times: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def box(self) -> tuple[float, float, float, float]:
        """What is seen: left, top, width, height."""
        share = 1 / self.times
        return self.x - share / 2, self.y - share / 2, share, share

    def by(self, factor: float, right: float, down: float, most: float) -> Zoom:
        """Return it larger by a factor, up to `most` times; one point of what is seen stays.

        That is so far right and down in what is seen. Factor 0 shows the whole board.
        """
        times = min(max(self.times * factor, 1.0), most)
        by = 1 / self.times - 1 / times
        x, y = self.x + (right - 0.5) * by, self.y + (down - 0.5) * by
        return _within(times, x, y)

    def after_move(self, right: float, down: float) -> Zoom:
        """Return it so many times its own width further right, and its height further down."""
        return _within(self.times, self.x + right / self.times, self.y + down / self.times)

    def showing(self, x: float, y: float) -> Zoom:
        """Return it as it is where that point is well in sight, else around it."""
        reach = (0.5 - RIM) / self.times
        kept = _within(self.times, x, y)
        in_sight = abs(x - self.x) <= reach and abs(y - self.y) <= reach
        return self if in_sight else kept


WHOLE = Zoom()


def most(board: Board) -> float:
    """Return how many times larger a board may be seen."""
    return max(SMALL_TIMES, max(board.rows, board.columns) / LEAST_SQUARES)


def place(board: Board, square: Square) -> tuple[float, float]:
    """Return where the centre of a square is."""
    x, y = centre(board, square)
    return x / board.columns, y / board.rows


def _within(times: float, x: float, y: float) -> Zoom:
    rim = 0.5 / times
    return Zoom(times, min(max(x, rim), 1 - rim), min(max(y, rim), 1 - rim))
