"""Work on a question, in slices that are short enough to go between two frames. Pure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from web.lab.search.answer import Answer
from web.lab.search.recording import Recording
from web.lab.search.watch import Race, WatchedSearch
from web.question.question import BEST, OWN, Question

if TYPE_CHECKING:  # which a page starts without
    from web.programs.feed import Feed


class Work(Protocol):
    """What is done to answer a question."""

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The steps to watch: of one search, or of two in a race; none where there is nothing."""

    @property
    def hopeless(self) -> bool:
        """Whether it is known, whatever a search has come to, that there is no tour."""

    def advance(self, count: int, until: int | None = None) -> bool:
        """Do up to `count` small things; return whether there is more to do.

        A search that is watched goes no further than to step `until`.
        """

    def settle(self) -> None:
        """Take in how the recordings ended."""

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return what is known so far."""


def work_for(question: Question, feed: Feed | None = None) -> Work:
    """Return the work that answers a question: searches to watch, or what the reader chose.

    What the reader's own code does is in a feed.
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
        from web.programs.feed import Own  # which a page starts without

        return Own(question, feed)
    return WatchedSearch(question)
