"""The page: it receives intents, holds the state, and writes its view to the document."""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter
from traceback import print_exception
from typing import Any

from pyodide.ffi import JsException, create_once_callable, create_proxy

from kt_core.language import speak
from web.chapter.book import lesson
from web.lab.engine import Engine
from web.lab.view.blocks import is_small
from web.lab.view.boards import painting
from web.page.canvas import Canvas
from web.page.late import PARTS, PartMissing, Parts
from web.page.pace import BackgroundWork, Pace, Wanted, collect_garbage, mend_clock
from web.page.update import update
from web.page.view import Writer
from web.question import address
from web.question.question import Settings
from web.question.task import FREE
from web.state.intents import Aside, Intent, Navigate, Open, ReportError, RestoreWork, SetKeys, Wish
from web.state.state import Draw, Effect, Focus, HostEffect, Place, State

SEEN_SECONDS = 0.3  # time between two redraws of playback at the highest speed
LONGEST_FRAME_SECONDS = 0.25  # limit for the time of a frame, because a hidden page gets no frames


class Page:
    """Holds the state, and updates the document."""

    def __init__(self, document: Any, window: Any) -> None:
        self.state = self.shown = State()  # `shown`: the last state written to the document
        self.document, self.window = document, window
        self.parts = Parts(window)
        self.work = BackgroundWork()
        #: Carries out the effects of updates: `web.page.effects`.
        self.do: Callable[[Effect], None] = self._filter_first_effect
        #: Sends a message to the host page, if there is one.
        self.tell: Callable[[HostEffect], object] = lambda effect: None
        self.address = AddressBar(window)
        #: Show each new state outside the document: in the editor, or to the host page.
        self.mirrors: list[Callable[[State], None]] = []
        self._engine = Engine(has_worker=True)
        self._writer = Writer(window.knightsTour.show)
        self._canvas = Canvas(window, document.getElementById("board"))
        self._effects: list[Effect] = []  # run once the document shows the state
        self._actions: deque[Callable[[], None]] = deque()  # actions to do, in their order
        self._waiting: asyncio.Task[None] | None = None  # loads the part for the first action
        self._complete: State | None = None  # the last state with all regions written
        self._lost: PartMissing | None = None  # the missing part that makes the start fail
        self._section = ""  # the section of the chapter that the document contains
        self._wakes = asyncio.Event()
        self._slow: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def on(self, element: Any, event: str, handler: Callable[[Any], None]) -> None:
        """Handle an event of an element, or of the one with this id."""
        found = self.document.getElementById(element) if isinstance(element, str) else element
        found.addEventListener(event, create_proxy(handler))

    async def begin(self) -> None:
        """Open the address, and work until there is an answer or the search takes longer."""
        while True:
            try:
                await self._open()
                break
            except PartMissing as missing:
                self._engine.drop()
                await self._load_before_start(missing.part)
        while task := self._slow or self._waiting:
            await task
        if self._lost:
            raise self._lost
        self.start(self._work())

    async def _open(self) -> None:
        first, now = str(self.window.knightsTour.address), self.address.text
        self._take(Open(first, self.place))
        if now.lstrip("#") != first.lstrip("#"):  # the reader has acted before Python was ready
            self._take(Navigate(now))
        while not self.state.settled:
            self._go_on(0.0)
            await asyncio.sleep(0)
        if lesson(self.state.question).section:
            self.parts.require("lessons")
        self._hydrate()
        self.follow()

    async def _load_before_start(self, part: str) -> None:
        try:
            await self.parts.load(part)
        except JsException as lost:
            self.window.knightsTour.fail(getattr(lost, "fault", "damaged"), lost)
            self._lost = PartMissing(part)
            raise self._lost from None

    async def load(self, *parts: str) -> None:
        """Load parts of the program that the reader needs; if one is lost, raise `PartMissing`."""
        for part in parts:
            try:
                await self.parts.load(part)
            except JsException:
                raise PartMissing(part) from None

    async def load_all(self) -> None:
        """Load all parts of the program that arrive, in the background."""
        for part in PARTS:
            with suppress(JsException):
                await self.parts.load_quietly(part)

    async def load_library(self) -> None:
        """Load the part of Python that a worker needs; if it is lost, a run requests it again."""
        with suppress(JsException):
            await self.window.knightsTour.bringLibrary()

    def _filter_first_effect(self, effect: Effect) -> None:
        """Drop the effects of the opened address, except for drawing a question."""
        if isinstance(effect, Draw):
            self._effects.append(effect)

    def dispatch(self, intent: Intent, touched: str = "") -> None:
        """Handle an intent; `touched` is a region that the reader has changed.

        If it needs a part of the program that is not here yet, it and all later intents wait.
        """
        self._actions.append(partial(self._handle, intent, touched))
        if not self._waiting:
            self._act()

    def _act(self) -> None:
        """Do the waiting actions, up to one that needs a missing part."""
        while self._actions:
            action = self._actions.popleft()
            try:
                action()
            except PartMissing as missing:
                self._postpone(action, missing.part)
                return
            except Exception as fault:
                self.report_internal_error(fault)
                raise

    def _postpone(self, action: Callable[[], None], part: str) -> None:
        self._actions.appendleft(action)
        if not self._waiting:
            self._waiting = self.start(self._act_later(part))

    async def _act_later(self, part: str) -> None:
        """Act once this part is here; if it is lost, return to the state shown."""
        try:
            await (self.load(part) if self._complete else self._load_before_start(part))
        except PartMissing:
            self._actions.clear()
            self.state, self._effects = self.shown, []
            if self._complete:
                self._writer.forget()  # fields show what the reader chose
                self._actions.append(self.follow)
        finally:
            self._waiting = None
        self._act()

    def _handle(self, intent: Intent, touched: str) -> None:
        played = self.state.playing
        if touched:
            self._writer.forget(touched)
        self._take(intent)
        self._actions.appendleft(partial(self._show, played=played))

    def _show(self, *, played: bool) -> None:
        """Show the new state; `played` if the one before was playing."""
        if not (self.state.settled and self.state.playing == played):
            self._go_on(0.0)  # short work is done before anything is shown
        self.follow()

    def report_internal_error(self, fault: Exception) -> None:
        """Report an internal error in the answer area, without changing the board."""
        self._set_next_state(ReportError(fault))
        with suppress(Exception):
            self._writer.write(self.state)

    @property
    def feed(self) -> Any:
        """The feed of the reader's code in this generation; None if it does not run."""
        self._engine.waits(self.state)  # starts it if necessary
        return self._engine.feed

    def wake(self) -> None:
        """Continue the current work, because new data has arrived."""
        self._wakes.set()

    def redraw(self) -> bool:
        """Redraw everything unless work is under way; return True if it was redrawn."""
        rests = self.state.search.doing is None and self._slow is None
        if rests:
            self._writer.forget()
            self._writer.write(self.state)
        return rests

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Return a task that does some work, and reports internal errors."""
        task = asyncio.create_task(self._watch_for_faults(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task may end before its work begins
        return task

    def start_if(self, wanted: Wanted, work: Callable[[Any], Coroutine[Any, Any, Any]]) -> None:
        """Do some work as long as a state needs it: the work for the key that `wanted` returns."""
        self.work.add(wanted, lambda state: self.start(work(wanted(state))).cancel)

    @property
    def place(self) -> Place:
        """The location of this page."""
        location = str(self.window.location.href)
        one_file = not self.document.getElementById("payload")  # the list of its scripts
        framed = self.window.origin == "null" and not location.startswith("file:")
        language = str(self.window.knightsTour.language)
        return Place(location, one_file, framed, language)

    def _hydrate(self) -> None:
        """Keep the drawing of the build if the first view is the same."""
        shown, state = self.window.knightsTour.hydrate(), poster_state(self.state)
        link = address.write(state.question.with_settings(lang=""))
        if shown is not None and shown == link and not state.searching:
            self._writer.hydrate(state)
            if shown:  # posters omit a hidden graph
                self._writer.forget("#board [data-layer=graph]")

    def _take(self, intent: Intent) -> None:
        asks = isinstance(intent, Wish | Open | SetKeys | RestoreWork)
        interrupts = asks and not isinstance(intent, Aside)
        if interrupts and (report := self._engine.now(self.state)):
            self._set_next_state(report)
        self._set_next_state(intent)
        if isinstance(intent, Open | Navigate):
            # Within a task the address may lack the task's keys.
            is_whole = isinstance(intent, Open) or not self.state.task.is_set
            self.address.record(intent.address, self.state, is_whole=is_whole)

    def _set_next_state(self, intent: Intent) -> None:
        self.state, effects = update(self.state, intent)
        self._effects += effects
        speak(self.state.language)  # drawings made in slices use this language

    def _go_on(self, seconds: float) -> None:
        try:
            report = self._engine.go_on(self.state, seconds)
        except PartMissing:
            self._engine.drop()  # its work begins again
            raise
        if report:
            self._set_next_state(report)

    def follow(self) -> None:
        """Update everything outside the state, and carry out the effects."""
        # Read before the document changes, which may move the focus and so create an intent.
        wanted, self._effects = self._effects, []
        try:
            self._update_document()
        except PartMissing:
            self._effects = wanted + self._effects
            raise
        for effect in wanted:
            if isinstance(effect, Focus) and not self.state.settled:
                self._effects.append(effect)  # the element may still be hidden
            else:
                self.do(effect)
        self.address.show(self.state)
        self.work.follow(self.state)

    def _update_document(self) -> None:
        section = lesson(self.state.question).section
        if section != self._section:
            if section:
                self.parts.require("lessons")
                self.window.knightsTour.lessons(section)
            self._section = section
            # Show the section before anything scrolls to it: beside a large board, all other
            # regions are written in slices.
            self._writer.write(self.state, only=":root@view")
        if self.state.settled:
            self._write()
            self.shown = self.state
            if not self._slow:
                self._complete = self.shown
        if self.state.search.doing is not None:
            self._wakes.set()
        for mirror in self.mirrors:
            mirror(self.state)

    def _write(self) -> None:
        self._canvas.look(self.state.look.zoom)
        if self._slow:
            return  # the slow writing checks the state again before it ends
        small = is_small(self.state.question.board)
        if small and lesson(self.state.question).section:
            # Redraw a figure under the pointer at once, before the next press reaches it.
            self._writer.write(self.state)
        pace, writing = Pace(), self._writer.writing(self._current_state)
        ends, wanted = small and pace.ends(writing), painting(self.state)
        if ends and wanted is None:
            self._canvas.clear()
        if not ends or wanted != self._canvas.shown:
            self._slow = self.start(self._write_slowly(pace, writing))

    async def written(self) -> None:
        """Wait until all regions are written."""
        if self._slow:
            await asyncio.wait({self._slow})

    async def _write_slowly(self, pace: Pace, writing: Iterator[None]) -> None:
        try:
            await pace.finish(writing)
            while (part := painting(self._current_state())) != self._canvas.shown:
                await self._canvas.follow(part)
                await pace.finish(self._writer.writing(self._current_state))
            self._complete = self.shown
        except PartMissing as missing:
            self.shown = self._complete or self.shown
            self._postpone(self.follow, missing.part)
        finally:
            self._slow = None

    def _current_state(self) -> State:
        return self.state

    async def _work(self) -> None:
        """Do the work of the state in slices between frames, as long as the page lives."""
        gc.disable()  # see `collect_garbage`
        mend_clock()
        last = perf_counter()
        while True:
            try:
                last = await self._slice(last)
            except PartMissing as missing:
                await self._wait_for(missing.part)
            except Exception as fault:  # noqa: BLE001 - our own fault ends only this work
                self._engine.drop()
                self.report_internal_error(fault)
                print_exception(fault)

    async def _wait_for(self, part: str) -> None:
        """Wait until a part is here; if it is lost, until the reader acts again."""
        self._postpone(self.follow, part)
        assert self._waiting
        await asyncio.wait({self._waiting})
        if part in self.parts.missing:
            self._wakes.clear()
            await self._wakes.wait()

    async def _slice(self, last: float) -> float:
        """Do a slice of work when there is some; return its time, or that of the last redraw.

        At the highest speed, most slices are not drawn.
        """
        if not self.state.search.doing or self._engine.waits(self.state):
            collect_garbage()
            self._wakes.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._engine.seconds_to_report(self.state)):
                    await self._wakes.wait()
            last = perf_counter()
        paced = self.state.playing and not self.state.hurries
        await (self._frame() if paced else asyncio.sleep(0))
        now, before = perf_counter(), self.state
        if self.state.hurries and now - last > SEEN_SECONDS:
            self.follow()  # a redraw has a slice to itself
            await self.written()
            return perf_counter()
        self._go_on(min(now - last, LONGEST_FRAME_SECONDS))
        if self.state.hurries:
            return last
        if self.state is not before:
            self.follow()
        return now

    async def _frame(self) -> None:
        drawn = asyncio.Event()
        self.window.requestAnimationFrame(create_once_callable(lambda _: drawn.set()))
        await drawn.wait()

    async def _watch_for_faults(self, work: Any) -> Any:
        try:
            return await work
        except PartMissing:
            return None  # js/late.js has reported it
        except Exception as fault:
            self.report_internal_error(fault)
            raise


def poster_state(state: State) -> State:
    """Return the state that the build has drawn, if it has drawn this question."""
    place, game = Place(language=state.language), state.question.settings.game
    kept = Settings(game=game)  # unknown to the build
    plain = replace(state.question, settings=kept)
    return replace(state.with_form(faults=()), question=plain, task=FREE, place=place)


class AddressBar:
    """Writes the address of each state at rest."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._link: str | None = None  # the address, or None if it shows another state
        self._pushes = False  # whether the present address remains in the history

    @property
    def text(self) -> str:
        """The part of the address from # on."""
        return str(self._window.location.hash)

    def record(self, opened: str, state: State, *, is_whole: bool) -> None:
        """Record the address of a state; `is_whole` if it describes the state completely."""
        is_shown = opened.lstrip("#") == self.text.lstrip("#")
        is_complete = is_whole and is_shown and not (state.form.faults or state.notice)
        self._link = address.write(state.question) if is_complete else None

    def push(self) -> None:
        """Push a history entry with the next address."""
        self._pushes = True

    def show(self, state: State) -> None:
        """Write the address of a state at rest; at once if it is a new history entry."""
        if state.search.doing is not None and not self._pushes:
            return
        link, history = address.write(state.question), self._window.history
        # A frame shares the history of the host page, whose Back button must not be affected.
        pushes = self._pushes and not state.question.settings.embed
        self._pushes = False
        if link != self._link:
            self._link = link
            # The policy of a strict site may forbid it; everything else still works.
            with suppress(JsException):
                (history.pushState if pushes else history.replaceState)(None, "", link or "#")
