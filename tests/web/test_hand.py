"""Actions by hand: predictions, a game, its hints."""

import pytest

from kt_core.board import Board
from kt_core.solve import solve
from tests.shared.states import after, opened, patch
from web.lab.intents import Choose, Enter, GiveHint, Go, SetMode, StartAgain, Undo
from web.lab.search.answer import position
from web.lab.view.modes import hints
from web.state.intents import Open
from web.state.state import State


def said(state: State) -> str:
    """Return the answer as HTML."""
    return str(patch(state, "#answer")["html"])


def name(square: str) -> int:
    """Return the name of a square of 8x8."""
    return Board(8, 8).square(square)


@pytest.mark.parametrize(
    "state",
    [
        opened("#mode=predict"),
        opened("#mode=predict&step=0"),
        opened("", SetMode("predict")),
        opened("#mode=play", SetMode("predict")),
        opened("#mode=predict", Go(0)),
        opened("#mode=predict", Enter("rows", "7")),
        opened("#mode=predict&board=7x8", Choose(24), Open("#mode=predict")),
    ],
)
def test_predict_begins_with_its_question_wherever_it_starts(state: State) -> None:
    assert said(state).startswith("The knight is on a1. Where does the search go next?")
    answered = after(state, Choose(state.question.board.square("c2")))
    assert (answered.reader.right, answered.reader.guesses) == (1, 1)
    asked, told = said(answered).split("<small>", 1)
    assert asked.endswith("Where does the search go next?")
    assert told.startswith("Right: ")
    assert told.endswith(" 1 of 1 right so far.</small>")
    assert position(answered.question, answered.search.answer) == 2
    assert said(after(answered, Go(2))).startswith("The knight is on c2. Where does")


def test_where_nothing_is_left_to_predict_a_click_changes_nothing() -> None:
    state = opened("#mode=predict&board=3x4&step=14")
    assert after(state, Choose(7)) == state


def test_a_prediction_never_leads_back_into_a_dead_end() -> None:
    asked = "board=5x5&prune=0&seed=1&start=e3&ordering=random"
    state, watched = opened(f"#mode=predict&{asked}"), opened(f"#step=402&{asked}")
    for _ in range(400):
        trace, step = state.search.answer.traces[0], position(state.question, state.search.answer)
        moment = trace.at(step)
        if moment.found or not moment.path:
            break
        goes = watched.search.answer.traces[0].at(step + 1)
        before = state.reader.guesses
        state = after(state, Choose(goes.path[-1] if goes.backtracked_from is None else 24))
        assert position(state.question, state.search.answer) == step + 1
        assert state.reader.right == state.reader.guesses >= before


def test_a_click_on_a_visited_square_takes_the_game_back_to_it() -> None:
    moves = [Choose(name(square)) for square in ("c2", "b4", "a2")]
    state = opened("#mode=play", *moves)
    back = after(state, Choose(name("c2")))
    assert back.reader.game
    assert back.reader.game.path == (0, name("c2"))
    assert said(back).startswith("c2, with five moves")
    start = after(state, Choose(0))
    assert start.reader.game
    assert start.reader.game.path == (0,)
    assert after(state, Choose(name("a2"))).reader.game == state.reader.game


def test_a_game_that_is_won_stays_won() -> None:
    tour = solve(Board(3, 4), start="a1")
    won = opened("#board=3x4&mode=play", *map(Choose, tour.path[1:]))
    assert "all your own" in said(won)
    assert after(won, Choose(0)).reader.game == won.reader.game


def test_hints_are_counted_and_told_when_the_tour_is_found() -> None:
    tour = solve(Board(3, 4), start="a1")
    state = opened("#board=3x4&mode=play", GiveHint(), GiveHint(), Choose(tour.path[1]))
    assert state.reader.hints == 1
    assert "2 of 12 squares, one hint." in said(state)
    state = after(state, GiveHint(), Undo(), GiveHint(), *map(Choose, tour.path[1:]))
    assert f"with {hints(state.reader.hints)}." in said(state)
    assert state.reader.hints == 3
    assert after(state, StartAgain()).reader.hints == 0


def test_no_hint_leads_back_into_what_was_proven_a_dead_end() -> None:
    state = opened("#board=3x4&mode=play&start=a1")
    seen_by_hints = set()
    for _ in range(200):
        game = state.reader.game
        assert game
        if game.tour:
            break
        state = after(state, GiveHint())
        if state.reader.hinted is None:
            assert "no tour goes on since move" in said(state)
            state = after(state, Undo())
        else:
            path = (*game.path, state.reader.hinted)
            assert path not in seen_by_hints
            assert not any(path[: len(lost)] == lost for lost in state.reader.lost)
            seen_by_hints.add(path)
            state = after(state, Choose(state.reader.hinted))
    assert state.reader.game
    assert state.reader.game.tour
