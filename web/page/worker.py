"""Workers, and runs of the reader's code in a worker: of a function, or of a whole program.

The worker's messages are checked here and in `web.programs.feed`; a worker that sends anything else
is terminated.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from typing import Any

from pyodide.ffi import JsException, create_proxy

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
    """A run of the reader's code, from its start until it ends or is stopped."""

    def __init__(self, page: Page, state: State) -> None:
        self._page = page
        self._lane: Lane | None = None  # once all parts of a worker are loaded
        self._job = job_of(state)
        self._shown_feed: Any = None  # the feed that the page shows
        self._feed: Any = None  # the feed whose events arrive
        self._ends_at = 0.0  # time at which the run is terminated; 0 before it has begun
        self._task = page.start(self._run())

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
        self._task.cancel()
        self._stop()
        if self._shown_feed and not self._shown_feed.why:
            self._shown_feed.finish("stopped")

    def _stop(self) -> None:
        if self._lane:
            self._lane.stop()

    async def _run(self) -> None:
        try:
            await self._page.parts.load_workers()
            self._lane, job = Lane(self._page), self._job
            async for message in self._lane.messages(
                job.to_json(), job.most_messages, self._seconds_left
            ):
                if not self._ends_at:
                    self._begin_clock(job.seconds + GRACE_SECONDS)
                await self._handle(message)
        except LaneEndedError as ended:
            why = str(ended)
            is_known = why in feed.WHY and (self._ends_at or why != "time")
            self._finish(why if is_known else "broken")
        except JsException:
            self._finish("lost")
        except ValueError as wrong:  # the worker sent something that is not a message
            self._page.window.console.warn(f"{type(wrong).__name__}: {wrong}")
            self._finish("broken")

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
        """Mark the run as finished."""
        self._stop()
        self._feed = None
        if self._shown_feed:
            self._shown_feed.finish(why)
            self._page.wake()
        self._report_end(why)


class FunctionRun(WorkerRun):
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
            self._finish(self._page.state.programs.why or "exhausted")
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


class ProgramRun(WorkerRun):
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
                self._finish("exhausted")
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
