"""The address of the page: it says what is seen, and the browser's Back leads where it said."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException

from web.question import address
from web.state.state import State


class AddressBar:
    """Shows the address of each state that rests."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._link: str | None = None  # what it says, or None where that is something else
        self._pushes = False  # whether the address before stays in the history

    @property
    def text(self) -> str:
        """What follows the page's own address, from # on."""
        return str(self._window.location.hash)

    def hear(self, opened: str, state: State, *, is_whole: bool) -> None:
        """Take note of the address that a state comes from; `is_whole`: it says all of that."""
        stands = opened.lstrip("#") == self.text.lstrip("#")
        is_said = is_whole and stands and not (state.faults or state.notice)
        self._link = address.write(state.question) if is_said else None

    def push(self) -> None:
        """Keep the address before in the browser's history once there is another."""
        self._pushes = True

    def show(self, state: State) -> None:
        """Say what a state shows, once that rests; where it is to be a new entry, at once."""
        if state.doing is not None and not self._pushes:
            return
        link, history = address.write(state.question), self._window.history
        # The history of a frame is that of the page around it, whose Back it must not take.
        pushes = self._pushes and not state.question.settings.embed
        self._pushes = False
        if link != self._link:
            self._link = link
            # The frame of a strict site may forbid it; then it stays, and all else goes on.
            with suppress(JsException):
                (history.pushState if pushes else history.replaceState)(None, "", link or "#")
