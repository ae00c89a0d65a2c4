"""Tours by chance, measured: `python -m tests.benchmarks.chance` prints what each claim comes to.

How evenly mixed tours cross the lines of the board, how evenly uniform ones are spread over all
tours there are, and how long each takes. `--draws N` of the uniform ones are made (a million take
minutes), `--seeds N` of the mixed ones.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from statistics import median
from subprocess import DEVNULL, Popen
from time import process_time
from typing import Any

from kt_core import Board, Tour, solve
from kt_core.events import Found, result_of
from kt_core.methods.exact import tours
from kt_core.methods.uniform.draws import Draws
from kt_core.sample import samples
from kt_core.tour import Puzzle

ROUNDS = 5
RIM = 3  # lines from the rim on that have others as far from it, and no tile of their own


def crossed(tour: Tour) -> tuple[list[int], list[int]]:
    """Return how many moves cross each line between rows, and between columns."""
    rows, columns = [0] * (tour.board.rows - 1), [0] * (tour.board.columns - 1)
    for a, b in pairwise((*tour.path, *tour.path[: tour.closed])):
        (r, c), (r2, c2) = divmod(a, tour.board.columns), divmod(b, tour.board.columns)
        for line in range(min(r, r2), max(r, r2)):
            rows[line] += 1
        for line in range(min(c, c2), max(c, c2)):
            columns[line] += 1
    return rows, columns


def lines(board: Board, seeds: int, *, closed: bool) -> float:
    """Return how far a line's share is at most from the mean of lines as far from the rim."""
    sums = [[0] * (board.rows - 1), [0] * (board.columns - 1)]
    for seed in range(seeds):
        for total, counts in zip(
            sums, crossed(solve(board, closed=closed, seed=seed)), strict=True
        ):
            for line, count in enumerate(counts):
                total[line] += count
    return max(_unevenness(total) for total in sums)


def _unevenness(total: list[int]) -> float:
    # Beyond the rim every line is as any other; up to it, as the one across the board.
    rim, inner = min(RIM, len(total) // 2), total[RIM:-RIM]
    groups = [[total[i], total[-1 - i]] for i in range(rim)] + ([inner] if inner else [])
    return max(abs(of / (sum(group) / len(group)) - 1) for group in groups for of in group)


def spread(puzzle: Puzzle, count: int) -> tuple[int, int, float, float]:
    """Return how many tours there are, how many came up, chi-square per degree, ms for each."""
    known: set[Any] = {event.path for event in tours(puzzle) if isinstance(event, Found)}
    if not puzzle.closed and puzzle.start is None:
        known |= {path[::-1] for path in known}
    draws = Draws(puzzle, Random(0))
    result_of(draws.prepare())
    begun = process_time()
    counts = Counter(result_of(draws.tour()) for _ in range(count))
    each = (process_time() - begun) / count * 1000
    due = count / len(known)
    square = sum((counts[path] - due) ** 2 / due for path in known)
    return len(known), len(counts), square / (len(known) - 1), each


def seconds(board: Board) -> float:
    """Return what a closed tour takes, the median of some seeds."""
    times = []
    for seed in range(ROUNDS):
        begun = process_time()
        solve(board, closed=True, seed=seed)
        times.append(process_time() - begun)
    return median(times)


def first_and_each(board: Board, *, closed: bool, count: int = 40) -> tuple[float, float]:
    """Return the seconds until a first tour is drawn, and for each that follows."""
    begun = process_time()
    drawn: Iterator[Tour] = samples(board, closed=closed, seed=1)
    next(drawn)
    first = process_time()
    sum(1 for _ in islice(drawn, count))
    return first - begun, (process_time() - first) / count


def megabytes(*command: str) -> float:
    """Return how much memory a command takes at most."""
    with Popen((sys.executable, "-m", "kt_core", *command), stdout=DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=100_000)
    parser.add_argument("--seeds", type=int, default=200)
    asked = parser.parse_args()
    print("mixed tours: seconds of processor time, median")
    for side in (20, 130, 400, 1000):
        print(f"  {side}x{side}: {seconds(Board(side, side)):.3f}")
    print(f"edges across a line, beside lines as far from the rim, {asked.seeds} seeds")
    for size, closed in (("12x12", True), ("20x20", True), ("19x21", False), ("6x30", True)):
        print(f"  {size}: within {lines(Board.parse(size), asked.seeds, closed=closed):.1%}")
    print(f"uniform tours: {asked.draws:,} draws")
    for puzzle in (
        Puzzle(Board(6, 6), closed=True),
        Puzzle(Board(5, 5)),
        Puzzle(Board(4, 5, ["a1", "e4"])),
        Puzzle(Board(5, 6, ["a1", "f5"]), closed=True),
    ):
        there, came, square, each = spread(puzzle, asked.draws)
        print(f"  {puzzle.board!r}: {came:,} of {there:,} came; {square:.4f}; {each:.3f} ms each")
    for closed in (True, False):
        first, each = first_and_each(Board(8, 8), closed=closed)
        print(
            f"  8x8 {'closed' if closed else 'open'}: first {first:.2f} s, then {each:.3f} s each"
        )
    print(f"  8x8 open: {megabytes('sample', '8x8', '--count', '1'):.0f} MB")


if __name__ == "__main__":
    main()
