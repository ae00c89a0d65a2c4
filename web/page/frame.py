"""The bridge to the host page: converts its messages to intents, and sends messages to it.

The host page receives a message when this page is ready, for each change of this page's address,
and for each tour found. With splice=1, a course book receives SPLICE messages too, and this page
restores the work that the book saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from pyodide.ffi import create_proxy

from kt_core.language import paragraph, text_of
from web.chapter.book import keys
from web.page.pace import Pace
from web.page.page import Page
from web.question import address, messages
from web.question.keys import key_names
from web.question.messages import Message
from web.question.question import Question
from web.state import intents
from web.state.intents import Intent, RestoreWork, SetKeys
from web.state.state import (
    HostEffect,
    Record,
    ReportFaults,
    ReportScore,
    ReportTour,
    Solving,
    StartClock,
    State,
)

PATIENCE_SECONDS = 1.0  # time that a command to play waits for a running search
RECORDED = key_names(lambda key: key.recorded)
#: The kind of a task -> the name of the SPLICE event when the reader has acted in it.
EVENTS = {
    "watch": "watched",
    "play": "found",
    "predict": "found",
    "code": "tried",
    "program": "checked",
    "section": "answered",
}

WISHES: Mapping[str, Intent] = {
    "solve": intents.Solve(from_host=True),
    "play": intents.PlaySteps(from_host=True),
    "pause": intents.Pause(from_host=True),
    "step": intents.StepBy(1, from_host=True),
}


class HostBridge:
    """Handles the messages of the host page in order, and sends it reports."""

    def __init__(self, page: Page, frame: Any) -> None:
        self._page, self._frame = page, frame
        self._wakes = asyncio.Event()
        self._reported = _reported_keys(page.state.question)
        self._clock = perf_counter()  # start of the time that a found tour is reported with
        self._count = 0  # number of SPLICE messages
        page.mirrors.append(self._tell_address)
        page.tell = self._tell
        frame.tell(messages.message("ready"))
        if faults := page.state.form.faults:
            self._tell(ReportFaults(faults))
        self._splice("getState")
        page.start(self._handle_messages())
        frame.take(create_proxy(self._wakes.set))

    async def _handle_messages(self) -> None:
        # The page queues messages in JavaScript, where superseded ones are dropped.
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while text := str(self._frame.next()):
                if message := messages.read(text):  # other texts are ignored
                    await self._handle_message(message)
                await asyncio.sleep(0)

    async def _handle_message(self, message: Message) -> None:
        if message.type in ("set", messages.RESTORE):
            restored = RestoreWork(message.keys, message.score, message.done)
            kept = message.type == messages.RESTORE
            self._page.dispatch(restored if kept else SetKeys(message.keys))
            return
        if message.type in ("play", "step"):
            await self._wait_for_answer()
        self._page.dispatch(WISHES[message.type])

    async def _wait_for_answer(self) -> None:
        """Wait for a running search, for a limited time."""
        until = perf_counter() + PATIENCE_SECONDS
        while isinstance(self._page.state.search.doing, Solving) and perf_counter() < until:
            await asyncio.sleep(0.01)

    def _tell(self, effect: HostEffect) -> None:
        """Send the message of an effect to the host page."""
        match effect:
            case StartClock():
                self._clock = perf_counter()
            case ReportFaults(faults):
                self._frame.tell(messages.message("error", text=text_of(paragraph(faults))))
            case ReportScore(found, starts, steps):
                self._frame.tell(messages.score_message(found, starts, steps))
            case ReportTour():
                self._page.start(self._tell_tour(effect, perf_counter() - self._clock))
            case Record(kind):
                self._report(self._page.state, EVENTS[kind])
            case _:
                raise TypeError(effect)

    async def _tell_tour(self, found: ReportTour, seconds: float) -> None:
        parts = messages.found_message(
            found.tour, by=found.by, hints=found.hints, undos=found.undos, seconds=seconds
        )
        self._frame.tell(await Pace().join(parts))

    def _tell_address(self, state: State) -> None:
        if state.search.doing is not None:
            return
        before, self._reported = self._reported, _reported_keys(state.question)
        if before == self._reported:
            return
        self._frame.tell(messages.message("state", **self._reported))
        if any(before.get(key) != self._reported.get(key) for key in RECORDED):
            self._report(state, "question")

    def _report(self, state: State, event: str) -> None:
        """Send SPLICE messages with the event, the score, and the work to restore later."""
        question, earned = state.question, state.earned
        kept = state.task.work(question) | _reader_keys(question)
        fields: dict[str, Any] = {"score": earned.score} if state.task.scores else {}
        state_of = kept | fields | {"done": earned.done, "solved": earned.score == 1}
        self._splice("reportScoreAndState", **fields, state=state_of)
        self._splice("sendEvent", name=event, data=state_of)

    def _splice(self, subject: str, **more: Any) -> None:
        if self._page.state.question.settings.splice:
            self._count += 1
            number = f"{self._frame.id}-{self._count}"
            self._frame.tell(messages.splice(subject, number, **more))


def _reported_keys(question: Question) -> dict[str, str]:
    """Return the address keys of a question and of the reader's work."""
    return address.keys(question) | _reader_keys(question)


def _reader_keys(question: Question) -> dict[str, str]:
    game = question.settings.game
    return keys(question) | ({"game": game} if game else {})
