"""Translate the reader's input to intents: the only module that reads events of the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException

from kt_core.language import _
from web.lab.view.answer import copied_path
from web.lab.view.examples import PRESET, PRESETS
from web.page.page import Page
from web.page.pointer import Pointer
from web.state import intents
from web.state.intents import Intent, Navigate, OpenDialog, Present, SetLanguage

SIDES = {"ArrowUp": 1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10}

#: Buttons by name, with their intents; `dialogs` handles those of the dialogs.
BUTTONS: dict[str, Intent] = {
    "solve": intents.Solve(),
    "stop": intents.StopSearch(),
    "more": intents.ToggleOptions(),
    "reveal": intents.ShowOffer(),
    "best": intents.UseBestMethod(),
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
    "advise": intents.GiveHint(),
    "judge": intents.JudgeGame(),
    "to-play": intents.ShowPlace("play"),
}
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
        self._page, self._document = page, page.document
        self._board = Pointer(page)

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Add the event listeners; `proxy` makes a function callable from JavaScript."""
        for name, event, handler in self._handlers():
            self._document.getElementById(name).addEventListener(event, proxy(handler))
        self._page.window.addEventListener("keydown", proxy(self._on_key))
        self._document.addEventListener("fullscreenchange", proxy(self._on_screen))
        self._page.window.addEventListener("hashchange", proxy(self._on_address))

    def _handlers(self) -> tuple[tuple[str, str, Callable[[Any], None]], ...]:
        return (
            ("lab", "click", self._on_button),
            ("menu", "click", self._on_button),
            ("show", "change", self._on_layer),
            ("speed", "change", self._on_range),
            *(("question", event, self._on_field) for event in FIELD_EVENTS),
            ("question", "keydown", self._on_field_key),
            ("languages", "click", self._on_language),
            ("timeline", "input", self._on_range),
            ("timeline", "pointermove", self._on_past),
            ("timeline", "pointerleave", self._on_leave),
            ("panels", "change", self._on_panel),
            ("form", "change", self._on_form),
            *self._board.handlers(),
        )

    def _wish(self, intent: Intent, touched: str = "") -> None:
        self._page.dispatch(intent, touched)

    def _on_button(self, event: Any) -> None:
        name, value = button_of(event)
        state = self._page.state
        if name == "deduce":
            self._wish(intents.ShowInferences(on=state.search.inference is None))
        elif name == "cut":
            self._wish(intents.UseHoleTool(not state.look.cutting))
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
        if event.key == "Escape":
            self._wish(intents.UseHoleTool(on=False))
        elif event.key == "Enter" and field.matches("input"):
            event.preventDefault()  # otherwise the rest of the key would press the focused button
            self._wish(intents.Submit(str(field.name), field_value(field)), _region(field))
        elif event.key in SIDES and field.matches("[role=spinbutton]"):
            event.preventDefault()
            self._wish(intents.Resize(str(field.name), SIDES[event.key]), _region(field))

    def _on_layer(self, event: Any) -> None:
        name, on = str(event.target.name), bool(event.target.checked)
        wish: Intent = intents.ToggleLayer(name)
        if name == "predict":
            wish = intents.SetMode("predict" if on else "watch")
        self._wish(wish, f"#show [name={name}]")

    def _on_language(self, event: Any) -> None:
        name, _ = button_of(event)
        if name:
            self._wish(SetLanguage(name))

    def _on_range(self, event: Any) -> None:
        value = int(event.target.value)
        if event.target.name == "speed":
            self._wish(intents.Speed(value), "#speed")
        else:
            self._wish(intents.Go(value), "#timeline")

    def _on_past(self, event: Any) -> None:
        box = event.target.getBoundingClientRect()
        self._wish(intents.PointAtTimeline((event.clientX - box.left) / max(box.width, 1)))

    def _on_leave(self, event: Any) -> None:
        self._wish(intents.PointAtTimeline(None))

    def _on_panel(self, event: Any) -> None:
        self._wish(intents.ShowPanel(str(event.target.value)), "#panels")

    def _on_form(self, event: Any) -> None:
        self._wish(intents.ShowRecursive(on=bool(event.target.checked)), "#form input")

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
        if not wanted and self._board.gestures.key(str(event.key)):
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
