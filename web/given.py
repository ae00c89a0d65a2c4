"""A tour that the reader has opened: the question that it answers, and the tour as the answer."""

from __future__ import annotations

from dataclasses import replace

from kt_core.events import Progress
from kt_core.tour import Puzzle, Tour
from web.question.question import Question
from web.search.best import PROVING, shown
from web.search.run import Outcome

LONGEST = 8_000_000  # characters of a text that is opened: a tour of about 900 x 900


def asked(question: Question, tour: Tour) -> Question:
    """Return the question that a given tour answers, all of it shown."""
    puzzle = Puzzle(tour.board, tour.path[0], None, tour.closed)
    shown = replace(question, puzzle=puzzle, given=tour.path, famous="", step=None)
    return replace(shown, race="", mode="watch")


def told_of(tour: Tour) -> tuple[str, str]:
    """Return what a given tour is, and what was checked: sentences."""
    kind = "a closed" if tour.closed else "an open"
    moves = f"{tour.moves:,} move{'' if tour.moves == 1 else 's'}"
    verdict = f"Your tour: {kind} tour of {moves}."
    return verdict, "Checked: it visits every square once, by knight’s moves alone."


class Given:
    """A given tour, which is proven once more: a question may hold any squares."""

    runs = ()

    def __init__(self, question: Question) -> None:
        self.question = question
        self._outcome = Outcome(path=question.given)
        self._proof = Tour.proving(question.board, question.given, question.puzzle.closed)

    def advance(self, count: int) -> bool:
        """Prove some more; return whether there is more to prove."""
        try:
            progress = next(self._proof)
        except StopIteration as done:
            self._outcome = Outcome(tour=done.value, path=self.question.given)
            return False
        said = Progress(PROVING, progress.share)
        self._outcome = replace(self._outcome, progress=said)
        return True

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the tour, as far as the question asks to see it."""
        return shown(self.question, self.whole(milliseconds))

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return all of it."""
        return self._outcome
