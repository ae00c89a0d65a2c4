"""Mixed tours answer the question and show no trace of the construction."""

from itertools import pairwise
from typing import Any

import pytest

from kt_core import Board, Tour, solve
from kt_core.events import result_of
from kt_core.methods.mix import mixing
from kt_core.tour import Puzzle

SIXTEEN = Board(16, 16)
#: Boards and questions of every kind that has a tour.
ASKED: list[tuple[Board, dict[str, Any]]] = [
    (Board(12, 12), {"closed": True}),
    (Board(12, 13), {"closed": True, "start": "c3"}),
    (Board(13, 13), {}),
    (Board(12, 12), {"start": "a1", "end": "b1"}),
    (Board(13, 15), {"start": "c3"}),
    (Board(14, 12), {"end": "e5"}),
    (Board(5, 40), {"closed": True}),
    (Board(3, 40), {"closed": True}),
    (Board(14, 14, "c3 c4 h8 h9"), {"closed": True}),
    (Board(15, 15, "c3 c4 h8 h9"), {"start": "a1"}),
    (Board(12, 12), {"closed": True, "leaper": (0, 1)}),
    (Board(14, 14), {"closed": True, "leaper": (2, 3)}),
    (Board(15, 15), {"leaper": (0, 1), "start": "a1"}),
]


def crossings(tour: Tour) -> tuple[list[int], list[int]]:
    """Return the number of moves across each line between rows and columns, by definition."""
    board = tour.board
    rows, columns = [0] * (board.rows - 1), [0] * (board.columns - 1)
    for a, b in pairwise((*tour.path, *tour.path[: tour.closed])):
        (r, c), (r2, c2) = divmod(a, board.columns), divmod(b, board.columns)
        for line in range(min(r, r2), max(r, r2)):
            rows[line] += 1
        for line in range(min(c, c2), max(c, c2)):
            columns[line] += 1
    return rows, columns


@pytest.mark.parametrize(("board", "asked"), ASKED, ids=str)
def test_every_kind_of_tour_is_mixed(board: Board, asked: dict[str, Any]) -> None:
    tours = [solve(board, **asked, seed=seed) for seed in range(4)]
    assert tours == [solve(board, **asked, seed=seed) for seed in range(4)]
    assert len({tour.path for tour in tours}) == 4
    for tour in tours:
        if "start" in asked:
            assert tour.path[0] == board.square(asked["start"])
        if "end" in asked:
            assert tour.path[-1] == board.square(asked["end"])


@pytest.mark.parametrize("closed", [True, False])
def test_lines_as_far_from_the_edge_are_crossed_as_often(closed: bool) -> None:
    sums = [0] * 15
    for seed in range(60):
        for lines in crossings(solve(SIXTEEN, closed=closed, seed=seed)):
            sums = [a + b for a, b in zip(sums, lines, strict=True)]
    for line in range(5, 10):
        assert abs(sums[line] / sum(sums[5:10]) * 5 - 1) < 0.1
    plain, _ = crossings(solve(Board(30, 30), closed=closed))
    assert min(plain[5:14]) < sum(plain[5:14]) / 9 * 0.5  # the rim of a tile


def test_the_progress_of_mixing_is_a_share() -> None:
    for event in mixing(Puzzle(Board(20, 20)), solve(Board(20, 20)).path, 4):
        assert event.method == "mix"
        assert event.share is None or 0 <= event.share <= 1


def test_a_tour_without_possible_swaps_is_unchanged() -> None:
    ring = Board(3, 3, ["b2"])
    tour = solve(ring, closed=True)
    path = result_of(mixing(Puzzle(ring, closed=True), tour.path, 0))
    assert sorted(path) == sorted(tour.path)
    Tour(ring, path, closed=True)
