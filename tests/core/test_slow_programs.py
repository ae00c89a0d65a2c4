"""Reports on searches that have not ended: their progress, and the total of visits if known."""

from __future__ import annotations

from itertools import count, pairwise

import pytest

from kt_core.events import Found, Visit
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import SILENT_SECONDS, Run, RunSettings, run
from kt_core.programs.slow import KNOWN_ORDERS, MOST, KnownOrder
from kt_core.programs.squares import is_knight_move
from kt_core.programs.verdict import verdict
from kt_core.search import search
from tests.shared.student_programs import KNIGHT, backtracking

FEW = 10_000
#: A mirror image of `KNIGHT`.
TUTORIAL = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
SWAPPED = [KNIGHT[1], KNIGHT[0], *KNIGHT[2:]]


def details(moves: list[tuple[int, int]], n: int, start: str, visits: int) -> str:
    """Return the details of the verdict on a search that is stopped after some visits."""
    source = backtracking(n, start, moves)
    found = verdict(evidence_of(run(source, RunSettings(visits=visits, seconds=60))))
    return " ".join(found.details)


@pytest.mark.parametrize("moves", [KNIGHT, TUTORIAL])
def test_the_way_to_the_first_tour_is_known_for_common_orders(moves: list[tuple[int, int]]) -> None:
    assert "first tour comes after 248,169 visits: 2.01 % of them" in details(
        moves, 6, "0, 0", 5_000
    )
    assert "first tour comes after 8,840 visits: 11.3 % of them" in details(moves, 5, "0, 0", 1_000)


def test_a_search_that_ends_without_a_tour_is_known_too() -> None:
    visits = -KNOWN_ORDERS[0].visits[5][1]
    assert f"the search ends after {visits:,} visits without a tour" in details(
        KNIGHT, 5, "0, 1", 1_000
    )


def test_nothing_is_said_about_an_unknown_order() -> None:
    assert "In this order" not in details(SWAPPED, 6, "0, 0", 5_000)


def test_the_size_of_a_board_that_was_never_seen_whole_is_not_stated() -> None:
    source = """
path = []
cells = {(r, c) for r in range(7) for c in range(7)} - {(0, 0), (0, 6), (6, 0), (6, 6), (3, 3)}
def go(s):
    path.append(s)
    for a, b in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        if (s[0] + a, s[1] + b) in cells and (s[0] + a, s[1] + b) not in path:
            go((s[0] + a, s[1] + b))
    path.pop()
go((0, 1))
"""
    found = verdict(evidence_of(run(source, RunSettings(visits=5_000, seconds=60))))
    assert found.details[0].endswith("squares.")
    assert " of " not in found.details[0]


@pytest.mark.parametrize("known", KNOWN_ORDERS, ids=lambda known: str(known.moves[:2]))
def test_known_visits_are_those_of_our_own_search(known: KnownOrder) -> None:
    for size, visits in known.visits.items():
        squares = [(row, column) for row in range(size) for column in range(size)]
        steps = {s: [(s[0] + r, s[1] + c) for r, c in known.moves] for s in squares}
        graph = {s: tuple(each for each in steps[s] if each in steps) for s in squares}
        for start, expected in zip(squares, visits, strict=True):
            if 0 < expected < FEW:
                assert visits_to_first_tour(graph, start) == expected


def visits_to_first_tour(
    graph: dict[tuple[int, int], tuple[tuple[int, int], ...]], start: tuple[int, int]
) -> int:
    """Return the visits of a search until its first tour."""
    visits = 0
    for event in search(graph, start):
        visits += isinstance(event, Visit)
        if isinstance(event, Found):
            break
    return visits


def test_known_orders_have_the_eight_moves_and_a_number_for_each_square() -> None:
    for known in KNOWN_ORDERS:
        assert len({*known.moves}) == 8
        assert all(is_knight_move((0, 0), move) for move in known.moves)
        assert [len(visits) for visits in known.visits.values()] == [25, 36]
        assert max(map(abs, known.visits[6])) <= MOST
    assert all(one.moves != other.moves for one, other in pairwise(KNOWN_ORDERS))


STUCK = """
n, x, y, step = 8, 0, 0, 1
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
board = [[0] * n for _ in range(n)]
board[0][0] = 1
while step < n * n:
    for a, b in MOVES:
        if 0 <= x + a < n and 0 <= y + b < n and board[x + a][y + b] == 0:
            x, y, step = x + a, y + b, step + 1
            board[x][y] = step
            break
"""


def test_a_knight_that_waits_in_a_dead_end_is_reported() -> None:
    clock = count(0, 0.01).__next__  # seconds that advance at each reading
    found = verdict(evidence_of(run(STUCK, RunSettings(seconds=0.5, clock=clock))))
    assert "Its last square, (7, 0), is a dead end" in " ".join(found.details)


def test_the_board_of_a_program_in_a_dead_end_is_found_while_it_runs() -> None:
    clock = count(0, 0.01).__next__  # seconds that advance at each reading
    seen: list[tuple[float, int]] = []

    def note(running: Run) -> None:
        if running.store:
            seen.append((running.seconds, running.recording.visits))

    run(STUCK, RunSettings(seconds=4, clock=clock, progress=note))
    assert seen
    assert SILENT_SECONDS < seen[0][0] < 3 * SILENT_SECONDS
    assert seen[-1][1] == 36  # squares of its path
