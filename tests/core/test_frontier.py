"""Boards that are narrow along some line: vertex orders and counts.

test_count compares counts with brute force.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, count_tours
from kt_core.connectivity import components
from kt_core.events import Found, result_of
from kt_core.graph import Leaper, knight_graph
from kt_core.methods import exact
from kt_core.methods.frontier import counting, vertex_order
from kt_core.tour import Puzzle
from tests.shared.cases import boards


def diagonal(width: int, length: int) -> Board:
    places = {(row, row + d) for row in range(length) for d in range(width)}
    return of_places(places)


def of_places(places: set[tuple[int, int]]) -> Board:
    """Return the board with exactly these rows and columns."""
    rows, columns = (1 + max(place[i] for place in places) for i in (0, 1))
    return Board(
        rows, columns, [s for s in range(rows * columns) if divmod(s, columns) not in places]
    )


@given(boards(squares=60), st.sampled_from([(1, 2), (0, 1), (1, 1)]))
def test_the_vertex_order_has_each_square_once(board: Board, leaper: Leaper) -> None:
    graph = knight_graph(board, leaper)
    if len(components(graph)) == 1:
        line, cost = result_of(vertex_order(board, graph))
        assert sorted(line) == (list(board) if line else [])
        assert (cost < float("inf")) == bool(line)


def test_a_diagonal_has_a_narrow_frontier() -> None:
    graph = knight_graph(board := diagonal(5, 200))
    line, _ = result_of(vertex_order(board, graph))
    ahead, met = set[int](), set[int]()
    for square in line:
        met.add(square)
        ahead = (ahead | {*graph[square]}) - met
        assert len(ahead) <= 7


@pytest.mark.full
def test_a_long_diagonal_is_counted() -> None:
    board = diagonal(4, 10)
    listed = sum(isinstance(event, Found) for event in exact.tours(Puzzle(board)))
    assert count_tours(board) == 2 * listed > 1000
    assert len(str(count_tours(diagonal(4, 40)))) == 25
    assert count_tours(diagonal(5, 100)) == 0


def test_a_wide_board_is_left_to_other_methods() -> None:
    puzzle = Puzzle(Board(12, 12, ["c3", "d3"]))
    assert result_of(counting(puzzle)) is None
