"""Translate the reader's input to intents: the only module that reads events of the document.

On the board a reader chooses a square, drags the knight, or enlarges and moves the visible part: by
wheel, by pinching, or by dragging.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import dist, exp
from typing import Any

from pyodide.ffi import JsException

from kt_core.board import Board, Square
from kt_core.drawing.shapes import Point, square_at
from kt_core.language import _
from kt_core.svg import is_large
from web.lab.view.answer import copied_path
from web.lab.view.examples import PRESET, PRESETS
from web.page.page import Page
from web.question.question import BEST
from web.state import intents
from web.state.intents import Intent, Navigate, OpenDialog, Present, SetLanguage
from web.state.state import NO_ZOOM

SIDES = {"ArrowUp": 1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10}

#: Buttons by name, with their intents; `dialogs` handles those of the dialogs.
BUTTONS: dict[str, Intent] = {
    "solve": intents.Solve(),
    "stop": intents.Pause(),
    "reveal": intents.ShowOffer(),
    "best": intents.Submit("ordering", BEST),
    "first": intents.Go(0),
    "back": intents.StepBy(-1),
    "play": intents.PlaySteps(),
    "pause": intents.Pause(),
    "step": intents.StepBy(1),
    "last": intents.Finish(),
    "before": intents.Jump(-1),
    "after": intents.Jump(1),
    "skip": intents.Skip(),
    "present": Present(on=True),
    "undo": intents.Undo(),
    "redo": intents.Redo(),
    "anew": intents.StartAgain(),
    "advise": intents.JudgeGame(advises=True),
    "judge": intents.JudgeGame(),
    "to-play": intents.ShowPlace("play"),
    "execute": intents.RunCode(),
    "halt": intents.StopProgram(),
    "starts": intents.TryAll(),
    "keep": intents.Export("code"),
    "check": intents.CheckProgram(),
    "check-stop": intents.StopCheck(),
    "restore": intents.RestoreStarter(),
    "watch-call": intents.WatchFailingCall(),
}
#: Buttons that turn a field of `Look` on and off.
SWITCHES = {"cut": "cutting", "more": "more"}
#: Shortcuts, with the buttons that do the same.
KEYS = {"ArrowLeft": "back", "ArrowRight": "step", "Home": "first", "End": "last", " ": "play"}
KEYS |= {"d": "after", "D": "before", "s": "skip"}

#: Shortcuts of a lecture.
LECTURE: Mapping[str, Intent] = {
    "g": intents.ToggleLayer("graph"),
    "n": intents.ToggleLayer("numbers"),
    "Escape": Present(on=False),
}
BUTTONS |= {"leave": LECTURE["Escape"], "help": OpenDialog("help")}

FIELD_EVENTS = ("input", "change", "focusout")
TEXT_FIELDS = (
    "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range])"
)


class Input:
    """Listens to the parts of the page, and dispatches intents."""

    def __init__(self, page: Page) -> None:
        self._page, self._document, self._wish = page, page.document, page.dispatch
        self._board = BoardInput(page)
        for element, event, handler in (
            ("lab", "click", self._on_button),
            ("menu", "click", self._on_button),
            ("show", "change", self._on_layer),
            *((name, "change", self._on_look) for name in ("speed", "panels", "form")),
            *(("question", event, self._on_field) for event in FIELD_EVENTS),
            ("question", "keydown", self._on_field_key),
            ("question", "click", self._on_number),
            ("languages", "click", self._on_language),
            ("timeline", "input", self._on_timeline),
            (page.window, "keydown", self._on_key),
            (page.window, "keydown", self._on_escape),
            (page.document, "fullscreenchange", self._on_screen),
            (page.window, "hashchange", self._on_address),
        ):
            page.on(element, event, handler)

    def _on_button(self, event: Any) -> None:
        name, value = button_of(event)
        state = self._page.state
        if name == "deduce":
            self._wish(intents.ShowInferences(on=state.search.inference is None))
        elif name in SWITCHES:
            look = SWITCHES[name]
            self._wish(intents.SetLook(look, not getattr(state.look, look)))
        elif name == "asked":
            word = event.target.closest("[data-field]")
            self._wish(intents.ShowForm(str(word.dataset.field) if word else ""))
        elif name.startswith("preset"):
            self._wish(intents.OpenPreset(value, plays=name == "preset-plays"))
        elif name == "back-to":
            self._wish(intents.Choose(state.question.board.square(value)))
        elif name == "copy-moves":
            self._page.start(self._copy_moves())
        elif name in BUTTONS:
            self._wish(BUTTONS[name])
            self._fill_screen(name)

    def _fill_screen(self, name: str) -> None:
        """Give the full-screen board the whole screen, if the browser allows it."""
        document = self._document
        if name == "present" and document.fullscreenEnabled:
            self._page.start(_allowed(document.documentElement.requestFullscreen()))
        elif name == "leave" and document.fullscreenElement:
            self._page.start(_allowed(document.exitFullscreen()))

    def _on_screen(self, event: Any) -> None:
        if not self._document.fullscreenElement and self._page.state.question.settings.present:
            self._wish(Present(on=False))  # Escape ends both

    async def _copy_moves(self) -> None:
        state, listed = self._page.state, self._document.getElementById("move-list")
        text = state.question.board.names(copied_path(state))
        try:
            await self._page.window.navigator.clipboard.writeText(text)
            message = _("Copied.")
        except (AttributeError, JsException):  # there is no clipboard, or access was refused
            if not listed.hasChildNodes():
                listed.textContent = text
            self._page.window.getSelection().selectAllChildren(listed)
            message = _("Selected: press Ctrl or ⌘ with C to copy.")
        self._document.getElementById("moves-copied").textContent = message

    def _on_field(self, event: Any) -> None:
        field = event.target
        if field.matches("button"):
            return
        if str(field.value).startswith(PRESET):
            if event.type == "change":
                preset = PRESETS[int(str(field.value).removeprefix(PRESET))]
                self._wish(intents.OpenPreset(preset.address, preset.plays), _region(field))
            return
        wish = intents.Type if event.type == "input" else intents.Enter
        self._wish(wish(str(field.name), field_value(field)), _region(field))

    def _on_field_key(self, event: Any) -> None:
        field = event.target
        if event.key == "Enter" and field.matches("input"):
            event.preventDefault()  # otherwise the rest of the key would press the focused button
            self._wish(intents.Submit(str(field.name), field_value(field)), _region(field))
        elif event.key in SIDES and field.matches("[role=spinbutton]"):
            event.preventDefault()
            self._wish(intents.Resize(str(field.name), SIDES[event.key]), _region(field))

    def _on_number(self, event: Any) -> None:
        """Select the number that was clicked, so that typing replaces it, as after Tab."""
        field = event.target
        if field.matches(".num") and field.selectionStart == field.selectionEnd:
            field.select()

    def _on_layer(self, event: Any) -> None:
        name, on = str(event.target.name), bool(event.target.checked)
        mode = intents.SetMode("predict" if on else "watch")
        self._wish(mode if name == "predict" else intents.ToggleLayer(name), f"#show [name={name}]")

    def _on_language(self, event: Any) -> None:
        if name := button_of(event)[0]:
            self._wish(SetLanguage(name))

    def _on_look(self, event: Any) -> None:
        field, name = event.target, str(event.target.name)
        value = bool(field.checked) if field.type == "checkbox" else str(field.value)
        look = intents.SetLook(name, int(value) if name == "speed" else value)
        self._wish(look, "#form input" if name == "recursive" else f"#{field.id}")

    def _on_timeline(self, event: Any) -> None:
        self._wish(intents.Go(int(event.target.value)), "#timeline")

    def _on_key(self, event: Any) -> None:
        # Controls handle these keys first, and so do squares and dialogs.
        here = event.target
        if event.ctrlKey or event.metaKey or event.altKey or here.closest("dialog"):
            return
        if here.closest(TEXT_FIELDS):  # it handles every key
            return
        if event.key == "Backspace":
            self._wish(BUTTONS["redo" if event.shiftKey else "undo"])
        wanted = here.matches("input, select") or here.closest(".scroll")
        presents = self._page.state.question.settings.present
        taken = (here.matches("[data-square]") and not presents) or (
            event.key == " " and here.matches("button, a")
        )
        if not wanted and self._board.zoom_key(str(event.key)):
            event.preventDefault()
        elif event.key == "?":
            self._wish(BUTTONS["help"])
        elif event.key in LECTURE and presents:
            event.preventDefault()
            self._wish(LECTURE[str(event.key)])
        elif event.key in KEYS and not (wanted or taken):
            event.preventDefault()
            pauses = event.key == " " and self._page.state.playing
            self._wish(BUTTONS["pause" if pauses else KEYS[event.key]])

    def _on_escape(self, event: Any) -> None:
        state = self._page.state
        if event.key != "Escape" or event.target.closest("dialog"):
            return
        if state.look.cutting:
            self._wish(intents.SetLook("cutting", value=False))
        elif state.form.opened:
            self._wish(intents.ShowForm())  # closes the form, wherever the focus is

    def _on_address(self, event: Any) -> None:
        # The event may be late: the page may have written an older value into the field since.
        _, mark, address = str(event.newURL).partition("#")
        self._wish(Navigate(mark + address, self._page.place))


async def _allowed(screen: Any) -> None:
    """Request full screen; if it is refused, the board fills the window."""
    with suppress(JsException):
        await screen


def _region(control: Any) -> str:
    return f"#question [name={control.name}]"


# An event may come from any element, so nothing below raises if it is not the expected one.


def button_of(event: Any) -> tuple[str, str]:
    """Return the name and the value of the button that was pressed; ("", "") if none was."""
    button = event.target.closest("button")
    return (str(button.name), str(button.value)) if button else ("", "")


def field_value(field: Any) -> str:
    """Return the text of a field; of a checkbox "1" or ""."""
    return ("1" if field.checked else "") if field.type == "checkbox" else str(field.value)


# --- The board ------------------------------------------------------------------------------------


DRAG_PIXELS = 4  # distance that a pointer moves before a drag begins
#: Rows up, columns to the right.
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}
WHEEL = 0.002  # per pixel of the wheel; touchpads report a pinch as a finer wheel with ctrl
PINCH = 0.01
LINE_PIXELS = 16.0  # height of a line, if a wheel counts lines
LARGER = 1.5  # per key press
BESIDE = 0.25  # share of the visible part, per arrow key
ZOOM_KEYS = {"+": LARGER, "=": LARGER, "-": 1 / LARGER, "0": 0.0}


class BoardInput:
    """Listens to the board: dispatches the chosen square, and changes of the visible part."""

    def __init__(self, page: Page) -> None:
        self._page, self._frame = page, page.document.getElementById("board")
        self._down: dict[int, Point] = {}  # the pointers that are down, in pixels
        self._piece: Any = None  # the knight that is being dragged
        self._moved = False  # whether the next click ends a drag, so that it chooses no square
        for event, handler in (
            ("click", self._on_click),
            ("keydown", self._on_key),
            ("pointerover", self._on_point),
            ("focusin", self._on_focus),
            ("pointerleave", self._on_leave),
            ("focusout", self._on_leave),
            ("wheel", self._on_wheel),
            ("touchstart", self._on_touch),
            ("pointerdown", self._on_down),
            ("pointermove", self._on_move),
            ("pointerup", self._on_up),
            ("pointercancel", self._on_up),
        ):
            page.on("board", event, handler)

    def zoom_key(self, key: str) -> bool:
        """Handle a key; return True if it changes the visible part."""
        state = self._page.state
        if key in ZOOM_KEYS:
            self._page.dispatch(intents.Enlarge(ZOOM_KEYS[key]))
            return True
        if key in ARROWS and state.look.zoom != NO_ZOOM and is_large(state.question.board):
            up, right = ARROWS[key]
            self._page.dispatch(intents.Pan(BESIDE * right, -BESIDE * up))
            return True
        return False

    def _on_click(self, event: Any) -> None:
        moved, self._moved = self._moved, False
        if not moved:
            self._choose(self._under(event), hole=bool(event.shiftKey))

    def _on_key(self, event: Any) -> None:
        square = self._square(event)
        if square is None or self._page.state.question.settings.present:
            return
        if event.key in ARROWS:
            event.preventDefault()
            self._page.dispatch(intents.MoveCursor(square, *ARROWS[event.key]))
        elif event.key in ("Enter", " "):
            event.preventDefault()
            self._choose(square, hole=bool(event.shiftKey))

    def _choose(self, square: Square | None, *, hole: bool = False) -> None:
        if square is not None:
            self._page.dispatch(intents.Choose(square, hole=hole))

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

    def _on_wheel(self, event: Any) -> None:
        before = self._page.state
        if not (event.ctrlKey or is_large(before.question.board)):
            return
        turned = event.deltaY * (LINE_PIXELS if event.deltaMode else 1)
        fine = event.ctrlKey and abs(turned) < LINE_PIXELS
        factor = exp(-turned * (PINCH if fine else WHEEL))
        self._page.dispatch(intents.Enlarge(factor, *self._share(_point(event))))
        if event.ctrlKey or self._page.state.look.zoom != before.look.zoom:
            event.preventDefault()  # else the page scrolls, as without enlargement

    def _on_touch(self, event: Any) -> None:
        if event.touches.length > 1 and event.cancelable:
            event.preventDefault()  # two fingers move the board

    def _on_down(self, event: Any) -> None:
        if event.isPrimary:
            state = self._page.state
            fixed = state.look.cutting or "start" in state.task.locked
            self._piece = None if fixed else event.target.closest(".piece")
            self._down, self._moved = {}, False
        if event.button == 0:
            self._down[event.pointerId] = _point(event)

    def _on_move(self, event: Any) -> None:
        """Drag the knight; without it, one finger moves an enlarged board, and two enlarge any."""
        number, now, zoom = event.pointerId, _point(event), self._page.state.look.zoom
        before = self._down.get(number)
        if before is None or not (self._moved or dist(before, now) > DRAG_PIXELS):
            return
        others = [at for other, at in self._down.items() if other != number]
        if not (self._piece or others) and zoom == NO_ZOOM:
            return
        self._moved = True
        self._frame.setPointerCapture(number)
        (left, top), (right, low) = self._share(before), self._share(now)
        if self._piece:
            board = self._page.state.question.board
            across, down = (right - left) * board.columns, (low - top) * board.rows
            place = f"{across / zoom.times}px {down / zoom.times}px"
            self._piece.style.translate = place
            return
        self._down[number] = now
        if others:
            self._pinch(before, now, others[0])
        part = 2 if others else 1  # moving one of two fingers moves the middle by half
        self._page.dispatch(intents.Pan((left - right) / part, (top - low) / part))

    def _pinch(self, before: Point, now: Point, other: Point) -> None:
        apart = [max(dist(at, other), 1.0) for at in (before, now)]
        middle = (before[0] + other[0]) / 2, (before[1] + other[1]) / 2
        self._page.dispatch(intents.Enlarge(apart[1] / apart[0], *self._share(middle)))

    def _on_up(self, event: Any) -> None:
        self._down.pop(event.pointerId, None)
        piece, self._piece = self._piece, None
        if piece:
            piece.style.translate = ""
            if self._moved and event.type == "pointerup":
                self._choose(self._under(event))

    def _under(self, event: Any) -> Square | None:
        """Return the square at the pointer; None beside the board."""
        right, down = self._share(_point(event))
        if not (self._is_drawn and 0 <= right <= 1 and 0 <= down <= 1):
            return None
        state = self._page.state
        board, (left, top, wide, high) = state.question.board, state.look.zoom.box
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
        kind = self._frame.firstElementChild.getAttribute("data-board")
        return str(kind) == str(self._page.state.question.board)

    def _share(self, point: Point) -> Point:
        """Return a point of the window as shares of the picture's width and height."""
        box = self._frame.firstElementChild.getBoundingClientRect()
        # A hidden picture has no size.
        return (point[0] - box.left) / max(box.width, 1), (point[1] - box.top) / max(box.height, 1)


def _point(event: Any) -> Point:
    return event.clientX, event.clientY
