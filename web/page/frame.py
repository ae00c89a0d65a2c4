"""The page around this one, where there is one: its messages as intents, and what it is told.

It hears when the page is ready, its address, and each tour that somebody here has found. With
splice=1 a course book hears the same in SPLICE's words, and the page takes up from what it kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from kt_core.language import joined, said
from kt_core.tour import Tour
from web.lesson.lesson import keys
from web.page.pace import Pace
from web.page.page import Page
from web.question import address
from web.question.keys import key_names
from web.question.question import Question
from web.share import messages
from web.share.messages import Message
from web.state import intents
from web.state.credit import finder
from web.state.intents import Intent
from web.state.state import Solving, State

PATIENCE_SECONDS = 1.0  # that playing waits for a search, before it stops that and plays
RECORDED = key_names(lambda key: key.recorded)
#: What an act in a task is called, by the kind of the task.
EVENTS = {
    "watch": "watched",
    "play": "found",
    "predict": "found",
    "code": "tried",
    "section": "answered",
}

WISHES: Mapping[str, Intent] = {
    "solve": intents.Solve(from_host=True),
    "play": intents.Play(from_host=True),
    "pause": intents.Pause(from_host=True),
    "step": intents.Step(1, from_host=True),
}


class HostBridge:
    """Obeys the page around, one message after the other, and tells it what happens."""

    def __init__(self, page: Page, frame: Any) -> None:
        self._page, self._frame = page, frame
        self._wakes = asyncio.Event()
        self._told = _said_of(page.state.question)
        self._began = perf_counter()  # the game, or what is searched
        self._count = 0  # of the messages in SPLICE's words

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Say that the page is ready, and listen; `proxy` makes a function fit for JavaScript."""
        self._page.followers.append(self._follow)
        self._frame.tell(messages.ready())
        self._tell_faults(self._page.state)
        self._splice("getState")
        self._page.start(self._serve())
        self._frame.take(proxy(self._wakes.set))

    async def _serve(self) -> None:
        # Messages wait outside, where one that a later one makes needless is left out.
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while text := str(self._frame.next()):
                if message := messages.read(text):  # what is none is left aside
                    await self._obey(message)
                await asyncio.sleep(0)

    async def _obey(self, message: Message) -> None:
        if message.type in ("set", messages.RESTORE):
            restored = intents.Restore(message.keys, message.score, message.done)
            kept = message.type == messages.RESTORE
            self._page.dispatch(restored if kept else intents.Set(message.keys))
            self._tell_faults(self._page.state)
            return
        if message.type in ("play", "step"):
            await self._settled()
        self._page.dispatch(WISHES[message.type])

    async def _settled(self) -> None:
        """Wait for the answer on its way, for so long as is worth it."""
        until = perf_counter() + PATIENCE_SECONDS
        while isinstance(self._page.state.doing, Solving) and perf_counter() < until:
            await asyncio.sleep(0.01)

    def _follow(self, before: State, after: State) -> None:
        if _begins(before, after):
            self._began = perf_counter()
        if after.doing is None:
            self._tell_address(after)
        if after.earned != before.earned and after.earned.acted:
            self._report(after, EVENTS[after.task.kind])
        if after.own.whole and not before.own.whole:
            self._tell_score(after)
        if after.won and after.won is not before.won:
            self._page.start(self._tell_tour(after.won, after))

    def _tell_address(self, state: State) -> None:
        before, self._told = self._told, _said_of(state.question)
        if before == self._told:
            return
        self._frame.tell(messages.state(self._told))
        if any(before.get(key) != self._told.get(key) for key in RECORDED):
            self._report(state, "question")

    def _tell_score(self, state: State) -> None:
        """Tell how far the reader's code does what a teacher asks of it."""
        found = sum(tried.why == "found" for tried in state.own.tried)
        steps, starts = state.question.check or state.own.steps, len(state.own.tried)
        self._frame.tell(messages.score(found, starts, steps))

    async def _tell_tour(self, tour: Tour, state: State) -> None:
        hand, seconds, by = state.hand, perf_counter() - self._began, finder(state)
        said = messages.found(tour, by=by, hints=hand.hints, undos=hand.undos, seconds=seconds)
        self._frame.tell(await Pace().joined(said))

    def _tell_faults(self, state: State) -> None:
        if state.faults:
            self._frame.tell(messages.error(said(joined(state.faults))))

    def _report(self, state: State, event: str) -> None:
        """Tell in SPLICE's words what was done, what it has earned, and how to go on from there."""
        question, earned = state.question, state.earned
        kept = state.task.work(question) | _kept(question)
        told: dict[str, Any] = {"score": earned.score} if state.task.scores else {}
        state_of = kept | told | {"done": earned.done, "solved": earned.score == 1}
        self._splice("reportScoreAndState", **told, state=state_of)
        self._splice("sendEvent", name=event, data=state_of)

    def _splice(self, subject: str, **more: Any) -> None:
        if self._page.state.question.setting("splice") == "1":
            self._count += 1
            number = f"{self._frame.id}-{self._count}"
            self._frame.tell(messages.splice(subject, number, **more))


def _said_of(question: Question) -> dict[str, str]:
    """Return what is told of a question and of what its reader has done, key by key."""
    return address.keys(question) | _kept(question)


def _kept(question: Question) -> dict[str, str]:
    game = question.setting("game")
    return keys(question) | ({"game": game} if game else {})


def _begins(before: State, after: State) -> bool:
    """Return whether another search begins, or another game by its first move."""
    then, now = before.hand.game, after.hand.game
    if not (then and now):
        return before.turn != after.turn
    return len(then.path) == 1 < len(now.path) and not after.hand.undos
