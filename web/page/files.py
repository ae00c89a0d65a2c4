"""The dialogs "Share" and "Load": their events as intents, and the reading of a text.

Modules that only these dialogs need are imported when one of them is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from pyodide.ffi import to_js

from kt_core.language import whole
from web.files import offers
from web.page import background
from web.page import share as sharing
from web.page.input import button_of
from web.page.late import PARTS
from web.page.pace import Pace
from web.page.page import Page
from web.question import reading
from web.state import intents
from web.state.intents import Intent, OpenDialog, ReportProgress

TYPING_SECONDS = 0.15  # the text is read after a pause of this length in typing
LEAST_CHARACTERS = 8  # a shorter text that is pasted outside all fields is ignored
FIELDS = "input, textarea, select, [contenteditable=true]"
CHOICE = "choice-"  # prefix of the names of buttons that answer a question about a text
DIALOGS = ("share", "open", "help")  # names of the buttons that open them
SHEETS = (*DIALOGS, "assign")
#: The name of a button -> its intent.
WISHES: Mapping[str, Intent] = {
    "stop": intents.ReadText(0),
    **{name: intents.UseReading(name) for name in ("lab", "on", "solve", "run", "begin")},
}


class Dialogs:
    """Listens to the dialogs, and reads the text that the state requires."""

    def __init__(self, page: Page) -> None:
        self._page, self._document, self._window = page, page.document, page.window
        #: The number of the last text, the field or file that contains it, and its length in
        #: characters.
        self._text, self._source, self._size = 0, None, 0
        for element, event, handler in (
            *((place, "click", self._on_tools) for place in ("tools", "actions")),
            *((name, event, self._on_close) for name in SHEETS for event in ("close", "click")),
            ("open", "click", self._on_open),
            ("open", "input", self._on_typing),
            ("open", "change", self._on_file),
            *((page.window, event, self._on_drag) for event in ("dragover", "drop")),
            (page.window, "paste", self._on_paste),
        ):
            page.on(element, event, handler)
        for dialog in ("share", "assign"):
            for event in ("click", "change", "input"):
                page.on(dialog, event, partial(self._on_share, dialog))
        page.start_if(
            lambda it: it.dialog and (it.dialog.text or None), lambda _: self._read(self._source)
        )

    def _on_tools(self, event: Any) -> None:
        button = event.target.closest("button")
        if button and str(button.name) in DIALOGS:
            button.focus()  # some browsers do not focus it, but the dialog returns the focus to it
            self._page.start(self._ask(str(button.name)))

    async def _ask(self, dialog: str) -> None:
        if dialog in ("share", "open"):
            # The modules are imported one by one; importing all at once would block the page.
            await self._page.load(*PARTS)
            modules = background.SHARE if dialog == "share" else background.LOAD
            await background.import_all(modules)
        self._page.dispatch(OpenDialog(dialog, self._page.place))

    def _on_close(self, event: Any) -> None:
        """Close a dialog: by Escape, by its button, or by a link in the list of symbols."""
        leads_away = event.target.closest("#help a")
        if event.type == "close" or button_of(event)[0] == "close" or leads_away:
            self._page.dispatch(OpenDialog(""))

    def _on_share(self, dialog: str, event: Any) -> None:
        for intent in sharing.wishes(dialog, event):
            self._page.dispatch(intent)

    def _on_open(self, event: Any) -> None:
        name, dialog = button_of(event)[0], self._page.state.dialog
        if name in WISHES:
            self._page.dispatch(WISHES[name])
        elif dialog and dialog.asked and name.startswith(CHOICE):
            _label, options = dialog.asked.choices[int(name.removeprefix(CHOICE))]
            self._bring(self._source, self._size, {**dialog.options, **options})

    def _on_typing(self, event: Any) -> None:
        pasted = self._document.getElementById("pasted")
        if not event.target.isSameNode(pasted):
            return
        if pasted.textLength:
            self._bring(pasted, pasted.textLength)
        else:
            self._page.dispatch(OpenDialog("open"))

    def _on_file(self, event: Any) -> None:
        if event.target.type == "file":
            self._bring_first(event.target.files)

    def _on_drag(self, event: Any) -> None:
        if "Files" in list(event.dataTransfer.types):
            event.preventDefault()  # otherwise the browser would open the file instead of the page
            if event.type == "drop":
                self._bring_first(event.dataTransfer.files)

    def _on_paste(self, event: Any) -> None:
        """Read a text that is pasted outside all fields."""
        # A field may have handled it and replaced its target.
        is_inside = event.target.closest and event.target.closest(FIELDS)
        is_handled = event.defaultPrevented or is_inside or self._page.state.dialog
        if is_handled or not event.clipboardData:
            return
        text = str(event.clipboardData.getData("text/plain"))
        if len(text.strip()) >= LEAST_CHARACTERS:
            blob = self._window.Blob.new(to_js([text]))
            self._bring(blob, blob.size)

    def _bring_first(self, files: Any) -> None:
        """Read the first of some files, if there is one."""
        if file := files.item(0):
            self._bring(file, file.size)

    def _bring(self, source: Any, size: int, options: Mapping[str, Any] | None = None) -> None:
        self._text, self._source, self._size = self._text + 1, source, size
        self._page.dispatch(intents.ReadText(self._text, size, options or {}))

    async def _read(self, source: Any) -> None:
        def tell(share: float) -> None:
            self._page.dispatch(ReportProgress(offers.READING, share))

        await asyncio.sleep(TYPING_SECONDS)
        text = await Pace().text(self._window.knightsTour.brought(source))
        board, dialog = self._page.state.question.board, self._page.state.dialog
        work = reading.understood(text, board, dialog.options if dialog else {})
        try:
            found = await Pace().result_of(work, tell)
        except ValueError as wrong:
            self._page.dispatch(ReportProgress(whole(str(wrong))))
        else:
            self._page.dispatch(intents.ShowReading(found))
