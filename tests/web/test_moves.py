"""The moves of a finished tour can be copied, and are listed where there is room."""

from kt_core import Board, solve
from tests.shared.states import after, opened
from web.files.intents import ShowTour
from web.lab.intents import Choose, Go
from web.lab.view.moves import finished_tour, move_text
from web.view import whole_patches


def listed(address: str) -> str:
    """Return the moves that are listed."""
    return str(whole_patches(opened(address))["#move-list"]["html"])


def test_a_watched_tour_has_a_button_and_no_list() -> None:
    state = opened("")
    tour = finished_tour(state)
    assert tour
    assert move_text(tour).startswith("a1 c2 ")
    assert whole_patches(state)["#moves"]["hidden"] is False
    assert listed("") == ""


def test_a_large_tour_is_listed() -> None:
    assert len(listed("#board=50x50&ordering=best").split()) == 2500


def test_a_game_that_is_won_is_listed() -> None:
    tour = solve(Board(3, 4), start="a1")
    won = after(opened("#board=3x4&mode=play"), *map(Choose, tour.path[1:]))
    assert str(whole_patches(won)["#move-list"]["html"]) == move_text(tour)


def test_there_is_nothing_to_copy_before_a_tour_is_finished() -> None:
    for state in (opened("#step=5"), after(opened(""), Go(5)), opened("#board=3x8&closed=1")):
        assert finished_tour(state) is None
        assert whole_patches(state)["#moves"]["hidden"] is True


def test_a_tour_that_was_brought_can_be_copied() -> None:
    tour = solve(Board(5, 5))
    assert finished_tour(after(opened(""), ShowTour(tour))) == tour
