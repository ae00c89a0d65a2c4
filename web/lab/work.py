"""Work on a question, in slices short enough to fit between two frames. Pure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from web.lab.search.answer import Answer
from web.lab.search.recording import Recording
from web.lab.search.watch import Race, WatchedSearch
from web.question.question import BEST, OWN, Question

if TYPE_CHECKING:  # not loaded at startup
    from web.programs.feed import Feed


class Work(Protocol):
    """The work that answers a question."""

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recordings to watch: one, two in a race, or none."""

    @property
    def hopeless(self) -> bool:
        """Whether it is known that there is no tour, even while a search runs."""

    def advance(self, count: int, until: int | None = None) -> bool:
        """Do up to `count` small steps; return True if work is left.

        A watched search stops at step `until`.
        """

    def settle(self) -> None:
        """Handle the ends of the recordings."""

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return the answer so far."""


def work_for(question: Question, feed: Feed | None = None) -> Work:
    """Return the work that answers a question.

    The steps of the reader's own code come from `feed`.
    """
    if question.is_race:
        return Race(question, partial(_watched_search, feed))
    if question.is_shown or question.ordering == BEST:
        from web.lab.search import tours

        made = (
            tours.famous_tour
            if question.famous
            else tours.opened_tour
            if question.given
            else tours.best_method
        )
        return made(question)
    return _watched_search(feed, question)


def _watched_search(feed: Feed | None, question: Question) -> WatchedSearch:
    if question.ordering == OWN and feed:
        from web.programs.feed import OwnSearch  # not loaded at startup

        return OwnSearch(question, feed)
    return WatchedSearch(question)
