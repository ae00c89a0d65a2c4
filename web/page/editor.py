"""The tab "Your program": its editor, buttons and fields, and the runs that the state requires."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from kt_core.language import _
from web.page import worker
from web.page.pace import End
from web.page.page import Page
from web.programs.update import BUDGETS, required_check, runs
from web.question.templates import locked_lines
from web.search.answer import at_end, position
from web.state import intents
from web.state.intents import Intent
from web.state.state import State

#: The intents that send fields, by the names of their buttons.
FIELDS: Mapping[str, Callable[[str], Intent]] = {
    "answer": intents.AnswerInput,
    "call": intents.AddCall,
}


class Editor:
    """The tab "Your program": dispatches its intents and updates its editor."""

    def __init__(self, page: Page) -> None:
        self._page, self._window, self._document = page, page.window, page.document
        self._editor: Any = None
        self._opened = self._lost = False
        self._shown: dict[str, object] = {}  # function of the editor -> its last argument
        self._log: Any = None  # the element with the output
        # A script can fill a field without a `change` event, so leaving a field counts as one.
        handlers = {"click": self._on_click, "change": self._on_change, "focusout": self._on_change}
        handlers["keydown"] = self._on_key
        for event, handler in handlers.items():
            page.on("own", event, handler)
        page.mirrors.append(self._follow)
        page.work.add(runs, self._begin_run)
        page.work.add(required_check, self._begin_check)

    def _on_click(self, event: Any) -> None:
        button = event.target.closest("button")
        name = str(button.name) if button else ""
        if name in FIELDS:
            self._send_field(name)
        elif name == "store":
            self._page.dispatch(intents.WatchStore(str(button.value)))
        elif name == "board-number":
            self._page.dispatch(intents.WatchBoard(int(button.value)))

    def _on_key(self, event: Any) -> None:
        name = str(event.target.id).removeprefix("own-")
        if name in FIELDS and event.key == "Enter":
            event.preventDefault()
            self._send_field(name)

    def _send_field(self, name: str) -> None:
        """Run the program again with the text of a field."""
        text = str(self._document.getElementById(f"own-{name}").value)
        self._page.dispatch(FIELDS[name](text))

    def _on_change(self, event: Any) -> None:
        field = event.target
        if not field.matches("input, select"):
            return
        if field.name == "template" and event.type == "change":
            self._page.dispatch(intents.LoadTemplate(str(field.value)), "#own-template")
        elif field.name in (*BUDGETS, "arguments"):
            wish = intents.SetRun(str(field.name), str(field.value))
            self._page.dispatch(wish, f"#own-{field.name}")

    def _follow(self, state: State) -> None:
        if state.tab != "own" or state.programs.barred != "lost":
            self._lost = False  # the reader tries again
        if state.tab == "own" and not (self._opened or self._lost):
            self._opened = True
            self._page.start(self._open())
        if self._editor:
            self._show(state)

    async def _open(self) -> None:
        scripts = self._window.knightsTour
        try:
            await scripts.forReader("editor", scripts.edit())
        except JsException:  # the editor was not loaded, or only in part
            self._opened, self._lost = False, True
            self._page.dispatch(intents.WorkersUnavailable("lost"))
            return
        self._editor = scripts.editor(
            self._document.getElementById("editor"),
            self._page.state.programs.text,
            _("Your program"),
            create_proxy(lambda text: self._page.dispatch(intents.EditCode(str(text)))),
            create_proxy(lambda: self._page.dispatch(intents.RunCode())),
            create_proxy(self._locked_lines),
        )
        self._show(self._page.state)
        why = str(await scripts.bench.warm())
        if why != self._page.state.programs.barred:
            self._page.dispatch(intents.WorkersUnavailable(why))

    def _locked_lines(self, text: Any) -> Any:
        return to_js(locked_lines(self._page.state.task.starter, str(text)))

    def _show(self, state: State) -> None:
        """Update the editor after a change of the state."""
        own, before = state.programs, self._shown
        error = own.mistake.line if own.mistake else own.report.error_line if own.report else 0
        self._shown = {
            "set": own.text,
            "mark": error or 0,
            "point": self._line(state),
            "freeze": "code" in state.task.locked,
            "name": _("Your program"),
        }
        for name, value in self._shown.items():
            if value != before.get(name):
                getattr(self._editor, name)(value)
        self._scroll_output()

    def _scroll_output(self) -> None:
        """Show the end of the output, where a game asks for the next move."""
        log = self._document.querySelector("#own-log pre")
        if log and not log.isSameNode(self._log):
            log.scrollTop, self._log = log.scrollHeight, log

    def _line(self, state: State) -> int:
        """Return the line to show: that of the error that ended the program, or of the step shown.

        It is 0 if no program made the step.
        """
        feed, own = self._page.feed, state.programs
        if feed is None or own.generation != state.search.generation or not own.begun:
            return 0
        if own.report and own.report.error_line and at_end(state.question, state.search.answer):
            return own.report.error_line
        line: int = feed.line_at(position(state.question, state.search.answer))
        return line

    # The modules of the runs load with the first run.

    def _begin_run(self, state: State) -> End:
        kind = worker.ProgramRun if state.programs.active else worker.FunctionRun
        return kind(self._page, state).end

    def _begin_check(self, state: State) -> End:
        return worker.CheckRun(self._page, state).end
