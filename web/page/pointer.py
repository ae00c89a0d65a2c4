"""Pointer and keyboard input on the board: clicks, keys, drags and gestures.

`Pointer` reports the chosen square. `Gestures` enlarge and move the visible part of the board: by
wheel, by pinching, or by dragging.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, hypot
from typing import Any

from kt_core.board import Board, Square
from kt_core.drawing.shapes import square_at
from kt_core.svg import is_large
from web.draw.blocks import NO_ZOOM
from web.page.page import Page
from web.state import intents

DRAG_PIXELS = 4  # distance that a pointer moves before a drag begins
#: Rows up, columns to the right.
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}


class Pointer:
    """Listens to the board, and reports the chosen square."""

    def __init__(self, page: Page) -> None:
        self._page, self._frame = page, page.document.getElementById("board")
        self.gestures = Gestures(page)
        self._piece: Any = None  # the knight that is being dragged
        self._origin = 0.0, 0.0
        self._moved = False

    def handlers(self) -> tuple[tuple[str, str, Callable[[Any], None]], ...]:
        """Return the listeners: the element's id, the event, and the handler."""
        return (
            *self.gestures.handlers(),
            ("board", "click", self._on_click),
            ("board", "keydown", self._on_key),
            ("board", "pointerover", self._on_point),
            ("board", "focusin", self._on_focus),
            ("board", "pointerleave", self._on_leave),
            ("board", "focusout", self._on_leave),
            ("board", "pointerdown", self._on_take),
            ("board", "pointermove", self._on_carry),
            ("board", "pointerup", self._on_drop),
            ("board", "pointercancel", self._on_drop),
        )

    def _on_click(self, event: Any) -> None:
        square = None if self.gestures.takes_click() else self._under(event)
        if square is not None:
            self._page.dispatch(intents.Choose(square, hole=bool(event.shiftKey)))

    def _on_key(self, event: Any) -> None:
        square = self._square(event)
        if square is None or self._page.state.question.settings.present:
            return
        if event.key in ARROWS:
            event.preventDefault()
            self._page.dispatch(intents.MoveCursor(square, *ARROWS[event.key]))
        elif event.key in ("Enter", " "):
            event.preventDefault()
            self._page.dispatch(intents.Choose(square, hole=bool(event.shiftKey)))
        elif event.key == "Escape":
            self._page.dispatch(intents.UseHoleTool(on=False))

    def _on_point(self, event: Any) -> None:
        square = self._square(event)
        if square is not None:
            self._page.dispatch(intents.PointAtSquare(square))

    def _on_focus(self, event: Any) -> None:
        # A click also focuses a square, and so does the page when it redraws that square: hints
        # would remain on the board after the pointer has left.
        if event.target.matches(":focus-visible"):
            self._on_point(event)

    def _on_leave(self, event: Any) -> None:
        self._page.dispatch(intents.PointAtSquare(None))

    def _on_take(self, event: Any) -> None:
        piece, state = event.target.closest(".piece"), self._page.state
        fixed = state.look.cutting or "start" in state.task.locked
        if piece and event.isPrimary and not fixed:
            self._piece, self._moved = piece, False
            self._origin = event.clientX, event.clientY
            self._frame.setPointerCapture(event.pointerId)

    def _on_carry(self, event: Any) -> None:
        if not self._piece:
            return
        right, down = event.clientX - self._origin[0], event.clientY - self._origin[1]
        self._moved = self._moved or abs(right) + abs(down) > DRAG_PIXELS
        if self._moved:
            state, box = self._page.state, self._picture.getBoundingClientRect()
            scale = state.question.board.columns / state.look.zoom.times / box.width
            self._piece.style.translate = f"{right * scale}px {down * scale}px"

    def _on_drop(self, event: Any) -> None:
        if not self._piece:
            return
        self._piece.style.translate = ""
        self._piece = None
        square = self._under(event) if self._moved and event.type == "pointerup" else None
        if square is not None:
            self._page.dispatch(intents.Choose(square))

    def _under(self, event: Any) -> Square | None:
        board, box = self._page.state.question.board, self._picture.getBoundingClientRect()
        if not (self._is_drawn and box.width):  # a hidden picture has no width
            return None
        right, down = (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height
        if not (0 <= right <= 1 and 0 <= down <= 1):
            return None
        left, top, wide, high = self._page.state.look.zoom.box
        x, y = (left + wide * right) * board.columns, (top + high * down) * board.rows
        return square_at(board, x, y)

    def _square(self, event: Any) -> Square | None:
        name, board = event.target.getAttribute("data-square"), self._page.state.question.board
        # Also of holes, which are not squares of the board.
        whole = Board(board.rows, board.columns)
        return whole.square(str(name)) if name and self._is_drawn else None

    @property
    def _is_drawn(self) -> bool:
        # The document may still show an earlier board.
        kind = self._picture.getAttribute("data-board")
        return str(kind) == str(self._page.state.question.board)

    @property
    def _picture(self) -> Any:
        return self._frame.firstElementChild


WHEEL = 0.002  # per pixel of the wheel; touchpads report a pinch as a finer wheel with ctrl
PINCH = 0.01
LINE_PIXELS = 16.0  # height of a line, if a wheel counts lines
LARGER = 1.5  # per key press
BESIDE = 0.25  # share of the visible part, per arrow key
KEYS = {"+": LARGER, "=": LARGER, "-": 1 / LARGER, "0": 0.0}


class Gestures:
    """Listens to gestures on the board that change the view, and dispatches intents."""

    def __init__(self, page: Page) -> None:
        self._page, self._frame = page, page.document.getElementById("board")
        self._touching: dict[int, tuple[float, float]] = {}  # pointers that are down, in pixels
        self._panned = False

    def handlers(self) -> tuple[tuple[str, str, Callable[[Any], None]], ...]:
        """Return the listeners: the element's id, the event, and the handler."""
        return (
            ("board", "wheel", self._on_wheel),
            ("board", "touchstart", self._on_touch),
            ("board", "pointerdown", self._on_down),
            ("board", "pointermove", self._on_move),
            ("board", "pointerup", self._on_up),
            ("board", "pointercancel", self._on_up),
        )

    def takes_click(self) -> bool:
        """True if the next click ends a gesture, so that it chooses no square."""
        panned, self._panned = self._panned, False
        return panned

    def key(self, key: str) -> bool:
        """Handle a key; return True if it has a meaning here."""
        state = self._page.state
        if key in KEYS:
            self._page.dispatch(intents.Enlarge(KEYS[key]))
            return True
        if key in ARROWS and state.look.zoom != NO_ZOOM and is_large(state.question.board):
            up, right = ARROWS[key]
            self._page.dispatch(intents.Pan(BESIDE * right, -BESIDE * up))
            return True
        return False

    def _on_wheel(self, event: Any) -> None:
        before = self._page.state
        if not (event.ctrlKey or is_large(before.question.board)):
            return
        turned = event.deltaY * (LINE_PIXELS if event.deltaMode else 1)
        fine = event.ctrlKey and abs(turned) < LINE_PIXELS
        right, down = self._share(event.clientX, event.clientY)
        factor = exp(-turned * (PINCH if fine else WHEEL))
        self._page.dispatch(intents.Enlarge(factor, right, down))
        if event.ctrlKey or self._page.state.look.zoom != before.look.zoom:
            event.preventDefault()  # else the page scrolls, as without enlargement

    def _on_touch(self, event: Any) -> None:
        if event.touches.length > 1 and event.cancelable:
            event.preventDefault()  # two fingers move the board

    def _on_down(self, event: Any) -> None:
        if event.isPrimary:
            self._touching, self._panned = {}, False
        if event.button == 0 and not event.target.closest(".piece"):
            self._touching[event.pointerId] = event.clientX, event.clientY

    def _on_move(self, event: Any) -> None:
        before = self._touching.get(event.pointerId)
        if before is None:
            return
        x, y = event.clientX - before[0], event.clientY - before[1]
        alone = len(self._touching) == 1
        far = self._panned or hypot(x, y) > DRAG_PIXELS
        if not far or (alone and self._page.state.look.zoom == NO_ZOOM):
            return
        others = [at for number, at in self._touching.items() if number != event.pointerId]
        self._touching[event.pointerId] = event.clientX, event.clientY
        self._panned = True
        self._frame.setPointerCapture(event.pointerId)
        if others:
            self._pinch(before, (event.clientX, event.clientY), others[0])
        width, height = self._sides
        part = 1 if alone else 2  # moving one of two fingers moves the middle by half
        self._page.dispatch(intents.Pan(-x / width / part, -y / height / part))

    def _pinch(
        self, before: tuple[float, float], now: tuple[float, float], other: tuple[float, float]
    ) -> None:
        apart = [max(hypot(at[0] - other[0], at[1] - other[1]), 1.0) for at in (before, now)]
        middle = (before[0] + other[0]) / 2, (before[1] + other[1]) / 2
        self._page.dispatch(intents.Enlarge(apart[1] / apart[0], *self._share(*middle)))

    def _on_up(self, event: Any) -> None:
        self._touching.pop(event.pointerId, None)

    def _share(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the screen as shares of the picture's width and height."""
        box = self._frame.firstElementChild.getBoundingClientRect()
        return (x - box.left) / max(box.width, 1), (y - box.top) / max(box.height, 1)

    @property
    def _sides(self) -> tuple[float, float]:
        box = self._frame.firstElementChild.getBoundingClientRect()
        return max(box.width, 1), max(box.height, 1)
