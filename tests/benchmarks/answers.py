"""Time of the core's answers, in calibration loops, and speed of its search."""

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from random import Random
from statistics import median

from kt_core import Board, NoTour, count_tours, knight_graph, search, solve
from kt_core.files.reader import read
from kt_core.methods import tilings
from kt_core.tour import Puzzle
from tests.benchmarks.rows import Row, in_loops, in_turn, seconds
from tests.shared.forms import HOSTILE, hostile
from web.make.steps import ROOT

CHESS = Board(8, 8)
PAIRS = 5  # measurements of each question, beside a calibration loop
OF_TEXTBOOK = 1.1  # least visits a second, relative to the textbook's
LONG_TEXT = 1_000_000  # characters
OF_QUARTER = 8  # most time of a text, relative to a text of a quarter of its length
MILLION_MB = 200  # most memory for a board of a million squares
TEXTBOOK_START = 1  # b1 of 5x5: no tour begins there, so every path is tried


def starts() -> list[Puzzle]:
    """Return questions about 8x8 from each start, open and closed."""
    return [Puzzle(CHESS, start, closed=closed) for start in CHESS for closed in (False, True)]


def pairs() -> list[Puzzle]:
    """Return questions about 8x8 with each pair of ends of different colors."""
    both = product(CHESS, CHESS)
    return [Puzzle(CHESS, a, b) for a, b in both if CHESS.color(a) != CHESS.color(b)]


def small() -> list[Puzzle]:
    """Return every board up to 12x12, open and closed: 78 shapes."""
    shapes = [(m, n) for m in range(1, 13) for n in range(m, 13)]
    return [Puzzle(Board(*shape), closed=closed) for shape in shapes for closed in (False, True)]


def holed(count: int = 500) -> list[Puzzle]:
    """Return boards of 8x8 to 20x20 with 5 to 30 % random holes, open and closed."""
    chance, puzzles = Random(2026), []
    for _ in range(count):
        rows, columns = chance.randint(8, 20), chance.randint(8, 20)
        size = rows * columns
        holes = chance.sample(range(size), int(size * chance.uniform(0.05, 0.30)))
        board = Board(rows, columns, holes)
        puzzles += [Puzzle(board), Puzzle(board, closed=True)]
    return puzzles


def balanced(count: int = 300) -> list[Puzzle]:
    """Return such boards with equally many squares of each color and two moves at each square."""
    chance, puzzles = Random(2027), list[Puzzle]()
    while len(puzzles) < count:
        whole = Board(chance.randint(8, 20), chance.randint(8, 20))
        colors = [[s for s in whole if whole.color(s) == color] for color in (0, 1)]
        more, holes = len(whole) % 2, int(len(whole) * chance.uniform(0.025, 0.15))
        cut = chance.sample(colors[0], holes + more) + chance.sample(colors[1], holes)
        board = Board(whole.rows, whole.columns, cut)
        if min(map(len, knight_graph(board).values())) >= 2:
            puzzles.append(Puzzle(board, closed=len(puzzles) % 2 == 1))
    return puzzles


def one(text: str, start: str = "", end: str = "", *, closed: bool = False) -> list[Puzzle]:
    """Return a single question."""
    return [Puzzle.of(Board.parse(text), start=start or None, end=end or None, closed=closed)]


def holed_million() -> list[Puzzle]:
    """Return the question of a closed tour of a million squares without two."""
    return [Puzzle(Board(1000, 1000, ["c3", "sg500"]), closed=True)]


@dataclass(frozen=True)
class Questions:
    """Questions of one kind, and the calibration loops that they may take."""

    name: str
    puzzles: Callable[[], Sequence[Puzzle]]
    loops: float
    of: Callable[[list[float]], float] = max
    is_quick: bool = True

    @property
    def value(self) -> float:
        """The figure: the slowest question, or the result of another function of all times."""
        puzzles = self.puzzles()
        rounds = PAIRS if len(puzzles) < 500 else 1  # a thousand questions are a sample themselves
        times = [in_loops(partial(answer, puzzle), rounds) for puzzle in puzzles]
        return self.of(times)


QUESTIONS = (
    Questions("8x8, 64 starts, open and closed: slowest", starts, 5),
    Questions("8x8, 2,048 pairs of ends: slowest", pairs, 15, is_quick=False),
    Questions("up to 12x12, open and closed: all 156", small, 160, sum),
    Questions("closed 130x130", partial(one, "130x130", closed=True), 5),
    Questions("closed 1000x1000", partial(one, "1000x1000", closed=True), 180),
    Questions("closed 1000x1000 with two holes", holed_million, 400),
    Questions("130x130, a1 to its far edge", partial(one, "130x130", "a1", "dy130"), 7),
    Questions("130x130, two squares inside", partial(one, "130x130", "bc40", "bd80"), 7),
    Questions("1000x1000, a1 to alk1000", partial(one, "1000x1000", "a1", "alk1000"), 210),
    Questions("999x999 from a1", partial(one, "999x999", "a1"), 210),
    Questions("1,000 boards with holes: median", holed, 20, median, is_quick=False),
    Questions("1,000 boards with holes: slowest", holed, 5000, is_quick=False),
    Questions("300 balanced boards with holes: median", balanced, 20, median, is_quick=False),
    Questions("300 balanced boards with holes: slowest", balanced, 5000, is_quick=False),
    Questions("closed 4x40: impossible", partial(one, "4x40", closed=True), 1),
    Questions("closed 3x1000", partial(one, "3x1000", closed=True), 1000),
)


def answer(puzzle: Puzzle) -> bool:
    """Return True if there is a tour; `Undecided` is not caught."""
    try:
        solve(puzzle.board, start=puzzle.start, end=puzzle.end, closed=puzzle.closed)
    except NoTour:
        return False
    return True


def construct(text: str) -> None:
    """Join the tiles of a closed tour, without checking it."""
    deque(tilings.tours(one(text, closed=True)[0]), 0)


@dataclass(eq=False)
class Vertex:
    """A vertex as in textbooks: its color and its neighbors."""

    color: str = "white"
    connected_to: dict["Vertex", int] = field(default_factory=dict)


def textbook_graph(board: Board) -> dict[int, Vertex]:
    """Return the knight graph as vertices that refer to each other."""
    vertices = {square: Vertex() for square in board}
    for square, moves in knight_graph(board).items():
        vertices[square].connected_to = {vertices[to]: 0 for to in moves}
    return vertices


def textbook_tour(depth: int, path: list[Vertex], vertex: Vertex, limit: int) -> bool:
    """Search recursively as textbooks do; return True if there is a tour."""
    vertex.color = "gray"
    path.append(vertex)
    done = depth >= limit
    if not done:
        neighbors = list(vertex.connected_to)
        i = 0
        while i < len(neighbors) and not done:
            if neighbors[i].color == "white":
                done = textbook_tour(depth + 1, path, neighbors[i], limit)
            i += 1
        if not done:
            path.pop()
            vertex.color = "white"
    return done


def of_textbook(rounds: int) -> float:
    """Return visits per second of an exhausted search, relative to the textbook's."""
    board = Board(5, 5)
    graph, vertices = knight_graph(board), textbook_graph(board)
    ratios = in_turn(
        lambda: seconds(lambda: textbook_tour(1, [], vertices[TEXTBOOK_START], len(board))),
        lambda: seconds(lambda: deque(search(graph, TEXTBOOK_START), 0)),
        rounds,
    )
    return median(ratios)


def refuse(written: str) -> None:
    """Read a text without a tour."""
    with suppress(ValueError):
        read(written)


def of_quarter(line: str) -> float:
    """Return the time for a long text without a tour, relative to a quarter of it.

    It is 4 if the time is linear in the length, and 16 if it is quadratic.
    """
    long, short = hostile(line, LONG_TEXT), hostile(line, LONG_TEXT // 4)
    ratios = in_turn(
        lambda: seconds(lambda: refuse(long)), lambda: seconds(lambda: refuse(short)), 3
    )
    return median(ratios)


def million_mb() -> float:
    """Return the memory for a million squares with two holes, in a separate process."""
    code = (
        "import resource; from kt_core import Board, solve;"
        "solve(Board(1000, 1000, ['c3', 'sg500']), closed=True);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(done.stdout) / 1e3


def rows(quick: bool) -> Iterator[Row]:
    """Yield the figures of the core; with `quick` without the thousands of questions."""
    yield Row("search / textbook, visits a second", of_textbook(5), OF_TEXTBOOK, least=True)
    for questions in QUESTIONS:
        if questions.is_quick or not quick:
            yield Row(f"{questions.name}, loops", questions.value, questions.loops)
    yield Row("a long text / its quarter: slowest", max(map(of_quarter, HOSTILE)), OF_QUARTER)
    for text, loops in (("130x130", 1.8), ("1000x1000", 90)):
        yield Row(
            f"closed {text} without its proof, loops", in_loops(partial(construct, text)), loops
        )
    count = partial(count_tours, Board(6, 6), closed=True)
    yield Row("9,862 closed tours of 6x6 counted, loops", in_loops(count), 90)
    yield Row("closed 1000x1000 with two holes, MB", million_mb(), MILLION_MB)
