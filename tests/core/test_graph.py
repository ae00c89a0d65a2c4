"""The knight graph matches its definition and the oracles."""

from typing import Any

import pytest
from hypothesis import given

from kt_core import Board, knight_graph
from kt_core.graph import LETTERS, average_degree, directed_edges, fill_percent, onward
from tests.shared.cases import ORACLES, boards, by_definition

CHESS = Board(8, 8)
CHESS_DEGREES = [
    [2, 3, 4, 4, 4, 4, 3, 2],
    [3, 4, 6, 6, 6, 6, 4, 3],
    [4, 6, 8, 8, 8, 8, 6, 4],
    [4, 6, 8, 8, 8, 8, 6, 4],
    [4, 6, 8, 8, 8, 8, 6, 4],
    [4, 6, 8, 8, 8, 8, 6, 4],
    [3, 4, 6, 6, 6, 6, 4, 3],
    [2, 3, 4, 4, 4, 4, 3, 2],
]


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


def test_the_chessboard_has_the_degrees_of_the_oracles() -> None:
    graph = knight_graph(CHESS)
    degrees = [[len(graph[8 * row + column]) for column in range(8)] for row in range(8)]
    assert degrees == CHESS_DEGREES


@pytest.mark.parametrize("rows", range(2, 12))
def test_edges_follow_the_formula_of_the_oracles(rows: int) -> None:
    for columns in range(2, 12):
        formula = 8 * rows * columns - 12 * (rows + columns) + 16
        assert directed_edges(Board(rows, columns)) == formula
    if rows in (5, 6, 8):
        k = {5: 3.84, 6: 4.44, 8: 5.25}[rows]
        assert round(average_degree(Board(rows, rows)), 2) == k


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
