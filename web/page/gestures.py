"""How a reader enlarges the board and moves about in it: by wheel, by pinching, by dragging."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, hypot
from typing import Any

from kt_core.svg import is_large
from web.page.page import Page
from web.state import intents
from web.state.zoom import WHOLE

DRAG_PIXELS = 4  # that a pointer moves before the board goes with it
WHEEL = 0.002  # of a pixel's turn; a pinch on a touchpad comes as a finer wheel, with ctrl
PINCH = 0.01
LINE_PIXELS = 16.0  # of a wheel that counts in lines
LARGER = 1.5  # at one key
BESIDE = 0.25  # of what is seen, at one arrow

ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowRight": (1, 0), "ArrowLeft": (-1, 0)}
KEYS = {"+": LARGER, "=": LARGER, "-": 1 / LARGER, "0": 0.0}


class Gestures:
    """Listens to the board for what leaves the question alone, and tells the page what is seen."""

    def __init__(self, page: Page) -> None:
        self._page, self._frame = page, page.document.getElementById("board")
        self._touching: dict[int, tuple[float, float]] = {}  # pointers that are down, in pixels
        self._panned = False

    def handlers(self) -> tuple[tuple[str, str, Callable[[Any], None]], ...]:
        """Return what is listened to: the element's id, the event, and who answers."""
        return (
            ("board", "wheel", self._on_wheel),
            ("board", "touchstart", self._on_touch),
            ("board", "pointerdown", self._on_down),
            ("board", "pointermove", self._on_move),
            ("board", "pointerup", self._on_up),
            ("board", "pointercancel", self._on_up),
        )

    def takes_click(self) -> bool:
        """Return whether the click that comes now ends a gesture, so that it means no square."""
        panned, self._panned = self._panned, False
        return panned

    def key(self, key: str) -> bool:
        """Do what a key means here; return whether it means anything."""
        state = self._page.state
        if key in KEYS:
            self._page.dispatch(intents.Enlarge(KEYS[key]))
            return True
        if key in ARROWS and state.zoom != WHOLE and is_large(state.question.board):
            right, down = ARROWS[key]
            self._page.dispatch(intents.Pan(BESIDE * right, BESIDE * down))
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
        if event.ctrlKey or self._page.state.zoom != before.zoom:
            event.preventDefault()  # else the page goes on, as it does where nothing is enlarged

    def _on_touch(self, event: Any) -> None:
        if event.touches.length > 1 and event.cancelable:
            event.preventDefault()  # two fingers are the board's

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
        if not far or (alone and self._page.state.zoom == WHOLE):
            return
        others = [at for number, at in self._touching.items() if number != event.pointerId]
        self._touching[event.pointerId] = event.clientX, event.clientY
        self._panned = True
        self._frame.setPointerCapture(event.pointerId)
        if others:
            self._pinch(before, (event.clientX, event.clientY), others[0])
        width, height = self._sides
        part = 1 if alone else 2  # of two fingers each moves the middle by half
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
        """Return where a place on the screen is in the picture, as shares of its sides."""
        box = self._frame.firstElementChild.getBoundingClientRect()
        return (x - box.left) / max(box.width, 1), (y - box.top) / max(box.height, 1)

    @property
    def _sides(self) -> tuple[float, float]:
        box = self._frame.firstElementChild.getBoundingClientRect()
        return max(box.width, 1), max(box.height, 1)
