"""What is known of a question's answer, what is seen of it, and how fast its steps go by. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from web.lab.search.recording import SearchState
from web.lab.search.trace import NOTHING, Outcome, PathPrefix, Trace
from web.question.question import Question

if TYPE_CHECKING:  # which a page starts without
    from kt_core.proofs.deduction import Inference
    from kt_core.tour import Claim

#: Steps a second that the slider offers, slowest first; None: as fast as it goes.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)
#: Inferences a minute at each of these speeds: each of them is a sentence to be read.
READ_SPEEDS = (6, 9, 12, 20, 30, 45, 60, 120, 240, 600)

CHESS_SQUARES = 64
FLIGHT_SECONDS = 3  # that a large board takes, as fast as it goes


@dataclass(frozen=True)
class Answer:
    """All that is known so far: the searches to watch, and what the work has come to.

    There are two searches in a race, and none on a large board or before a tour is made otherwise.
    The steps of a large board are those of its tour.
    """

    traces: tuple[Trace, ...] = ()
    whole: Outcome = NOTHING
    offer: Outcome = NOTHING  # what another method has found beside a search that lasts

    @property
    def has_steps(self) -> bool:
        """Whether there is anything to go through, step by step."""
        return bool(self.traces or self.whole.tour)

    @property
    def length(self) -> int:
        """How many steps are known, in the search that has the most."""
        if not self.traces:
            return len(self.whole.path) if self.whole.tour else self.whole.steps
        return max(trace.length for trace in self.traces)

    @property
    def ended(self) -> bool:
        """Whether every search came to its end, so that the number of steps is known."""
        return bool(self.traces) and all(trace.end for trace in self.traces)

    @property
    def grows(self) -> bool:
        """Whether there is more to come than is known."""
        return any(trace.grows for trace in self.traces)

    @property
    def longest(self) -> Trace | None:
        """What the timeline is about: of two searches the one with more steps."""
        return max(self.traces, key=lambda trace: trace.length, default=None)


def position(question: Question, answer: Answer) -> int:
    """Return the step that is seen: the one that the question asks for, or the last known."""
    return answer.length if question.step is None else min(question.step, answer.length)


def at_end(question: Question, answer: Answer) -> bool:
    """Return whether an end is seen beyond which there is nothing, or nothing that can be kept."""
    return position(question, answer) == answer.length and not answer.grows


def scene(question: Question, answer: Answer, number: int = 0) -> Outcome:
    """Return what is seen now, of the search of this number."""
    if not answer.traces:
        return _part_of_tour(question, answer.whole)
    trace, step = answer.traces[number], position(question, answer)
    if trace.end and step >= trace.length:
        return trace.end
    return _partly(trace.at(step), trace.end, answer.whole)


def verdict(question: Question, answer: Answer) -> Outcome:
    """Return what can be told now: how it ends, as soon as that is known."""
    first = answer.traces[0] if answer.traces else None
    if first and first.board and answer.ended and first.end:
        return first.end
    # That there is no tour is no news of the search, so it is told wherever that stands.
    is_known = answer.whole.reason or (answer.whole.tour and not first)
    return answer.whole if is_known else scene(question, answer)


def inferences(question: Question, answer: Answer) -> Sequence[Inference | Claim]:
    """Return what of the answer can be gone through: how it comes about that there is no tour.

    A reader who is to find the way, and one who sees a race, have other steps.
    """
    watches = question.mode == "watch" and not question.is_race
    return verdict(question, answer).inferences if watches else ()


def _partly(moment: SearchState, end: Outcome | None, whole: Outcome) -> Outcome:
    nothing = not moment.path  # so that the witness has the board for itself
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
    """Return a tour as far as the question asks to see it."""
    if not outcome.tour or question.step is None or question.step >= len(outcome.path):
        return outcome
    path, step = tuple(outcome.path), question.step
    whole = PathPrefix(path, len(path))
    return replace(outcome, tour=None, path=PathPrefix(path, step), whole=whole, steps=step)


def rate(speed: int, question: Question) -> int | None:
    """Return the steps a second, None: as fast as it goes.

    A large board, of which only its tour is seen, takes as long as one of 8x8.

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
    """Return how many steps are due, and the part of the next one that is still owed.

    >>> due(0.5, 0.25, 8)
    (2, 0.5)
    """
    owed += seconds * rate
    return int(owed), owed % 1
