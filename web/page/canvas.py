"""The canvas below a very large board: sends a path to paint.js in slices."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from pyodide.ffi import to_js

from kt_core.board import Board, Square
from kt_core.drawing.colors import scale
from kt_core.language import _
from web.draw.patch import Lazy
from web.page.pace import Pace
from web.search.recording import PathPrefix
from web.state.state import NO_ZOOM, Zoom

SHADES = 120  # colors along the line
SQUARES_PER_REST = 20_000  # squares sent between two rests


class Canvas:
    """Paints paths on a canvas in the board's frame, and removes the canvas."""

    def __init__(self, window: Any, frame: Any) -> None:
        self._window, self._frame = window, frame
        self._handed: tuple[Board, PathPrefix] | None = None  # the path that paint.js has
        self._zoom = NO_ZOOM
        self.shown: Lazy | None = None

    async def follow(self, part: Lazy | None) -> None:
        """Paint the path of `boards.painting` and wait for it; remove the canvas for None."""
        if part is None:
            self.clear()
        elif part != self.shown:
            self.shown = part
            await self._paint(**part.value())

    def look(self, zoom: Zoom) -> None:
        """Show the visible part of the board, if it has changed."""
        if zoom != self._zoom:
            self._zoom = zoom
            left, top, _, _ = zoom.box
            self._window.knightsTour.look(left, top, zoom.times)

    def clear(self) -> None:
        """Remove the canvas, if there is one."""
        if self.shown:
            self.shown = self._handed = None
            self._window.knightsTour.unpaint(self._frame)

    async def _paint(self, board: Board, path: PathPrefix, count: int, *, closed: bool) -> None:
        # The path is one line, colored by time. If paint.js has it, only the new length is sent.
        if self._handed != (board, path):
            await self._hand(board, path)
        await self._window.knightsTour.paintTo(count, closed)

    async def _hand(self, board: Board, path: PathPrefix) -> None:
        tour = {
            "squares": await _numbers(path),
            "rows": board.rows,
            "columns": board.columns,
            "of": len(board),
            "scales": [list(scale(ground, SHADES)) for ground in ("light", "dark")],
            "label": _(
                "The path from {start} to {end} as one line",
                start=board.name(path[0]),
                end=board.name(path[-1]),
            ),
        }
        given = to_js(tour, dict_converter=self._window.Object.fromEntries)
        self._window.knightsTour.paint(self._frame, given)
        self._handed = board, path


async def _numbers(path: Sequence[Square]) -> Any:
    """Return the squares as a typed array of the browser."""
    numbers, pace = array("I"), Pace()
    for i in range(0, len(path), SQUARES_PER_REST):
        numbers.extend(path[i : i + SQUARES_PER_REST])
        await pace.rest()
    return to_js(numbers)
