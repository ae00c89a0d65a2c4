"""The three lines of code in each row of the chapter's table of graphs give the right moves."""

from collections.abc import Callable
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.graph import knight_graph
from kt_core.programs.standins.pythonds import GRAPHS
from web.chapter.content.program import PROGRAM
from web.make.chapter import STORES, GraphStore, stores_table

BOARD = Board(5, 5)
GRAPH = knight_graph(BOARD)


def moved(square: int) -> list[int]:
    """Return the squares one move from a square; those beyond the board are not on it."""
    known: dict[str, Any] = {}
    exec(PROGRAM["steps"].text, known)
    row, column = divmod(square, BOARD.columns)
    places = [(row + up, column + right) for up, right in known["steps"]]
    return [r * BOARD.columns + c if 0 <= c < BOARD.columns else -1 for r, c in places]


def textbook_graph() -> Any:
    """Return an empty graph of the textbook's class."""
    known: dict[str, Any] = {}
    exec(GRAPHS, known)
    return known["Graph"]()


#: What each row starts with, and how its vertices become numbers of squares.
BEGINNINGS: list[tuple[dict[str, Any], Callable[[Any], int]]] = [
    ({"matrix": [[0] * len(BOARD) for _ in BOARD], "squares": range(len(BOARD))}, int),
    ({"graph": {square: [] for square in BOARD}}, int),
    ({"graph": {square: set() for square in BOARD}}, int),
    ({"graph": textbook_graph()}, lambda vertex: int(vertex.id)),
    ({"board": {}, "moved": moved}, int),
]


@pytest.mark.parametrize(("store", "beginning"), [*zip(STORES, BEGINNINGS, strict=True)])
def test_the_three_lines_of_each_row_give_the_moves_of_the_graph(
    store: GraphStore, beginning: tuple[dict[str, Any], Callable[[Any], int]]
) -> None:
    names, number = beginning
    for a in BOARD:
        for b in GRAPH[a]:
            exec(store.stores, {**names, "a": a, "b": b})
    for a in BOARD:
        ends = eval(store.lists, {**names, "a": a})
        assert sorted(map(number, ends)) == [*GRAPH[a]]
        for b in BOARD:
            assert eval(store.tests, {**names, "a": a, "b": b}) == (b in GRAPH[a])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_shows_them_all(language: str) -> None:
    table = stores_table(language)
    assert table.count("<pre>") == len(STORES)
    assert all(store.stores in table for store in STORES)
