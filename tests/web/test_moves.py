"""Moves are listed during a game or a prediction, and the moves of a tour can be copied."""

import re

import pytest

from kt_core import Board, solve
from tests.shared.states import after, opened, patch, reads
from web.lab.view.answer import NUMBERED_SQUARES, copied_path
from web.page.view import view, whole_patches
from web.state.intents import Choose, Go, UseReading
from web.state.state import State


def copied(state: State) -> str:
    """Return the text that the button copies."""
    return state.question.board.names(copied_path(state))


def listed(state: State) -> list[str]:
    html = str(patch(state, "#move-list")["html"])
    return re.findall(r"<li [^>]*>([a-z]+[0-9]+)</li>", html) or html.split()


def has_button(state: State) -> bool:
    return not whole_patches(state)["#menu [name=copy-moves]"]["disabled"]


def test_a_watched_tour_has_a_button_and_no_list_and_a_large_one_is_text() -> None:
    state = opened("#board=8x8")
    assert copied(state).startswith("a1 c2 ")
    assert has_button(state)
    assert listed(state) == []
    state = opened("#board=50x50&ordering=best")
    assert len(listed(state)) == 2500 > NUMBERED_SQUARES
    assert "<li" not in str(patch(state, "#move-list")["html"])


@pytest.mark.parametrize("link", ["#mode=play&board=5x5", "#mode=predict&board=5x5&step=9"])
def test_the_last_move_of_a_list_is_marked(link: str) -> None:
    html = str(patch(opened(link), "#move-list")["html"])
    assert html.count('aria-current="step"') == 1
    assert html.rpartition("<li")[2].count("aria-current") == 1


def test_the_note_copied_disappears_with_the_next_move() -> None:
    before = opened("#board=5x5&mode=play")
    moved = after(before, Choose(before.question.board.square("b3")))
    assert view(before)["#moves-copied"] != view(moved)["#moves-copied"]
    assert view(moved)["#moves-copied"].value() == ""


def test_a_game_and_a_tour_can_be_copied_but_not_before_it_is_finished() -> None:
    stepped = after(opened("#board=8x8"), Go(5))
    for state in (opened("#step=5"), stepped, opened("#board=3x8&closed=1")):
        assert copied(state) == ""
        assert not has_button(state)
    game = opened("#board=3x4&mode=play", Choose(6))
    assert (copied(game), has_button(game)) == ("a1 c2", True)
    tour = solve(Board(5, 5))
    names = tour.board.names(tour.path)
    assert copied(after(reads(opened(""), names), UseReading("lab"))) == names
