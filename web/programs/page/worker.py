"""A run of the reader's code in a worker.

The worker's messages are checked here and in `web.programs.feed`; a worker that sends anything else
is terminated.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from typing import Any

from pyodide.ffi import JsException

from web.page.pace import Pace
from web.page.page import Page
from web.programs.update import job_of
from web.state.state import State

START_SECONDS = 30.0  # limit for the start of a worker
GRACE_SECONDS = 0.5  # extra time after the limit of a run, before the worker is terminated
SILENT_SECONDS = 1.0  # the same after its last message, for a page that is late with its work


class WorkerRun(ABC):
    """A run of the code of a state, until it ends or is stopped."""

    def __init__(self, page: Page, state: State, wakes: asyncio.Event, hears: Any) -> None:
        self._page = page
        self._wakes, self._hears = wakes, hears
        self._job = job_of(state)
        self._search: Any = None  # the feed that the page shows
        self._feed: Any = None  # the feed whose events arrive
        self._ends_at = 0.0  # when it is terminated; 0 before it has begun
        self._task = page.start(self._run())

    @abstractmethod
    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        """Handle a message in JSON; `MessageError` if it is none of this run."""

    @abstractmethod
    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        """Handle the numbers of a message; `MessageError` if they are none of this run."""

    @abstractmethod
    def _report_end(self, why: str) -> None:
        """Dispatch the report that the run is over."""

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
            self._over("time" if self._ends_at else "broken")
        except JsException:
            self._over("lost")
        except ValueError as wrong:  # the worker sent something else than a message
            self._page.window.console.warn(f"{type(wrong).__name__}: {wrong}")
            self._over("broken")

    def _begin_clock(self, seconds: float) -> None:
        """Terminate the run so many seconds from now."""
        self._ends_at = asyncio.get_running_loop().time() + seconds

    async def _handle_all(self, limit: asyncio.Timeout) -> None:
        """Handle the waiting messages in order, until this task is canceled."""
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while (progress := self._bench.next()) is not None:
                await self._handle(progress)
                if self._ends_at:
                    now = asyncio.get_running_loop().time()
                    limit.reschedule(max(self._ends_at, now + SILENT_SECONDS))
                await asyncio.sleep(0)  # many at once would block the page

    async def _handle(self, message: Any) -> None:
        from web.programs import feed as own  # loaded with the first run
        from web.programs import job

        if isinstance(message, str):  # the reason why the worker itself ended
            self._over(message if message in own.WHY else "broken")
            return
        data = message.to_bytes()
        kind = data[:1]
        if kind in (job.EVENTS, job.MOVES, job.NOTES, job.GROWTH):
            await self._handle_numbers(kind, data[1:])
        else:
            self._handle_fields(own.message(data))

    async def _add_events(self, events: Generator[Any, None, None]) -> None:
        """Add events to the feed; the page shows the first while it adds the rest."""
        pace = Pace()
        for _ in events:
            if await pace.rest():
                self._page.wake()
        self._page.wake()

    def _over(self, why: str) -> None:
        """Mark the run as finished."""
        self._stop()
        self._feed = None
        if self._search:
            self._search.finish(why)
            self._page.wake()
        self._report_end(why)
