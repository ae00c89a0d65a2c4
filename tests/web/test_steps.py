"""A player shows what the search did, at the pace that was asked for, forwards and backwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web.search.player import SPEEDS, Player

from kt_core import Board, knight_graph, search
from web.search.record import Record

GRAPH = knight_graph(Board(5, 5))


def player(holds: int = 10**6, start: int = 0) -> Player:
    return Player(Record(GRAPH, search(GRAPH, start), holds))


WHOLE = player()
while WHOLE.record.pull(1000):
    pass
STEPS = len(WHOLE.record)  # to the first tour of 5x5

walks = st.lists(
    st.one_of(
        st.tuples(st.just("go"), st.integers(-5, STEPS + 5)),
        st.tuples(st.just("by"), st.sampled_from([-1, 1])),
        st.tuples(st.just("tick"), st.integers(0, 40)),
        st.tuples(st.just("hurry"), st.just(0)),
    ),
    max_size=25,
)


@given(walks)
def test_any_walk_shows_what_a_replay_from_the_start_shows(walk: list[tuple[str, int]]) -> None:
    held = player()
    for what, number in walk:
        if what == "go":
            held.go(number)
        elif what == "by":
            held.go(held.step + number)
        else:
            held.speed = len(SPEEDS) - 1 if what == "hurry" else 3
            held.play()
            held.hurry() if held.tick(number / 8) else None
        assert 0 <= held.step <= len(held.record) <= STEPS
        assert held.moment == WHOLE.record.at(held.step)


@pytest.mark.parametrize("speed", range(len(SPEEDS) - 1))
def test_a_second_takes_as_many_steps_as_the_speed_says(speed: int) -> None:
    held, rate = player(), SPEEDS[speed]
    assert rate is not None
    held.speed = speed
    held.play()
    for _ in range(64):
        assert not held.tick(1 / 64)
    assert held.step == min(rate + 1, STEPS)  # and the first at once


def test_nothing_moves_while_nothing_plays() -> None:
    held = player()
    held.record.pull(20)
    held.go(7)
    assert not held.tick(100)
    assert not held.hurry()
    assert held.step == 7


def test_a_step_shows_the_next_and_back_the_one_before() -> None:
    held = player()
    for step in (1, 2, 3, 2, 1, 0, 0):
        held.go(step if step != 0 else held.step - 1)
        assert held.step == step


def test_a_jump_stays_within_what_is_known() -> None:
    held = player()
    held.go(10)  # nothing is known yet
    assert held.step == 0
    held.go(1)
    held.go(10**9)
    assert held.step == 1


def test_playing_ends_at_the_tour_and_begins_anew() -> None:
    held = player()
    held.speed = len(SPEEDS) - 1
    held.play()
    while held.tick(0) and held.hurry():
        pass
    assert (held.step, held.at_end, held.playing) == (STEPS, True, False)
    held.play()
    assert (held.step, held.playing) == (0, True)


def test_playing_ends_where_the_record_is_full() -> None:
    held = player(holds=700, start=1)
    held.speed = len(SPEEDS) - 1
    held.play()
    while held.tick(0) and held.hurry():
        pass
    assert (held.step, held.at_end, held.playing) == (700, True, False)
