"""A search on its way: pulls events by the handful, counts them, and says how it ended.

Knows no clock: whoever calls `advance` decides how many events fit before the next frame.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kt_core.board import Square
from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.orderings import ordering, pruned
from kt_core.proofs.parity import refute_by_colours
from kt_core.search import search
from kt_core.theory import refute
from kt_core.tour import NoTour, Tour
from web.question.question import Question
from web.search.record import Record


@dataclass(frozen=True)
class Outcome:
    """What work has come to: a tour, a reason why there is none, or a path so far."""

    tour: Tour | None = None
    reason: str = ""  # why there is no tour; "" where that is not known
    witness: Mapping[str, Sequence[Square]] = field(default_factory=dict)  # what shows that
    undecided: str = ""  # why neither is known, where the work was given up
    path: tuple[Any, ...] = ()  # squares; or vertices of another graph
    whole: tuple[Any, ...] = ()  # the path as it will be, where it is shown only in part
    died: Any = None  # where a dead end was just left
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    told: tuple[str, ...] = ()  # what to say instead of the verdict: a sentence, and notes
    method: str = ""  # that answered; "" for the search that is watched
    progress: Progress | None = None  # the last word of a method at work


class Run:
    """A search for the tour that a question asks for, with a record of its steps."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tour: Tour | None = None
        self.reason = ""
        self.witness: Mapping[str, Sequence[Square]] = {}
        puzzle = question.puzzle
        self.graph = knight_graph(puzzle.board)
        self.ends = puzzle.ends(self.graph, question.start)
        order = ordering(question.ordering).make(puzzle.board, question.seed)
        self.order = pruned(order, self.ends) if question.prune else order
        self.record = Record(self.graph, self._started())
        self._proof: Generator[Progress, None, Tour] | None = None

    @property
    def runs(self) -> tuple[Run, ...]:
        """The searches to watch: this one."""
        return (self,)

    def advance(self, count: int) -> bool:
        """Pull up to `count` events; return whether there is more to pull, or a tour to prove."""
        if self._proof:
            return self._prove(self._proof)
        if self.reason:
            return False
        last = self.question.step
        more = self.record.pull(count if last is None else min(count, last - len(self.record)))
        return self.settle(step=1) if self.record.ended else more and len(self.record) != last

    def settle(self, step: int = 0) -> bool:
        """Take in how the record ended; return whether there is a tour to prove.

        All of the proof is done, unless `step` says to leave it to `advance`.
        """
        if self.record.found and not (self.tour or self._proof):
            puzzle, path = self.question.puzzle, self.record.at(len(self.record)).path
            self._proof = Tour.proving(puzzle.board, path, puzzle.closed)
        elif self.record.ended and not (self.reason or self.record.found):
            self._exhaust()
        while self._proof and not step:
            self._prove(self._proof)
        return bool(self._proof)

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the search stands."""
        record = self.record
        return Outcome(
            tour=self.tour,
            reason=self.reason,
            witness=self.witness,
            path=record.at(len(record)).path,
            steps=len(record),
            dead_ends=record.dead_ends,
            milliseconds=milliseconds,
        )

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the same: nothing is held back."""
        return self.outcome(milliseconds)

    def _started(self) -> Iterator[Event]:
        puzzle = self.question.puzzle
        try:
            refute_by_colours(puzzle)  # no more: a hopeless search is there to be watched
        except NoTour as no:
            self.reason, self.witness = no.reason, no.witness
            return _nothing()
        return search(self.graph, self.question.start, order=self.order, ends=self.ends)

    def _prove(self, proof: Generator[Progress, None, Tour]) -> bool:
        try:
            next(proof)
        except StopIteration as done:
            self.tour, self._proof = done.value, None
        return not self.tour

    def _exhaust(self) -> None:
        start = self.question.board.name(self.question.start)
        self.reason = f"Every path from {start} was tried, and none is such a tour."
        try:
            refute(self.question.puzzle)
        except NoTour as shorter:
            self.reason += f" {shorter.reason}"
            self.witness = shorter.witness


def _nothing() -> Iterator[Event]:
    """Return a search that has nothing to try; a generator, as a record expects."""
    return
    yield
