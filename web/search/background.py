"""The best method at work beside a search that lasts, so that there is an answer to offer. Pure."""

from __future__ import annotations

from collections.abc import Callable

from web.question.change import by_best
from web.question.question import BEST, Question
from web.search import tours
from web.search.outcome import NOTHING, Outcome


class BackgroundSolve:
    """The work of the best method on what a search looks for."""

    def __init__(self, question: Question) -> None:
        self.search = tours.best(by_best(question))
        self._going = True

    def go_on(self, clock: Callable[[], float], until: float) -> None:
        """Do a slice of the work, and others up to some time or to its end."""
        while self._going:
            self._going = self.search.advance(1)
            if clock() >= until:
                break

    def answers(self, question: Question) -> bool:
        """Return whether this is what the question asks for."""
        return self.search.question.searched == question.searched

    @property
    def offer(self) -> Outcome:
        """The tour, or why there is none; `NOTHING` as long as neither is known."""
        known = NOTHING if self._going else self.search.answer().whole
        return known if known.tour or known.reason else NOTHING


def has_use(question: Question) -> bool:
    """Return whether a search for this is one beside which another method can work."""
    return question.mode == "watch" and not question.is_shown and question.ordering != BEST
