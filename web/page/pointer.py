"""The board under a reader's pointer and keys: clicks, keys and drags become squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kt_core.board import Board, Square
from kt_core.drawing.shapes import square_at
from web.draw import board as drawing
from web.page.gestures import Gestures
from web.page.page import Page
from web.state import intents

DRAG_PIXELS = 4  # that a pointer moves before the knight goes with it
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}


class Pointer:
    """Listens to the board, and tells the page which square is meant."""

    def __init__(self, page: Page) -> None:
        self._page, self._frame = page, page.document.getElementById("board")
        self.gestures = Gestures(page)
        self._piece: Any = None  # the knight in the reader's hand
        self._origin = 0.0, 0.0
        self._moved = False

    def handlers(self) -> tuple[tuple[str, str, Callable[[Any], None]], ...]:
        """Return what is listened to: the element's id, the event, and who answers."""
        return (
            *self.gestures.handlers(),
            ("board", "click", self._on_click),
            ("board", "keydown", self._on_key),
            ("board", "pointerover", self._on_point),
            ("board", "focusin", self._on_point),
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
        if square is None:
            return
        if event.key in ARROWS:
            event.preventDefault()
            self._page.dispatch(intents.Walk(square, *ARROWS[event.key]))
        elif event.key in ("Enter", " "):
            event.preventDefault()
            self._page.dispatch(intents.Choose(square, hole=bool(event.shiftKey)))
        elif event.key == "Escape":
            self._page.dispatch(intents.Cut(on=False))

    def _on_point(self, event: Any) -> None:
        square = self._square(event)
        if square is not None:
            self._page.dispatch(intents.Point(square))

    def _on_leave(self, event: Any) -> None:
        self._page.dispatch(intents.Point(None))

    def _on_take(self, event: Any) -> None:
        piece, state = event.target.closest(".piece"), self._page.state
        fixed = state.cutting or "start" in state.task.locked
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
            scale = state.question.board.columns / state.zoom.times / box.width
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
        if not self._is_drawn:
            return None
        right, down = (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height
        if not (0 <= right <= 1 and 0 <= down <= 1):
            return None
        left, top, wide, high = self._page.state.zoom.box
        x, y = (left + wide * right) * board.columns, (top + high * down) * board.rows
        return square_at(board, x, y)

    def _square(self, event: Any) -> Square | None:
        name, board = event.target.getAttribute("data-square"), self._page.state.question.board
        # Also of holes, which a board does not take for squares.
        whole = Board(board.rows, board.columns)
        return whole.square(str(name)) if name and self._is_drawn else None

    @property
    def _is_drawn(self) -> bool:
        # What is drawn may still be the board before this one.
        kind = self._picture.getAttribute("data-board")
        return bool(kind == drawing.kind(self._page.state.question))

    @property
    def _picture(self) -> Any:
        return self._frame.firstElementChild
