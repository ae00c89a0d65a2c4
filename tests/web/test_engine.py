"""Work is done in slices and reports its progress; its result is that of work without slices."""

from itertools import count

import pytest

from tests.shared.states import final_state, opened
from web.lab.engine import SLICE_SECONDS, Engine
from web.page.update import next_state
from web.state import intents
from web.state.state import State

LONG = "#ordering=textbook&prune=0&step=0"  # a search that does not end in the time of a test
EVERY_KIND = ("#race=textbook", "#ordering=best&board=20x20", "#board=41x40", "")


def engine(tick: float = 0.001) -> Engine:
    """Return an engine whose clock advances by this number of seconds at each reading."""
    ticks = count()
    return Engine(lambda: next(ticks) * tick)


@pytest.mark.parametrize("address", EVERY_KIND)
@pytest.mark.parametrize("tick", [0.0, 0.003, 1.0])
def test_the_length_of_slices_does_not_change_the_answer(address: str, tick: float) -> None:
    state = final_state(next_state(State(), intents.Open(address)), engine(tick))
    expected = opened(address)
    assert state.question == expected.question
    assert state.search.answer.whole.path == expected.search.answer.whole.path
    assert state.search.answer.length == expected.search.answer.length


def test_a_slice_ends_soon_after_its_time() -> None:
    ticks = count()
    work = Engine(lambda: next(ticks) * SLICE_SECONDS / 4)
    state = next_state(opened(LONG), intents.Solve())
    work.go_on(state)  # begins it, too
    for _ in range(20):
        before = next(ticks)
        work.go_on(state)
        assert next(ticks) - before <= 8


def test_a_long_search_reports_its_progress() -> None:
    work, state = engine(0.005), next_state(opened(LONG), intents.Solve())
    told = [report for _ in range(400) if (report := work.go_on(state))]
    assert 2 <= len(told) <= 200
    lengths = [report.answer.length for report in told if isinstance(report, intents.SearchReport)]
    assert lengths == sorted(set(lengths))
    assert not any(report.done for report in told if isinstance(report, intents.SearchReport))


def test_an_answer_names_its_time_if_the_reader_waited() -> None:
    work = engine()
    state = final_state(next_state(opened(""), intents.Solve()), work)
    assert state.search.answer.whole.milliseconds
    assert state.search.answer.traces[0].end
    assert state.search.answer.traces[0].end.milliseconds == state.search.answer.whole.milliseconds
    assert opened("").search.answer.whole.milliseconds is None


def test_playback_at_the_highest_speed_reports_each_slice() -> None:
    work, state = engine(), next_state(opened(LONG), intents.SetLook("speed", 9))
    state = next_state(state, intents.PlaySteps())
    told = work.go_on(state)
    assert isinstance(told, intents.StepsPlayed)
    assert told.step == told.answer.length > 0
    assert next_state(state, told).hurries


@pytest.mark.parametrize(("square", "tour"), [(6, True), (9, False)])
def test_the_verdict_on_a_game_is_computed(square: int, tour: bool) -> None:
    state = next_state(opened("#board=3x4&mode=play"), intents.Choose(square))
    judged = final_state(next_state(state, intents.JudgeGame()), engine())
    assert judged.search.doing is None
    assert (judged.reader.proof is not None) == tour
    assert ("tour still exists" in judged.reader.remark[0]) == tour


def test_work_on_another_question_or_position_is_dropped() -> None:
    work, state = engine(0.005), next_state(opened(LONG), intents.Solve())
    work.go_on(state)
    other = next_state(state, intents.Open("#board=5x5"))
    assert work.now(other) is None
    assert final_state(other, work).search.answer.whole == opened("#board=5x5").search.answer.whole
    asked = next_state(next_state(opened("#mode=play"), intents.Choose(10)), intents.JudgeGame())
    work = engine(1.0)
    work.go_on(asked)
    moved = next_state(asked, intents.Choose(4))
    assert moved.search.doing is None
    assert work.go_on(moved) is None
