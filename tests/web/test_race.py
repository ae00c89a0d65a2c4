"""Two searches for one question advance together, until one has an answer."""

import pytest

from kt_core.orderings import ORDERINGS
from tests.shared.states import after, opened
from web.question import address
from web.question.address import read
from web.search.answer import position
from web.search.watch import Race, WatchedSearch, lanes
from web.state.intents import Solve, StepBy


@pytest.mark.parametrize("rival", ORDERINGS)
def test_each_search_of_a_race_is_the_same_as_alone(rival: str) -> None:
    state = opened(f"#race={rival}&board=5x5", Solve())
    for trace, lane in zip(state.search.answer.traces, lanes(state.question), strict=True):
        alone = WatchedSearch(lane)
        while alone.advance(64):
            pass
        assert trace.ordering == lane.ordering
        assert trace.at(trace.length) == alone.recording.at(trace.length)


@pytest.mark.parametrize("handful", [1, 7, 5000])
def test_both_searches_of_a_race_are_at_the_same_step(handful: int) -> None:
    race = Race(read("#race=most-moves&board=5x5&prune=0")[0])
    while race.advance(handful):
        lengths = {len(recording) for recording in race.recordings}
        assert len(lengths) == 1
    assert any(recording.ended for recording in race.recordings)


def test_a_race_begins_at_the_start_and_its_end_has_a_link() -> None:
    state = opened("#race=textbook")
    assert position(state.question, state.search.answer) == 0
    ended = after(state, Solve())
    assert address.write(ended.question) == "#race=textbook&step=65"


def test_an_address_can_lead_a_race_beyond_the_first_tour() -> None:
    state = opened("#race=textbook&step=200")
    assert [trace.length for trace in state.search.answer.traces] == [65, 200]
    assert state.question.step == 200
    stepped = opened("#race=textbook&step=65", *(StepBy(1) for _ in range(135)))
    assert stepped.question == state.question
    assert [trace.length for trace in stepped.search.answer.traces] == [65, 200]


@pytest.mark.parametrize("address", ["#ordering=best&race=roth", "#board=60x60&race=roth"])
def test_a_board_without_steps_has_no_race(address: str) -> None:
    assert read(address)[0].race == ""
