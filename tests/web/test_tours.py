"""The best method answers in slices, with every possible end; other tours are offered."""

from dataclasses import replace
from typing import Any

import pytest

from kt_core.analysis import symmetry
from kt_core.board import Board
from kt_core.solve import solve
from kt_core.tour import Tour
from web.lab.engine import Engine, work_for
from web.page.update import next_state
from web.question.address import read
from web.question.change import with_field, with_tour
from web.question.question import Question
from web.search.answer import scene
from web.search.recording import Outcome, PathPrefix
from web.search.tours import TourSearch, tour_search
from web.search.watch import Race, WatchedSearch
from web.state.intents import Open, Pause
from web.state.state import State


def ended(work: Any) -> Outcome:
    while work.advance(64):
        pass
    outcome: Outcome = work.answer().whole
    return outcome


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("", WatchedSearch),
        ("#ordering=roth", WatchedSearch),
        ("#ordering=best", TourSearch),
        ("#tour=euler-5x5&ordering=roth", TourSearch),
        ("#race=roth", Race),
        ("#race=roth&mode=play", WatchedSearch),
    ],
)
def test_the_ordering_decides_the_method(address: str, kind: type) -> None:
    assert isinstance(work_for(read(address)[0]), kind)


def test_a_large_board_is_mixed_without_a_seed_too() -> None:
    mixed, small, plain = (
        ended(work_for(read(f"#ordering=best&board={board}&closed=1")[0]))
        for board in ("12x12", "10x14", "12x12&mix=0")
    )
    assert (mixed.method, small.method, plain.method) == ("mix", "tiles", "tiles")
    assert mixed.tour == solve(Board(12, 12), start="a1", closed=True, seed=0)


def test_only_the_best_method_makes_symmetric_tours() -> None:
    question = with_field(read("#board=10x10&closed=1")[0], "symmetry", "quarter-turn")
    assert question.ordering == "best"
    outcome = ended(work_for(question))
    assert outcome.tour
    assert "rot90" in symmetry(outcome.tour)
    assert with_field(question, "ordering", "warnsdorff").symmetry == ""
    assert with_field(question, "symmetry", "none").ordering == "best"
    none = ended(work_for(with_field(read("#board=8x8&closed=1")[0], "symmetry", "mirror")))
    assert "32 moves keep the color" in none.reason


@pytest.mark.parametrize("board", ["8x8", "2x800&tour=euler-5x5", "41x40"])
def test_a_tour_is_shown_up_to_the_given_step(board: str) -> None:
    question, _ = read(f"#board={board}&ordering=best")
    work = work_for(question)
    whole, answer = ended(work), work.answer()
    seen = [scene(replace(question, step=step), answer) for step in (0, 12, len(whole.path), None)]
    assert [(tuple(it.path), it.tour) for it in seen[:2]] == [((), None), (whole.path[:12], None)]
    assert [tuple(each.whole) for each in seen[:2]] == [whole.path] * 2
    assert seen[3].tour == whole.tour
    assert seen[3].path == seen[2].path == whole.path


def test_the_best_method_can_be_stopped_and_records_no_backtracks() -> None:
    work = tour_search(read("#ordering=best&board=20x20")[0])
    assert work.advance(1)
    assert work.answer().whole.tour is None
    assert work.answer().whole.progress
    assert work.recordings == ()
    work = tour_search(Question(ordering="best"))
    while work.advance(64):
        pass
    answer = work.answer(7)
    (trace,), whole = answer.traces, answer.whole
    assert (trace.length, trace.dead_ends) == (65, 0)
    assert trace.at(64).path == whole.path
    assert trace.at(65).found
    assert trace.end
    assert (trace.end.tour, trace.end.milliseconds) == (whole.tour, 7)


def test_the_readers_tour_is_proven_again() -> None:
    tour = solve(Board(6, 6), closed=True)
    assert ended(work_for(with_tour(Question(), tour))).tour == tour
    with pytest.raises(ValueError, match="knight's move"):
        ended(work_for(replace(Question(), opened=tuple(range(64)))))


def test_a_prefix_of_a_path_is_a_sequence() -> None:
    path = tuple(range(10, 20))
    first = PathPrefix(path, 4)
    assert (len(first), list(first), first[-1]) == (4, [10, 11, 12, 13], 13)
    assert (first[1:9], first[::-2]) == ((11, 12, 13), (13, 11))
    assert (13 in first, 14 in first) == (True, False)
    with pytest.raises(IndexError):
        first[4]
    assert first == PathPrefix((10, 11, 12, 13, 99), 4)
    assert first != PathPrefix(path, 5)
    assert first != path[:4]
    assert not PathPrefix(path, 0)


def test_a_very_large_tour_is_available_while_it_is_mixed() -> None:
    question, _ = read("#ordering=best&board=200x200&closed=1")
    work, tours = tour_search(question), list[Tour]()
    while work.advance(1):
        tour = work.answer().whole.tour
        if tour and tour not in tours:
            tours.append(tour)
    last = work.answer().whole.tour
    assert tours == [solve(question.board, closed=True)]  # not mixed, so its tiles are visible
    assert last == solve(question.board, closed=True, seed=0)
    assert ended(tour_search(replace(question, seed=1))).tour != last


def test_stopping_on_a_large_board_keeps_the_tour_so_far() -> None:
    engine, state = Engine(), next_state(State(), Open("#ordering=best&board=200x200"))
    while not (state.search.doing and state.search.answer.whole.tour):
        report = engine.go_on(state)
        state = next_state(state, report) if report else state
        now = engine.now(state)
        state = next_state(state, now) if now else state
    stopped = next_state(state, Pause())
    assert stopped.search.doing is None
    assert stopped.question.step is None
    assert stopped.search.answer.whole.tour == state.search.answer.whole.tour
