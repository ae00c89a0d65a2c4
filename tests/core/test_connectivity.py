"""Components, classes and cut vertices match their definitions."""

from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, knight_graph
from kt_core.connectivity import classes, components, strong_components, tough_cut
from kt_core.events import result_of
from tests.shared.cases import boards

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
    part, reach = (
        result_of(strong_components(graph)),
        {vertex: reached(graph, vertex) for vertex in graph},
    )
    for a in graph:
        for b in graph:
            assert (part[a] == part[b]) == (a in reach[b] and b in reach[a])


@given(boards(sides=7, squares=40), st.data())
def test_a_tough_cut_leaves_more_pieces_than_it_has_squares(
    board: Board, data: st.DataObject
) -> None:
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
