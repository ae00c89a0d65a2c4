"""How fast the core searches: python3 tests/benchmarks/search.py prints a table.

Ratios are taken within one run, round by round, so that a busy machine slows both sides alike.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from kt_core import Board, knight_graph, search, solve
from kt_core.events import Event, Visit
from kt_core.graph import KNIGHT
from kt_core.orderings import textbook, with_pruning
from tests.benchmarks.rows import Row

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 7
OF_TEXTBOOK = 1.1  # of its visits a second, at least
FLIGHT_MS, FLIGHT_MB = 3000, 200  # of a board of a million squares, at most
START = 1  # b1 of 5x5: the other colour is in the majority, so every path is tried in vain


class Vertex:
    """A vertex as textbooks have it: a key, a colour, and the vertices that it is connected to."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.color = "white"
        self.connected_to: dict[Vertex, int] = {}

    def get_connections(self) -> Iterable["Vertex"]:
        """Return the vertices at the other ends of the edges."""
        return self.connected_to.keys()


def textbook_graph(board: Board) -> dict[int, Vertex]:
    """Return the knight graph as vertices that point to each other."""
    vertices = {square: Vertex(square) for square in board}
    for square, moves in knight_graph(board).items():
        vertices[square].connected_to = {vertices[to]: 0 for to in moves}
    return vertices


def textbook_tour(depth: int, path: list[Vertex], vertex: Vertex, limit: int) -> bool:
    """Search as textbooks do, by recursion; report nothing but whether there is a tour."""
    vertex.color = "gray"
    path.append(vertex)
    done = depth >= limit
    if not done:
        neighbours = list(vertex.get_connections())
        i = 0
        while i < len(neighbours) and not done:
            if neighbours[i].color == "white":
                done = textbook_tour(depth + 1, path, neighbours[i], limit)
            i += 1
        if not done:
            path.pop()
            vertex.color = "white"
    return done


def seconds(work: Callable[[], object]) -> float:
    """Return how long the processor works on this, whatever else the machine does."""
    begun = process_time()
    work()
    return process_time() - begun


def drain(events: Iterable[Event]) -> None:
    """Pull every event, as one who wants them all does."""
    for _ in events:
        pass


def spread(values: list[float], form: str) -> str:
    """Return the median and, in brackets, the least and the most."""
    return f"{median(values):{form}}  [{min(values):{form}} .. {max(values):{form}}]"


def exhausted() -> Iterator[tuple[str, str, str]]:
    """Yield what the search of 5x5 from b1 to its end costs, each way."""
    board = Board(5, 5)
    graph, vertices = knight_graph(board), textbook_graph(board)
    visits = sum(isinstance(event, Visit) for event in search(graph, START))
    pruned_order = with_pruning(textbook)
    times = [
        (
            seconds(lambda: textbook_tour(1, [], vertices[START], len(board))),
            seconds(lambda: drain(search(graph, START))),
            seconds(lambda: drain(search(graph, START, order=pruned_order))),
        )
        for _ in range(ROUNDS)
    ]
    million = visits / 1e6
    yield "textbook recursion, M visits/s", spread([million / t for t, _, _ in times], ".2f"), ""
    yield "search, M visits/s", spread([million / s for _, s, _ in times], ".2f"), ""
    yield (
        "search / textbook, visits a second",
        spread([t / s for t, s, _ in times], ".2f"),
        ">= 1.1",
    )
    yield "pruned / plain, time", spread([p / s for _, s, p in times], ".3f"), "<= 0.25"


def solved() -> Iterator[tuple[str, str, str]]:
    """Yield how long the front door takes."""
    board = Board(8, 8)
    for closed in (False, True):
        slowest = [
            max(1e3 * seconds(partial(solve, board, start=s, closed=closed)) for s in board)
            for _ in range(ROUNDS)
        ]
        name = f"8x8 {'closed' if closed else 'open'}, slowest of 64 starts, ms"
        yield name, spread(slowest, ".1f"), "<= 50"
    for side in (6, 10, 12):
        square = Board(side, side)
        times = [1e3 * seconds(partial(solve, square, closed=True)) for _ in range(ROUNDS)]
        yield f"{side}x{side} closed, ms", spread(times, ".1f"), "answered"


def large() -> Iterator[tuple[str, str, str]]:
    """Yield how long a million squares take: with two holes, and by other leapers."""
    full, few = Board(1000, 1000), Board(1000, 1000, ["c3", "sg500"])
    for name, board, leaper in (
        ("full", full, KNIGHT),
        ("two holes", few, KNIGHT),
        ("(0, 1)", full, (0, 1)),
        ("(1, 4)", full, (1, 4)),
    ):
        work = partial(solve, board, closed=True, leaper=leaper)
        times = [1e3 * seconds(work) for _ in range(3)]
        yield f"1000x1000 closed, {name}, ms", spread(times, ".0f"), f"<= {FLIGHT_MS}"


def rows(quick: bool) -> Iterator[Row]:
    """Yield what is promised: the search beside the textbook's, and a board of a million."""
    board = Board(5, 5)
    graph, vertices = knight_graph(board), textbook_graph(board)
    ratios = []
    for _ in range(3 if quick else ROUNDS):
        recursion = seconds(lambda: textbook_tour(1, [], vertices[START], len(board)))
        ratios.append(recursion / seconds(lambda: drain(search(graph, START))))
    yield Row("search / textbook, visits a second", median(ratios), OF_TEXTBOOK, least=True)
    took, size = _alone("Board(1000, 1000, ['c3', 'sg500'])")
    yield Row("closed 1000x1000 with two holes, ms", took, FLIGHT_MS)
    yield Row("closed 1000x1000 with two holes, MB", size, FLIGHT_MB)


def _alone(board: str) -> tuple[float, float]:
    """Return the milliseconds and the MB that a board takes in a process of its own."""
    code = (
        "import resource; from kt_core import Board, solve;"
        f"solve({board}, closed=True); used = resource.getrusage(resource.RUSAGE_SELF);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return 1e3 * float(told[0]), float(told[1]) / 1e3


def main() -> None:
    """Print the table."""
    print(f"Python {sys.version.split()[0]}, median of {ROUNDS} [least .. most]")
    for rows in (exhausted(), solved(), large()):
        for name, value, demand in rows:
            print(f"{name:36} {value:28} {demand}")


if __name__ == "__main__":
    main()
