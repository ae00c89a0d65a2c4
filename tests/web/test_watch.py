"""A search that is pulled in batches has the same result as one pulled at once."""

import pytest

from kt_core.board import Board
from kt_core.events import result_of
from kt_core.solve import solve
from kt_core.tour import NoTour, Puzzle
from web.question.address import read
from web.question.question import Question
from web.search.recording import Outcome, checking
from web.search.watch import WatchedSearch


def ended(question: Question, handful: int, until: int | None = None) -> Outcome:
    work = WatchedSearch(question)
    while work.advance(handful, until):
        pass
    return work.outcome()


def test_only_checked_proofs_are_called_checked() -> None:
    puzzle = Puzzle(Board(4, 6), closed=True)
    with pytest.raises(NoTour) as no:
        solve(puzzle.board, closed=True)
    assert result_of(checking(no.value, puzzle))
    wrong = NoTour(no.value.reason, no.value.proof, {"taken away": [0]})
    assert not result_of(checking(wrong, puzzle))
    assert not result_of(checking(NoTour("watched to its end", "search"), Puzzle(Board(5, 5))))
    assert not result_of(checking(no.value, Puzzle(Board(4, 101), closed=True)))  # too large


def test_dead_ends_are_counted_not_steps_back() -> None:
    # 3x3 without its center is a ring of eight: one way round, eight squares deep, one dead end for
    # a tour that must end beside its start on the other side, and none for an open one.
    ring = Board(3, 3, holes=["b2"])
    open_tour = ended(Question(Puzzle(ring, start=0), prune=False), 64)
    assert (open_tour.steps, open_tour.dead_ends) == (9, 0)
    no_tour = ended(Question(Puzzle(ring, start=0, end=1), prune=False), 64)
    assert no_tour.tour is None
    assert no_tour.dead_ends == 2


def test_a_tour_reached_by_playing_is_proven_at_once_and_a_large_one_has_no_steps() -> None:
    work = WatchedSearch(read("#board=40x40")[0])
    work.advance(9)
    assert work.recordings == ()
    assert work.answer().traces == ()
    assert work.answer().length == 9
    work = WatchedSearch(Question())
    work.recording.pull(100)
    work.settle()
    (trace,) = work.answer().traces
    assert trace.end
    assert trace.end.tour
