"""Answers without a search: their witnesses, and large boards."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, knight_graph, solve
from kt_core.connectivity import components
from kt_core.proofs.degrees import MOST_SQUARES
from kt_core.proofs.parity import ColorClass
from kt_core.theory import refute
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_definition, ends_by_force

CLOSED = {"closed": True}


def refuted(board: Board, **asked: Any) -> NoTour:
    with pytest.raises(NoTour) as no:
        refute(Puzzle.of(board, **asked))
    return no.value


@given(boards(), st.integers(0, 1))
def test_the_squares_of_a_color_are_counted_as_they_are_listed(board: Board, color: int) -> None:
    squares = [square for square in board if board.color(square) == color]
    colored = ColorClass(board, color)
    assert (len(colored), list(colored), list(colored[1:])) == (len(squares), squares, squares[1:])


@pytest.mark.parametrize(
    ("size", "asked"), [("3x5", {}), ("3x6", {}), ("6x3", {}), ("4x4", {}), ("3x6", CLOSED)]
)
def test_a_cut_leaves_more_parts_than_a_tour_would(size: str, asked: dict[str, Any]) -> None:
    board = Board.parse(size)
    cut, *shown = refuted(board, **asked).witness.values()
    graph, parts = by_definition(board), components(knight_graph(board), cut)
    assert sorted(map(sorted, shown)) == sorted(map(sorted, parts))
    assert not any(set(graph[a]) & set(q) for p, q in combinations(parts, 2) for a in p)
    assert len(parts) > len(cut) + (not asked)


def test_the_chains_of_three_by_eight_become_one_between_the_squares_left_over() -> None:
    board = Board(3, 8)
    graph = by_definition(board)
    d2, e2 = refuted(board, closed=True).witness["left over"]
    assert e2 in ends_by_force(board, d2)
    assert not ends_by_force(board, d2) & set(graph[d2])


@pytest.mark.parametrize("columns", [7, 8, 9, 10])
def test_blocks_of_three_by_four_follow_any_block_of_three_rows(columns: int) -> None:
    # A tour of a block of 3 x 4 ends at the top of its last column, a move from a1 of the next
    # block. A tour that ends in the middle of the last column but one is a move from that a1 too.
    # So blocks can be added to tours of 3 x 7 to 3 x 10, which gives every 3 x n from 7 on.
    solve(Board(3, columns), end=2 * columns - 2)
    solve(Board(3, 4), start="a1", end="d3")


def test_a_large_board_is_not_refuted_by_a_list_of_its_squares() -> None:
    holes = list(range(0, 90 * 90, 9))
    assert len(holes) > 500
    board = Board(90, 90, holes)
    assert len(board) > MOST_SQUARES
    refute(Puzzle(board))
    no = refuted(Board(999, 999), closed=True)
    assert [len(squares) for squares in no.witness.values()] == [499_001, 499_000]
    assert not any("_list" in vars(squares) for squares in no.witness.values())
