"""A question's search as the reader watches it: the player, and what the panels are about. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kt_core.board import Square
from kt_core.events import Event, Found, Visit
from kt_core.graph import knight_graph
from kt_core.svg import is_large
from web.question.question import BEST, Question
from web.search.best import Work, begun
from web.search.context import Context, of_run, of_tour
from web.search.player import Player
from web.search.record import Moment, Record
from web.search.run import Outcome


class Session:
    """What there is to see of a question's work, at the step where its player stands."""

    def __init__(self, question: Question, work: Work, milliseconds: int | None) -> None:
        self.work = work
        self.context = _context(question, work, milliseconds)
        rivals = [run.record for run in work.runs[1:]]
        known = max(map(len, (self.context.record, *rivals)))
        step = known if question.step is None or work.runs else min(question.step, known)
        self.player = Player(self.context.record, step, rivals)

    @property
    def longest(self) -> Context:
        """What the timeline is about: of two searches the one with more steps."""
        if not self.work.runs:
            return self.context
        run = max(self.work.runs, key=lambda run: len(run.record))
        return of_run(run, self.context.milliseconds)

    @property
    def complete(self) -> bool:
        """Whether the player stands at an end beyond which there is nothing."""
        return self.player.ended and self.player.step == self.player.length

    def outcomes(self) -> list[Outcome]:
        """Return what to draw now, a picture for each record."""
        return [self._outcome(number) for number in range(len(self.player.records))]

    def verdict(self) -> Outcome:
        """Return what to say now: how it ends, as soon as that is known."""
        if len(self.work.runs) > 1:
            from web.search.race import told

            return Outcome(told=told(self.work.runs, self.player.step))
        if self.context.board and self.player.ended:
            return self._end(0)
        return self._outcome(0)

    def _outcome(self, number: int) -> Outcome:
        record = self.player.records[number]
        end = self._end(number) if record.ended else None
        if end and self.player.step >= len(record):
            return end
        return _partly(self.player.moments[number], end)

    def _end(self, number: int) -> Outcome:
        took, runs = self.context.milliseconds, self.work.runs
        if not runs:
            return self.work.whole(took)
        runs[number].settle()
        return runs[number].outcome(took)


def session(question: Question, work: Work | None, milliseconds: int | None) -> Session | None:
    """Return what there is to watch; None where nothing is.

    That is so on large boards, and with the best method while it has no tour.
    """
    if is_large(question.board):
        return None
    if work is None:
        if question.ordering == BEST and not question.famous:
            return None
        work = begun(replace(question, step=None))
    if not (work.runs or question.is_letters or work.whole().path):
        return None
    return Session(question, work, milliseconds)


def _context(question: Question, work: Work, milliseconds: int | None) -> Context:
    if work.runs:
        return of_run(work.runs[0], milliseconds)
    if question.is_letters:
        from web.draw.letters import context  # with the graph, which a page starts without

        return context(work)
    path = work.whole().path
    record = Record(knight_graph(question.board), _visits(path))
    record.pull(len(path) + 1)
    return of_tour(question, record, milliseconds)


def _partly(moment: Moment, end: Outcome | None) -> Outcome:
    return Outcome(
        path=moment.path,
        whole=end.tour.path if end and end.tour else (),
        died=moment.left,
        steps=moment.step,
        dead_ends=moment.dead_ends,
    )


def _visits(squares: Sequence[Square]) -> Iterator[Event]:
    """Yield a tour as a search that never goes back."""
    path: list[Square] = []
    for square in squares:
        path.append(square)
        yield Visit(square)
    yield Found(tuple(path))
