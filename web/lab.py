"""The page's one controller: a question, its outcome, and what of them is drawn.

A new question is drawn at once. Solve runs the search in slices between frames, so that the page
never waits for it. The document is given, not imported: app.py alone knows where the page is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from time import perf_counter
from typing import Any

from kt_core.board import Square
from kt_core.svg import is_large
from kt_core.tour import Tour
from web.draw import board
from web.page.canvas import Canvas
from web.page.pace import Pace
from web.picture import Picture
from web.question import address
from web.question.question import Question, toggled
from web.search.best import POSTED, Work, begun
from web.search.run import Outcome
from web.view import words

Doing = Callable[[], Coroutine[Any, Any, None]]

TELL = 0.25  # seconds between two words on how a long search is doing
EVENTS = 64  # pulled between two looks at the clock


class Lab:
    """Holds the question and its outcome, and draws them into `document`."""

    def __init__(self, document: Any) -> None:
        self.question = Question()
        self.asked = ""  # the address that was opened last
        self.outcome = Outcome()
        self._verdict: Outcome | None = None  # what is said, where that is more than what is drawn
        self.fault: Exception | None = None
        self.drawn = asyncio.Event()
        self._document = document
        self._canvas = Canvas(document.defaultView, document.getElementById("board"))
        self._faults: list[str] = []
        self._work: Work | None = None
        self._untouched = True  # nothing is drawn but what build.py drew
        self.picture = Picture(document, "board")
        self.pinned = ""  # drawn where the moves of a square are shown, while none is pointed at
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._said = ""
        self.as_built = False  # what is seen was drawn by build.py, and is right
        #: Who shows the steps of a search: told when there is one, and when there is none any more.
        self.watchers: list[Callable[[Work | None], None]] = []
        #: Who takes part: told when another question is shown.
        self.followers: list[Callable[[], None]] = []
        #: Who hears of a tour that the reader has made by hand.
        self.winners: list[Callable[[Tour], None]] = []
        #: Who draws something beside the board: told when a layer is shown or hidden.
        self.redressed: list[Callable[[], None]] = []

    def open(self, text: str) -> None:
        """Show the question of an address, and solve it unless it says step=0."""
        self.asked = text
        self.question, self._faults = address.read(text)
        self.outcome, self._verdict = Outcome(), None
        if not (self._is_as_built or self._poster == "answer"):
            self._tell_watchers(None)
        waits = self.question.step == 0 or self.question.mode != "watch"
        self._begin(self._draw if waits else self._shown)
        self._tell_followers()

    def ask(self, question: Question) -> None:
        """Show a new question; its answer waits for `solve`."""
        if replace(question, step=self.question.step) != self.question:
            self.question, self.outcome, self._faults = question, Outcome(), []
            self._verdict = None
            self._tell_watchers(None)
            self._begin(self._shown if question.is_shown else self._draw)
            self._tell_followers()

    def show(self, layer: str) -> None:
        """Show or hide a layer. Question and answer stay, and so does a search on its way."""
        self.question = toggled(self.question, layer)
        self.picture.dress(self.question)
        if not self._work:
            self._begin(self._draw)
        for redraw in self.redressed:
            redraw()

    def take(self, question: Question) -> None:
        """Show the same board with another part for the reader, from the beginning."""
        self.question, self.outcome, self._verdict = replace(question, step=0), Outcome(), None
        self._tell_watchers(None)
        self._begin(self._draw)
        self._tell_followers()

    def solve(self) -> None:
        """Search from the beginning until there is an answer, or `stop`."""
        famous = self.question.famous if self.question.is_letters else ""
        asked = replace(self.question, step=None, famous=famous, given=(), mode="watch")
        self.question, self._faults = asked, []
        self._begin(self._timed)
        self._tell_followers()

    def stop(self) -> None:
        """Leave the search where it stands, and show that."""
        self._stopping = True

    def present(self, outcome: Outcome, verdict: Outcome, step: int | None) -> None:
        """Show a step of a search on a board that is small enough to be drawn at once."""
        self.question, self.outcome = replace(self.question, step=step), outcome
        self._verdict = verdict
        self.picture.move(self.question, outcome)
        self._untouched = False
        if (said := words.answer(self.question, verdict)) != self._said:
            self._element("answer").innerHTML = self._said = said

    @property
    def busy(self) -> bool:
        """Whether a question is being answered, or drawn."""
        return bool(self._task and not self._task.done())

    async def settled(self, patience: float) -> None:
        """Wait for the answer; stop looking for it after so many seconds."""
        if self._task:
            done, _ = await asyncio.wait({self._task}, timeout=patience)
            if not done:
                self.stop()
                await asyncio.wait({self._task})

    def point_out(self, square: Square) -> None:
        """Show the legal moves of a square, and say them."""
        if not (is_large(self.question.board) or self.pinned):
            self.picture.show("moves", board.moves(self.question, square))
        self._element("square").textContent = words.spoken(self.question, square)

    def point_away(self) -> None:
        """Show no moves."""
        self.picture.show("moves", self.pinned)
        self._element("square").textContent = ""

    def _begin(self, work: Doing) -> None:
        if self._task:
            self._task.cancel()
        self._stopping = False
        self._task = self.started(work)

    def started(self, work: Doing) -> asyncio.Task[None]:
        """Return a task that does work, and owns up to a fault of our own.

        The work is given as a function, since a task may be cancelled before it begins.
        """
        return asyncio.create_task(self._watched(work))

    async def _watched(self, work: Doing) -> None:
        try:
            await work()
        except Exception as fault:
            self.own_up(fault)
            raise

    def own_up(self, fault: Exception) -> None:
        """Say a fault of our own where the answer would be; the board stays as it is."""
        self.fault = fault
        self.drawn.set()
        self._element("answer").textContent = self._said = words.apology(fault)

    async def _shown(self) -> None:
        await self._solve(timed=False)

    async def _timed(self) -> None:
        await self._solve(timed=True)

    async def _solve(self, *, timed: bool) -> None:
        self._work = work = begun(self.question)
        self._verdict = None
        pace, began = Pace(), perf_counter()
        told = began
        try:
            while work.advance(EVENTS) and not self._stopping:
                if await pace.rest() and perf_counter() - told > TELL and not self._is_shown:
                    await self._tell(work)
                    told = perf_counter()
        finally:
            self._work = None
            self._offer_stop(offered=False)
        self.outcome = work.outcome(round(1000 * (perf_counter() - began)) if timed else None)
        await self._draw()
        self._tell_watchers(work)

    def _tell_followers(self) -> None:
        for follow in self.followers:
            follow()

    def _tell_watchers(self, work: Work | None) -> None:
        for watcher in self.watchers:
            watcher(work)

    @property
    def _is_as_built(self) -> bool:
        return self._untouched and self.question.is_first and not self._poster

    @property
    def _poster(self) -> str:
        """What poster.js drew that is still there: an answer, or a question."""
        drawn = self._element("board").getAttribute("data-poster")
        return str(drawn) if drawn and self._untouched else ""

    @property
    def _is_shown(self) -> bool:
        """Whether the answer on its way is seen already, so that nothing need be told of it."""
        posted = self._poster == "answer" and self._work and self._work.outcome().steps <= POSTED
        return self._is_as_built or bool(posted)

    async def _tell(self, work: Work) -> None:
        if self._element("stop").hidden:
            self.outcome = Outcome()
            await self._draw()
            self._offer_stop(offered=True)
        self._element("answer").textContent = words.at_work(work.outcome())

    def _offer_stop(self, *, offered: bool) -> None:
        solve, stop = self._element("solve"), self._element("stop")
        focused = self._document.activeElement
        had_focus = focused.isSameNode(solve) or focused.isSameNode(stop)
        solve.hidden, stop.hidden = offered, not offered
        self._element("answer").setAttribute("aria-busy", "true" if offered else "false")
        if had_focus:
            (stop if offered else solve).focus()

    async def _draw(self) -> None:
        self.as_built = self._is_as_built and bool(self.outcome.tour)
        await self.picture.draw(self.question, self.outcome, is_there=self.as_built)
        if self.pinned:
            self.picture.show("moves", self.pinned)
        if not self.as_built:
            self._say()
            await self._paint()
        self._untouched = False
        self.drawn.set()

    def _say(self) -> None:
        verdict = self._verdict or self.outcome
        self._said = words.answer(self.question, verdict, self._faults)
        self._element("answer").innerHTML = self._said
        self._element("facts").textContent = words.facts(self.question)

    async def _paint(self) -> None:
        path, closed = self.outcome.path, bool(self.outcome.tour and self.outcome.tour.closed)
        if board.is_painted(self.question) and "path" in self.question.show and len(path) > 1:
            await asyncio.sleep(0)  # the answer stands there before its picture
            await self._canvas.paint(self.question, path, closed=closed)
        else:
            self._canvas.clear()

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)
