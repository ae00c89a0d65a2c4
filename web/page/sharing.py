"""The dialogs "Share" and "Open": what a reader takes away from the page, and brings to it.

Everything that only they need is imported when one of them is opened.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from pyodide.ffi import JsException

from web.fields import Fields
from web.lab import Doing, Lab
from web.page.pace import Pace
from web.question.lock import held
from web.replay import Replay

COPY = "Press Ctrl+C (or ⌘C) to copy the selected text."
A_FRAME = 0.03  # seconds until what was said is painted, also where there are no frames


class Share:
    """Fills the dialogs, copies lines, saves files, and shows a tour that was opened."""

    def __init__(
        self, lab: Lab, fields: Fields, replay: Replay, document: Any, window: Any
    ) -> None:
        self.lab, self.fields, self.replay = lab, fields, replay
        self._document, self._window = document, window
        self._task: asyncio.Task[None] | None = None

    def on_tools(self, event: Any) -> None:
        """Open the dialog that a button of the header names."""
        button = event.target.closest("button")
        if button:
            dialog = self._element(button.name)
            dialog.innerHTML = self._shared() if button.name == "share" else self._opening()
            button.focus()  # which gets the focus back, in every browser
            dialog.showModal()

    def on_share(self, event: Any) -> None:
        """Copy a line, save a file, or close the dialog."""
        button = event.target.closest("button")
        if self._leaves(event) or not button:
            return
        if button.name == "copy":
            self._begin(partial(self._copy, button))
        elif button.name == "png":
            self._begin(partial(self._save_picture, int(button.value)))
        else:
            self._begin(partial(self._save, button.name))

    def on_open(self, event: Any) -> None:
        """Show the tour that was pasted, or close the dialog."""
        button = event.target.closest("button")
        if not self._leaves(event) and button:
            pasted = self._element("pasted")
            self._begin(partial(self._read, pasted, pasted.textLength))

    def on_file(self, event: Any) -> None:
        """Show the tour of the file that was chosen."""
        if event.target.type == "file" and event.target.files.length:
            file = event.target.files.item(0)
            self._begin(partial(self._read, file, file.size))

    def _leaves(self, event: Any) -> bool:
        button = event.target.closest("button")
        leaves = bool(button and button.name == "close")
        if leaves:
            event.currentTarget.close()
        return leaves

    def _shared(self) -> str:
        from web.view import dialogs

        one_file = not self._element("payload")  # the list of its scripts
        return dialogs.share(self._seen(), self._location, one_file=one_file, framed=self._framed)

    def _opening(self) -> str:
        from web.view import dialogs

        return dialogs.opening()

    def _seen(self) -> Any:
        from web.share.export import Seen

        question, player = self.lab.question, self.replay.player
        watched = player and question.mode != "play"  # a game is the reader's, not the search's
        return Seen(question, self.lab.outcome, player.record if player and watched else None)

    async def _copy(self, button: Any) -> None:
        line = self._element(f"line-{button.value}")
        line.focus()
        line.select()
        try:
            await self._window.navigator.clipboard.writeText(line.value)
        except (AttributeError, JsException):  # there is none, or it is refused
            self._say("share", COPY)
        else:
            button.focus()
            self._say("share", "Copied.")

    async def _save(self, kind: str) -> None:
        from web.share import export

        try:
            file = export.saved(kind, self._seen())
        except ValueError as wrong:
            self._say("share", str(wrong))
            return
        text = await Pace().joined(file.parts)
        self._window.knightsTour.save(file.name, file.media, text)
        self._say("share", f"Saved as {file.name}.")

    async def _save_picture(self, times: int) -> None:
        from web.share import export
        from web.view import dialogs

        seen, name = self._seen(), export.picture_name(self.lab.question, times)
        across, down = export.size(seen.question, times)
        drawing = await Pace().joined(export.picture(seen, "dark" if self._is_dark else "light"))
        saved = await self._window.knightsTour.savePicture(name, drawing, across, down)
        self._say("share", f"Saved as {name}." if saved else dialogs.too_large(across, down))

    async def _read(self, source: Any, size: int) -> None:
        from kt_core.reading import read_tour
        from web import given
        from web.view import dialogs

        if size > given.LONGEST:
            self._say("open", dialogs.too_long(size))
            return
        self._say("open", "Reading …")
        await asyncio.sleep(A_FRAME)
        text = str(source.value) if hasattr(source, "value") else str(await source.text())
        try:
            tour = read_tour(text, longest=given.LONGEST)
        except ValueError as wrong:
            said = str(wrong)
            self._say("open", f"{said[:1].upper()}{said[1:]}.")
            return
        try:
            asked = held(self.lab.question, given.asked(self.lab.question, tour))
        except ValueError as wrong:
            self._say("open", f"This tour asks for another question, and {wrong}.")
            return
        self._element("open").close()
        self.fields.ask(asked)
        self.fields.write()

    def _begin(self, work: Doing) -> None:
        self._task = self.lab.started(work)

    def _say(self, dialog: str, sentence: str) -> None:
        self._element(f"{dialog}-said").textContent = sentence

    @property
    def _location(self) -> str:
        return str(self._window.location.href)

    @property
    def _framed(self) -> bool:
        on_disk = self._location.startswith("file:")
        return self._window.origin == "null" and not on_disk

    @property
    def _is_dark(self) -> bool:
        chosen = self._document.documentElement.getAttribute("data-theme")
        system = self._window.matchMedia("(prefers-color-scheme: dark)").matches
        return chosen == "dark" if chosen else bool(system)

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)
