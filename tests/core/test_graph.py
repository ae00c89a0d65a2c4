"""The knight graph matches its definition and the oracles."""

from typing import Any

import pytest
from hypothesis import given

from kt_core import Board, knight_graph
from kt_core.graph import LETTERS, average_degree, directed_edges, fill_percent, onward
from tests.shared.cases import ORACLES, boards, by_definition

CHESS = Board(8, 8)


@given(boards())
def test_neighbours_are_a_knights_move_away_and_ascend(board: Board) -> None:
    graph = knight_graph(board)
    assert {square: list(moves) for square, moves in graph.items()} == by_definition(board)
    assert list(graph) == list(board)


@given(boards())
def test_edges_are_counted_as_they_are_listed(board: Board) -> None:
    assert directed_edges(board) == sum(map(len, by_definition(board).values()))


def test_the_chessboard_has_the_edges_of_the_oracles() -> None:
    known = ORACLES["knight_graph"]["8x8"]
    assert directed_edges(CHESS) == known["directed_edges"] == 336
    assert round(fill_percent(CHESS), 1) == known["matrix_fill_percent_directed"] == 8.2
    assert average_degree(CHESS) == known["average_degree"] == 5.25


@pytest.mark.parametrize("square", [-1, 64, 18, "a1", None, 2.5])
def test_what_is_no_square_has_no_entry(square: Any) -> None:
    graph = knight_graph(Board(8, 8, ["c3"]))
    assert square not in graph
    assert graph.get(square) is None
    with pytest.raises(KeyError):
        graph[square]


def test_holes_are_nobodys_neighbours() -> None:
    assert knight_graph(Board(8, 8, ["b3"]))[0] == (10,)
    assert knight_graph(Board(8, 8, ["b3", "c2"]))[0] == ()


def test_a_million_squares_are_there_to_be_asked() -> None:
    graph = knight_graph(Board(1000, 1000))
    assert len(graph) == 1_000_000
    assert graph[0] == (1002, 2001)


def test_the_six_letters_are_those_of_the_textbook() -> None:
    edges = {f"{a}{b}" for a, targets in LETTERS.items() for b in targets}
    assert edges == {"AB", "AD", "BC", "BD", "DE", "EB", "EF", "FC"}


def test_onward_moves_leave_out_the_path() -> None:
    assert onward(LETTERS, ["A", "B"], "E") == ["F"]
    assert onward(knight_graph(CHESS), {0, 10}, 0) == [17]
