"""Searches to watch, with each step recorded: a single one, or two in a race. Pure.

They have no clock: the caller of `advance` decides how many events fit before the next frame. A
tour is checked before it is reported. The theory is tried first; a hopeless search can still be
watched.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kt_core import puzzles
from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.language import Sentence, paragraph, whole
from kt_core.orderings import Order, ordering, with_pruning
from kt_core.proofs.parity import refute_by_colors
from kt_core.search import search
from kt_core.solve import tour_of
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle
from web.question.question import Question
from web.search.answer import Answer
from web.search.recording import NOTHING, Codes, Outcome, Recording, Trace, checking, deduction_of

THEORY_SQUARES = 400  # larger boards with holes are tested only by coloring arguments at once
SEEN_STEPS = 2000  # longer searches hide a few dozen steps on the timeline


class WatchedSearch:
    """The search for the tour of a question."""

    lists_moves = True  # whether it lists its moves before it makes them

    def __init__(self, question: Question) -> None:
        self.question = question
        puzzle = question.puzzle
        self._no = _find_refutation(puzzle)
        self._known = _with_refutation(NOTHING, self._no)  # the outcome without its steps
        #: The check of the refutation; once a path is found, the check of that path.
        self._check = self._confirming(self._no) if self._no else None
        self.graph = knight_graph(puzzle.board)
        self.ends = puzzle.ends(self.graph, question.start)
        path: dict[Any, Any] = {}
        codes = Codes(len(self.graph))
        self.order, events = self._new_search(path, codes)
        self.recording = Recording(self.graph, events, path, codes=codes)
        self._is_over = False  # whether the end of the recording was handled
        self._end: Outcome | None = None

    def _new_search(self, path: dict[Any, Any], codes: Codes) -> tuple[Order, Iterator[Event]]:
        """Return the order and the events (or codes) of a search that uses this path."""
        question = self.question
        order = ordering(question.ordering).make(question.board, question.seed)
        order = with_pruning(order, self.ends) if question.prune else order
        if question.puzzle.given:
            order = puzzles.with_numbers(order, question.puzzle)
        graph, ends, events = self.graph, self.ends, codes.events
        return order, search(
            graph, question.start, order=order, ends=ends, path=path, events=events
        )

    @property
    def waits(self) -> bool:
        """Always False: steps are computed on demand."""
        return False

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recordings to watch."""
        return (self.recording,) if self.question.can_be_watched else ()

    @property
    def hopeless(self) -> bool:
        """Whether it is known that there is no tour, even while the search runs."""
        return bool(self._known.reason)

    def advance(self, count: int, until: int | None = None) -> bool:
        """Pull up to `count` events, none after step `until`; return True if work is left.

        The remaining work may be the check of a tour.
        """
        self._continue_check()
        self.recording.pull(count if until is None else min(count, until - len(self.recording)))
        if self.recording.ended:
            self._handle_end()
        return bool(self._check) or (self.recording.more and len(self.recording) != until)

    def settle(self) -> None:
        """Handle the end of the recording; check the tour at once."""
        if self.recording.ended:
            self._handle_end()
        while self.recording.found and self._check:
            self._continue_check()

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return the answer so far."""
        outcome = self.outcome(milliseconds)
        return Answer((self.trace(milliseconds),) if self.question.can_be_watched else (), outcome)

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the outcome so far."""
        recording = self.recording
        return replace(
            self._known,
            path=recording.at(len(recording)).path,
            steps=len(recording),
            dead_ends=recording.dead_ends_by(len(recording)),
            milliseconds=milliseconds,
        )

    def trace(self, milliseconds: int | None = None) -> Trace:
        """Return the recorded search."""
        question = self.question
        if self._is_over and not (self.recording.found and self._check):
            # The check of a refutation may end after the search.
            self._end = self.outcome(self._end.milliseconds if self._end else milliseconds)
        return Trace(
            recording=self.recording,
            graph=self.graph,
            start=question.start,
            order=self.order,
            length=len(self.recording),
            end=self._end,
            ends=self.ends,
            name=question.board.name,
            ordering=question.ordering,
            board=question.board,
            given=question.puzzle.given,
            lists_moves=self.lists_moves,
        )

    def _handle_end(self) -> None:
        """Begin to check the path that was found, or conclude that there is none."""
        if self._is_over:
            return
        self._is_over = True
        if self.recording.found:
            self._check = self._proving(self.recording.at(len(self.recording)).path)
        else:
            self._known = _with_refutation(self._known, self._refutation())

    def _continue_check(self) -> None:
        if self._check and next(self._check, None) is None:
            self._check = None

    def _confirming(self, no: NoTour) -> Generator[Progress, None, None]:
        """Check a refutation, in slices."""
        puzzle = self.question.puzzle
        if (yield from checking(no, puzzle)):
            inferences = deduction_of(puzzle, no)
            self._known = replace(self._known, checked=True, inferences=inferences)

    def _proving(self, path: Sequence[Any]) -> Generator[Progress, None, None]:
        """Check the path that was found, in slices."""
        try:
            tour = yield from tour_of(self.question.puzzle, path)
            self._known = replace(self._known, tour=tour)
        except ValueError as wrong:  # a tour by the reader's code without the given numbers
            self._known = replace(self._known, judged=whole(str(wrong)))

    def _refutation(self) -> NoTour | None:
        """Return a short proof with the result of the search, or the result of the search alone."""
        steps = len(self.recording)
        if no := self._no or _find_refutation(self.question.puzzle, all_=True):
            agrees = Sentence.plural(
                "The search agrees: {n:,} step.", "The search agrees: {n:,} steps.", steps
            )
            return NoTour(paragraph((no.reason, agrees)), no.proof, no.witness)
        reason = Sentence(
            "Every path from {start} was tried, in {n:,} steps: none is such a tour.",
            start=self.question.board.name(self.question.start),
            n=steps,
        )
        return NoTour(reason, "search")


class Race:
    """The two searches of a question that has a race."""

    def __init__(
        self, question: Question, made: Callable[[Question], WatchedSearch] = WatchedSearch
    ) -> None:
        self.lanes = tuple(made(lane) for lane in lanes(question))

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The two recordings to watch."""
        return tuple(lane.recording for lane in self.lanes)

    @property
    def hopeless(self) -> bool:
        """Whether it is known that there is no tour, even while the searches run."""
        return any(lane.hopeless for lane in self.lanes)

    def advance(self, count: int, until: int | None = None) -> bool:
        """Advance both searches by up to `count` events; return True if work is left.

        The race is over once one search has ended, unless it had ended before or more steps of the
        other one are requested.
        """
        one_is_enough = until is None and not self._any_ended
        # One step at a time while single steps are visible, so that both lanes end at the same
        # step.
        stride = 1 if max(map(len, self.recordings)) < SEEN_STEPS else count
        for _ in range(0, count, stride):
            if any(lane.waits for lane in self.lanes):
                return True  # both lanes share one clock
            going = [lane.advance(stride, until) for lane in self.lanes]
            self.settle()
            if not any(going) or (one_is_enough and self._any_ended):
                return False
        return True

    @property
    def _any_ended(self) -> bool:
        return any(not recording.more for recording in self.recordings)

    def settle(self) -> None:
        """Handle the ends of the recordings."""
        for lane in self.lanes:
            lane.settle()

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return the answer of both searches so far."""
        traces = tuple(lane.trace(milliseconds) for lane in self.lanes)
        first = next((lane for lane in self.lanes if lane.hopeless), self.lanes[0])
        return Answer(traces, first.outcome(milliseconds))


def lanes(question: Question) -> tuple[Question, Question]:
    """Return the question of each lane."""
    first = replace(question, race="")
    return first, replace(first, ordering=question.race)


def _with_refutation(known: Outcome, no: NoTour | None) -> Outcome:
    return replace(known, reason=no.reason, witness=no.witness) if no else known


def _find_refutation(puzzle: Puzzle, *, all_: bool = False) -> NoTour | None:
    """Return a short proof that there is no tour, if one is found.

    On large boards with holes only the coloring arguments are tried, unless `all_` is set, because
    the others take long.
    """
    board = puzzle.board
    at_once = all_ or not board.holes or len(board) <= THEORY_SQUARES
    try:
        (refute if at_once else refute_by_colors)(puzzle)
    except NoTour as no:
        return no.with_traceback(None)  # frees the board's graph, which the traceback's frames hold
    return None
