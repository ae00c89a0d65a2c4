"""The cost of watching a program: its time, relative to the same program unwatched.

Each program makes 60,000 visits on a 5 x 5 board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from statistics import median
from time import process_time

from kt_core.programs.run import RunSettings, run
from tests.benchmarks.rows import Row, in_turn

VISITS = 60_000
MOVES = f"""
N, left = 5, {VISITS}
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
def count():
    global left
    left -= 1
    if not left:
        raise SystemExit
"""
SEARCH = (
    MOVES
    + """
{setup}
def solve(r, c, k):
    count()
    {put}
    for dr, dc in MOVES:
        a, b = r + dr, c + dc
        if 0 <= a < N and 0 <= b < N and {free}:
            solve(a, b, k + 1)
    {take}
solve(0, 0, 1)
"""
)
BY_VALUE = (
    MOVES
    + """
def solve(path):
    count()
    r, c = path[-1]
    for dr, dc in MOVES:
        a, b = r + dr, c + dc
        if 0 <= a < N and 0 <= b < N and (a, b) not in path:
            solve(path + [(a, b)])
solve([(0, 0)])
"""
)
#: By container: the most that watching may cost, and the program.
PROGRAMS = {
    "matrix": (4, SEARCH.format(
        setup="board = [[0] * N for _ in range(N)]", put="board[r][c] = k",
        free="board[a][b] == 0", take="board[r][c] = 0")),
    "flat list": (4, SEARCH.format(
        setup="board = [0] * (N * N)", put="board[r * N + c] = k",
        free="board[a * N + b] == 0", take="board[r * N + c] = 0")),
    "dict": (4, SEARCH.format(
        setup="board = {}", put="board[r, c] = k",
        free="(a, b) not in board", take="del board[r, c]")),
    "set": (4, SEARCH.format(
        setup="seen = set()", put="seen.add((r, c))",
        free="(a, b) not in seen", take="seen.remove((r, c))")),
    "path by value": (4, BY_VALUE),
    "list of pairs": (8, SEARCH.format(
        setup="path = []", put="path.append((r, c))",
        free="(a, b) not in path", take="path.pop()")),
}  # fmt: skip


def rows(quick: bool) -> Iterator[Row]:
    """Yield the median of watched time by unwatched time for each container."""
    for name, (most, source) in PROGRAMS.items():
        value = median(in_turn(partial(watched, source), partial(alone, source), 3 if quick else 9))
        yield Row(f"watching a {name}, by the program unwatched", value, most)


def watched(source: str) -> float:
    """Return the seconds of a program that is watched."""
    began = process_time()
    done = run(source, RunSettings(visits=10**9, seconds=600))
    seconds = process_time() - began
    assert done.recording.visits > VISITS - 2
    return seconds


def alone(source: str, clock: Callable[[], float] = process_time) -> float:
    """Return the seconds of a program that runs unwatched."""
    code = compile(source, "<alone>", "exec")
    began = clock()
    with suppress(SystemExit):
        exec(code, {"__name__": "__main__"})
    return clock() - began
