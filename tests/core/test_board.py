"""Squares have names and numbers, and an error names the wrong one."""

import pickle
import re
from dataclasses import FrozenInstanceError
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board
from kt_core.board import NAMED_SQUARES, name_list, short_name_list
from kt_core.language import conjunction, short
from tests.shared.cases import boards, by_definition

CHESS = Board(8, 8)
WRONG_NAMES = ["", "a", "1", "a0", "a9", "l1", "a01", "1a", "a-1", "a1b", "a 1", "aaa1", "a10000"]
ODD_NAMES = ["a\N{ARABIC-INDIC DIGIT THREE}", "\N{KELVIN SIGN}1", None, 1.0, True, b"a1", ("a1",)]
WRONG_BOARDS = [
    *("", "8", "8x", "x8", "8x8x8", "-8x8", "8.0x8", "8,8", "eight", "8\nx8", "0x8", "8x0")
]
ODD_BOARDS = ["1001x1", "1x1001", "3x\N{ARABIC-INDIC DIGIT THREE}", "9" * 5000 + "x8"]


def named(value: object) -> str:
    """Return the pattern that finds this value in a message."""
    return re.escape(short(value))


def test_squares_are_numbered_along_the_ranks_from_a1() -> None:
    names = [CHESS.name(square) for square in (0, 1, 8, 63)]
    assert names == ["a1", "b1", "a2", "h8"]
    assert [CHESS.square(name) for name in names] == [0, 1, 8, 63]
    corner = IntEnum("corner", {"H8": 63})
    assert CHESS.square(corner.H8) == 63
    assert corner.H8 in CHESS
    assert list(Board(2, 3)) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("column", "name"),
    [(25, "z1"), (26, "aa1"), (27, "ab1"), (701, "zz1"), (702, "aaa1"), (999, "all1")],
)
def test_files_past_z_continue_with_aa(column: int, name: str) -> None:
    board = Board(1, 1000)
    assert board.name(column) == name
    assert board.square(name) == column


@given(boards(), st.data())
def test_a_name_leads_back_to_its_square(board: Board, data: st.DataObject) -> None:
    square = data.draw(st.sampled_from(board.squares))
    assert board.square(board.name(square)) == board.square(square) == square


@pytest.mark.parametrize("name", ["b1", " b1", "b1\n", "B1"])
def test_a_name_may_have_capitals_and_space_around_it(name: str) -> None:
    assert CHESS.square(name) == 1


@pytest.mark.parametrize("name", [*WRONG_NAMES, *ODD_NAMES])
def test_a_wrong_name_is_refused_and_shown(name: Any) -> None:
    with pytest.raises(ValueError, match=named(name) + ".* a1 to k8$"):
        Board(8, 11).square(name)


@pytest.mark.parametrize("square", [-1, 64, 10**30])
def test_a_number_off_the_board_is_refused_and_shown(square: int) -> None:
    for asked in (CHESS.square, CHESS.name):
        with pytest.raises(ValueError, match=f"^{square} is not a square of 8x8.* 0 to 63$"):
            asked(square)
    assert square not in CHESS


@pytest.mark.parametrize("side", [0, -1, 1001, 10**30, 2.0, "8", True, None])
def test_a_wrong_side_is_refused_and_shown(side: Any) -> None:
    with pytest.raises(ValueError, match=named(side) + " rows .* 1 to 1000$"):
        Board(side, 3)
    with pytest.raises(ValueError, match=named(side) + " columns .* 1 to 1000$"):
        Board(3, side)


@pytest.mark.parametrize("text", ["3x10", " 3x10 ", "3 x 10", "3X10", "3*10", "3\u00d710", "03x10"])
def test_a_board_is_written_rows_x_columns(text: str) -> None:
    assert Board.parse(text) == Board(3, 10)


@pytest.mark.parametrize("text", [*WRONG_BOARDS, *ODD_BOARDS])
def test_a_wrong_board_is_refused_and_shown(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{named(text)} is not a board; "):
        Board.parse(text)


@pytest.mark.parametrize(
    "holes",
    [["c3", "d4"], ("d4", 18), {"c3", 27}, iter(["c3", "d4"]), "c3,d4", " C3 d4, c3", [18, 27, 18]],
)
def test_holes_are_given_in_any_form(holes: Any) -> None:
    board = Board(8, 8, holes)
    assert board == Board(8, 8, [18, 27])
    assert hash(board) == hash(Board(8, 8, [18, 27]))
    assert board.holes == {18, 27}


def test_a_hole_keeps_its_name_but_is_no_square() -> None:
    board = Board(8, 8, ["c3"])
    assert len(board) == len(list(board)) == 63
    assert board.name(18) == "c3"
    assert board.square("d3") == 19
    assert 18 not in board
    for hole in ("c3", 18):
        with pytest.raises(ValueError, match=r"^c3 is a hole"):
            board.square(hole)


@pytest.mark.parametrize("hole", ["i1", "c", 64, -1, 2.5])
def test_a_hole_off_the_board_is_refused_and_shown(hole: Any) -> None:
    with pytest.raises(ValueError, match=rf"{named(hole)} is not a square of 8x8"):
        Board(8, 8, ["c3", hole])


def test_a_board_has_a_square_and_is_immutable() -> None:
    with pytest.raises(ValueError, match=r"^every square of 2x2 is a hole"):
        Board(2, 2, range(4))
    holes = {18}
    board = Board(8, 8, holes)
    holes.add(19)
    assert board.holes == {18}
    assert not hasattr(board.squares, "append")
    with pytest.raises(FrozenInstanceError):
        board.rows = 9  # type: ignore[misc]


@given(boards())
def test_a_board_can_be_written_and_pickled_and_each_move_changes_the_color(board: Board) -> None:
    assert Board.parse(str(board), board.holes) == board
    assert eval(repr(board), {"Board": Board}) == board
    for square, moves in by_definition(board).items():
        assert {board.color(to) for to in moves} <= {1 - board.color(square)}
    assert board.color(0) == board.colour(0) == 0
    assert pickle.loads(pickle.dumps(board)) == board


class Unread(frozenset[int]):
    """A set that cannot be read element by element."""

    __iter__ = None  # type: ignore[assignment]


def test_known_squares_become_holes_without_another_check_of_each() -> None:
    assert Board(3, 3).without(Unread({4})) == Board(3, 3, holes=["b2"])
    with pytest.raises(ValueError, match="every square of 1x1 is a hole"):
        Board(1, 1).without(frozenset({0}))


def test_a_few_squares_are_named_many_are_counted_and_a_long_value_is_cut() -> None:
    assert [conjunction("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    board = Board(8, 8)
    assert name_list(board, [2, 0]) == "c1 and a1"
    assert short_name_list(board, [2, 0]) == "a1 and c1"
    assert short_name_list(board, range(NAMED_SQUARES)).endswith("g1 and h1")
    assert short_name_list(board, range(NAMED_SQUARES + 1)) == "9 marked squares"
    assert short("a1") == "'a1'"
    assert len(short("a" * 100)) == len(short([1] * 100)) == 42
