"""How fast the core answers, beside its peers: `python -m tests.benchmarks.answers` prints a table.

Each question is asked five times or more, in this process; of each the median counts. Where a row
has many questions its slowest and its median are told. A peer is asked a few of them, once each,
with the same time limit. `--alone` leaves the peers out; `--only TEXT` picks rows.
"""

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from statistics import median
from time import process_time

from kt_core import Board, NoTour, Undecided, count_tours, knight_graph, solve
from kt_core.methods import tilings
from kt_core.tour import Puzzle
from tests.benchmarks import rows as bounds
from tests.benchmarks.peers import PEERS, asked
from web.make.setup import requirements

ROUNDS = 5
LIMIT = 5.0  # seconds that a peer has for one question
SAMPLE = 3  # questions of a row that a peer is asked

CHESS = Board(8, 8)


@dataclass(frozen=True)
class Row:
    """Questions that belong together, and the milliseconds that each of them may take."""

    name: str
    puzzles: Callable[[], Sequence[Puzzle]]
    must: float
    of: str = "slowest"  # or "median", "sum"


def starts() -> list[Puzzle]:
    """Return 8x8 from each start, open and closed."""
    return [Puzzle(CHESS, start, closed=closed) for start in CHESS for closed in (False, True)]


def pairs() -> list[Puzzle]:
    """Return 8x8 with each pair of ends of different colours."""
    both = product(CHESS, CHESS)
    return [Puzzle(CHESS, a, b) for a, b in both if CHESS.colour(a) != CHESS.colour(b)]


def small() -> list[Puzzle]:
    """Return every board up to 12x12, open and closed: 78 shapes."""
    shapes = [(m, n) for m in range(1, 13) for n in range(m, 13)]
    return [Puzzle(Board(*shape), closed=closed) for shape in shapes for closed in (False, True)]


def holed(count: int = 500) -> list[Puzzle]:
    """Return boards of 8x8 to 20x20 with 5 to 30 % holes by chance, open and closed."""
    chance, puzzles = Random(2026), []
    for _ in range(count):
        rows, columns = chance.randint(8, 20), chance.randint(8, 20)
        size = rows * columns
        holes = chance.sample(range(size), int(size * chance.uniform(0.05, 0.30)))
        board = Board(rows, columns, holes)
        puzzles += [Puzzle(board), Puzzle(board, closed=True)]
    return puzzles


def hard(count: int = 300) -> list[Puzzle]:
    """Return such boards that are not refuted at a glance: colours balanced, no square cut off."""
    chance, puzzles = Random(2027), list[Puzzle]()
    while len(puzzles) < count:
        whole = Board(chance.randint(8, 20), chance.randint(8, 20))
        colours = [[s for s in whole if whole.colour(s) == colour] for colour in (0, 1)]
        more, holes = len(whole) % 2, int(len(whole) * chance.uniform(0.025, 0.15))
        cut = chance.sample(colours[0], holes + more) + chance.sample(colours[1], holes)
        board = Board(whole.rows, whole.columns, cut)
        if min(map(len, knight_graph(board).values())) >= 2:
            puzzles.append(Puzzle(board, closed=len(puzzles) % 2 == 1))
    return puzzles


def one(text: str, start: str = "", end: str = "", *, closed: bool = False) -> list[Puzzle]:
    """Return one question."""
    return [Puzzle.of(Board.parse(text), start=start or None, end=end or None, closed=closed)]


ROWS = (
    Row("8x8, 64 starts, open and closed", starts, 5),
    Row("8x8, all 2,048 colour-legal pairs of ends", pairs, 15),
    Row("up to 12x12, open and closed, 156 answers", small, 3000, "sum"),
    Row("closed 130x130", lambda: one("130x130", closed=True), 12),
    Row("closed 1000x1000", lambda: one("1000x1000", closed=True), 600),
    Row("130x130, a1 to its far edge", lambda: one("130x130", "a1", "dy130"), 45),
    Row("130x130, two squares inside", lambda: one("130x130", "bc40", "bd80"), 45),
    Row("1000x1000, a1 to alk1000", lambda: one("1000x1000", "a1", "alk1000"), 1600),
    Row("999x999 from a1", lambda: one("999x999", "a1"), 1600),
    Row("random holes, 1,000 questions: median", holed, 20, "median"),
    Row("random holes, 1,000 questions: slowest", holed, 5000),
    Row("holes, colours balanced, 300: median", hard, 20, "median"),
    Row("holes, colours balanced, 300: slowest", hard, 5000),
    Row("closed 4x40: impossible", lambda: one("4x40", closed=True), 20),
    Row("closed 3x1000", lambda: one("3x1000", closed=True), 10),
)


def answer(puzzle: Puzzle) -> bool | None:
    """Return whether there is a tour; None: undecided."""
    try:
        solve(puzzle.board, start=puzzle.start, end=puzzle.end, closed=puzzle.closed)
    except NoTour:
        return False
    except Undecided:
        return None
    return True


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long the processor works on this."""
    begun = process_time()
    work()
    return 1000 * (process_time() - begun)


def ours(row: Row, puzzles: Sequence[Puzzle]) -> tuple[str, float]:
    """Return what the core did with a row, in words, and its milliseconds."""
    rounds = ROUNDS if len(puzzles) < 500 else 1  # a thousand questions are a sample by themselves
    answers = [answer(puzzle) for puzzle in puzzles]
    times = [median(milliseconds(partial(answer, p)) for _ in range(rounds)) for p in puzzles]
    kinds: dict[str, Callable[[list[float]], float]] = {
        "slowest": max,
        "median": median,
        "sum": sum,
    }
    value = kinds[row.of](times)
    told = f"{sum(a is not None for a in answers)}/{len(answers)} {row.of} {value:.1f}"
    return told, value


def theirs(peer: str, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield what a peer did with a few questions of a row, and its time as a ratio to ours."""
    sample = puzzles[:: max(1, len(puzzles) // SAMPLE)][:SAMPLE]
    told = [asked(peer, puzzle, LIMIT) for puzzle in sample]
    answered = [
        (1000 * seconds, puzzle)
        for (found, seconds), puzzle in zip(told, sample, strict=True)
        if found is not None
    ]
    yield f"{len(answered)}/{len(sample)}"
    if answered:
        ratios = [ms / max(0.01, milliseconds(partial(answer, p))) for ms, p in answered]
        yield f"{median(ms for ms, _ in answered):.0f} ms, x{median(ratios):.0f}"


def extra() -> Iterator[tuple[str, float, float]]:
    """Yield what is asked of single parts: the construction alone, counting."""
    for text, must in (("130x130", 1.5), ("1000x1000", 80)):
        puzzle = one(text, closed=True)[0]
        times = [milliseconds(lambda: deque(tilings.tours(puzzle), 0)) for _ in range(ROUNDS)]  # noqa: B023
        yield f"closed {text}: the construction alone", median(times), must
    times = [milliseconds(lambda: count_tours(Board(6, 6), closed=True)) for _ in range(ROUNDS)]
    yield "all 9,862 closed tours of 6x6 counted", median(times), 1000


def rows(quick: bool) -> Iterator[bounds.Row]:
    """Yield what is promised of answers; quickly, without the thousands of questions."""
    for row in ROWS:
        puzzles = row.puzzles() if not quick or row.puzzles not in (pairs, holed, hard) else []
        if puzzles:
            yield bounds.Row(f"{row.name}, ms", ours(row, puzzles)[1], row.must)
    for name, value, must in extra():
        yield bounds.Row(f"{name}, ms", value, must)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alone", action="store_true", help="without the peers")
    parser.add_argument("--only", default="", help="rows whose name has this text")
    options = parser.parse_args()
    if not options.alone:
        requirements("bench", "Getting OR-Tools from PyPI (60 MB, only once)")
    peers = [] if options.alone else list(PEERS)
    print(f"Python {sys.version.split()[0]}; ms; a peer has {LIMIT:.0f} s; ratio: its time to ours")
    for row in (row for row in ROWS if options.only in row.name):
        puzzles = row.puzzles()
        told, value = ours(row, puzzles)
        verdict = "met" if value <= row.must else "NOT MET"
        beside = [f"{peer} {' '.join(theirs(peer, puzzles))}" for peer in peers]
        print(
            f"{row.name:42} {told:28} <= {row.must:<6} {verdict:8}", *beside, sep="  ", flush=True
        )
    for name, value, must in extra():
        if options.only in name:
            verdict = "met" if value <= must else "NOT MET"
            print(f"{name:42} {value:<28.1f} <= {must:<6} {verdict:8}", flush=True)


if __name__ == "__main__":
    main()
