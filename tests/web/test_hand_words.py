"""Sentences about a game and about predictions."""

import pytest

from kt_core.board import Board
from kt_core.solve import solve
from kt_core.tour import Puzzle
from web.lab.play.game import Game
from web.lab.view import modes


def game(board: Board, *path: str) -> Game:
    """Return the game after these squares."""
    squares = tuple(map(board.square, path))
    return Game(Puzzle(board, squares[0]), squares)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (["a1"], "Your move: the knight is on a1."),
        (["a1", "b3"], "b3, with two moves from there."),
        (["a1", "b3", "d2", "b1", "a3", "c2", "a1"], "a1 was visited before, as step 1"),
        (["a1", "c2", "a3", "b1", "d2"], "d2, with one move from there."),
        (["a1", "b3", "d2", "b1", "a3", "c2"], "Stuck on c2 after 6 of 12 squares: every move"),
    ],
)
def test_each_stand_of_a_game_has_its_sentence(path: list[str], said: str) -> None:
    try:
        told = modes.game_status(game(Board(3, 4), *path))[0]
    except ValueError as wrong:
        told = str(wrong)
    assert told.startswith(said)


def test_a_tour_of_ones_own_is_praised() -> None:
    tour = solve(Board(6, 6), closed=True)
    won = Game(Puzzle(tour.board, tour.path[0], None, closed=True), tour.path)
    assert modes.game_status(won)[0] == "Well done: a closed tour of 36 squares, all your own."


def test_a_start_that_is_fixed_is_not_offered_to_be_moved() -> None:
    first = game(Board(8, 8), "a1")
    assert modes.game_status(first)[1].endswith(" Choose any other square to start there.")
    assert "start" not in modes.game_status(first, fixed=True)[1]


def test_all_visited_and_not_won_is_stuck_and_says_so() -> None:
    ring = Puzzle(Board(3, 3, ["b2"]), 0, None)
    path = solve(ring.board, start="a1").path
    lost = Game(Puzzle(ring.board, 0, path[1]), path)
    assert lost.over
    assert modes.game_status(lost)[0].endswith("after 8 of 8 squares: it is no such tour.")


def test_predictions_are_counted() -> None:
    assert modes.prediction_score(0, 0) == ""
    assert modes.prediction_score(2, 3) == "2 of 3 right so far."
