"""The states of a board passed square by square."""

import pytest
from hypothesis import given

from kt_core import Board
from kt_core.frontier import ALONE, DONE, END, Line
from kt_core.tour import Puzzle
from tests.cases import boards


def shown(state: bytes) -> str:
    """Return a state as text: . for ALONE, # for DONE, E for END, how far to the other end else."""
    names = {ALONE: ".", DONE: "#", END: "E"}
    return " ".join(names.get(entry, f"{entry - ALONE:+}") for entry in state)


@given(boards())
def test_places_go_column_by_column_along_the_short_side(board: Board) -> None:
    line = Line(Puzzle(board))
    squares = line.squares()
    assert [line.place(square) for square in squares] == list(range(board.rows * board.columns))
    short = squares[: line.width]
    assert len({square % board.columns for square in short}) == 1 or board.columns < board.rows
    assert len({square // board.columns for square in short}) == 1 or board.columns >= board.rows


def test_a_corner_has_one_way_to_be_passed_in_a_closed_tour() -> None:
    line = Line(Puzzle(Board(3, 8), closed=True))
    [after] = next(line.rules()).ways(line.beginning)
    assert shown(after) == ". . . . +2 . -2 ."
    assert next(line.rules()).moves(line.beginning, after) == (5, 7)


def test_in_an_open_tour_a_corner_may_be_an_end() -> None:
    line = Line(Puzzle(Board(3, 8)))
    ways = next(line.rules()).ways(line.beginning)
    assert [shown(after) for after in ways] == [
        ". . . . +2 . -2 .",
        ". . . . E . . .",
        ". . . . . . E .",
    ]


def test_a_given_end_is_one_and_no_other_square_is() -> None:
    line = Line(Puzzle(Board(3, 8), 0, 23))
    first, second, *_ = line.rules()
    assert [shown(after) for after in first.ways(line.beginning)] == [
        ". . . . E . . .",
        ". . . . . . E .",
    ]
    assert second.terms.most_ends == 0
    assert not second.terms.must_end


def test_a_strand_that_meets_itself_is_the_tour_or_nothing() -> None:
    ring = Board(3, 3, ["b2"])
    for board, tours in ((ring, 1), (Board(3, 4, ["b2"]), 0)):
        line = Line(Puzzle(board, closed=True))
        states = {line.beginning}
        for rule in line.rules():
            states = {after for state in states for after in rule.ways(state)}
        assert states == {line.full} if tours else states == set()


def test_squares_far_from_ends_and_holes_share_their_rules() -> None:
    rules = list(Line(Puzzle(Board(3, 500), 30, closed=False)).rules())
    assert len(set(rules)) < 30
    assert rules[300] is rules[303]
    assert rules[300] is not rules[302]


@pytest.mark.parametrize("holes", [[], ["a1"], ["c2"]])
def test_inner_rows_spare_two_moves_a_square(holes: list[str]) -> None:
    line = Line(Puzzle(Board(4, 6, holes), closed=True))
    last, first = list(line.rules())[-1], next(line.rules())
    assert last.terms.spare == 0
    assert first.terms.spare == 2 - (2 if holes == ["c2"] else 0)
