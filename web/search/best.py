"""The best method at work on a question: whatever `solve` picks, a slice at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from kt_core.events import Progress
from kt_core.tour import NoTour, Tour, Undecided
from web.question.question import BEST, Question
from web.search.run import Outcome, Run

POSTED = 20_000  # steps of a search up to which poster.js shows its answer before Python runs
PROVING = "proof"  # what `solve` says while it checks a tour, which another method has made


class Work(Protocol):
    """Work on a question, in slices that are short enough to go between two frames."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """The searches to watch: one, two in a race, none where a tour is made otherwise."""

    def advance(self, count: int) -> bool:
        """Do up to `count` small things; return whether there is more to do."""

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return what the work has come to so far, as far as the question asks to see it."""

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the same to its end."""


def begun(question: Question) -> Work:
    """Return the work that answers a question: searches to watch, or what the reader chose."""
    if question.is_letters:
        from web.draw.letters import Spelling  # with the graph, which a page starts without

        return Spelling(question.step)
    if question.is_race:
        from web.search.race import Race

        return Race(question)
    if question.famous:
        from web.famous import Shown  # with the gallery, which a page starts without

        return Shown(question)
    if question.given:
        from web.given import Given  # with the dialog that opens a tour

        return Given(question)
    return Best(question) if question.ordering == BEST else Run(question)


class Best:
    """The work of `solve`. Seed 0 leaves the choice of the tour to the method."""

    runs = ()

    def __init__(self, question: Question) -> None:
        from kt_core.solve import solving  # every method at once, so not before it is asked for

        self.question = question
        self._outcome = Outcome()
        self._work = solving(question.puzzle, question.seed or None)

    def advance(self, count: int) -> bool:
        """Go on by one slice, however long: `solve` has its own measure of it."""
        if self.question.step == 0:
            return False
        try:
            self._tell(next(self._work))
        except StopIteration as done:
            self._answer(done.value)
        except NoTour as no:
            self._outcome = replace(self._outcome, reason=no.reason, witness=no.witness)
        except Undecided as open_question:
            self._outcome = replace(self._outcome, undecided=open_question.reason)
        else:
            return True
        return False

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the work stands."""
        return shown(self.question, self.whole(milliseconds))

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the same, all of the tour shown."""
        return replace(self._outcome, milliseconds=milliseconds)

    def _tell(self, progress: Progress) -> None:
        method = progress.method if progress.method != PROVING else self._outcome.method
        self._outcome = replace(self._outcome, method=method, progress=progress)

    def _answer(self, tour: Tour) -> None:
        self._outcome = replace(self._outcome, tour=tour, path=tour.path)


def shown(question: Question, outcome: Outcome) -> Outcome:
    """Return a tour as far as the question asks to see it."""
    if question.step is None or question.step >= len(outcome.path):
        return outcome
    path, step = outcome.path, question.step
    return replace(outcome, tour=None, path=path[:step], whole=path, steps=step)
