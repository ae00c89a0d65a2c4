"""Orders of the squares with a narrow frontier: few squares ahead have neighbors behind.

The largest frontier is the vertex separation of the order (N. G. Kinnersley, Inf. Process. Lett. 42
(1992) 345). Finding the minimum is NP-hard; here a few orders are tried, and the best is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Graph

WIDEST = 26  # the most squares in the frontier of a useful order
SQUARES_PER_YIELD = 100  # squares of an order between two yields
WINDOW = 24  # squares of an order among which the next is chosen
#: The cost of a frontier of each size: about the number of its states.
COST = [2.0**width for width in range(WIDEST + 1)]
#: Sort keys for passing a board straight through.
KEYS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda row, column: (row, column),
    lambda row, column: (column, row),
    lambda row, column: (row + column, row),
    lambda row, column: (row - column, row),
)


def vertex_order(
    board: Board, graph: Graph[Square]
) -> Generator[Progress, None, tuple[Sequence[Square], float]]:
    """Return an order of all squares and its cost, in slices; an empty order if all are too wide.

    The graph must be connected.
    """
    best: tuple[Sequence[Square], float] = (), float("inf")
    for line in _lines(board, graph):
        found, cost, front = list[Square](), 0.0, set[Square]()
        passed = set[Square]()
        for square in line:
            found.append(square)
            passed.add(square)
            front.discard(square)
            front.update(to for to in graph[square] if to not in passed)
            if len(front) > WIDEST or cost >= best[1]:
                break
            cost += COST[len(front)]
            if len(found) % SQUARES_PER_YIELD == 0:
                yield Progress("narrow")
        else:
            if cost < best[1]:
                best = found, cost
        yield Progress("narrow")
    return best


def _lines(board: Board, graph: Graph[Square]) -> Iterator[Iterator[Square]]:
    """Yield orders of the squares, lazily."""
    for key in KEYS:
        yield iter(sorted(graph, key=lambda square: key(*divmod(square, board.columns))))
    beside = {square: [*_beside(board, square)] for square in graph}
    around = {square: (*beside[square], *near) for square, near in graph.items()}
    first = min(graph, key=lambda square: len(graph[square]))
    far = _by_distance(beside, graph, first)
    near = _by_distance(beside, graph, far[-1])
    for line in (near, _by_distance(beside, graph, near[-1])):
        yield _greedy_order(graph, line[0])
        yield _smooth(graph, _by_branches(around, line))


def _beside(board: Board, square: Square) -> Iterator[Square]:
    """Yield the squares that touch a square, also at a corner."""
    row, column = divmod(square, board.columns)
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        for c in range(max(column - 1, 0), min(column + 2, board.columns)):
            to = r * board.columns + c
            if to != square and to in board:
                yield to


def _by_distance(around: Graph[Square], graph: Graph[Square], begin: Square) -> list[Square]:
    """Return the squares, the nearest first; a move counts as two steps to touching squares."""
    line, seen, layers = list[Square](), set[Square](), ([begin], list[Square](), list[Square]())
    while any(layers):
        here = [square for square in dict.fromkeys(layers[0]) if square not in seen]
        seen.update(here)
        line += here
        layers = layers[1], layers[2], []
        for square in here:
            layers[0].extend(around[square])
            layers[1].extend(graph[square])
    return line


def _by_branches(around: Graph[Square], line: Sequence[Square]) -> Iterator[Square]:
    """Yield the squares, the nearest first, but arm by arm if the board has arms.

    If more than two arms meet, half of them come first and are passed inward.
    """
    parts = _behind(around, line)
    todo = [
        (line[0], True, True)
    ]  # a square, whether forwards, and whether with the parts behind it
    while todo:
        square, forwards, whole = todo.pop()
        if not whole:
            yield square
            continue
        behind = parts[square]
        half = (len(behind) - 1) // 2 if behind else 0
        order = [(part, False, True) for part in behind[:half]]
        order.append((square, True, False))
        order += [(part, True, True) for part in behind[half:]]
        if forwards:
            order.reverse()
        else:
            order = [(part, not ahead, all_) for part, ahead, all_ in order]
        todo += order


def _behind(around: Graph[Square], line: Sequence[Square]) -> dict[Square, list[Square]]:
    """Return the first square of each component behind each square, the smallest first."""
    top: dict[Square, Square] = {}  # the top of the component of each square that was met
    size: dict[Square, int] = {}
    parts: dict[Square, list[Square]] = {}

    def root(square: Square) -> Square:
        while top[square] != square:
            top[square] = square = top[top[square]]
        return square

    for square in reversed(line):
        behind = {root(to) for to in around[square] if to in top}
        parts[square] = sorted(behind, key=size.__getitem__)
        size[square] = 1 + sum(map(size.__getitem__, behind))
        top[square] = square
        top.update(dict.fromkeys(behind, square))
    return parts


def _greedy_order(graph: Graph[Square], begin: Square) -> Iterator[Square]:
    """Yield the squares: always the one with the fewest new neighbors, of several the first met."""
    new = {square: len(near) for square, near in graph.items()}  # neighbors not met so far
    met, front = {begin}, {begin: None}
    for other in graph[begin]:
        new[other] -= 1
    while front:
        square = min(front, key=new.__getitem__)
        del front[square]
        yield square
        for to in graph[square]:
            if to not in met:
                met.add(to)
                front[to] = None
                for other in graph[to]:
                    new[other] -= 1


def _smooth(graph: Graph[Square], line: Iterator[Square]) -> Iterator[Square]:
    """Yield the squares: always the one with the fewest new neighbors in a window of the order."""
    met = set[Square]()
    few = list(islice(line, WINDOW))
    while few:
        new = [sum(to not in met for to in graph[s]) + (s not in met) for s in few]
        square = few.pop(new.index(min(new)))
        few += islice(line, 1)
        met.add(square)
        met.update(graph[square])
        yield square
