"""Reports on searches that have not ended."""

from itertools import count

import pytest

from kt_core.programs.evidence import read
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import SILENT_SECONDS, Run, RunSettings, run
from kt_core.programs.verdict import verdict
from tests.shared.slow_programs import GRAPH, NUMBERED


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
    assert "(7, 0) is a dead end" in " ".join(found.details)


def test_the_board_of_a_program_in_a_dead_end_is_found_while_it_runs() -> None:
    clock = count(0, 0.04).__next__  # seconds that advance at each reading
    seen: list[tuple[float, int]] = []

    def note(running: Run) -> None:
        if running.store:
            seen.append((running.seconds, running.recording.visits))

    run(STUCK, RunSettings(seconds=4, clock=clock, progress=note))
    assert seen
    assert SILENT_SECONDS < seen[0][0] < 3 * SILENT_SECONDS
    assert seen[-1][1] == 36  # squares of its path


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f"{NUMBERED}solve(8, 0, 0)", ("first, finds a tour", "after 64 visits")),
        (f"{NUMBERED}solve(8, 4, 3)", ("farthest from the center", "64 visits")),
        (f"{NUMBERED}solve(7, 0, 1)", ("no tour from its first square. Every move changes color",)),
        (GRAPH, ("farthest from the center", "after 64 visits")),
    ],
)
def test_a_slow_program_hears_of_the_rule(source: str, words: tuple[str, ...]) -> None:
    evidence = evidence_of(run(source, RunSettings(visits=20_000, seconds=60)))
    found = " ".join(verdict(read(evidence.to_json())).details)
    assert all(each in found for each in words), found
    assert ("Warnsdorff" in found) == ("no tour" not in found)
