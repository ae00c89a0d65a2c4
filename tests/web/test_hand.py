"""What the reader does by hand: predictions, a game, its hints."""

import pytest

from kt_core.board import Board
from tests.shared.states import after, opened
from web.search.answer import position
from web.state.intents import Choose, Enter, Go, Open, Take
from web.state.state import State
from web.view.table import seen


def said(state: State) -> str:
    """Return what the answer says, as HTML."""
    return str(seen(state)["#answer"]["html"])


def name(square: str, board: Board = Board(8, 8)) -> int:
    """Return a square of a board by its name."""
    return board.square(square)


@pytest.mark.parametrize(
    "state",
    [
        opened("#mode=predict"),
        opened("#mode=predict&step=0"),
        opened("", Take("predict")),
        opened("#mode=play", Take("predict")),
        opened("#mode=predict", Go(0)),
        opened("#mode=predict", Enter("rows", "7")),
        opened("#mode=predict&board=7x8", Choose(24), Open("#mode=predict")),
    ],
)
def test_predict_begins_with_its_question_wherever_it_starts(state: State) -> None:
    assert said(state).startswith("The knight is on a1. Where does the search go next?")
    answered = after(state, Choose(state.question.board.square("c2")))
    assert (answered.hand.right, answered.hand.guesses) == (1, 1)
    assert position(answered.question, answered.answer) == 2
    assert said(after(answered, Go(2))).startswith("The knight is on c2. Where does")


@pytest.mark.parametrize("square", ["a1", "h8", "a2"])
def test_a_click_on_no_move_is_explained_and_not_counted(square: str) -> None:
    state = opened("#mode=predict", Choose(name(square)))
    assert "That is no guess; choose a move from a1." in said(state)
    assert (state.hand.right, state.hand.guesses) == (0, 0)
    assert position(state.question, state.answer) == 1


def test_where_nothing_is_left_to_predict_a_click_changes_nothing() -> None:
    for address in ("#mode=predict&board=5x5&start=b1", "#mode=predict&board=3x4&step=14"):
        state = opened(address)
        assert after(state, Choose(7)) == state


def test_a_prediction_never_leads_back_into_a_dead_end() -> None:
    state = opened("#mode=predict&board=5x5&prune=0&seed=1&start=e3&ordering=random")
    for _ in range(400):
        trace, step = state.answer.traces[0], position(state.question, state.answer)
        moment = trace.at(step)
        if moment.found or not moment.path:
            break
        goes = after(state, Go(step + 1)).answer.traces[0].at(step + 1)
        before = state.hand.guesses
        state = after(state, Choose(goes.path[-1] if goes.left is None else 24))
        assert position(state.question, state.answer) == step + 1
        assert state.hand.right == state.hand.guesses >= before
