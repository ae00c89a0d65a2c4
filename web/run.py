"""A search on its way: pulls events by the handful, counts them, and says how it ended.

Knows no clock: whoever calls `advance` decides how many events fit before the next frame.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import cast

from kt_core.board import Square
from kt_core.events import Event, Found, Progress, Visit
from kt_core.graph import knight_graph
from kt_core.orderings import ordering, pruned
from kt_core.parity import refute_by_colours
from kt_core.search import search
from kt_core.theory import refute
from kt_core.tour import NoTour, Tour
from web.question import Question


@dataclass(frozen=True)
class Outcome:
    """What work has come to: a tour, a reason why there is none, or a path so far."""

    tour: Tour | None = None
    reason: str = ""  # why there is no tour; "" where that is not known
    witness: Mapping[str, Sequence[Square]] = field(default_factory=dict)  # what shows that
    undecided: str = ""  # why neither is known, where the work was given up
    path: tuple[Square, ...] = ()
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    method: str = ""  # that answered; "" for the search that is watched
    progress: Progress | None = None  # the last word of a method at work


class Run:
    """A search for the tour that a question asks for."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tour: Tour | None = None
        self.reason = ""
        self.witness: Mapping[str, Sequence[Square]] = {}
        self.steps = self.dead_ends = 0
        self._path: list[Square] = []
        self._deepening = False
        self._events = self._started()
        self._proof: Generator[Progress, None, Tour] | None = None

    def advance(self, count: int) -> bool:
        """Pull up to `count` events; return whether there is more to pull, or a tour to prove."""
        if self._proof:
            return self._prove(self._proof)
        if self.question.step is not None:
            count = min(count, self.question.step - self.steps)
        before = self.steps
        for event in islice(self._events, count):
            self.steps += 1
            self._take(event)
            if self._proof:
                return True
        if self.steps - before < count and not self.reason:
            self._exhaust()
        return not self.reason and self.steps != self.question.step

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the search stands."""
        return Outcome(
            tour=self.tour,
            reason=self.reason,
            witness=self.witness,
            path=tuple(self._path),
            steps=self.steps,
            dead_ends=self.dead_ends,
            milliseconds=milliseconds,
        )

    def _started(self) -> Iterator[Event]:
        puzzle = self.question.puzzle
        try:
            refute_by_colours(puzzle)  # no more: a hopeless search is there to be watched
        except NoTour as no:
            self.reason, self.witness = no.reason, no.witness
            return iter(())
        graph = knight_graph(puzzle.board)
        ends = puzzle.ends(graph, self.question.start)
        order = ordering(self.question.ordering).make(puzzle.board, self.question.seed)
        order = pruned(order, ends) if self.question.prune else order
        return search(graph, self.question.start, order=order, ends=ends)

    def _take(self, event: Event) -> None:
        if isinstance(event, Found):
            puzzle = self.question.puzzle
            self._proof = Tour.proving(puzzle.board, self._path, puzzle.closed)
        elif isinstance(event, Visit):
            self._path.append(cast("Square", event.square))
            self._deepening = True
        else:
            self._path.pop()
            # The search goes back from a dead end by one square or more; that is one dead end.
            self.dead_ends += self._deepening
            self._deepening = False

    def _prove(self, proof: Generator[Progress, None, Tour]) -> bool:
        try:
            next(proof)
        except StopIteration as done:
            self.tour = done.value
        return not self.tour

    def _exhaust(self) -> None:
        start = self.question.board.name(self.question.start)
        self.reason = f"Every path from {start} was tried, and none is such a tour."
        try:
            refute(self.question.puzzle)
        except NoTour as shorter:
            self.reason += f" {shorter.reason}"
            self.witness = shorter.witness
