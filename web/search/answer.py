"""A question's answer so far, the part of it that is shown, and the playback rate. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from web.question.question import Question
from web.search.recording import NOTHING, Outcome, PathPrefix, SearchState, Trace

if TYPE_CHECKING:  # not loaded at startup
    from kt_core.proofs.deduction import Inference
    from kt_core.tour import Claim

#: Steps per second that the slider offers, slowest first; None: as fast as possible.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)
#: Inferences per minute at each of these speeds: each is a sentence to read.
READ_SPEEDS = (6, 9, 12, 20, 30, 45, 60, 120, 240, 600)

CHESS_SQUARES = 64
FLIGHT_SECONDS = 3  # time for a large board at the highest speed


@dataclass(frozen=True)
class Answer:
    """The answer so far: the searches to watch, and the outcome of the work.

    A race has two searches. A large board has no search to watch, and neither has a question for
    another method until that method has found a tour. The steps of a large board are those of its
    tour.
    """

    traces: tuple[Trace, ...] = ()
    whole: Outcome = NOTHING
    offer: Outcome = NOTHING  # found by another method beside a long search

    @property
    def has_steps(self) -> bool:
        """Whether there are steps to replay."""
        return bool(self.traces or self.whole.tour)

    @property
    def length(self) -> int:
        """The number of known steps; in a race, of the search with more steps."""
        if not self.traces:
            return len(self.whole.path) if self.whole.tour else self.whole.steps
        return max(trace.length for trace in self.traces)

    @property
    def ended(self) -> bool:
        """Whether every search has ended, so that the number of steps is known."""
        return bool(self.traces) and all(trace.end for trace in self.traces)

    @property
    def grows(self) -> bool:
        """Whether more steps of any search can become known."""
        return any(trace.grows for trace in self.traces)

    @property
    def longest(self) -> Trace | None:
        """The search that the timeline shows: the one with more steps."""
        return max(self.traces, key=lambda trace: trace.length, default=None)


def position(question: Question, answer: Answer) -> int:
    """Return the step shown: the question's step, or the last one known."""
    return answer.length if question.step is None else min(question.step, answer.length)


def at_end(question: Question, answer: Answer) -> bool:
    """Return True if the step shown is the last one that can be recorded."""
    return position(question, answer) == answer.length and not answer.grows


def scene(question: Question, answer: Answer, number: int = 0) -> Outcome:
    """Return the outcome at the step shown, of the search with this number."""
    if not answer.traces:
        return _part_of_tour(question, answer.whole)
    trace, step = answer.traces[number], position(question, answer)
    if trace.end and step >= trace.length:
        return trace.end
    return _outcome_at(trace.at(step), trace.end, answer.whole)


def verdict(question: Question, answer: Answer) -> Outcome:
    """Return the final outcome as soon as it is known, otherwise the one at the step shown."""
    first = answer.traces[0] if answer.traces else None
    if first and first.board and answer.ended and first.end:
        return first.end
    # A refutation does not come from the search, so it is shown at every step.
    is_known = answer.whole.reason or (answer.whole.tour and not first)
    return answer.whole if is_known else scene(question, answer)


def inferences(question: Question, answer: Answer) -> Sequence[Inference | Claim]:
    """Return the inferences of a refutation, to step through.

    There are none in games, predictions and races, which have other steps.
    """
    watches = question.mode == "watch" and not question.is_race
    return verdict(question, answer).inferences if watches else ()


def _outcome_at(moment: SearchState, end: Outcome | None, whole: Outcome) -> Outcome:
    nothing = not moment.path  # an empty path: only the witness is drawn
    return Outcome(
        reason=whole.reason if nothing else "",
        witness=whole.witness if nothing else {},
        path=moment.path,
        whole=end.tour.path if end and end.tour else (),
        dead_end=moment.dead_end,
        steps=moment.step,
        dead_ends=moment.dead_ends,
    )


def _part_of_tour(question: Question, outcome: Outcome) -> Outcome:
    """Return the outcome at the question's step of a tour."""
    if not outcome.tour or question.step is None or question.step >= len(outcome.path):
        return outcome
    path, step = tuple(outcome.path), question.step
    whole = PathPrefix(path, len(path))
    return replace(outcome, tour=None, path=PathPrefix(path, step), whole=whole, steps=step)


def rate(speed: int, question: Question) -> int | None:
    """Return the steps per second; None: as fast as possible.

    A large board, which shows only its tour, plays in the same time as an 8x8 board.

    >>> from kt_core.board import Board
    >>> from kt_core.tour import Puzzle
    >>> rate(USUAL, Question()), rate(USUAL, Question(Puzzle(Board(130, 130), 0)))
    (8, 2112)
    """
    steps = SPEEDS[speed]
    if steps is None or question.can_be_watched:
        return steps
    return steps * (len(question.board) // CHESS_SQUARES or 1)


def due(owed: float, seconds: float, rate: float) -> tuple[int, float]:
    """Return the number of steps due, and the remaining fraction of the next one.

    >>> due(0.5, 0.25, 8)
    (2, 0.5)
    """
    owed += seconds * rate
    return int(owed), owed % 1
