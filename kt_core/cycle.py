"""Every puzzle as one question, for the Hamiltonian cycles of a graph.

An open tour becomes a cycle through an added vertex, joined to every square where the tour may
begin or end; where it begins elsewhere than it ends, through two, joined to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kt_core.board import Square
from kt_core.graph import Edge, Graph
from kt_core.tour import Puzzle

FROM, TO = -1, -2  # the added vertices, beside the squares
SMALL_SQUARES = 100  # up to which exact search mostly answers at once
Classes = tuple[list[Square], list[Square]]  # each move leads from one to the other


@dataclass(frozen=True)
class Cycle:
    """A graph whose Hamiltonian cycles are the tours that `puzzle` asks for."""

    puzzle: Puzzle
    graph: Mapping[Square, Sequence[Square]]  # the squares, then the added vertices
    forced: Sequence[Edge]  # which every cycle must take

    def tour(self, edges: Collection[Edge]) -> tuple[Square, ...]:
        """Return the tour that the edges of a Hamiltonian cycle make, from its start."""
        puzzle, begin = self.puzzle, FROM
        if puzzle.closed:
            begin = puzzle.board.squares[0] if puzzle.start is None else puzzle.start
        path = walk(neighbours(edges), begin, len(self.graph))
        if puzzle.closed:
            return path if path[1] < path[-1] else path[:1] + path[:0:-1]
        if self.forced:
            return path[1:-1] if path[-1] == TO else path[:1:-1]
        return path[1:] if path[1] < path[-1] else path[:0:-1]


def cycle_of(puzzle: Puzzle, graph: Graph[Square], classes: Classes) -> Cycle:
    """Return the graph whose Hamiltonian cycles are the tours, for a board of two squares or more.

    `classes` are those of the graph, the larger one first, or all squares and all squares; they
    allow a tour.
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


def neighbours(edges: Iterable[Edge]) -> dict[Square, list[Square]]:
    """Return the vertices that these edges lead to, by vertex."""
    near: dict[Square, list[Square]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return near


def walk(near: Mapping[Square, Sequence[Square]], first: Square, count: int) -> tuple[Square, ...]:
    """Return so many vertices of a path or a ring, from one on, by its first neighbour."""
    found, before, here = list[Square](), None, first
    for _ in range(count):
        found.append(here)
        one, other = near[here][0], near[here][-1]
        before, here = here, other if one == before else one
    return tuple(found)


def _ends(
    puzzle: Puzzle, first: list[Square], second: list[Square]
) -> tuple[list[Square], list[Square]]:
    """Return where an open tour may begin and where it may end.

    Classes of equal size: it ends in the class where it did not begin. Else it begins and ends in
    the larger one, so that this one comes once more often than the other.
    """
    if len(first) > len(second):
        second = first
    if puzzle.start in second or puzzle.end in first:
        first, second = second, first
    # A given start may stay among the ends: as both, it would close a circle with FROM and TO.
    starts, ends = (
        [square for square in allowed if given is None or square == given]
        for allowed, given in ((first, puzzle.start), (second, puzzle.end))
    )
    assert starts
    assert ends
    return starts, ends
