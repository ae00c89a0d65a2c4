"""The graph of a leaper, its components, classes and cut vertices match their definitions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, knight_graph
from kt_core.connectivity import classes, components, strong_components, tough_cut
from kt_core.events import result_of
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


@pytest.mark.parametrize("square", [-1, 64, 18, "a1", None, 2.5])
def test_only_squares_have_an_entry(square: Any) -> None:
    graph = knight_graph(Board(8, 8, ["c3"]))
    assert square not in graph
    assert graph.get(square) is None
    with pytest.raises(KeyError):
        graph[square]


def test_the_chessboard_and_the_six_letters_have_their_known_edges() -> None:
    known = ORACLES["knight_graph"]["8x8"]
    assert directed_edges(CHESS) == known["directed_edges"] == 336
    assert round(fill_percent(CHESS), 1) == known["matrix_fill_percent_directed"] == 8.2
    assert average_degree(CHESS) == known["average_degree"] == 5.25
    edges = {f"{a}{b}" for a, targets in LETTERS.items() for b in targets}
    assert edges == {"AB", "AD", "BC", "BD", "DE", "EB", "EF", "FC"}


def test_onward_moves_of_a_graph_of_any_size_leave_out_the_path() -> None:
    graph = knight_graph(Board(1000, 1000))
    assert len(graph) == 1_000_000
    assert graph[0] == (1002, 2001)
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


Directed = dict[int, list[int]]


@st.composite
def directed(draw: st.DrawFn) -> Directed:
    size = draw(st.integers(1, 9))
    onward = st.lists(st.integers(0, size - 1), max_size=3, unique=True)
    return {vertex: draw(onward) for vertex in range(size)}


def reached(graph: Directed, first: int) -> set[int]:
    """Return the vertices that can be reached from a vertex, including itself."""
    seen = {first}
    while more := {b for a in seen for b in graph[a]} - seen:
        seen |= more
    return seen


@given(directed())
def test_strong_components_are_those_that_reach_each_other(graph: Directed) -> None:
    part, reach = result_of(strong_components(graph)), {v: reached(graph, v) for v in graph}
    for a in graph:
        for b in graph:
            assert (part[a] == part[b]) == (a in reach[b] and b in reach[a])


@given(boards(sides=7, squares=40), st.data())
def test_a_tough_cut_leaves_more_pieces_than_squares(board: Board, data: st.DataObject) -> None:
    graph = knight_graph(board)
    cut = result_of(tough_cut(graph, {data.draw(st.sampled_from(board.squares))}))
    assert not cut or len(components(graph, cut)) > len(cut)
    for square in cut if len(cut) > 1 else ():  # the cut is minimal
        fewer = [other for other in cut if other != square]
        assert len(components(graph, fewer)) <= len(fewer)


@given(boards(sides=7, squares=40))
def test_a_cut_vertex_is_a_tough_cut(board: Board) -> None:
    graph = knight_graph(board)
    for square in board:
        if len(components(graph, [square])) > 1:
            assert result_of(tough_cut(graph, [square])) == [square]


@given(boards(sides=8))
def test_pieces_are_all_squares_once_and_no_move_leads_between_them(board: Board) -> None:
    graph, parts = knight_graph(board), components(knight_graph(board))
    assert sorted(square for part in parts for square in part) == sorted(board)
    assert all({b for a in part for b in graph[a]} <= {*part} for part in parts)


def test_the_two_classes_are_the_colors_or_none() -> None:
    board = Board(5, 6)
    one, other = result_of(classes(knight_graph(board)))
    assert {board.color(square) for square in one} == {0}
    assert {board.color(square) for square in other} == {1}
    assert result_of(classes({0: [1, 2], 1: [0, 2], 2: [0, 1]})) == ([], [])


@given(boards(sides=12), st.tuples(st.integers(0, 9), st.integers(1, 9)))
def test_each_piece_of_the_graph_of_a_leaper_has_two_classes(board: Board, legs: Leaper) -> None:
    graph = knight_graph(board, legs)
    for part in components(graph):
        one, other = result_of(classes({square: graph[square] for square in part}))
        assert sorted((*one, *other)) == sorted(part)
