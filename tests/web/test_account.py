"""The address saves a game with its hints and undone moves, and the game continues from there."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, solve
from tests.shared.states import after, opened, patch
from web.lab.intents import Choose, Enter, GiveHint, SetMode, Solve, StartAgain, Undo
from web.question import address
from web.state.intents import RestoreWork, SetKeys

PLAY = "#board=5x5&mode=play"
WISHES = st.one_of(
    st.integers(0, 24).map(Choose), st.sampled_from([Undo(), GiveHint(), StartAgain(), GiveHint()])
)


def test_a_link_brings_a_game_back_with_its_hints_and_its_moves_taken_back() -> None:
    state = after(opened(PLAY), GiveHint(), Choose(11), Choose(2), Undo(), Choose(2), Choose(9))
    again = opened(address.write(state.question))
    assert state.reader.game
    assert state.reader.game.path == (0, 11, 2, 9)
    assert again.reader == replace(state.reader, remark=(), hinted=None)
    assert (again.reader.hints, again.reader.undos) == (1, 1)
    assert (again.form.faults, again.search.won) == ((), None)


@settings(deadline=None, max_examples=60)
@given(st.lists(WISHES, max_size=30))
def test_any_game_is_in_its_link(wishes: list[Choose | Undo | GiveHint | StartAgain]) -> None:
    state = after(opened(PLAY), *wishes)
    again = opened(address.write(state.question))
    told = [(it.reader.game, it.reader.hints, it.reader.undos) for it in (state, again)]
    assert told[0] == told[1]
    assert again.question == state.question
    assert patch(again, "#board [data-layer=line]") == patch(state, "#board [data-layer=line]")


@pytest.mark.parametrize(
    "wish",
    [Enter("rows", "6"), Enter("start", "c3"), SetMode("watch"), Solve(), SetKeys({"closed": "1"})],
)
def test_another_question_has_no_game_of_the_last(wish: Enter | SetMode | Solve | SetKeys) -> None:
    state = after(opened(PLAY), Choose(11), wish)
    assert state.question.settings.game == ""
    assert not state.reader.game or len(state.reader.game.path) == 1


def test_a_click_back_counts_every_move_that_it_takes_back() -> None:
    state = after(opened(PLAY), Choose(11), Choose(2), Choose(9), Choose(11))
    assert state.reader.undos == 2
    assert after(state, StartAgain()).reader.undos == 0


def test_a_tour_that_was_found_before_is_no_news() -> None:
    tour = solve(Board(5, 5), start="a1")
    state = after(opened(PLAY), *map(Choose, tour.path[1:]))
    assert state.search.won == tour
    again = after(opened(address.write(state.question)), Choose(3))
    assert again.reader.game
    assert again.reader.game.tour == tour
    assert again.search.won is None


@pytest.mark.parametrize("text", ["x", "Aw5", "Aw5,1", "Aw5,1,z", "____,0,0", ",0,0", "AA,0,0"])
def test_a_game_that_makes_no_sense_begins_and_is_named(text: str) -> None:
    state = opened(f"#board=3x4&mode=play&game={text}")
    assert state.reader.game
    assert state.reader.game.path == (0,)
    assert state.form.faults[0].startswith("In the address, game falls back to its default: ")


def test_what_a_course_book_kept_brings_the_game_back_into_a_locked_task() -> None:
    task = "#board=5x5&mode=play&lock=all&hints=1"
    state = after(opened(task), GiveHint(), Choose(11), Choose(2))
    told = {"board": "6x6", "hints": "9", "lock": "", "game": state.question.settings.game}
    again = after(opened(task), RestoreWork(told))
    assert again.question == state.question
    assert (again.reader.game, again.reader.hints) == (state.reader.game, 1)
