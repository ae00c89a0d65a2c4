"""The page around this one, where there is one: what it says is done, and it is told what happens.

Tells it when the page is ready, its address, and each tour that its reader, or the page around,
has found. With splice=1 it tells a course book the same in SPLICE's words, and takes up from there.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from kt_core.tour import Tour
from web.fields import Fields
from web.lab import Doing, Lab
from web.page.pace import Pace
from web.question import address, lock
from web.question.question import Question
from web.replay import Replay
from web.search.best import Work
from web.share import messages
from web.share.messages import Message

PATIENCE = 1.0  # seconds that playing waits for a search, before it stops that and plays
NOT_SAVED = {"step", "show"}  # how a reader looks at a question is not worth a record in a book


class Host:
    """Obeys the page around, one message after the other, and tells it what happens."""

    def __init__(self, lab: Lab, fields: Fields, replay: Replay, guest: Any) -> None:
        self.lab, self.fields, self.replay, self._guest = lab, fields, replay, guest
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._state = address.keys(lab.question)
        self._known = lab.outcome.tour  # what was there when the page opened, nobody has found
        self._asked = False  # whether the search on its way was asked for by the page around
        self._solved = False
        self._said = 0

    def begin(self, proxy: Any) -> None:
        """Say that the page is ready, and listen; `proxy` makes a function fit for JavaScript."""
        self.lab.watchers.append(self.on_work)
        self.lab.winners.append(self._find)
        self.fields.watchers.append(self.on_address)
        self._guest.tell(messages.ready())
        self._tell_faults(address.write(self.lab.question), str(self.lab.asked))
        self._splice("getState")
        self._start(self._serve)
        self._guest.take(proxy(self.hear))

    def hear(self, text: Any) -> None:
        """Take a message in; what is none is left aside."""
        if message := messages.read(str(text)):
            self._messages.put_nowait(message)

    def on_address(self) -> None:
        """Tell where the reader is now, and what was found on the way there."""
        before, self._state = self._state, address.keys(self.lab.question)
        if before == self._state:
            return
        self._guest.tell(messages.state(self._state))
        if any(before[key] != self._state[key] for key in before.keys() - NOT_SAVED):
            self._report("question")
        if tour := self.lab.outcome.tour:
            self._find(tour)

    def on_work(self, work: Work | None) -> None:
        """Tell what a search has found that somebody here wanted."""
        tour, asked = self.lab.outcome.tour, self._asked
        if work:
            self._asked = False
        if not work or not tour:
            self._known = None
        elif asked or self.lab.outcome.milliseconds is not None:
            self._known = None
            self._find(tour)
        else:
            self._known = tour

    def _find(self, tour: Tour) -> None:
        if tour != self._known:
            self._known, self._solved = tour, True
            self._start(partial(self._tell_tour, tour))
            self._report("found")

    async def _tell_tour(self, tour: Tour) -> None:
        self._guest.tell(await Pace().joined(messages.found(tour)))

    async def _serve(self) -> None:
        while True:
            await self._obey(await self._messages.get())

    async def _obey(self, message: Message) -> None:
        kind = message.type
        if kind == "set":
            self._set(message.keys)
        elif kind == messages.RESTORE:
            self._restore(message)
        elif kind == "solve":
            self.fields.solve()
        elif kind == "pause" and self.lab.busy:
            self.lab.stop()
        elif kind != "pause" or (self.replay.player and self.replay.player.playing):
            await self.lab.settled(PATIENCE)
            self.replay.do(kind)

    def _set(self, keys: Any) -> None:
        now = self.lab.question
        asked = messages.asked(now, keys)
        then, faults = address.read(asked)
        if replace(now, show=then.show, kept=then.kept) == then and not faults:
            self._look(then)
        else:
            self._asked = True
            self.fields.open(asked)
        self._tell_faults(address.write(now), asked)

    def _look(self, then: Question) -> None:
        # The same question, seen or held in another way: its search stays where it is.
        layers = set(self.lab.question.show) ^ set(then.show)
        self.lab.question = replace(self.lab.question, kept=then.kept)
        for layer in layers:
            self.lab.show(layer)
        self.fields.write()
        self.fields.write_address()

    def _restore(self, message: Message) -> None:
        held = lock.locked(self.lab.question) | {"lock", "splice", "step"}
        keys = {key: text for key, text in message.keys.items() if key not in held}
        self._solved = self._solved or message.solved
        self.fields.open(messages.asked(self.lab.question, keys))

    def _tell_faults(self, before: str, asked: str) -> None:
        if asked != before and (faults := address.read(asked)[1]):
            self._guest.tell(messages.error(" ".join(faults)))

    def _report(self, event: str) -> None:
        state = address.said(self.lab.question) | {"solved": self._solved}
        self._splice("reportScoreAndState", score=float(self._solved), state=state)
        self._splice("sendEvent", name=event, data=state)

    def _splice(self, subject: str, **more: Any) -> None:
        if dict(self.lab.question.kept).get("splice") == "1":
            self._said += 1
            self._guest.tell(messages.splice(subject, f"{self._guest.id}-{self._said}", **more))

    def _start(self, work: Doing) -> None:
        task = self.lab.started(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
