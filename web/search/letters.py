"""The textbook's graph of six vertices, A to F, searched as a board is. Pure."""

from __future__ import annotations

from typing import Any

from kt_core.graph import LETTERS
from kt_core.orderings import textbook
from kt_core.search import search
from web.search.answer import Answer
from web.search.outcome import Outcome
from web.search.recording import Recording
from web.search.trace import Trace

START = "A"


class LettersSearch:
    """The search of this graph, as work of the page."""

    def __init__(self) -> None:
        path: dict[Any, Any] = {}
        self.recording = Recording(LETTERS, search(LETTERS, START, path=path), path)

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The steps to watch."""
        return (self.recording,)

    @property
    def hopeless(self) -> bool:
        """Say no: there is no search that what is known could spare."""
        return False

    def advance(self, count: int, until: int | None = None) -> bool:
        """Pull up to `count` events, none after step `until`; return whether there is more."""
        left = count if until is None else min(count, until - len(self.recording))
        return self.recording.pull(left) and len(self.recording) != until

    def settle(self) -> None:
        """Do nothing: there is no tour to prove."""

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return what is known so far."""
        recording = self.recording
        moment = recording.at(len(recording))
        whole = Outcome(path=moment.path, steps=moment.step, dead_ends=moment.dead_ends)
        trace = Trace(
            recording=recording,
            graph=LETTERS,
            start=START,
            order=textbook,
            length=len(recording),
            end=whole if recording.ended else None,
        )
        return Answer((trace,), whole)
