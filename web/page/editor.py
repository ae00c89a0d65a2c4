"""The tab of the reader's own code: its editor, its buttons and its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyodide.ffi import JsException

from kt_core.language import _
from web.page.page import Page
from web.state import intents
from web.state.intents import Intent
from web.state.state import State

WISHES: Mapping[str, Intent] = {
    "execute": intents.Execute(),
    "halt": intents.Stop(),
    "starts": intents.TryAll(),
    "keep": intents.Keep(),
}


class Editor:
    """Listens to the tab, and lets its editor follow the state."""

    def __init__(self, page: Page) -> None:
        self._page, self._window, self._document = page, page.window, page.document
        self._editor: Any = None
        self._opened = False
        self._shown = State()  # what the editor shows

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Begin to listen; `proxy` makes a function fit for JavaScript."""
        self._proxy = proxy
        handlers = {"click": self._on_click, "change": self._on_change, "focusout": self._on_change}
        for event, handler in handlers.items():
            self._document.getElementById("own").addEventListener(event, proxy(handler))
        self._page.mirrors.append(self._follow)

    def _on_click(self, event: Any) -> None:
        button = event.target.closest("button")
        name = str(button.name) if button else ""
        if name in WISHES:
            self._page.dispatch(WISHES[name])

    def _on_change(self, event: Any) -> None:
        field = event.target
        if not field.matches("input, select"):
            return
        if field.name == "template" and event.type == "change":
            self._page.dispatch(intents.Start(str(field.value)), "#own-template")
        elif field.name in ("steps", "seconds"):  # also where a script has filled it
            wish = intents.Spend(str(field.name), str(field.value))
            self._page.dispatch(wish, f"#own-{field.name}")

    def _follow(self, state: State) -> None:
        if state.tab == "own" and not self._opened:
            self._opened = True
            self._page.start(self._open())
        if self._editor:
            self._show(state)

    async def _open(self) -> None:
        bench = self._window.knightsTour
        try:
            await bench.edit()
        except JsException:  # the editor did not arrive, or not whole
            self._page.dispatch(intents.Bar("lost"))
            return
        self._editor = bench.editor(
            self._document.getElementById("editor"),
            self._page.state.own.text,
            _("Your code"),
            self._proxy(lambda text: self._page.dispatch(intents.Write(str(text)))),
            self._proxy(lambda: self._page.dispatch(intents.Execute())),
        )
        self._show(self._page.state)
        if why := str(await bench.bench.warm()):
            self._page.dispatch(intents.Bar(why))

    def _show(self, after: State) -> None:
        """Let the editor show what the state says."""
        before, self._shown = self._shown, after
        if before.own.text != after.own.text:
            self._editor.set(after.own.text)
        if before.own.mistake != after.own.mistake:
            self._editor.mark((after.own.mistake and after.own.mistake.line) or 0)
        frozen = "code" in after.task.locked
        if frozen != ("code" in before.task.locked):
            self._editor.freeze(frozen)
        if before.language != after.language:
            self._editor.name(_("Your code"))
