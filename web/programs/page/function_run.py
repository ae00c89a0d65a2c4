"""A run of the reader's function, `order` or `search`, from one start or from all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from web.page.page import Page
from web.programs import intents
from web.programs.page.worker import GRACE_SECONDS, WorkerRun
from web.state.state import Attempt, StartsTrial, State


class FunctionRun(WorkerRun):
    """A run in which the page calls the reader's function."""

    def __init__(self, page: Page, state: State, wakes: asyncio.Event, hears: Any) -> None:
        super().__init__(page, state, wakes, hears)
        self._generation = state.search.generation
        self._from_all = isinstance(state.search.doing, StartsTrial)
        self._search = None if self._from_all else page.feed  # the search from the one start

    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        from web.programs import feed as own  # loaded with the first run
        from web.programs import reports

        if "printed" in message:
            output = self._page.state.programs.output or reports.ProgramOutput()
            self._report(printed=output.plus(*reports.printed_of(message)))
        elif "begin" in message:
            self._begin(message["begin"])
        elif message.get("end") in own.ENDS and self._feed is not None:
            mistake = reports.mistake_of(message) if message["end"] == "wrong" else None
            self._end(message["end"], mistake)
        elif message.get("done") is True:
            self._over(self._page.state.programs.why or "exhausted")
        else:
            raise own.MessageError("no message")

    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        from web.programs import feed as own
        from web.programs.job import EVENTS

        if kind != EVENTS or self._feed is None:
            raise own.MessageError("events of no search")
        await self._add_events(self._feed.taking(data))

    def _begin(self, start: object) -> None:
        from web.programs import feed as own

        if type(start) is not int or start not in self._job.starts:
            raise own.MessageError("no start")
        if any(tried.start == start for tried in self._page.state.programs.tried):
            raise own.MessageError("a start is tried once")
        if not self._ends_at:
            self._begin_clock(self._job.seconds + GRACE_SECONDS)
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
        self._report(tried=tried, mistake=mistake, why=feed.why if last else "")

    def _report(self, **news: Any) -> None:
        self._page.dispatch(intents.RunReport(self._generation, **news))

    def _report_end(self, why: str) -> None:
        self._report(why=why)
