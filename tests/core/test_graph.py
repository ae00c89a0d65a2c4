"""The graph of a knight, or of another leaper, matches its definition and the oracles."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Tour, knight_graph
from kt_core.graph import (
    KNIGHT,
    LETTERS,
    Leaper,
    average_degree,
    directed_edges,
    fill_percent,
    leaper_of,
    onward,
    steps,
)
from kt_core.tour import Puzzle
from tests.shared.cases import LEAPERS, ORACLES, boards, by_definition

CHESS = Board(8, 8)


@given(boards(), st.sampled_from([KNIGHT, *LEAPERS]))
def test_neighbors_are_a_move_of_the_leaper_away_and_ascend(board: Board, leaper: Leaper) -> None:
    graph = knight_graph(board, leaper)
    assert {square: list(moves) for square, moves in graph.items()} == by_definition(board, leaper)
    assert list(graph) == list(board)
    assert list(steps(leaper)) == sorted(steps(leaper))


@given(boards())
def test_edges_are_counted_as_they_are_listed(board: Board) -> None:
    assert directed_edges(board) == sum(map(len, by_definition(board).values()))


def test_the_chessboard_has_the_edges_of_the_oracles() -> None:
    known = ORACLES["knight_graph"]["8x8"]
    assert directed_edges(CHESS) == known["directed_edges"] == 336
    assert round(fill_percent(CHESS), 1) == known["matrix_fill_percent_directed"] == 8.2
    assert average_degree(CHESS) == known["average_degree"] == 5.25


@pytest.mark.parametrize("square", [-1, 64, 18, "a1", None, 2.5])
def test_only_squares_have_an_entry(square: Any) -> None:
    graph = knight_graph(Board(8, 8, ["c3"]))
    assert square not in graph
    assert graph.get(square) is None
    with pytest.raises(KeyError):
        graph[square]


def test_the_graph_of_a_million_squares_is_available() -> None:
    graph = knight_graph(Board(1000, 1000))
    assert len(graph) == 1_000_000
    assert graph[0] == (1002, 2001)


def test_the_six_letters_are_those_of_the_textbook() -> None:
    edges = {f"{a}{b}" for a, targets in LETTERS.items() for b in targets}
    assert edges == {"AB", "AD", "BC", "BD", "DE", "EB", "EF", "FC"}


def test_onward_moves_leave_out_the_path() -> None:
    assert onward(LETTERS, ["A", "B"], "E") == ["F"]
    assert onward(knight_graph(CHESS), {0, 10}, 0) == [17]


@pytest.mark.parametrize(
    ("leaper", "wrong"),
    [
        ((0, 0), "stays where it is"),
        ((1,), r"\(1,\) is not a leaper"),
        ((1, -2), r"\(1, -2\) is not a leaper; give two numbers from 0 to 999"),
        ((1, 1000), "is not a leaper"),
        ((1.0, 2), "is not a leaper"),
        ((True, 2), "is not a leaper"),
        ((1, 2, 3), "is not a leaper"),
        ("12", "'12' is not a leaper"),
        (None, "None is not a leaper"),
    ],
)
def test_a_wrong_leaper_is_refused(leaper: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        leaper_of(leaper)
    for puzzle in (Puzzle, Puzzle.of):
        with pytest.raises(ValueError, match=wrong):
            puzzle(CHESS, leaper=leaper)


def test_a_tour_is_proven_by_the_leapers_own_moves() -> None:
    board, path = Board(2, 2), ["a1", "b1", "b2", "a2"]
    assert Tour(board, path, closed=True, leaper=(0, 1)).moves == 4
    with pytest.raises(ValueError, match=r"step 2, a1 to b1, is not a move of the \(1, 1\) leaper"):
        Tour(board, path, leaper=(1, 1))
    with pytest.raises(ValueError, match="is not a knight's move"):
        Tour(board, path)


def test_a_puzzle_has_its_leaper_in_one_form() -> None:
    assert Puzzle(Board(8, 8), leaper=(2, 1)) == Puzzle(Board(8, 8))
    assert Puzzle(Board(8, 8), leaper=(4, 1)).leaper == (1, 4)
