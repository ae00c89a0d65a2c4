"""A search on its way, with a record of its steps: pulled by the handful, and its tour proven.

Knows no clock: whoever calls `advance` decides how many events fit before the next frame.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.orderings import ordering, pruned
from kt_core.proofs.parity import refute_by_colours
from kt_core.search import search
from kt_core.theory import refute
from kt_core.tour import NoTour, Tour
from web.question.question import Question
from web.search.answer import Answer
from web.search.outcome import Outcome
from web.search.record import Record
from web.search.trace import Trace


class Attempt:
    """A search for the tour that a question asks for."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tour: Tour | None = None
        self.no: NoTour | None = None
        puzzle = question.puzzle
        self.graph = knight_graph(puzzle.board)
        self.ends = puzzle.ends(self.graph, question.start)
        order = ordering(question.ordering).make(puzzle.board, question.seed)
        self.order = pruned(order, self.ends) if question.prune else order
        path: dict[Any, Any] = {}
        self.record = Record(self.graph, self._started(path), path)
        self._proof: Generator[Progress, None, Tour] | None = None
        self._end: Outcome | None = None

    @property
    def records(self) -> tuple[Record, ...]:
        """The steps to watch."""
        return (self.record,) if self.question.can_be_watched else ()

    def advance(self, count: int, until: int | None = None) -> bool:
        """Pull up to `count` events, none after step `until`; return whether there is more to do.

        That may be a tour to prove.
        """
        if self._proof:
            return self._prove(self._proof)
        self.record.pull(count if until is None else min(count, until - len(self.record)))
        if self.record.ended:
            return self._settled()
        return self.record.more and len(self.record) != until

    def settle(self) -> None:
        """Take in how the record ended; prove the tour, at once."""
        if self.record.ended:
            while self._settled():
                assert self._proof
                self._prove(self._proof)

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return what is known so far."""
        whole = self.outcome(milliseconds)
        return Answer((self.trace(milliseconds),) if self.question.can_be_watched else (), whole)

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the search stands."""
        record, no = self.record, self.no
        return Outcome(
            tour=self.tour,
            reason=no.reason if no else "",
            witness=no.witness if no else {},
            path=record.at(len(record)).path,
            steps=len(record),
            dead_ends=record.dead_ends,
            milliseconds=milliseconds,
        )

    def trace(self, milliseconds: int | None = None) -> Trace:
        """Return the search as far as it is known."""
        question, ended = self.question, self.tour or self.no
        if ended and not self._end:
            self._end = self.outcome(milliseconds)
        return Trace(
            record=self.record,
            graph=self.graph,
            start=question.start,
            order=self.order,
            length=len(self.record),
            end=self._end,
            ends=self.ends,
            name=question.board.name,
            ordering=question.ordering,
            board=question.board,
        )

    def _started(self, path: dict[Any, Any]) -> Iterator[Event]:
        puzzle = self.question.puzzle
        try:
            refute_by_colours(puzzle)  # no more: a hopeless search is there to be watched
        except NoTour as no:
            self.no = no
            return iter(())
        start, order = self.question.start, self.order
        return search(self.graph, start, order=order, ends=self.ends, path=path)

    def _settled(self) -> bool:
        """Take in how the record ended; return whether there is a tour to prove."""
        puzzle, record = self.question.puzzle, self.record
        if record.found and not (self.tour or self._proof):
            path = record.at(len(record)).path
            self._proof = Tour.proving(puzzle.board, path, puzzle.closed)
        elif not (self.no or record.found):
            self._exhaust()
        return bool(self._proof)

    def _prove(self, proof: Generator[Progress, None, Tour]) -> bool:
        try:
            next(proof)
        except StopIteration as done:
            self.tour, self._proof = done.value, None
        return not self.tour

    def _exhaust(self) -> None:
        start = self.question.board.name(self.question.start)
        reason, witness = f"Every path from {start} was tried, and none is such a tour.", {}
        try:
            refute(self.question.puzzle)
        except NoTour as shorter:
            reason, witness = f"{reason} {shorter.reason}", shorter.witness
        self.no = NoTour(reason, "search", witness)
