"""A run of a whole program, which is watched on its own board."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from web.page.page import Page
from web.programs import intents
from web.programs.page.worker import GRACE_SECONDS, WorkerRun
from web.state.state import State

if TYPE_CHECKING:  # loaded with the first run
    from web.programs.reports import ProgramOutput

JUDGING_SECONDS = 10.0  # limit for the verdict on a program


class ProgramRun(WorkerRun):
    """A run whose board the page takes over once it is known."""

    def __init__(self, page: Page, state: State, wakes: asyncio.Event, hears: Any) -> None:
        super().__init__(page, state, wakes, hears)
        self._number = state.programs.run
        self._handlers = {
            "running": self._handle_running,
            "begin": self._handle_begin,
            "printed": self._handle_printed,
            "details": self._handle_details,
            "ended": self._handle_ended,
            "report": self._handle_report,
            "done": self._handle_done,
        }

    def _handle_fields(self, message: Mapping[str, Any]) -> None:
        from web.programs import feed as own  # loaded with the first run

        for key, handle in self._handlers.items():
            if key in message:
                handle(message)
                return
        raise own.MessageError(str(message.get("fault", "no message")))

    def _handle_running(self, message: Mapping[str, Any]) -> None:
        if not self._ends_at:
            self._begin_clock(self._job.seconds + GRACE_SECONDS)

    def _handle_begin(self, message: Mapping[str, Any]) -> None:
        from web.programs.reports import begin_of

        begin = begin_of(message)
        before, self._feed = self._page.feed, None
        self._page.dispatch(intents.ProgramBegins(self._number, begin))
        if self._page.state.programs.begun and self._page.feed is not before:
            self._feed = self._search = self._page.feed

    async def _handle_numbers(self, kind: bytes, data: bytes) -> None:
        from web.programs import job
        from web.programs.feed import MessageError
        from web.programs.reports import growth_of

        if self._feed is None:
            return  # its board is not shown
        if kind == job.MOVES:
            await self._add_events(self._feed.taking_moves(data))
        elif kind == job.NOTES:
            self._feed.take_notes(data)
        elif kind == job.GROWTH:
            known = self._output
            output = known.with_growth(growth_of(data))
            if output is not known:
                self._page.dispatch(intents.ProgramRuns(self._number, output))
        else:
            raise MessageError("events of a function")

    @property
    def _output(self) -> ProgramOutput:
        from web.programs.reports import ProgramOutput

        return self._page.state.programs.output or ProgramOutput()

    def _handle_printed(self, message: Mapping[str, Any]) -> None:
        from web.programs.reports import printed_of

        output = self._output.plus(*printed_of(message))
        self._page.dispatch(intents.ProgramRuns(self._number, output))

    def _handle_details(self, message: Mapping[str, Any]) -> None:
        from web.programs.reports import sentences_of

        details = sentences_of(message["details"])
        self._page.dispatch(intents.ProgramRuns(self._number, details=details))

    def _handle_ended(self, message: Mapping[str, Any]) -> None:
        if self._ends_at:
            self._begin_clock(JUDGING_SECONDS)

    def _handle_report(self, message: Mapping[str, Any]) -> None:
        from web.programs.reports import report_of

        report, search = report_of(message["report"]), self._search
        if search:
            search.verdict = report.sentence
            if report.kind == "wrong" and report.board == search.puzzle.board:
                search.wrong, search.bad = report.path, report.bad
            search.finish("exhausted")
            self._page.wake()
        self._page.dispatch(intents.ProgramEnds(self._number, report))

    def _handle_done(self, message: Mapping[str, Any]) -> None:
        self._over("exhausted")

    def _report_end(self, why: str) -> None:
        self._page.dispatch(intents.ProgramEnds(self._number, None, why))
