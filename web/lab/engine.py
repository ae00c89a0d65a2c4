"""Do the work that a state describes, one slice at a time, and report the results as intents.

The engine holds the running generators, which a state cannot hold. It gets a clock and never
touches the document. Work of a generation other than the state's is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from web.programs import feed as feeds
from web.question.change import by_best
from web.question.question import BEST, OWN, Question
from web.search import advice, game, tours
from web.search.answer import FLIGHT_SECONDS, READ_SPEEDS, Answer, due, position, rate
from web.search.watch import Race, WatchedSearch
from web.state.intents import GameJudged, Intent, RunReport, SearchReport, StepsPlayed
from web.state.state import Judging, Playing, Solving, StartsTrial, State

if TYPE_CHECKING:
    #: The work that answers a question; the caller of `advance` decides how much is done at once.
    Work = WatchedSearch | Race | tours.TourSearch

SLICE_SECONDS = 0.008  # work between two frames; the last small step may exceed it
ALONE_SECONDS = 1.0  # a search runs alone for this time; then the best method starts beside it
OFFER_SECONDS = 3.0  # a search runs for this time before an answer is offered
BESIDE_SECONDS = 0.004  # work of the best method between two frames
HURRY_SECONDS = 0.02  # work between two reports at the highest speed
TELL_SECONDS = 0.25  # time before the first report on a long search, and between two reports
AGREE_STEPS = 20_000  # a search with a known answer is continued up to this step
EVENTS_PER_LOOK = 64  # events pulled between two readings of the clock
STEPS_PER_LOOK = 512  # steps between two readings of the clock at the highest speed


def work_for(question: Question, feed: feeds.Feed | None = None) -> Work:
    """Return the work that answers a question.

    The steps of the reader's own code come from `feed`.
    """
    if question.finds_start:  # a solution first: the search begins where it starts
        return tours.tour_search(by_best(question))
    if not question.is_race and (question.is_shown or question.ordering == BEST):
        return tours.tour_search(question)
    return _search(feed, question)


def _search(feed: feeds.Feed | None, question: Question) -> WatchedSearch | Race:
    if question.is_race:
        return Race(question, partial(_watched_search, feed))
    return _watched_search(feed, question)


def _watched_search(feed: feeds.Feed | None, question: Question) -> WatchedSearch:
    if question.ordering == OWN and feed:
        return feeds.OwnSearch(question, feed)
    return WatchedSearch(question)


class Engine:
    """The work of one page."""

    def __init__(
        self, clock: Callable[[], float] = perf_counter, *, has_worker: bool = False
    ) -> None:
        self._clock, self._has_worker = clock, has_worker
        self.feed: feeds.Feed | None = None  # reports by the reader's code in this generation
        self._generation = -1
        self._work: Work | None = None
        self._beside: tours.TourSearch | None = None
        self._began = self._reported_at = 0.0
        self._has_news = False  # whether steps were pulled since the last report
        self._doing: type | None = None  # the kind of work that is running
        self._since = 0.0  # the time since which it has run without a break
        self._verdict: tuple[Judging, Generator[Any, None, Any]] | None = None

    def go_on(self, state: State, seconds: float = 0.0) -> Intent | None:
        """Do a slice of the current work; return a report, or None if there is no news.

        `seconds` have passed since the last slice: playback advances by that time.
        """
        if type(state.search.doing) is not self._doing:
            self._doing, self._since = type(state.search.doing), self._clock()
        match state.search.doing:
            case Solving() if self.waits(state):
                return self._due_report(state, self._work_of(state), self._clock())
            case Solving():
                return self._solve(state, state.search.doing)
            case StartsTrial() if not self._has_worker:
                return RunReport(state.search.generation, why="barred")
            case Playing():
                return self._play(state, state.search.doing, seconds)
            case Judging():
                return self._judge(state, state.search.doing)
        return None

    def waits(self, state: State) -> bool:
        """Return True if nothing can be done before the reader's code reports more."""
        if isinstance(state.search.doing, StartsTrial):
            return True
        if not (isinstance(state.search.doing, Solving) and state.question.is_own):
            return False
        self._work_of(state)
        return self._lacks_events

    def seconds_to_report(self, state: State) -> float | None:
        """Return the time until a waiting search must report its steps; None if it has none."""
        if not (self._has_news and state.search.doing and self.waits(state)):
            return None
        return max(0.0, self._reported_at + TELL_SECONDS - self._clock())

    @property
    def _lacks_events(self) -> bool:
        return bool(self.feed and not (self.feed.available or self.feed.why))

    def now(self, state: State) -> Intent | None:
        """Return a report of the current work, for a caller that interrupts the work."""
        work, self._doing = self._work, None
        is_current = self._generation == state.search.generation
        if work and is_current and isinstance(state.search.doing, Solving):
            return SearchReport(state.search.generation, self._answer(work))
        return None

    def drop(self) -> None:
        """Discard pending work after an error."""
        self._work = self._beside = self._verdict = self.feed = None

    def _work_of(self, state: State) -> Work:
        if self._work is None or self._generation != state.search.generation:
            question, beside = state.question, self._beside
            self.feed = self._feed_of(state) if question.is_own else None
            is_made = beside and beside.question.search_key == question.search_key
            self._work = beside if beside and is_made else work_for(question, self.feed)
            self._generation, self._beside = state.search.generation, None
            self._began = self._reported_at = self._clock()
            self._has_news = False
            if self.feed:  # a program's first steps are shown as soon as they arrive
                self._reported_at -= TELL_SECONDS
        is_first = state.question.finds_start and isinstance(self._work, tours.TourSearch)
        if is_first and (solution := self._work.answer().whole.tour):
            self._work = _search(None, replace(state.question, begin=solution.path[0]))
        return self._work

    def _feed_of(self, state: State) -> feeds.Feed:
        feed = feeds.Feed(state.question, state.question.start)
        if not (self._has_worker and state.programs.generation == state.search.generation):
            feed.finish("unrun")
        return feed

    def _solve(self, state: State, doing: Solving) -> Intent | None:
        work = self._work_of(state)
        until = self._clock() + SLICE_SECONDS
        to = (
            doing.to if state.question.can_be_watched else None
        )  # `doing.to` is a step of the tour if no search is watched
        while _must_continue(work, to, doing) and work.advance(EVENTS_PER_LOOK, to):
            self._has_news, now = True, self._clock()
            if now > until or self._lacks_events:
                if doing.to is None:
                    self._run_best_method_beside(state, work, now)
                return self._due_report(state, work, now)
        if self._work_of(state) is not work:
            return None  # a solution was found, and its search begins
        work.settle()  # the requested step may be the one that ends the search
        self._has_news = False
        took = round(1000 * (self._clock() - self._began)) if doing.timed else None
        return SearchReport(state.search.generation, self._answer(work, took), done=True)

    def _due_report(self, state: State, work: Work, now: float) -> Intent | None:
        if not self._has_news or now - self._reported_at < TELL_SECONDS:
            return None
        self._reported_at, self._has_news = now, False
        return SearchReport(state.search.generation, self._answer(work))

    def _run_best_method_beside(self, state: State, work: Work, now: float) -> None:
        """Run the best method beside a search that takes long, to offer its answer."""
        if now - self._since < ALONE_SECONDS or work.hopeless:
            return
        try:
            self._beside = self._beside or tours.search_beside(state.question)
        except ImportError:  # the part with this module is still loading: see web/page/late.py
            return
        until = self._clock() + BESIDE_SECONDS
        while self._beside and self._beside.advance(1) and self._clock() < until:
            pass

    def _answer(self, work: Work, milliseconds: int | None = None) -> Answer:
        """Return the answer so far, with the answer that the best method offers."""
        known = work.answer(milliseconds)
        lasts = self._clock() - self._since >= OFFER_SECONDS
        if not (self._beside and lasts) or known.whole.tour or known.whole.reason:
            return known
        return replace(known, offer=self._beside.offer)

    def _play(self, state: State, doing: Playing, seconds: float) -> Intent | None:
        if state.search.inference is not None:
            steps, owed = due(doing.owed, seconds, READ_SPEEDS[state.look.speed] / 60)
            return StepsPlayed(
                state.search.generation, state.search.answer, state.search.inference + steps, owed
            )
        if not state.search.answer.traces and state.search.answer.has_steps:
            return _next_part_of_tour(state, doing, seconds)
        work, step = self._work_of(state), position(state.question, state.search.answer)
        if not work.recordings and (work.advance(1) or self._work_of(state) is not work):
            return None  # its steps are not known before the tour
        if state.hurries:
            step, owed = self._pull_for_a_slice(state, work, step), 0.0
        else:
            steps, owed = due(doing.owed, seconds, rate(state.look.speed, state.question) or 1)
            step += steps
            _pull(work, step)
        work.settle()
        return StepsPlayed(state.search.generation, self._answer(work), step, owed)

    def _pull_for_a_slice(self, state: State, work: Work, step: int) -> int:
        """Pull the steps of a slice at the highest speed; return the step reached."""
        begin = now = self._clock()
        while now < begin + HURRY_SECONDS and step <= _length(work):
            step += STEPS_PER_LOOK
            _pull(work, step)
            now = self._clock()
        self._run_best_method_beside(state, work, now)
        return min(step, _length(work))

    def _judge(self, state: State, doing: Judging) -> Intent | None:
        if not self._verdict or self._verdict[0] is not doing:
            advises, lost = doing.advises, state.reader.lost
            judging = advice.advice(doing.game, lost) if advises else game.verdict(doing.game)
            self._verdict = doing, judging
        until = self._clock() + SLICE_SECONDS
        try:
            while self._clock() < until:
                next(self._verdict[1])
        except StopIteration as done:
            self._verdict = None
            return GameJudged(doing.game, done.value)
        return None


def _next_part_of_tour(state: State, doing: Playing, seconds: float) -> Intent:
    """Return a report that extends the drawing of a tour that has no recorded steps."""
    fast = rate(state.look.speed, state.question) or state.search.answer.length / FLIGHT_SECONDS
    steps, owed = due(doing.owed, seconds, fast)
    to = min(position(state.question, state.search.answer) + steps, state.search.answer.length)
    return StepsPlayed(state.search.generation, state.search.answer, to, owed)


def _must_continue(work: Work, to: int | None, doing: Solving) -> bool:
    """Return True if the work must go on: up to a step not yet known, or up to the answer.

    A search that is known to be hopeless continues only up to `AGREE_STEPS`.
    """
    if to is None and work.hopeless and not doing.through:
        return bool(work.recordings) and _length(work) < AGREE_STEPS
    # The check of a proof that there is no tour always runs to its end, which `advance` reports.
    return to is None or not work.recordings or _length(work) < to or work.hopeless


def _length(work: Work) -> int:
    return max(map(len, work.recordings), default=0)


def _pull(work: Work, step: int) -> None:
    for recording in work.recordings:
        if step > len(recording):
            recording.pull(step - len(recording))
