"""Steps through a search: what the reader does with it, drawn in the picture, panel and timeline.

Where a step was never seen, more of the search is pulled. A race has a second picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from pyodide.ffi import create_once_callable

from web.inside import Inside
from web.lab import Lab
from web.picture import Picture
from web.search import race
from web.search.best import Work
from web.search.player import Player
from web.search.record import Moment
from web.search.run import Outcome
from web.search.session import Session, session
from web.transport import Transport
from web.view import hand

HURRY = 0.014  # seconds of steps between two looks of the browser, as fast as it goes
CALM = 0.1  # seconds between two drawings of what takes long, while the steps fly by
RESTS = {"panel": 6, "rail": 9}  # times that, as fast as it goes
LONGEST_FRAME = 0.25  # seconds; time that a hidden page has slept through does not count
KEYS = {"ArrowLeft": "back", "ArrowRight": "step", "Home": "first", "End": "last", " ": "play"}


class Replay:
    """Shows any step of the lab's search, and plays it."""

    def __init__(self, lab: Lab, document: Any, window: Any, moved: Callable[[], None]) -> None:
        self.lab, self._document, self._window, self._moved = lab, document, window, moved
        self.session: Session | None = None
        self.inside, self.transport = Inside(document), Transport(document)
        self._rival = Picture(document, "rival")
        self._playing: asyncio.Task[None] | None = None
        self._drawn: dict[str, float] = {}  # when the rail and the panel were, in seconds
        lab.watchers.append(self.watch)
        lab.redressed.append(self._show_rival)

    @property
    def player(self) -> Player | None:
        """Where the reader stands, once there is a search."""
        return self.session.player if self.session else None

    def watch(self, work: Work | None) -> None:
        """Take over a search that the lab has come to the end of; None: there is none any more."""
        if self._playing:
            self._playing.cancel()
            self._playing = None
        self.session = None
        waits = self.lab.question.step == 0  # for its first step; else a search is on its way
        if work or waits:
            self._prepare(work)
        self._show_rival()
        if self.lab.as_built and self.player:
            self.transport.as_built(self.player)
        else:
            self._tell(panel=work is not None or waits)

    def on_button(self, event: Any) -> None:
        """Do what a button of the transport says."""
        button = event.target.closest("button")
        if button:
            self.do(button.name)

    def on_range(self, event: Any) -> None:
        """Go to the step that the timeline was dragged to; or play as fast as the slider says."""
        value = int(event.target.value)
        if event.target.name == "speed":
            if self.player:
                self.player.speed = value
            self.transport.tell_speed(value)
        elif player := self.ready():
            player.go(value)
            self.show()

    def on_past(self, event: Any) -> None:
        """Say what happened at the step under the pointer."""
        if self.session and self.session.player.length:
            self.transport.tell_past(self.session.longest, event.clientX)

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
        by = {"ArrowRight": 1, "ArrowLeft": -1}.get(event.key)
        if by:
            event.preventDefault()
            self.choose(self.inside.beside(by))
            self.inside.focus()

    def choose(self, panel: str) -> None:
        """Show the panel of this name."""
        self.inside.choose(panel)
        if self.ready():
            self._draw_panel()

    def do(self, what: str) -> None:
        """Step, go back, play, pause, start over, or go to the end."""
        player = self.ready() if self.lab.question.mode != "play" else None
        if not player:
            return
        if what == "play":
            player.play()
            self._playing = self.lab.started(partial(self._play, player))
            self._tell()
            return
        length = player.length
        to = {"first": 0, "back": player.step - 1, "step": player.step + 1, "last": length}
        player.go(to.get(what, player.step))
        if what == "last" and not player.at_end:
            self.lab.solve()
        else:
            self.show()

    def show(self, told: tuple[str, ...] = ()) -> None:
        """Draw the step where the player stands; say what it is, or what is told instead."""
        assert self.session
        current, player = self.session, self.session.player
        shown, *rival = current.outcomes()
        if self.lab.question.mode == "predict":
            shown = replace(shown, whole=())
        verdict = Outcome(told=told) if told else self._verdict(current)
        self.lab.present(shown, verdict, None if current.complete else player.step)
        for outcome in rival:
            self._rival.move(race.lanes(self.lab.question)[1], outcome)
            self._tell_lanes()
        self._tell(panel=True)
        if not player.playing:
            self._moved()

    def ready(self) -> Player | None:
        """Return where the reader stands, of a search that is begun if need be."""
        if not self.session and not self._prepare(None):
            self.lab.solve()  # the best method has no steps before it has a tour
        return self.player

    def _verdict(self, current: Session) -> Outcome:
        # How it ends is no secret, unless the reader is to find the way.
        predicting = self.lab.question.mode == "predict" and not current.complete
        return Outcome(told=hand.ASKING) if predicting else current.verdict()

    def _prepare(self, work: Work | None) -> bool:
        """Return whether there is something to watch, or never will be."""
        took = self.lab.outcome.milliseconds
        self.session = session(self.lab.question, work, took)
        if self.player:
            self.player.speed = self.transport.speed
        return bool(self.session) or not self.lab.question.can_be_watched

    async def _play(self, player: Player) -> None:
        # A frame of the browser is a tick. As fast as it goes there are no frames to wait for, and
        # what flies by is shown now and then.
        before = shown = perf_counter()
        while player.playing:
            await (asyncio.sleep(0) if player.hurries else self._frame())
            if self.player is not player:
                return
            now = perf_counter()
            if player.tick(min(now - before, LONGEST_FRAME)):
                while perf_counter() - now < HURRY and player.hurry():
                    pass
            before = now
            if now - shown > 2 * CALM or player.at_end or not player.hurries:
                self.show()
                shown = perf_counter()

    async def _frame(self) -> None:
        drawn = asyncio.Event()
        self._window.requestAnimationFrame(create_once_callable(lambda _: drawn.set()))
        await drawn.wait()

    def _show_rival(self) -> None:
        question, frame = self.lab.question, self._rival.frame
        self._document.getElementById("boards").toggleAttribute("data-race", question.is_race)
        frame.hidden = not question.is_race
        if not question.is_race:
            frame.innerHTML = ""
        else:
            outcomes = self.session.outcomes() if self.session else [Outcome(), Outcome()]
            self._rival.forget()
            self._rival.move(race.lanes(question)[1], outcomes[1])
            self._tell_lanes()

    def _tell_lanes(self) -> None:
        moments = self.session.player.moments if self.session else (Moment(), Moment())
        for number, lane in enumerate(race.lanes(self.lab.question)):
            caption = self._document.getElementById(f"lane-{number}")
            caption.textContent = race.caption(lane, moments[number])

    def _tell(self, *, panel: bool = False) -> None:
        player, context = self.player, self.session.longest if self.session else None
        self.transport.tell(self.lab.question, player)
        self.transport.draw_rail(context, player, anew=self._is_due("rail"))
        if panel and player and self._is_due("panel"):
            self._draw_panel()

    def _is_due(self, what: str) -> bool:
        """Return whether to draw something again that takes long, while the steps fly by."""
        player, now = self.player, perf_counter()
        rest = CALM if player and player.playing else 0
        rest *= RESTS[what] if player and player.hurries else 1
        due = now - self._drawn.get(what, 0) >= rest
        if due:
            self._drawn[what] = now
        return due

    def _draw_panel(self) -> None:
        assert self.session
        self.inside.draw(self.session.context, self.session.player.moment)
