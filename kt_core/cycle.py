"""A puzzle as a graph whose Hamiltonian cycles are the tours.

An open tour becomes a cycle through an added vertex, which is adjacent to every square where the
tour may begin or end. If it begins and ends in different sets of squares, there are two added
vertices, which are adjacent to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kt_core.board import Square
from kt_core.graph import Edge, Graph
from kt_core.tour import Puzzle

FROM, TO = -1, -2  # the added vertices
SMALL_SQUARES = 100  # up to this size, exact search usually answers at once
Classes = tuple[list[Square], list[Square]]  # each move leads from one class to the other


@dataclass(frozen=True)
class Cycle:
    """A graph whose Hamiltonian cycles are the tours that `puzzle` asks for."""

    puzzle: Puzzle
    graph: Mapping[Square, Sequence[Square]]  # the squares, then the added vertices
    forced: Sequence[Edge]  # edges of every cycle

    def tour(self, edges: Collection[Edge]) -> tuple[Square, ...]:
        """Return the tour formed by the edges of a Hamiltonian cycle, from its start."""
        puzzle, begin = self.puzzle, FROM
        if puzzle.closed:
            begin = puzzle.board.squares[0] if puzzle.start is None else puzzle.start
        path = walk(neighbors(edges), begin, len(self.graph))
        if puzzle.closed:
            return path if path[1] < path[-1] else path[:1] + path[:0:-1]
        if self.forced:
            return path[1:-1] if path[-1] == TO else path[:1:-1]
        return path[1:] if path[1] < path[-1] else path[:0:-1]


def cycle_of(puzzle: Puzzle, graph: Graph[Square], classes: Classes) -> Cycle:
    """Return the graph whose Hamiltonian cycles are the tours, for a board of two squares or more.

    `classes` are the two classes of the graph, the larger one first. Their sizes must allow a tour.
    """
    joined: dict[Square, Sequence[Square]] = dict(graph)
    if puzzle.closed:
        return Cycle(puzzle, joined, ())
    starts, ends = _ends(puzzle, *classes)
    joined[FROM] = starts if starts == ends else (*starts, TO)
    if starts != ends:
        joined[TO] = (*ends, FROM)
    for added in (FROM, TO)[: len(joined) - len(graph)]:
        for square in joined[added]:
            if square >= 0:
                joined[square] = (*joined[square], added)
    return Cycle(puzzle, joined, ((FROM, TO),) if starts != ends else ())


def neighbors(edges: Iterable[Edge]) -> dict[Square, list[Square]]:
    """Return the neighbors of each vertex over these edges."""
    near: dict[Square, list[Square]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return near


def walk(near: Mapping[Square, Sequence[Square]], first: Square, count: int) -> tuple[Square, ...]:
    """Return `count` vertices of a path or cycle, from `first` toward its first neighbor."""
    found, before, here = list[Square](), None, first
    for _ in range(count):
        found.append(here)
        one, other = near[here][0], near[here][-1]
        before, here = here, other if one == before else one
    return tuple(found)


def _ends(
    puzzle: Puzzle, first: list[Square], second: list[Square]
) -> tuple[list[Square], list[Square]]:
    """Return the squares where an open tour may begin, and those where it may end.

    If the classes have equal size, it begins in one and ends in the other. Otherwise it begins and
    ends in the larger one.
    """
    if len(first) > len(second):
        second = first
    if puzzle.start in second or puzzle.end in first:
        first, second = second, first
    # A given start may remain among the ends: used as both, it would close the cycle too early.
    starts, ends = (
        [square for square in allowed if given is None or square == given]
        for allowed, given in ((first, puzzle.start), (second, puzzle.end))
    )
    assert starts
    assert ends
    return starts, ends
