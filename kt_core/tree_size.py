"""Size of a search tree, and the progress of a search in it.

The search tree of a start has a vertex for each path that begins there, so a full search makes one
visit per vertex. `analysis.paths_from` counts small trees; `probes` estimates larger ones from
random paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from random import Random
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Backtrack, Visit
from kt_core.graph import Graph, average_degree
from kt_core.search import search

#: Sizes of the search trees from the corner of a square board, by its side: counted up to 5, then
#: estimated by `probes`; the standard error was below 0.5% up to 8, and 2% at 10.
CORNER_TREES = {
    4: 2_223,
    5: 1_735_079,
    6: 1.94e10,
    7: 3.01e15,
    8: 4.07e21,
    9: 5.6e28,
    10: 8.7e36,
}
#: Visits before the first tour of a search from the corner, with moves in order of squares.
FIRST_TOURS = {5: 5_010, 6: 183_635, 8: 17_739_768}
#: The number of starts on 8x8 from which that search finds a tour, and the limit for its visits.
STARTS_WITH_TOUR, WITHIN_VISITS = 22, 100_000_000


def geometric_sum(board: Board) -> tuple[float, int]:
    """Return 1 + k + ... + k^N for N + 1 squares of average degree k, as mantissa and exponent.

    >>> mantissa, exponent = geometric_sum(Board(8, 8))
    >>> f"{mantissa:.2f}e{exponent}"
    '2.90e45'

    It is (k^(N + 1) - 1) / (k - 1). Textbooks omit the divisor: see `analysis.search_tree`.
    """
    k, count = average_degree(board), len(board)
    digits = count * log10(k) - log10(k - 1) if k > 1 else 0.0
    if digits < 15:
        digits = log10(sum(k**n for n in range(count)))
    return 10 ** (digits % 1), int(digits // 1)


def probes(graph: Graph[Square], start: Square, seed: int = 0) -> Iterator[int]:
    """Yield estimates of the size of the search tree, each from a random path; use their mean.

    If a path could continue in 3 ways and then in 2, there are about 1 + 3 + 6 + ... paths
    (D. E. Knuth, Math. Comp. 29 (1975) 121).
    """
    random = Random(seed)
    while True:
        path, here, branches, size = {start}, start, 1, 1
        while moves := [v for v in graph[here] if v not in path]:
            branches *= len(moves)
            size += branches
            here = random.choice(moves)
            path.add(here)
        yield size


@dataclass(frozen=True)
class Depths:
    """A search after some visits: the visits at each depth, and the current path."""

    visits: int
    counts: tuple[int, ...]  # visits at depth 1, 2, ...
    path: tuple[Square, ...]
    kept: int  # leading squares of the path that the search never left


def depths(graph: Graph[Square], start: Square, every: int) -> Iterator[Depths]:
    """Yield the state of a search after each `every` visits, and at its end.

    It tries moves in order of squares, and ends with the first tour, or with an empty path if there
    is none.
    """
    path, counts, visits, kept = list[Any](), [0] * len(graph), 0, len(graph)
    for event in search(graph, start):
        if isinstance(event, Visit):
            counts[len(path)] += 1
            path.append(event.square)
            visits += 1
            if visits % every == 0 or len(path) == len(counts):
                yield Depths(visits, tuple(counts), tuple(path), min(kept, len(path)))
        elif isinstance(event, Backtrack):
            path.pop()
            kept = min(kept, len(path))
        else:
            return
    yield Depths(visits, tuple(counts), (), 0)
