"""The dialogs "Share" and "Open": they come and go, and a text that is brought is read.

Everything that only they need is imported when one of them is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from kt_core.language import Sentence
from web.page.pace import A_FRAME_SECONDS, Pace
from web.page.page import Page
from web.state import intents
from web.state.state import State

READING = Sentence("Reading …")


class Dialogs:
    """Opens and closes the two, and says in the second what has come of a text."""

    def __init__(self, page: Page) -> None:
        self._page, self._document, self._window = page, page.document, page.window
        self._reader: asyncio.Task[Any] | None = None

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Begin to listen; `proxy` makes a function fit for JavaScript."""
        for name, event, handler in (
            ("tools", "click", self._on_tools),
            ("share", "click", self._on_share),
            ("share", "close", self._on_close),
            ("open", "click", self._on_open),
            ("open", "change", self._on_file),
            ("open", "close", self._on_close),
        ):
            self._element(name).addEventListener(event, proxy(handler))
        for event, handler in (("dragover", self._on_drag), ("drop", self._on_drop)):
            self._window.addEventListener(event, proxy(handler))
        self._page.followers.append(self._follow)

    def _on_tools(self, event: Any) -> None:
        button = event.target.closest("button")
        if button:
            button.focus()  # which gets the focus back, in every browser
            self._page.dispatch(intents.Ask(str(button.name), self._page.place))

    def _on_close(self, event: Any) -> None:
        self._page.dispatch(intents.Ask(""))

    def _follow(self, before: State, after: State) -> None:
        if before.dialog and not after.dialog:
            self._stop()

    def _on_share(self, event: Any) -> None:
        button = event.target.closest("button")
        if button and not self._closes(button):
            self._page.start(self._do(button))

    def _on_open(self, event: Any) -> None:
        button = event.target.closest("button")
        if self._closes(button) or not button:
            return
        if self._stop():
            self._say(Sentence("Stopped: nothing was opened."))
        else:
            pasted = self._element("pasted")
            self._begin(pasted, pasted.textLength)

    def _on_file(self, event: Any) -> None:
        if event.target.type == "file" and event.target.files.length:
            file = event.target.files.item(0)
            self._begin(file, file.size)

    def _on_drag(self, event: Any) -> None:
        if _has_files(event):
            event.preventDefault()  # else the browser leaves the page for the file

    def _on_drop(self, event: Any) -> None:
        if not _has_files(event):
            return
        event.preventDefault()
        file = event.dataTransfer.files.item(0)
        if file:
            if not (self._page.state.dialog and self._page.state.dialog.name == "open"):
                self._page.dispatch(intents.Ask("open", self._page.place))
            self._begin(file, file.size)

    def _begin(self, source: Any, size: int) -> None:
        self._stop()
        self._reader = self._page.start(self._read(source, size))

    def _stop(self) -> bool:
        """Leave a text that is being read; return whether there was one."""
        reads = self._reader is not None and not self._reader.done()
        if self._reader and reads:
            self._reader.cancel()
        self._reader = None
        return reads

    def _closes(self, button: Any) -> bool:
        closes = bool(button and button.name == "close")
        if closes:
            self._page.dispatch(intents.Ask(""))
        return closes

    async def _do(self, button: Any) -> None:
        from web.page.share import Share

        await Share(self._page).do(button)

    async def _read(self, source: Any, size: int) -> None:
        from kt_core.language import whole
        from kt_core.reading import reading
        from web.view import dialogs

        if size > dialogs.LONGEST_CHARACTERS:
            self._say(dialogs.too_long(size))
            return
        self._say(READING, 0.0)
        await asyncio.sleep(A_FRAME_SECONDS)
        text = await Pace().text(self._window.knightsTour.brought(source))
        work = reading(text, longest=dialogs.LONGEST_CHARACTERS)
        try:
            tour = await Pace().drained(work, lambda share: self._say(READING, share))
        except ValueError as wrong:
            self._say(whole(str(wrong)))
        else:
            self._reader = None  # for the dialog closes, and stops what is read
            self._page.dispatch(intents.Bring(tour))

    def _say(self, said: str, share: float | None = None) -> None:
        self._page.dispatch(intents.Say(said, share))

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)


def _has_files(event: Any) -> bool:
    return "Files" in list(event.dataTransfer.types)
