"""The reader's own code: its editor with buttons and fields, and the worker that runs it.

The worker's messages are checked here and in `web.programs.feed`; a worker that sends anything else
is terminated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException

from kt_core.language import _
from web.lab.intents import StopSearch
from web.lab.search.answer import position
from web.page.pace import End, Pace, WorkKind
from web.page.page import Page
from web.programs import intents
from web.programs.update import job_of, runs
from web.state.intents import Intent
from web.state.state import Attempt, State, Trying

if TYPE_CHECKING:  # loaded with the first run
    from web.programs.reports import ProgramReport

WISHES: Mapping[str, Intent] = {
    "execute": intents.RunCode(),
    "halt": StopSearch(),
    "starts": intents.TryAll(),
    "keep": intents.SaveCode(),
    "add-call": intents.AddCall(),
}


class Editor:
    """The tab "Your program": dispatches its intents and updates its editor."""

    def __init__(self, page: Page) -> None:
        self._page, self._window, self._document = page, page.window, page.document
        self._editor: Any = None
        self._opened = False
        self._shown = State()  # what the editor shows
        self._pointed = 0  # the line of the step shown

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Add the listeners; `proxy` makes a function callable from JavaScript."""
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
        elif name == "answer":
            field = self._document.getElementById("own-answer")
            self._page.dispatch(intents.AnswerInput(str(field.value)))
        elif name == "store":
            self._page.dispatch(intents.WatchStore(str(button.value)))
        elif name == "board-number":
            self._page.dispatch(intents.WatchBoard(int(button.value)))

    def _on_change(self, event: Any) -> None:
        field = event.target
        if not field.matches("input, select"):
            return
        if field.name == "template" and event.type == "change":
            self._page.dispatch(intents.LoadTemplate(str(field.value)), "#own-template")
        elif field.name == "arguments":
            self._page.dispatch(intents.SetArguments(str(field.value)), "#own-arguments")
        elif field.name in ("steps", "seconds", "visits"):  # also if a script filled the field
            wish = intents.SetBudget(str(field.name), str(field.value))
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
        except JsException:  # the editor did not arrive, or only in part
            self._page.dispatch(intents.WorkersUnavailable("lost"))
            return
        self._editor = bench.editor(
            self._document.getElementById("editor"),
            self._page.state.programs.text,
            _("Your program"),
            self._proxy(lambda text: self._page.dispatch(intents.EditCode(str(text)))),
            self._proxy(lambda: self._page.dispatch(intents.RunCode())),
        )
        self._show(self._page.state)
        if why := str(await bench.bench.warm()):
            self._page.dispatch(intents.WorkersUnavailable(why))

    def _show(self, after: State) -> None:
        """Update the editor after a change of the state."""
        before, self._shown = self._shown, after
        if before.programs.text != after.programs.text:
            self._editor.set(after.programs.text)
        if before.programs.mistake != after.programs.mistake:
            self._editor.mark((after.programs.mistake and after.programs.mistake.line) or 0)
        if before.programs.report != after.programs.report:
            self._editor.mark(after.programs.report.line if after.programs.report else 0)
        line = self._line(after)
        if line != self._pointed:
            self._pointed = line
            self._editor.point(line)
        frozen = "code" in after.task.locked
        if frozen != ("code" in before.task.locked):
            self._editor.freeze(frozen)
        if before.language != after.language:
            self._editor.name(_("Your program"))

    def _line(self, state: State) -> int:
        """Return the line that made the step shown; 0 if no program made it."""
        feed, own = self._page.feed, state.programs
        if feed is None or own.generation != state.search.generation or not own.begun:
            return 0
        line: int = feed.line_at(position(state.question, state.search.answer))
        return line


START_SECONDS = 30.0  # that a worker may take to begin
JUDGING_SECONDS = 10.0  # that the verdict on a program may take
GRACE_SECONDS = 0.5  # after the time of a run, until it is terminated


class CodeRunner:
    """Runs the code that the state asks for."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Start to follow the state; `proxy` makes a function callable from JavaScript."""
        self._wakes = asyncio.Event()
        self._hears = proxy(self._wakes.set)
        self._page.work.add(WorkKind(runs, self._begin))

    def _begin(self, state: State) -> End:
        self._wakes.clear()
        return WorkerRun(self._page, state, self._wakes, self._hears).end


class WorkerRun:
    """One run of the reader's code, from one start or from all."""

    def __init__(self, page: Page, state: State, wakes: asyncio.Event, hears: Any) -> None:
        self._page = page
        self._generation = state.search.generation
        self._wakes = wakes
        self._hears = hears
        self._from_all = isinstance(state.search.doing, Trying)
        self._job = job_of(state)
        self._number = state.programs.run if state.programs.active else 0  # of a program
        self._search = None if self._from_all or self._number else page.feed  # of the one start
        self._feed: Any = None  # of the start whose events arrive
        self._began = False
        self._task = page.start(self._run())

    def end(self) -> None:
        """Stop the run, unless it has ended."""
        self._task.cancel()
        self._stop()
        if self._search and not self._search.why:
            self._search.finish("stopped")

    @property
    def _bench(self) -> Any:
        """The object that runs code; None before it has arrived with the editor."""
        return getattr(self._page.window.knightsTour, "bench", None)

    def _stop(self) -> None:
        if self._bench:
            self._bench.stop()

    async def _run(self) -> None:
        try:
            async with asyncio.timeout(START_SECONDS) as limit:
                await self._page.window.knightsTour.edit()
                self._bench.run(self._job.to_json(), self._job.most_messages, self._hears)
                await self._handle_all(limit)
        except TimeoutError:
            self._over("time" if self._began else "broken")
        except JsException:
            self._over("lost")
        except ValueError as wrong:  # the worker sent something else than a message
            self._page.window.console.warn(f"{type(wrong).__name__}: {wrong}")
            self._over("broken")

    async def _handle_all(self, limit: asyncio.Timeout) -> None:
        """Handle the waiting messages in order, until this task is canceled."""
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while (progress := self._bench.next()) is not None:
                waits = not self._began
                await self._handle(progress)
                if waits and self._began:
                    grace = JUDGING_SECONDS if self._number else GRACE_SECONDS
                    seconds = self._job.seconds + grace
                    limit.reschedule(asyncio.get_running_loop().time() + seconds)
                await asyncio.sleep(0)  # many at once would block the page

    async def _handle(self, message: Any) -> None:
        from web.programs import feed as own
        from web.programs import job

        if isinstance(message, str):  # the reason why the worker itself ended
            self._over(message if message in own.WHY else "broken")
            return
        data = message.to_bytes()
        if data.startswith(job.NOTES):
            if self._feed:
                self._feed.take_notes(data.removeprefix(job.NOTES))
            return
        if not data.startswith(job.EVENTS):
            self._handle_text(own.message(data))
            return
        if self._feed is None and self._number:
            return  # its board is not shown
        if self._feed is None:
            raise own.MessageError("events of no search")
        await Pace().result_of(self._feed.taking(data.removeprefix(job.EVENTS)), lambda _: None)
        self._page.wake()

    def _handle_text(self, message: Mapping[str, Any]) -> None:
        from web.programs import feed as own

        if "log" in message:
            self._page.dispatch(
                intents.RunReport(self._generation, printed=own.output_of(message["log"]))
            )
        elif self._number:
            self._handle_program(message)
        elif "begin" in message:
            self._begin(message["begin"])
        elif message.get("end") in own.ENDS and self._feed is not None:
            mistake = own.mistake(message) if message["end"] == "wrong" else None
            self._end(message["end"], mistake)
        elif message.get("done") is True:
            self._over(self._page.state.programs.why or "exhausted")
        else:
            raise own.MessageError("no message")

    def _handle_program(self, message: Mapping[str, Any]) -> None:
        from web.programs import feed as own
        from web.programs import reports

        if message.get("running") is True:
            self._began = True
        elif "begin" in message:
            begin = reports.begin_of(message.get("board"), message["begin"])
            before, self._feed = self._page.feed, None
            self._page.dispatch(intents.ProgramBegins(self._number, begin))
            if self._page.state.programs.begun and self._page.feed is not before:
                self._feed = self._search = self._page.feed
        elif isinstance(message.get("report"), Mapping):
            self._end_program(reports.report_of(message["report"]))
        elif message.get("done") is True:
            self._over("exhausted")
        else:
            raise own.MessageError(str(message.get("fault", "no message")))

    def _end_program(self, report: ProgramReport) -> None:
        from web.programs.reports import with_output

        if self._search:
            report = with_output(report, self._search.printed)
            self._search.verdict = report.sentence
            self._search.finish("exhausted")
            self._page.wake()
        self._page.dispatch(intents.ProgramEnds(self._number, report))

    def _begin(self, start: object) -> None:
        from web.programs import feed as own

        if type(start) is not int or start not in self._job.starts:
            raise own.MessageError("no start")
        if any(tried.start == start for tried in self._page.state.programs.tried):
            raise own.MessageError("a start is tried once")
        self._began = True
        question = self._page.state.question
        self._feed = self._search or own.Feed(question, start, kept=False)

    def _end(self, why: str, mistake: Any) -> None:
        from web.programs.feed import LAST

        feed, tried = self._feed, None
        self._feed = None
        feed.finish(why)
        self._page.wake()
        if self._from_all and not mistake and feed.why not in LAST:
            right = feed.why == "found" and feed.steps <= self._job.steps
            tried = Attempt(feed.puzzle.start, "found" if right else feed.why, feed.visits)
        last = mistake or feed.why in LAST or not tried
        why = feed.why if last else ""
        self._page.dispatch(
            intents.RunReport(self._generation, tried=tried, mistake=mistake, why=why)
        )

    def _over(self, why: str) -> None:
        """Mark the run as finished."""
        self._stop()
        self._feed = None
        if self._search:
            self._search.finish(why)
            self._page.wake()
        if self._number:
            self._page.dispatch(intents.ProgramEnds(self._number, None, why))
        else:
            self._page.dispatch(intents.RunReport(self._generation, why=why))
