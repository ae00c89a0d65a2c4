"""Written tours can be read back, and have the documented form."""

import csv
import json
from io import StringIO

from hypothesis import given

from kt_core import Board, Tour, solve
from kt_core.events import Backtrack, Found, Visit
from kt_core.files import text
from tests.shared.cases import boards, by_definition, walks

RING = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"], closed=True)


@given(walks())
def test_a_tour_is_read_back_from_its_json_and_table(walk: tuple[Board, list[int]]) -> None:
    tour = Tour(*walk)
    read = json.loads(text.tour_json(tour))
    board = Board(read["rows"], read["columns"], read["holes"])
    assert Tour(board, read["path"], read["closed"]) == tour
    rows = list(csv.DictReader(StringIO(text.tour_csv(tour))))
    assert [row["square"] for row in rows] == read["path"]
    assert [int(row["step"]) for row in rows] == list(range(1, len(tour.path) + 1))
    assert [int(row["row"]) * board.columns + int(row["column"]) for row in rows] == walk[1]


@given(boards(sides=7))
def test_the_graph_is_read_back_from_its_json_and_table(board: Board) -> None:
    graph = {board.name(a): [board.name(b) for b in bs] for a, bs in by_definition(board).items()}
    read = json.loads("".join(text.graph_json(board)))
    assert read == {"v": 1, "rows": board.rows, "columns": board.columns, "graph": graph}
    edges = list(csv.DictReader(StringIO("".join(text.graph_csv(board)))))
    assert [(it["from"], it["to"]) for it in edges] == [(a, b) for a in graph for b in graph[a]]


def test_events_are_written_one_per_line() -> None:
    board = Board(3, 3)
    lines = [text.event(board, event) for event in (Visit(0), Backtrack(7), Found((0, 5)))]
    assert lines == ["visit a1", "backtrack b3", "found a1 c2"]


def test_a_tour_is_written_with_the_highest_rank_first_in_even_columns() -> None:
    assert text.tour(RING) == "3 8 5\n6 . 2\n1 4 7"
    assert text.tour_json(RING) == (
        '{"v":1,"rows":3,"columns":3,"holes":["b2"],"closed":true,'
        '"path":["a1","c2","a3","b1","c3","a2","c1","b3"]}'
    )
    lines = text.tour(solve(Board(30, 40))).split("\n")
    assert len(lines) == 30
    assert {len(line) for line in lines} == {40 * 5 - 1}
