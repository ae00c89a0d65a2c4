"""Programs whose watching `tests.benchmarks.worker` measures, by container.

Each makes 60,000 visits on an 8 x 8 board, where no tour ends them.
"""

from collections.abc import Callable
from contextlib import suppress

VISITS = 60_000
MOVES = f"""
N, left = 8, {VISITS}
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
    "dict": (4, SEARCH.format(
        setup="board = {}", put="board[r, c] = k",
        free="(a, b) not in board", take="del board[r, c]")),
    "path by value": (4, BY_VALUE),
    "list of pairs": (8, SEARCH.format(
        setup="path = []", put="path.append((r, c))",
        free="(a, b) not in path", take="path.pop()")),
}  # fmt: skip


def alone(source: str, clock: Callable[[], float]) -> float:
    """Return the seconds of a program that runs unwatched."""
    code = compile(source, "<alone>", "exec")
    began = clock()
    with suppress(SystemExit):
        exec(code, {"__name__": "__main__"})
    return clock() - began
