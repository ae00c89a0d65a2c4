"""The question's controls and the address: what a reader enters there, and what they show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException

from kt_core.board import LONGEST_SIDE
from web.draw import board
from web.lab import Lab
from web.question import address, lock
from web.question.lock import changed
from web.question.question import BEST, Question
from web.view import words

STEPS = {"ArrowUp": 1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10}


class Fields:
    """Turns what is entered into questions for the lab, and shows its question again."""

    def __init__(self, lab: Lab, document: Any, window: Any) -> None:
        self.lab, self._document, self._window = lab, document, window
        self._locked: frozenset[str] = frozenset()  # the keys that are shown as locked
        #: Who follows the address: told whenever it was written.
        self.watchers: list[Callable[[], None]] = []
        self.cutting = False  # whether a click on a square cuts it out

    def on_input(self, event: Any) -> None:
        """Follow the reader's typing as far as it makes sense; `change` says what does not."""
        try:
            self.ask(changed(self.lab.question, event.target.name, _value(event.target)))
        except ValueError:
            return
        self.write(but=event.target)

    def on_change(self, event: Any) -> None:
        """Take over what was entered, or say beside Solve what is wrong with it."""
        try:
            self.ask(changed(self.lab.question, event.target.name, _value(event.target)))
        except ValueError as wrong:
            self.complain(event.target, str(wrong))
        else:
            self.write()

    def on_leave_field(self, event: Any) -> None:
        """Take over what was entered, also where the browser does not call that a change."""
        field = event.target
        known = board.fields(self.lab.question)
        if field.matches("input:not([type=checkbox])") and field.value != known[field.name]:
            self.on_change(event)

    def on_button(self, event: Any) -> None:
        """Do what a button says; those beside a field change it by one."""
        button = event.target.closest("button")
        name = button.name if button else ""
        if name == "solve":
            self.solve()
        elif name == "stop":
            self.lab.stop()
        elif name == "cut":
            self.cut(on=not self.cutting)
        elif name == "best":
            self.ask(changed(self.lab.question, "ordering", BEST))
            self.write()
            self._element("question").querySelector("[name=ordering]").focus()
        elif name:
            self._resize(name[:-2], int(name[-2:]))

    def solve(self) -> None:
        """Press Solve."""
        self.lab.solve()
        self.write()
        self.write_address()

    def on_key(self, event: Any) -> None:
        """Enter in a field solves; arrows make a side longer or shorter."""
        if event.key == "Enter" and event.target.matches("input"):
            self.on_change(event)
            if not event.target.matches("[aria-invalid=true]"):
                self.solve()
        elif event.key == "Escape":
            self.cut(on=False)
        elif event.key in STEPS and event.target.matches("[role=spinbutton]"):
            event.preventDefault()
            self._resize(event.target.name, STEPS[event.key])

    def on_show(self, event: Any) -> None:
        """Show or hide a layer."""
        button = event.target.closest("button")
        if button and "show" not in lock.locked(self.lab.question):
            self.lab.show(button.name)
            self.write()
            self.write_address()

    def _resize(self, side: str, by: int) -> None:
        length = getattr(self.lab.question.board, side) + by
        self.ask(changed(self.lab.question, side, str(min(max(length, 1), LONGEST_SIDE))))
        self.write()

    def ask(self, question: Question) -> None:
        """Ask the lab, and let the address follow."""
        self.lab.ask(question)
        self.write_address()

    def write(self, but: Any = None) -> None:
        """Show the lab's question in every control, but for the one that is being typed in."""
        self._show_lock()
        self.complain(None, "")
        for name, value in board.fields(self.lab.question).items():
            control = self._element("question").querySelector(f"[name={name}]")
            if isinstance(value, bool):
                control.checked = value
            elif not (but and control.isSameNode(but)):
                control.value = value
            if name in ("rows", "columns"):
                control.setAttribute("aria-valuenow", value)
        self._element("best").hidden = not words.proposal(self.lab.question)
        for button in self._element("show").querySelectorAll("button"):
            shown = button.name in self.lab.question.show
            button.setAttribute("aria-pressed", "true" if shown else "false")

    def _show_lock(self) -> None:
        question = self.lab.question
        self._element("task").textContent = lock.task(question)
        if (locked := lock.locked(question)) != self._locked:
            self._locked, names = locked, lock.disabled(question)
            for control in self._document.querySelectorAll("#question [name]"):
                control.disabled = control.name in names
            for place, key in (("show", "show"), ("transport", "step"), ("modes", "mode")):
                for control in self._document.querySelectorAll(f"#{place} [name]"):
                    control.disabled = key in locked
            self._document.documentElement.toggleAttribute("data-lock", bool(locked))
            self._element("board").toggleAttribute("data-fixed", "start" in locked)

    def cut(self, *, on: bool) -> None:
        """Take the hole tool up, or put it down."""
        if on != self.cutting:
            self.cutting = on
            self._element("cut").setAttribute("aria-pressed", "true" if on else "false")
            self._element("board").toggleAttribute("data-cutting", on)
            self.lab.point_away()
            self.complain(None, "")

    def complain(self, control: Any, sentence: str) -> None:
        """Mark the control and say what is wrong; nothing is, where the sentence is empty."""
        for each in self._element("question").querySelectorAll("[aria-invalid]"):
            each.removeAttribute("aria-invalid")
        if control:
            control.setAttribute("aria-invalid", "true")
        hint = self._element("hint")
        usual = words.CUTTING if self.cutting else words.hint(self.lab.question)
        if usual == words.HINT and "start" in self._locked:
            usual = ""
        hint.textContent = sentence[:1].upper() + sentence[1:] + "." if sentence else usual
        hint.classList.toggle("wrong", bool(sentence))

    def write_address(self) -> None:
        """Let the address ask what the lab is asked."""
        # The frame of a strict site may forbid it; then the address stays, and all else goes on.
        link = address.write(self.lab.question) or "#"
        with suppress(JsException):
            self._window.history.replaceState(None, "", link)
        for watcher in self.watchers:
            watcher()

    def on_address(self, event: Any) -> None:
        """Show what the address asks for now."""
        self.lab.open(str(self._window.location.hash))
        self.write()

    def open(self, asked: str) -> None:
        """Show what another address asks for, and let the page's own follow."""
        self.lab.open(asked)
        self.write()
        self.write_address()

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)


def _value(control: Any) -> str:
    return ("1" if control.checked else "") if control.type == "checkbox" else str(control.value)
