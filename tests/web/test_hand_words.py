"""What the page says of a game and of predictions, and what it lights."""

import pytest

from kt_core.board import Board
from kt_core.solve import solve
from kt_core.tour import Puzzle
from web.draw import board
from web.question.address import read, write
from web.question.question import Question, changed, in_mode
from web.reader.game import Game
from web.view import hand


def game(board: Board, *path: str) -> Game:
    """Return the game after these squares."""
    squares = tuple(map(board.square, path))
    return Game(Puzzle(board, squares[0]), squares)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (["a1"], "Your move: the knight is on a1."),
        (["a1", "b3"], "Move 1: b3, with two moves from there."),
        (["a1", "b3", "d2", "b1", "a3", "c2", "a1"], "a1 was visited before, as step 1"),
        (["a1", "c2", "a3", "b1", "d2"], "Move 4: d2, with one move from there."),
        (["a1", "b3", "d2", "b1", "a3", "c2"], "Stuck on c2 after 6 of 12 squares: every move"),
    ],
)
def test_each_stand_of_a_game_has_its_sentence(path: list[str], said: str) -> None:
    try:
        told = hand.told(game(Board(3, 4), *path))[0]
    except ValueError as wrong:
        told = str(wrong)
    assert told.startswith(said)


def test_a_tour_of_ones_own_is_praised() -> None:
    tour = solve(Board(6, 6), closed=True)
    won = Game(Puzzle(tour.board, tour.path[0], None, closed=True), tour.path)
    assert hand.told(won)[0] == "Well done: a closed tour of 36 moves, all your own."


def test_what_can_be_reached_is_lit_with_its_onward_moves_on_demand() -> None:
    played = game(Board(8, 8), "a1", "b3")
    lit = board.legal(Question(), played)
    assert lit.count("<circle") == len(played.legal) == 5
    assert "<text" not in lit
    with_degrees = board.legal(Question(show=("path", "degrees")), played, hinted=2)
    assert with_degrees.count("<text") == 5
    assert with_degrees.count('class="chosen"') == (2 in played.legal)


@pytest.mark.parametrize("mode", ["predict", "play"])
def test_the_readers_part_is_in_the_address(mode: str) -> None:
    asked = in_mode(Question(), mode)
    assert write(asked) == f"#mode={mode}"
    assert read(f"#mode={mode}")[0] == asked
    assert changed(asked, "rows", "6").mode == mode
    assert changed(asked, "rows", "60").mode == "watch"


def test_predicting_is_by_warnsdorffs_rule() -> None:
    assert in_mode(Question(ordering="textbook"), "predict").ordering == "warnsdorff"
    assert in_mode(Question(ordering="roth"), "predict").ordering == "roth"


def test_a_part_that_there_is_not_is_named() -> None:
    assert read("#mode=chess")[1] == [
        (
            "In the address, mode falls back to its default: 'chess' is not a mode; there are"
            " watch, predict, play."
        )
    ]
