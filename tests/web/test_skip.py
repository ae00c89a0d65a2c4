"""Skip ahead goes to the next notable step, and one speed finishes a long search in a minute."""

import pytest

from tests.shared.states import after, opened, patch
from web.lab.intents import Go, Skip
from web.lab.search.answer import SPEEDS, position
from web.state.state import State

LONG_SEARCH = 15_945  # steps


def depth(state: State) -> int:
    """Return the length of the visible path."""
    trace = state.search.answer.longest
    assert trace
    return len(trace.at(position(state.question, state.search.answer)).path)


def test_each_skip_leads_to_a_path_longer_than_any_before_and_then_to_the_end() -> None:
    state = opened("#board=5x5&ordering=textbook&prune=0&step=0")
    depths = []
    while depth(state) < 25:
        state = after(state, Skip())
        depths.append(depth(state))
    assert depths == sorted(set(depths))
    assert len(depths) < 8
    assert position(state.question, state.search.answer) == state.search.answer.length


def test_a_skip_stops_where_the_longer_path_ends() -> None:
    state = after(opened("#board=5x5&ordering=textbook&prune=0&step=0"), Skip())
    trace, step = state.search.answer.longest, position(state.question, state.search.answer)
    assert trace
    assert trace.dead_end_after(step - 1) == step


def test_a_skip_at_the_end_stays_there() -> None:
    state = opened("#board=3x4&start=b1&ordering=textbook&prune=0")
    assert after(state, Go(5), Skip(), Skip(), Skip(), Skip()).question == state.question
    assert patch(state, "#skip")["hidden"] is True


@pytest.mark.parametrize("address", ["#mode=play", "#ordering=best", "#board=6x6&mode=predict"])
def test_nothing_is_skipped_where_no_search_is_watched(address: str) -> None:
    assert patch(opened(address), "#skip")["hidden"] is True


def test_a_skip_shows_nothing_that_a_task_hides() -> None:
    state = opened("#board=6x6&mode=predict&lock=all")
    assert position(after(state, Skip()).question, state.search.answer) <= 1


def test_a_speed_ends_a_long_search_within_a_minute() -> None:
    assert any(rate and LONG_SEARCH / rate < 60 for rate in SPEEDS)
