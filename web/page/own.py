"""The reader's own code at work: the worker that runs it, and what it tells.

What the worker tells is checked here and in `web.search.own`; where it is none of its messages, the
worker is ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from pyodide.ffi import JsException

from web.page.pace import Pace
from web.page.page import Page
from web.state import intents
from web.state.state import Solving, State, Tried, Trying

START_SECONDS = 30.0  # that a worker may take to begin
GRACE_SECONDS = 0.5  # that a run has to stop by itself once its time is used up


class Own:
    """Runs the code that the state asks for, and hears of it."""

    def __init__(self, page: Page) -> None:
        self._page, self._window = page, page.window
        self._runs: tuple[str, int] | None = None  # what is under way, and its turn
        self._feed: Any = None  # of the start that is told of
        self._takes = False  # whether what waits in own.js is being taken
        self._began, self._steps, self._seconds = False, 0, 0.0

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Begin to listen; `proxy` makes a function fit for JavaScript."""
        self._hears = proxy(self._hear)
        self._page.followers.append(self._follow)
        self._follow(State(), self._page.state)

    def _follow(self, before: State, after: State) -> None:
        wanted = _wanted(after)
        if wanted != self._runs:
            self._runs = wanted
            self._stop()
            if wanted:
                self._page.start(self._run(after, wanted))
            elif before.own.turn == after.own.turn and self._page.feed:
                self._page.feed.finish("stopped")

    @property
    def _bench(self) -> Any:
        """What runs code; None before it has come with the editor."""
        return getattr(self._window.knightsTour, "bench", None)

    def _stop(self) -> None:
        if self._bench:
            self._bench.stop()

    async def _run(self, state: State, wanted: tuple[str, int]) -> None:
        from web.search.job import Job  # which a page starts without

        self._began = False
        self._page.start(self._end_in_time(wanted, START_SECONDS, "broken"))
        try:
            await self._window.knightsTour.edit()
        except JsException:
            self._over(wanted, "lost")
        if wanted != self._runs:
            return
        question, own = state.question, state.own
        tries = wanted[0] == "starts"
        steps = (question.check if tries else 0) or own.steps
        seconds = 60 if tries and question.check else own.seconds
        job = Job(
            code=own.text,
            board=question.board,
            holes=(),
            starts=tuple(question.board.squares) if tries else (question.start,),
            end=question.puzzle.end,
            closed=question.puzzle.closed,
            prune=question.prune,
            seed=question.seed,
            steps=steps,
            seconds=seconds,
        )
        self._steps, self._seconds = steps, seconds + GRACE_SECONDS
        self._bench.run(job.written(), _most(job), self._hears)

    async def _end_in_time(self, wanted: tuple[str, int], seconds: float, why: str) -> None:
        await asyncio.sleep(seconds)
        if self._runs == wanted and not (why == "broken" and self._began):
            self._over(wanted, why)

    def _hear(self) -> None:
        if not self._takes:
            self._takes = True
            self._page.start(self._take())

    async def _take(self) -> None:
        """Take what waits, one after the other: many at once would hold up the page."""
        try:
            while (wanted := self._runs) and (told := self._bench.next()) is not None:
                await self._take_one(told, wanted)
                await asyncio.sleep(0)
        finally:
            self._takes = False

    async def _take_one(self, told: Any, wanted: tuple[str, int]) -> None:
        try:
            await self._heed(told, wanted)
        except ValueError as wrong:  # what comes from the worker is none of its messages
            self._window.console.warn(f"{type(wrong).__name__}: {wrong}")
            if wanted == self._runs:
                self._over(wanted, "broken")

    async def _heed(self, told: Any, wanted: tuple[str, int]) -> None:
        from web.search import job, own

        if isinstance(told, str):  # how the worker itself came to its end
            self._over(wanted, told if told in own.WHY else "broken")
            return
        data = told.to_bytes()
        if not data.startswith(job.EVENTS):
            self._heed_text(own.message(data), wanted)
            return
        if self._feed is None:
            raise own.Refused("events of no search")
        await Pace().drained(self._feed.taking(data.removeprefix(job.EVENTS)), lambda _: None)
        self._page.wake()

    def _heed_text(self, said: Mapping[str, Any], wanted: tuple[str, int]) -> None:
        from web.search import own

        turn = wanted[1]
        if "log" in said:
            self._page.dispatch(intents.Heard(turn, printed=own.printed(said["log"])))
        elif "begin" in said:
            self._begin(said["begin"], wanted)
        elif said.get("end") in own.ENDS and self._feed is not None:
            mistake = own.mistake(said) if said["end"] == "wrong" else None
            self._end(said["end"], mistake, wanted)
        elif said.get("done") is True:
            self._over(wanted, self._page.state.own.why or "exhausted")
        else:
            raise own.Refused("no message")

    def _begin(self, start: object, wanted: tuple[str, int]) -> None:
        from web.search import own

        question = self._page.state.question
        if not self._began:
            self._began = True
            self._page.start(self._end_in_time(wanted, self._seconds, "time"))
        if wanted[0] == "run" and start == question.start:
            self._feed = self._page.feed
        elif wanted[0] == "starts" and type(start) is int and start in question.board:
            if any(tried.start == start for tried in self._page.state.own.tried):
                raise own.Refused("a start is tried once")
            self._feed = own.Feed(question, start, kept=False)
        else:
            raise own.Refused("no start")

    def _end(self, why: str, mistake: Any, wanted: tuple[str, int]) -> None:
        from web.search.own import LAST

        feed, turn = self._feed, wanted[1]
        feed.finish(why)
        self._page.wake()
        tried = None
        if wanted[0] == "starts" and not mistake and feed.why not in LAST:
            right = feed.why == "found" and feed.told <= self._steps
            tried = Tried(feed.puzzle.start, "found" if right else feed.why, feed.visits)
        last = mistake or feed.why in LAST
        self._page.dispatch(
            intents.Heard(
                turn, tried=tried, mistake=mistake, why=feed.why if last or not tried else ""
            )
        )
        self._feed = None

    def _over(self, wanted: tuple[str, int], why: str) -> None:
        """Take it that a run has come to its end."""
        self._stop()
        self._feed = None
        if wanted[0] == "run" and self._page.feed:
            self._page.feed.finish(why)
            self._page.wake()
        self._page.dispatch(intents.Heard(wanted[1], why=why))


def _most(job: Any) -> int:
    """Return how many messages a job may tell of itself."""
    from web.search.job import BATCH_NUMBERS

    batches = 1 + 6 * job.steps // BATCH_NUMBERS
    return int(200 + 20 * job.seconds + (3 + batches) * len(job.starts))


def _wanted(state: State) -> tuple[str, int] | None:
    """Return what is to be under way: "run" or "starts", with its turn."""
    if state.own.turn != state.turn:
        return None
    if isinstance(state.doing, Trying):
        return "starts", state.turn
    runs = isinstance(state.doing, Solving) and state.question.is_own
    return ("run", state.turn) if runs else None
