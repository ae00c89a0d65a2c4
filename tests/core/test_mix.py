"""Mixed tours answer the question and show no trace of the construction."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kt_core import Board, Tour, solve
from kt_core.events import Event, Found, Progress, result_of
from kt_core.methods.mix import Mixer, mixing
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


def found(events: Iterator[Event]) -> list[tuple[Any, ...]]:
    """Return the tours among the events, and check the form of the progress."""
    paths = []
    for event in events:
        if isinstance(event, Found):
            paths.append(event.path)
        else:
            assert isinstance(event, Progress)
            assert event.method == "mix"
            assert event.share is None or 0 <= event.share <= 1
    return paths


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


def test_seams_are_mixed_first_and_every_result_is_a_tour() -> None:
    board = Board(40, 40)
    puzzle, plain = Puzzle(board, closed=True), solve(board, closed=True)
    first, second = found(mixing(puzzle, plain.path, 1))
    tours = [plain, *(Tour(board, path, closed=True) for path in (first, second))]
    rims = [min(min(lines[4:-4]) for lines in crossings(tour)) for tour in tours]
    assert rims[0] * 2 < min(rims[1:])
    assert second != first == found(mixing(puzzle, plain.path, 1))[0]


def moves(path: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(move) for move in pairwise((*path, path[0]))}


def test_mixing_some_rows_leaves_the_others_unchanged() -> None:
    board = Board(40, 40)
    plain = solve(board, closed=True).path
    mixed = Mixer(Puzzle(board, closed=True), plain, Random(3))
    assert result_of(mixed.mix((1 << 10 * mixed.swaps.width) - 1))  # ten rows
    far = {move for move in moves(plain) if min(move) >= 30 * 40}
    near = {move for move in moves(plain) if max(move) < 10 * 40}
    assert far <= moves(mixed.path)
    assert len(near & moves(mixed.path)) < len(near) / 2


def test_mixing_can_be_stopped_early_with_a_tour() -> None:
    puzzle, plain = Puzzle(Board(20, 20)), solve(Board(20, 20)).path
    mixed = Mixer(puzzle, plain, Random(4))
    for _ in mixed.mix():
        Tour(puzzle.board, mixed.path)
    assert mixed.path != plain


def test_moves_across_lines_are_counted() -> None:
    for board in (Board(12, 17), Board(15, 12)):
        tour = solve(board, closed=True)
        mixed = Mixer(Puzzle(board, closed=True), tour.path, Random(0))
        result_of(mixed.seams())
        assert result_of(mixed.swaps.cut_sizes()) == crossings(tour)


def test_a_tour_without_possible_swaps_is_unchanged() -> None:
    ring = Board(3, 3, ["b2"])
    tour = solve(ring, closed=True)
    mixed = Mixer(Puzzle(ring, closed=True), tour.path, Random(0))
    result_of(mixed.mix())
    assert sorted(mixed.path) == sorted(tour.path)
    Tour(ring, mixed.path, closed=True)
