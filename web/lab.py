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
from web import address, page, words
from web.best import POSTED, Work, begun
from web.canvas import Canvas
from web.pace import Pace
from web.question import Question, toggled
from web.run import Outcome

TELL = 0.25  # seconds between two words on how a long search is doing
EVENTS = 64  # pulled between two looks at the clock


class Lab:
    """Holds the question and its outcome, and draws them into `document`."""

    def __init__(self, document: Any) -> None:
        self.question = Question()
        self.outcome = Outcome()
        self.fault: Exception | None = None
        self.drawn = asyncio.Event()
        self._document = document
        self._canvas = Canvas(document.defaultView, document.getElementById("board"))
        self._faults: list[str] = []
        self._work: Work | None = None
        self._untouched = True  # nothing is drawn but what build.py drew
        self._layers: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._said = ""
        self.as_built = False  # what is seen was drawn by build.py, and is right
        #: Who shows the steps of a search: told when there is one, and when there is none any more.
        self.watchers: list[Callable[[Work | None], None]] = []

    def open(self, text: str) -> None:
        """Show the question of an address, and solve it unless it says step=0."""
        self.question, self._faults = address.read(text)
        self.outcome = Outcome()
        if not (self._is_as_built or self._poster == "answer"):
            self._tell_watchers(None)
        self._begin(self._draw() if self.question.step == 0 else self._solve(timed=False))

    def ask(self, question: Question) -> None:
        """Show a new question; its answer waits for `solve`."""
        if replace(question, step=self.question.step) != self.question:
            self.question, self.outcome, self._faults = question, Outcome(), []
            self._tell_watchers(None)
            self._begin(self._solve(timed=False) if question.famous else self._draw())

    def show(self, layer: str) -> None:
        """Show or hide a layer. Question and answer stay, and so does a search on its way."""
        self.question = toggled(self.question, layer)
        self._frame()
        if not self._work:
            self._begin(self._draw())

    def solve(self) -> None:
        """Search from the beginning until there is an answer, or `stop`."""
        self.question, self._faults = replace(self.question, step=None, famous=""), []
        self._begin(self._solve(timed=True))

    def stop(self) -> None:
        """Leave the search where it stands, and show that."""
        self._stopping = True

    def present(self, outcome: Outcome, verdict: Outcome, step: int | None) -> None:
        """Show a step of a search on a board that is small enough to be drawn at once."""
        self.question, self.outcome = replace(self.question, step=step), outcome
        for name, parts in page.moving_layers(self.question, outcome).items():
            layer = "".join(parts)
            if layer != self._layers[name]:
                self._layer(name).innerHTML = self._layers[name] = layer
        picture = self._element("board").firstElementChild
        self._label(picture, "".join(page.told(self.question, outcome)))
        self._untouched = False
        if (said := words.answer(self.question, verdict)) != self._said:
            self._element("answer").innerHTML = self._said = said

    def point_out(self, square: Square) -> None:
        """Show the legal moves of a square, and say them."""
        if not is_large(self.question.board):
            self._layer("moves").innerHTML = page.moves(self.question, square)
        self._element("square").textContent = words.spoken(self.question, square)

    def point_away(self) -> None:
        """Show no moves."""
        self._layer("moves").innerHTML = self._element("square").textContent = ""

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self._task:
            self._task.cancel()
        self._stopping = False
        self._task = asyncio.create_task(self.watched(work))

    async def watched(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work, and own up to a fault of our own."""
        try:
            await work
        except Exception as fault:
            self.own_up(fault)
            raise

    def own_up(self, fault: Exception) -> None:
        """Say a fault of our own where the answer would be; the board stays as it is."""
        self.fault = fault
        self.drawn.set()
        self._element("answer").textContent = self._said = words.apology(fault)

    async def _solve(self, *, timed: bool) -> None:
        self._work = work = begun(self.question)
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
        pace, layers = Pace(), {}
        for name, parts in page.layers(self.question, self.outcome).items():
            layers[name] = await pace.joined(parts)
        told = await pace.joined(page.told(self.question, self.outcome))
        self.as_built = self._is_as_built and bool(self.outcome.tour)
        if self.as_built:
            self._layers = layers  # what build.py drew is just this
        else:
            await self._put(layers, told)
            self._say()
            await self._paint()
        self._untouched = False
        self.drawn.set()

    def _say(self) -> None:
        self._said = words.answer(self.question, self.outcome, self._faults)
        self._element("answer").innerHTML = self._said
        self._element("facts").textContent = words.facts(self.question)

    async def _paint(self) -> None:
        path, closed = self.outcome.path, bool(self.outcome.tour and self.outcome.tour.closed)
        if page.is_painted(self.question) and "path" in self.question.show and len(path) > 1:
            await asyncio.sleep(0)  # the answer stands there before its picture
            await self._canvas.paint(self.question, path, closed=closed)
        else:
            self._canvas.clear()

    async def _put(self, layers: dict[str, str], told: str) -> None:
        # The square that has the focus keeps it, although its element may be a new one.
        focused = self._document.activeElement.getAttribute("data-square")
        picture = self._element("board").firstElementChild
        if not self._layers or picture.getAttribute("data-board") != str(self.question.board):
            self._layers = dict.fromkeys(layers, "")
            self._element("board").innerHTML = page.assembled(self.question, self._layers)
        self._frame()
        await self._renew(layers)
        self._label(self._element("board").firstElementChild, told)
        if focused and (square := self._square(focused)):
            square.focus()

    async def _renew(self, layers: dict[str, str]) -> None:
        # A small board changes at once; a large one layer by layer, for its elements are thousands.
        pace = Pace()
        for name, layer in layers.items():
            if layer != self._layers[name]:
                self._layer(name).innerHTML = self._layers[name] = layer
                if len(self.question.board) > page.SMALL:
                    await pace.rest()

    def _label(self, picture: Any, told: str) -> None:
        picture.setAttribute("aria-label", page.label(self.question, self.outcome))
        if told:
            picture.setAttribute("data-tour", told)
        else:
            picture.removeAttribute("data-tour")

    def _frame(self) -> None:
        frame = self._element("board")
        frame.toggleAttribute("data-large", is_large(self.question.board))
        for name, value in page.frame(self.question).items():
            frame.setAttribute(name, value)

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)

    def _square(self, name: str) -> Any:
        return self._document.querySelector(f'#board [data-square="{name}"]')

    def _layer(self, name: str) -> Any:
        return self._document.querySelector(f"#board [data-layer={name}]")
