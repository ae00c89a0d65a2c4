"""Searches to watch, with each step recorded: a single one, or two in a race. Pure.

They have no clock: the caller of `advance` decides how many events fit before the next frame. A
tour is checked before it is reported. The theory is tried first; a hopeless search can still be
watched.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kt_core import puzzles
from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.language import Sentence, paragraph, whole
from kt_core.orderings import Order, ordering, with_pruning
from kt_core.proofs.parity import refute_by_colors
from kt_core.search import search
from kt_core.solve import tour_of
from kt_core.theory import refute
from kt_core.tour import Claim, NoTour, Puzzle, Tour
from web.question.question import Question
from web.search.answer import Answer
from web.search.recording import Codes, Outcome, Recording, Trace, checking, deduction_of

if TYPE_CHECKING:  # not loaded at startup
    from kt_core.proofs.deduction import Inference

THEORY_SQUARES = 400  # larger boards with holes are tested only by coloring arguments at once
SEEN_STEPS = 2000  # longer searches hide a few dozen steps on the timeline


class WatchedSearch:
    """The search for the tour of a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tour: Tour | None = None
        puzzle = question.puzzle
        self.no = _find_refutation(puzzle)
        self.graph = knight_graph(puzzle.board)
        self.ends = puzzle.ends(self.graph, question.start)
        path: dict[Any, Any] = {}
        codes = Codes(len(self.graph))
        self.order, events = self._new_search(path, codes)
        self.recording = Recording(self.graph, events, path, codes=codes)
        self._check = checking(self.no, puzzle) if self.no else None
        self._checked = self._exhausted = False
        self._inferences: Sequence[Inference | Claim] = ()
        self._proof: Generator[Progress, None, Tour] | None = None
        self._end: Outcome | None = None
        self._lacks = ""  # the given number that the path found does not have, as a sentence

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
    def lists_moves(self) -> bool:
        """Whether the search lists its moves before it makes them."""
        return True

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recordings to watch."""
        return (self.recording,) if self.question.can_be_watched else ()

    @property
    def hopeless(self) -> bool:
        """Whether it is known that there is no tour, even while the search runs."""
        return self.no is not None

    def advance(self, count: int, until: int | None = None) -> bool:
        """Pull up to `count` events, none after step `until`; return True if work is left.

        The remaining work may be the check of a tour.
        """
        if self._check:
            self._continue_check(self._check)
        if self._proof:
            return self._continue_proof(self._proof)
        self.recording.pull(count if until is None else min(count, until - len(self.recording)))
        if self.recording.ended:
            return self._handle_end() or bool(self._check)
        return bool(self._check) or (self.recording.more and len(self.recording) != until)

    def settle(self) -> None:
        """Handle the end of the recording; check the tour at once."""
        if self.recording.ended:
            while self._handle_end():
                assert self._proof
                self._continue_proof(self._proof)

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return the answer so far."""
        outcome = self.outcome(milliseconds)
        return Answer((self.trace(milliseconds),) if self.question.can_be_watched else (), outcome)

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the outcome so far."""
        recording, no = self.recording, self.no
        return Outcome(
            tour=self.tour,
            reason=no.reason if no else "",
            witness=no.witness if no else {},
            checked=self._checked,
            inferences=self._inferences,
            path=recording.at(len(recording)).path,
            steps=len(recording),
            dead_ends=recording.dead_ends,
            judged=self._lacks,
            milliseconds=milliseconds,
        )

    def trace(self, milliseconds: int | None = None) -> Trace:
        """Return the recorded search."""
        question = self.question
        if (self.tour or self._exhausted or self._lacks) and not self._end:
            self._end = self.outcome(milliseconds)
        elif self._end and self._end.checked != self._checked:  # the check ended after the search
            checked, inferences = self._checked, self._inferences
            self._end = replace(self._end, checked=checked, inferences=inferences)
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

    def _handle_end(self) -> bool:
        """Handle the end of the recording; return True if there is a tour to check."""
        puzzle, recording = self.question.puzzle, self.recording
        if recording.found and not (self.tour or self._proof or self._lacks):
            path = recording.at(len(recording)).path
            self._proof = tour_of(puzzle, path)
        elif not (self._exhausted or recording.found):
            self._exhausted = True
            self.no = self._refutation()
        return bool(self._proof)

    def _continue_check(self, check: Generator[Progress, None, bool]) -> None:
        try:
            next(check)
        except StopIteration as done:
            self._checked, self._check = done.value, None
            if done.value and self.no:
                self._inferences = deduction_of(self.question.puzzle, self.no)

    def _continue_proof(self, proof: Generator[Progress, None, Tour]) -> bool:
        try:
            next(proof)
        except StopIteration as done:
            self.tour, self._proof = done.value, None
        except ValueError as wrong:  # a tour by the reader's code without the given numbers
            self._lacks, self._proof = whole(str(wrong)), None
        return bool(self._proof)

    def _refutation(self) -> NoTour | None:
        """Return a short proof with the result of the search, or the result of the search alone."""
        steps, no = (
            len(self.recording),
            self.no or _find_refutation(self.question.puzzle, all_=True),
        )
        if no:
            agrees = Sentence.plural(
                "The search agrees: {n:,} step.", "The search agrees: {n:,} steps.", steps
            )
            agreed = NoTour(paragraph((no.reason, agrees)), no.proof, no.witness)
            agreed.claims = no.claims
            return agreed
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
        first = next((lane for lane in self.lanes if lane.no), self.lanes[0])
        return Answer(traces, first.outcome(milliseconds))


def lanes(question: Question) -> tuple[Question, Question]:
    """Return the question of each lane."""
    first = replace(question, race="")
    return first, replace(first, ordering=question.race)


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
