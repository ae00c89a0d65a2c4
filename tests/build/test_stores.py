"""The three lines of code in each row of the chapter's table of graphs give the right moves."""

from collections.abc import Callable
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.graph import knight_graph
from kt_core.programs.standins.pythonds import GRAPHS
from web.chapter.book import blocks, section
from web.chapter.content.listings import PROGRAM
from web.make.chapter import stores_table

TABLES = {
    language: next(iter(blocks(section("matrix", language).body, "stores")))
    for language in ("en", "zh")
}
STORES = [line.split(" | ")[1:] for line in TABLES["en"][1].splitlines()[1:]]
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
    store: list[str], beginning: tuple[dict[str, Any], Callable[[Any], int]]
) -> None:
    (names, number), (stores, lists, tests) = beginning, store
    for a in BOARD:
        for b in GRAPH[a]:
            exec(stores, {**names, "a": a, "b": b})
    for a in BOARD:
        ends = eval(lists, {**names, "a": a})
        assert sorted(map(number, ends)) == [*GRAPH[a]]
        for b in BOARD:
            assert eval(tests, {**names, "a": a, "b": b}) == (b in GRAPH[a])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_shows_them_all(language: str) -> None:
    summary, listed = TABLES[language]
    assert [line.split(" | ")[1:] for line in listed.splitlines()[1:]] == STORES
    table = stores_table(summary, listed)
    assert table.count("<pre>") == len(STORES)
    assert all(store in table for store, _, _ in STORES)
