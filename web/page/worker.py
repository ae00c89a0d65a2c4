"""Workers, and runs of the reader's code in workers: of a function, a program, or tests.

The worker's messages are checked here and in `web.programs.feed`; a worker that sends anything else
is terminated.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from dataclasses import replace
from typing import Any

from pyodide.ffi import JsException, create_proxy

from kt_core.language import Sentence
from web.page.pace import Pace
from web.page.page import Page
from web.programs import feed, job, reports
from web.programs.update import job_of
from web.state import intents
from web.state.state import Attempt, StartsTrial, State

START_SECONDS = 30.0  # limit for the start of a worker
GRACE_SECONDS = 0.5  # extra time after the limit of a run, before the worker is terminated
SILENT_SECONDS = 1.0  # least time between a message and a termination, because the page may be slow
JUDGING_SECONDS = 10.0  # limit for the verdict on a program


class LaneEndedError(Exception):
    """A worker has ended or is too slow; the message is the reason."""


class Lane:
    """A worker that does one job after another; if it has ended, the next job starts a new one."""

    def __init__(self, page: Page) -> None:
        self._wakes = asyncio.Event()
        self._hear: Any = None  # called when a message arrives
        self._lane = page.window.knightsTour.bench.lane()

    @property
    def is_alive(self) -> bool:
        """Whether a worker runs, or starts."""
        return self._hear is not None

    async def messages(
        self, job: str, most: int, seconds: Callable[[], float]
    ) -> AsyncIterator[bytes]:
        """Yield the messages of a job, at most so many; each may take `seconds()`."""
        wait = seconds() if self.is_alive else seconds() + START_SECONDS
        if not (self.is_alive and self._lane.more(job, most)):
            self.stop()
            self._hear = create_proxy(self._wakes.set)
            self._lane.run(job, most, self._hear)
        while True:
            try:
                async with asyncio.timeout(wait):
                    await self._wakes.wait()
            except TimeoutError:
                raise self.ended("time") from None
            self._wakes.clear()
            while (message := self._lane.next()) is not None:
                if isinstance(message, str):  # the reason why the worker itself ended
                    raise self.ended(message)
                yield message.to_bytes()
                wait = seconds()
                await asyncio.sleep(0)  # handling many messages at once would block the page

    def ended(self, why: str) -> LaneEndedError:
        """End the worker, and return the error with the reason."""
        self.stop()
        return LaneEndedError(why)

    def stop(self) -> None:
        """End the worker; its waiting messages are dropped."""
        self._lane.stop()
        if self._hear:
            self._hear.destroy()
            self._hear = None


class WorkerRun(ABC):
    """Work of workers, from its start until it ends or is stopped."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lanes: tuple[Lane, ...] = ()  # once all parts of a worker are loaded
        self._task = page.start(self._run())

    @abstractmethod
    async def _work(self) -> None:
        """Do the work."""

    @abstractmethod
    def _finish(self, why: str) -> None:
        """Report that the work has ended; `why` is the reason if it ended early, else ""."""

    def end(self) -> None:
        """Stop the work, unless it has ended."""
        self._task.cancel()
        self._stop()

    def _stop(self) -> None:
        for lane in self._lanes:
            lane.stop()

    async def _run(self) -> None:
        why = ""
        try:
            await self._page.parts.load_workers()
            await self._work()
        except LaneEndedError as ended:
            why = str(ended)
        except JsException:
            why = "lost"
        except ValueError as wrong:  # a worker sent something that is not a message
            self._page.window.console.warn(f"{type(wrong).__name__}: {wrong}")
            why = "broken"
        self._finish(why)


class CodeRun(WorkerRun):
    """A run of the reader's code."""

    def __init__(self, page: Page, state: State) -> None:
        super().__init__(page)
        self._job = job_of(state)
        self._shown_feed: Any = None  # the feed that the page shows
        self._feed: Any = None  # the feed whose events arrive
        self._ends_at = 0.0  # time at which the run is terminated; 0 before it has begun

    @abstractmethod
    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        """Handle a JSON message; `MessageError` if this kind of run does not send it."""

    @abstractmethod
    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        """Handle the numbers of a message; `MessageError` if this kind of run sends none."""

    @abstractmethod
    def _report_end(self, why: str) -> None:
        """Dispatch the report that the run is over."""

    def end(self) -> None:
        """Stop the run, unless it has ended."""
        super().end()
        if self._shown_feed and not self._shown_feed.why:
            self._shown_feed.finish("stopped")

    async def _work(self) -> None:
        job, lane = self._job, Lane(self._page)
        self._lanes = (lane,)
        async for message in lane.messages(job.to_json(), job.most_messages, self._seconds_left):
            if not self._ends_at:
                self._begin_clock(job.seconds + GRACE_SECONDS)
            await self._handle(message)

    def _begin_clock(self, seconds: float) -> None:
        """Set the time of termination to `seconds` from now."""
        self._ends_at = asyncio.get_running_loop().time() + seconds

    @property
    def _output(self) -> reports.ProgramOutput:
        return self._page.state.programs.output or reports.ProgramOutput()

    def _seconds_left(self) -> float:
        return max(self._ends_at - asyncio.get_running_loop().time(), SILENT_SECONDS)

    async def _handle(self, data: bytes) -> None:
        kind = data[:1]
        if kind in (job.MOVES, job.NOTES, job.GROWTH, job.EVIDENCE):
            await self._handle_numbers(kind, data[1:])
        else:
            self._handle_fields(feed.message(data))

    async def _add_events(self, events: Generator[Any, None, None]) -> None:
        """Add events to the feed; the page shows the first while it adds the rest."""
        pace = Pace()
        for _ in events:
            if await pace.rest():
                self._page.wake()
        self._page.wake()

    def _finish(self, why: str) -> None:
        is_known = why in feed.WHY and (self._ends_at or why != "time")
        self._end_feed(why if is_known else "broken")

    def _end_feed(self, why: str) -> None:
        """Mark the run as finished."""
        self._stop()
        self._feed = None
        if self._shown_feed:
            self._shown_feed.finish(why)
            self._page.wake()
        self._report_end(why)


class FunctionRun(CodeRun):
    """A run in which the page calls the reader's function."""

    def __init__(self, page: Page, state: State) -> None:
        super().__init__(page, state)
        self._generation = state.search.generation
        self._tries_all = isinstance(state.search.doing, StartsTrial)
        self._shown_feed = None if self._tries_all else page.feed

    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        if "printed" in message:
            self._report(printed=self._output.plus(*reports.printed_of(message)))
        elif "begin" in message:
            self._begin(message["begin"])
        elif message.get("end") in feed.ENDS and self._feed is not None:
            mistake = reports.mistake_of(message) if message["end"] == "wrong" else None
            self._end(message["end"], mistake)
        elif message.get("done") is True:
            self._end_feed(self._page.state.programs.why or "exhausted")
        else:
            raise feed.MessageError("no message")

    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        if kind != job.MOVES or self._feed is None:
            raise feed.MessageError("events of no search")
        await self._add_events(self._feed.taking(data))

    def _begin(self, start: object) -> None:
        if type(start) is not int or start not in self._job.starts:
            raise feed.MessageError("no start")
        if any(tried.start == start for tried in self._page.state.programs.tried):
            raise feed.MessageError("a start is tried once")
        question = self._page.state.question
        self._feed = self._shown_feed or feed.Feed(question, start, kept=False)

    def _end(self, why: str, mistake: Any) -> None:
        search, tried = self._feed, None
        self._feed = None
        search.finish(why)
        self._page.wake()
        if self._tries_all and not mistake and search.why not in feed.LAST:
            right = search.why == "found" and search.steps <= self._job.steps
            tried = Attempt(search.puzzle.start, "found" if right else search.why, search.visits)
        last = mistake or search.why in feed.LAST or not tried
        self._report(tried=tried, mistake=mistake, why=search.why if last else "")

    def _report(self, **news: Any) -> None:
        self._page.dispatch(intents.RunReport(self._generation, **news))

    def _report_end(self, why: str) -> None:
        self._report(why=why)


class ProgramRun(CodeRun):
    """A run of a whole program; the page shows the program's board as soon as it is known."""

    def __init__(self, page: Page, state: State) -> None:
        super().__init__(page, state)
        self._number = state.programs.run

    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"running": _}:
                pass  # the first message has begun the clock
            case {"begin": _}:
                self._handle_begin(message)
            case {"printed": _}:
                output = self._output.plus(*reports.printed_of(message))
                self._page.dispatch(intents.ProgramRuns(self._number, output))
            case {"details": found}:
                details = reports.value_of("sentences", found)
                self._page.dispatch(intents.ProgramRuns(self._number, details=details))
            case {"ended": _}:
                self._begin_clock(JUDGING_SECONDS)
            case {"done": _}:
                self._end_feed("exhausted")
            case _:
                raise feed.MessageError(str(message.get("fault", "no message")))

    def _handle_begin(self, message: Mapping[str, Any]) -> None:
        begin = reports.begin_of(message)
        before, self._feed = self._page.feed, None
        self._page.dispatch(intents.ProgramBegins(self._number, begin))
        if self._page.state.programs.begun and self._page.feed is not before:
            self._feed = self._shown_feed = self._page.feed

    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        if kind == job.EVIDENCE:
            self._judge(data)
        elif self._feed is None:
            return  # its board is not shown
        elif kind == job.MOVES:
            await self._add_events(self._feed.taking(data))
        elif kind == job.NOTES:
            self._feed.take_notes(data)
        else:
            known = self._output
            output = known.with_growth(reports.growth_of(data))
            if output is not known:
                self._page.dispatch(intents.ProgramRuns(self._number, output))

    def _judge(self, data: bytes) -> None:
        """Judge the run by its evidence, and report its end."""
        report, search = reports.report_of(data), self._shown_feed
        if search:
            search.end_with(report.judged)
            self._page.wake()
        self._page.dispatch(intents.ProgramEnds(self._number, report))

    def _report_end(self, why: str) -> None:
        self._page.dispatch(intents.ProgramEnds(self._number, None, why))


# --- Checks by tests ------------------------------------------------------------------------------

CALL_GRACE_SECONDS = 1.0
LONG_SECONDS = 0.5  # a call that takes longer ends its round, so that results are shown
MOST_SHORT = 200  # characters of a call in a sentence
TEST_SECONDS = 15.0  # limit for one test, not counting the time of its calls
MOST_MESSAGES = 1_000  # limit for one job
MOST_CALLS = 20_000  # limit for one check
MOST_SECONDS = 600.0
#: The reason why the program's worker ended -> the kind of the reply.
LOST = {"memory": "memory", "recursion": "ended"}
Calls = dict[str, tuple[float, str]]  # call without a reply -> its seconds, its short text


class CheckRun(WorkerRun):
    """A check by tests, until all tests have a result or it is stopped.

    Calls and replies are passed between the worker of the tests and that of the program. Neither is
    trusted: the tests come from an address, so they run in a worker too. A call that takes longer
    than its budget ends its worker, and another worker answers the next call.
    """

    def __init__(self, page: Page, state: State) -> None:
        super().__init__(page)
        self._slow = False  # whether a slow test ended the last round early
        self._number, self._source = state.marking.number, state.marking.source
        question = state.task.question
        self._text, self._budget = question.tests, question.budget
        self._tests: dict[str, reports.ShownTest] = {}  # once they are known
        self._replies: dict[str, str] = {}

    @property
    def _is_done(self) -> bool:
        return bool(self._tests) and all(each.kind for each in self._tests.values())

    def _finish(self, why: str) -> None:
        self._stop()
        self._page.dispatch(intents.CheckEnds(self._number, why))

    async def _work(self) -> None:
        """Run the tests and answer their calls, until each test has a result."""
        self._lanes = tests, program = Lane(self._page), Lane(self._page)
        new_replies: dict[str, str] = {}
        while not self._is_done:
            calls = await self._round(tests, new_replies)
            new_replies = {}
            for call, (seconds, short) in calls.items():
                shows = self._page.window.performance.now() + 1000 * LONG_SECONDS
                timer = asyncio.get_running_loop().call_later(LONG_SECONDS, self._show, short)
                try:
                    reply = await self._reply(program, call, seconds)
                finally:
                    timer.cancel()
                new_replies[call] = self._replies[call] = reply
                if self._page.window.performance.now() > shows:
                    self._show()
                    break
            if not (calls or self._slow or self._is_done):
                raise LaneEndedError("broken")
            if len(self._replies) > MOST_CALLS:
                raise LaneEndedError("time")

    async def _round(self, tests: Lane, new_replies: Mapping[str, str]) -> Calls:
        """Run the tests that have no result; return the calls that have no reply yet."""
        calls: Calls = {}
        testing, self._slow = "", False
        replies = new_replies if tests.is_alive else self._replies
        try:
            async for fields in _messages(tests, self._job(replies), TEST_SECONDS):
                if "testing" in fields:
                    testing = str(fields["testing"])
                else:
                    self._handle(fields, calls)
        except LaneEndedError as ended:
            if str(ended) != "time" or testing not in self._tests:
                raise
            self._slow = True
            why = Sentence("The test itself did not finish.")
            self._set_result(replace(self._tests[testing], kind="unrun", hint=why))
        return calls

    def _job(self, replies: Mapping[str, str]) -> str:
        job = {"mark": "tests", "tests": self._text, "budget": self._budget}
        known = {"replies": [*replies.items()], "begins": replies is self._replies}
        done = [each.name for each in self._tests.values() if each.kind]
        return json.dumps({**job, **known, "done": done})

    def _handle(self, fields: Mapping[str, Any], calls: Calls) -> None:
        """Handle a message of the tests."""
        if "plan" in fields:
            if not self._tests:
                self._tests = {test.name: test for test in reports.plan_of(fields["plan"])}
                self._show()
        elif "result" in fields:
            found = fields["result"]
            test = self._tests.get(str(found.get("name")))
            if not test or test.kind:
                raise feed.MessageError("a result of no test")
            self._set_result(reports.result_of(found, test))
        elif "call" in fields:
            seconds = fields.get("seconds")
            if not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
                raise feed.MessageError("no time")
            calls[str(fields["call"])] = seconds, str(fields.get("short"))[:MOST_SHORT]
        else:
            raise feed.MessageError("no message")

    def _set_result(self, result: reports.ShownTest) -> None:
        self._tests[result.name] = result
        self._show()

    def _show(self, call: str = "") -> None:
        self._page.dispatch(intents.CheckRuns(self._number, (*self._tests.values(),), call))

    async def _reply(self, program: Lane, call: str, seconds: float) -> str:
        """Return the reply of the program to a call, as text."""
        job = json.dumps({"mark": "call", "source": self._source, "call": call})
        reply = _reply_of("ended")
        try:
            async for fields in _messages(program, job, seconds + CALL_GRACE_SECONDS):
                sent = fields.get("reply")
                reply = sent if isinstance(sent, str) else reply
        except LaneEndedError as ended:
            why = str(ended)
            if why in ("barred", "lost"):
                raise
            return _reply_of("seconds" if why == "time" else LOST.get(why, "ended"))
        return reply


async def _messages(lane: Lane, job: str, seconds: float) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the messages of a job until it is done; each may take `seconds`."""
    async for message in lane.messages(job, MOST_MESSAGES, lambda: seconds):
        try:
            fields = feed.message(message)
        except feed.MessageError:
            raise lane.ended("broken") from None
        if fields.get("done") is True:
            return
        if "fault" in fields:
            raise lane.ended(str(fields["fault"]))
        yield fields


def _reply_of(kind: str) -> str:
    names = ("arguments", "error", "text", "line", "printed", "margin", "stage")
    return json.dumps({"kind": kind, **dict.fromkeys(names, ""), "value": "None"})
