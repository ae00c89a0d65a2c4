"""The reader's way through a search: buttons, timeline and panels, in step with each other.

Holds the one `Player`. What it shows on the board goes through the lab.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from pyodide.ffi import create_once_callable

from kt_core.board import Square
from kt_core.events import Event, Found, Visit
from kt_core.graph import knight_graph
from kt_core.search import RECURSION_LIMIT, recursive
from kt_core.svg import is_large
from web import words
from web.best import Work
from web.context import Context, of_run, of_tour
from web.lab import Lab
from web.pace import SLICE
from web.player import SPEEDS, Player
from web.question import BEST
from web.record import Moment, Record
from web.run import Outcome, Run
from web.timeline import WIDTH, timeline

CALM = 0.1  # seconds between two drawings of a panel while the steps fly by
KEYS = {"ArrowLeft": "back", "ArrowRight": "step", "Home": "first", "End": "last", " ": "play"}


class Replay:
    """Shows any step of the lab's search, and plays it."""

    def __init__(self, lab: Lab, document: Any, window: Any, moved: Callable[[], None]) -> None:
        self.lab, self._document, self._window, self._moved = lab, document, window, moved
        self.player: Player | None = None
        self.panel = "code"
        self._work: Work | None = None
        self._playing: asyncio.Task[None] | None = None
        self._panel_drawn = 0.0
        self._rail_drawn = -1
        self._context: Context | None = None
        lab.watchers.append(self.watch)

    def watch(self, work: Work | None) -> None:
        """Take over a search that the lab has come to the end of; None: there is none any more."""
        if self._playing:
            self._playing.cancel()
            self._playing = None
        self._work, self.player, self._context, self._rail_drawn = work, None, None, -1
        if work:
            self._prepare()
        if self.lab.as_built and self.player:
            self._rail_drawn = len(self.player.record)
        else:
            self._tell(panel=work is not None)

    def on_button(self, event: Any) -> None:
        """Do what a button of the transport says."""
        button = event.target.closest("button")
        if button:
            self.do(button.name)

    def on_range(self, event: Any) -> None:
        """Go to the step that the timeline was dragged to; or play as fast as the slider says."""
        value = int(event.target.value)
        if event.target.name == "speed":
            self._speed(value)
        elif player := self._ready():
            player.go(value)
            self._show()

    def on_key(self, event: Any) -> None:
        """Arrows step, Space plays and pauses, Home and End jump; controls come first."""
        here = event.target
        wanted = here.matches("input, select, textarea, [role=tab]") or here.closest(
            ".scroll, dialog"
        )
        taken = here.matches("[data-square]") or (event.key == " " and here.matches("button, a"))
        if event.key in KEYS and not (
            wanted or taken or event.ctrlKey or event.metaKey or event.altKey
        ):
            event.preventDefault()
            playing = self.player and self.player.playing
            self.do("pause" if event.key == " " and playing else KEYS[event.key])

    def on_tab(self, event: Any) -> None:
        """Show another panel."""
        tab = event.target.closest("[role=tab]")
        if tab:
            self.choose(tab.name)

    def on_tab_key(self, event: Any) -> None:
        """Arrows go from tab to tab."""
        tabs = [tab.name for tab in self._element("tabs").querySelectorAll("[role=tab]")]
        by = {"ArrowRight": 1, "ArrowLeft": -1}.get(event.key)
        if by:
            event.preventDefault()
            self.choose(tabs[(tabs.index(self.panel) + by) % len(tabs)])
            self._element(f"tab-{self.panel}").focus()

    def choose(self, panel: str) -> None:
        """Show the panel of this name."""
        self.panel = panel
        for tab in self._element("tabs").querySelectorAll("[role=tab]"):
            chosen = tab.name == panel
            tab.setAttribute("aria-selected", "true" if chosen else "false")
            tab.setAttribute("tabindex", "0" if chosen else "-1")
        self._element("panel").setAttribute("aria-labelledby", f"tab-{panel}")
        if player := self._ready():
            self._draw_panel(player.moment)

    def do(self, what: str) -> None:
        """Step, go back, play, pause, start over, or go to the end."""
        player = self._ready()
        if not player:
            return
        if what == "play":
            player.play()
            self._playing = asyncio.create_task(self.lab.watched(self._play(player)))
            self._tell()
            return
        length = len(player.record)
        player.go(
            {"first": 0, "back": player.step - 1, "step": player.step + 1}.get(what, player.step)
        )
        if what == "last":
            player.go(length)
            if not player.at_end:
                self.lab.solve()
                return
        self._show()

    def _ready(self) -> Player | None:
        if not self.player and not is_large(self.lab.question.board):
            if self.lab.question.ordering == BEST and not self._work:
                self.lab.solve()  # the best method has no steps before it has a tour
            else:
                self._prepare()
        return self.player

    def _prepare(self) -> None:
        question, work = self.lab.question, self._work
        if is_large(question.board) or len(question.board) < 2:
            return
        if work is None:
            self._work = work = Run(replace(question, step=None))
        if isinstance(work, Run):
            record = work.record
        else:
            path = work.outcome().path
            record = Record(knight_graph(question.board), _visits(path))
            record.pull(len(path) + 1)
        self.player = Player(record, len(record))
        self.player.speed = int(self._element("speed").value)

    async def _play(self, player: Player) -> None:
        # A frame of the browser is a tick; as fast as it goes, a frame's slice of time is filled.
        before = perf_counter()
        while player.playing:
            await self._frame()
            now = perf_counter()
            if player.tick(min(now - before, 0.25)):
                while perf_counter() - now < SLICE and player.hurry():
                    pass
            before = now
            if self.player is not player:
                return
            self._show()

    async def _frame(self) -> None:
        drawn = asyncio.Event()
        self._window.requestAnimationFrame(create_once_callable(lambda _: drawn.set()))
        await drawn.wait()

    def _show(self) -> None:
        player, work = self.player, self._work
        assert player
        assert work
        moment, record = player.moment, player.record
        complete = player.step == len(record) and record.ended
        if record.ended and isinstance(work, Run):
            work.settle()
        verdict = work.outcome(self.lab.outcome.milliseconds) if record.ended else None
        shown = verdict if complete and verdict else _partly(moment, verdict)
        self.lab.present(shown, verdict or shown, None if complete else player.step)
        self._tell(panel=True)
        if not player.playing:
            self._moved()

    def _tell(self, *, panel: bool = False) -> None:
        player = self.player
        step, length = (player.step, len(player.record)) if player else (0, 0)
        playing = bool(player and player.playing)
        timeline = self._element("timeline")
        timeline.max, timeline.value = str(max(length, 1)), str(step)
        squares = words.reached(self.lab.question, player.moment if player else Moment())
        total = f" of {length:,}" if player and player.record.ended else ""
        self._element("at").textContent = f"step {step:,}{total}{self._what()}"
        self._element("of").textContent = squares
        timeline.setAttribute("aria-valuetext", f"step {step:,}{total}{self._what()}, {squares}")
        self._element("reading").setAttribute("aria-live", "off" if playing else "polite")
        self._button("play").hidden, self._button("pause").hidden = playing, not playing
        self._draw_rail(step, length, playing=playing)
        if panel and player and not (playing and perf_counter() - self._panel_drawn < CALM):
            self._draw_panel(player.moment)

    def _what(self) -> str:
        """Return what the step was: ": c7", or ": back from c7"."""
        moment, name = (
            (self.player.moment if self.player else Moment()),
            self.lab.question.board.name,
        )
        if moment.found:
            return ": a tour"
        if moment.left is not None:
            return f": back from {name(moment.left)}"
        return f": {name(moment.path[-1])}" if moment.path else ""

    def _draw_rail(self, step: int, length: int, *, playing: bool) -> None:
        # The whole rail while it is new; then only how much of it is played.
        rail = self._element("rail")
        played = rail.querySelector("clipPath rect")
        if played and self._rail_drawn == length:
            played.setAttribute("width", f"{WIDTH * step / max(length, 1):.2f}")
        elif not length:
            rail.innerHTML, self._rail_drawn = "", 0
        elif not playing or perf_counter() - self._panel_drawn > CALM / 2:
            rail.innerHTML = timeline(self._of(), step)
            self._rail_drawn = length

    def _draw_panel(self, moment: Moment) -> None:
        from web.panels import PANELS

        panel, context = self._element("panel"), self._of()
        if context.ordering == BEST and self.panel in ("code", "stack", "tree"):
            why = words.SHOWN if self.lab.question.is_shown else words.NO_SEARCH
            panel.innerHTML = f'<p class="caption">{why}</p>'
        elif self.panel == "stack" and len(context.graph) > RECURSION_LIMIT:
            panel.innerHTML = f'<p class="caption">{words.TOO_DEEP}</p>'
        else:  # recursion tells the same events, so it would stand at the same step
            context = replace(context, solver=recursive) if self.panel == "stack" else context
            panel.innerHTML = PANELS[self.panel](context, moment)
        here = panel.querySelector(".here")
        if here and here.closest(".code, .scroll"):
            box = here.closest(".code, .scroll")
            top = here.getBoundingClientRect().top - box.getBoundingClientRect().top
            if not 0 <= top <= box.clientHeight - 24:
                box.scrollTop += top - box.clientHeight / 2
        self._panel_drawn = perf_counter()

    def _of(self) -> Context:
        """Return what timeline and panels are about."""
        player, work = self.player, self._work
        assert player
        if not self._context:
            took = self.lab.outcome.milliseconds
            if isinstance(work, Run):
                self._context = of_run(work, took)
            else:
                self._context = of_tour(self.lab.question, player.record, took)
        return self._context

    def _speed(self, speed: int) -> None:
        if self.player:
            self.player.speed = speed
        rate = SPEEDS[speed]
        self._element("rate").textContent = "fastest" if rate is None else f"{rate:,} / s"
        self._element("speed").setAttribute(
            "aria-valuetext", "as fast as it goes" if rate is None else f"{rate:,} steps a second"
        )

    def _button(self, name: str) -> Any:
        return self._element("transport").querySelector(f"button[name={name}]")

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)


def _partly(moment: Moment, verdict: Outcome | None) -> Outcome:
    return Outcome(
        path=moment.path,
        whole=verdict.tour.path if verdict and verdict.tour else (),
        died=moment.left,
        steps=moment.step,
        dead_ends=moment.dead_ends,
    )


def _visits(squares: Sequence[Square]) -> Iterator[Event]:
    """Yield a tour as a search that never goes back."""
    path: list[Square] = []
    for square in squares:
        path.append(square)
        yield Visit(square)
    yield Found(tuple(path))
