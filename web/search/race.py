"""Two searches side by side: one question, two move orderings, one clock. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from web.question.question import Question
from web.search.answer import Answer
from web.search.recording import Recording
from web.search.watch import WatchedSearch

SEEN_STEPS = 2000  # of more, some dozen are not to be seen on the timeline


class Race:
    """Both searches of a question that names a race."""

    def __init__(
        self, question: Question, made: Callable[[Question], WatchedSearch] = WatchedSearch
    ) -> None:
        self.lanes = tuple(made(lane) for lane in lanes(question))

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The steps to watch, of both."""
        return tuple(lane.recording for lane in self.lanes)

    @property
    def hopeless(self) -> bool:
        """Whether it is known, whatever the searches have come to, that there is no tour."""
        return any(lane.hopeless for lane in self.lanes)

    def advance(self, count: int, until: int | None = None) -> bool:
        """Let both searches go on by up to `count` events; return whether there is more to do.

        There is not once one of them has come to its end, unless it had done so before, or more of
        the other is asked for.
        """
        one_is_enough = until is None and not self._any_ended
        # Step by step where that is seen, so that the winner's last step is the other's, too.
        stride = 1 if max(map(len, self.recordings)) < SEEN_STEPS else count
        for _ in range(0, count, stride):
            if any(lane.waits for lane in self.lanes):
                return True  # one clock for both
            going = [lane.advance(stride, until) for lane in self.lanes]
            self.settle()
            if not any(going) or (one_is_enough and self._any_ended):
                return False
        return True

    @property
    def _any_ended(self) -> bool:
        return any(not recording.more for recording in self.recordings)

    def settle(self) -> None:
        """Take in how the recordings ended."""
        for lane in self.lanes:
            lane.settle()

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return what is known of both."""
        traces = tuple(lane.trace(milliseconds) for lane in self.lanes)
        first = next((lane for lane in self.lanes if lane.no), self.lanes[0])
        return Answer(traces, first.outcome(milliseconds))


def lanes(question: Question) -> tuple[Question, Question]:
    """Return what each of the two is asked."""
    first = replace(question, race="")
    return first, replace(first, ordering=question.race)
