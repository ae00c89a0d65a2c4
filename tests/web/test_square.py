"""The tooltip and moves of a square are true at the visible step."""

from kt_core.board import Board
from tests.shared.states import opened, patch
from web.lab.intents import PlaySteps, PointAtSquare
from web.state.state import State
from web.update import next_state
from web.view import whole_patches


def at(address: str, square: str) -> State:
    """Return the state for an address with the pointer on a square."""
    state = opened(address)
    return next_state(state, PointAtSquare(Board(*_sides(state)).square(square)))


def _sides(state: State) -> tuple[int, int]:
    board = state.question.board
    return board.rows, board.columns


def lit(state: State) -> str:
    """Return the moves drawn from the square."""
    return str(patch(state, "#board [data-layer=moves]")["html"])


def test_the_moves_that_are_lit_are_those_of_the_step() -> None:
    drawn = lit(at("#board=4x5&step=7", "b4"))
    assert drawn.count("<line") == 2
    assert ">3</text>" in drawn  # c2 leaves e1, a3 and e3
    assert ">1</text>" not in drawn
    empty = lit(at("#board=4x5&step=0", "c2"))
    assert (empty.count("<line"), empty.count("<text")) == (6, 6)


def test_behind_a_tour_moves_are_lit_without_counts() -> None:
    drawn = lit(at("#board=4x5", "c2"))
    assert (drawn.count("<line"), drawn.count("<text")) == (6, 0)


def test_who_is_to_count_is_told_no_counts() -> None:
    link = "#board=5x5&mode=predict&step=5"
    choices = "#board [data-layer=choices]"
    assert "<text" not in str(whole_patches(at(link, "e5"))[choices]["html"])
    assert "<text" in str(whole_patches(at(f"{link}&show=path,degrees", "e5"))[choices]["html"])


def test_while_a_move_is_to_be_predicted_the_pointer_draws_nothing() -> None:
    looks = whole_patches(at("#board=5x5&mode=predict&step=5", "e5"))
    assert looks["#board [data-layer=moves]"]["html"] == ""
    assert "choice" in str(looks["#board [data-layer=choices]"]["html"])


def test_while_steps_go_by_a_square_is_not_spoken() -> None:
    state = at("#board=4x5&step=7", "b4")
    assert patch(state, "#square")["aria-live"] == "polite"
    assert patch(next_state(state, PlaySteps()), "#square")["aria-live"] == "off"
