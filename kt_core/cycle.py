"""Every puzzle as one question, for the Hamiltonian cycles of a graph.

An open tour becomes a cycle through an added vertex, joined to every square where the tour may
begin or end; where it begins elsewhere than it ends, through two, joined to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kt_core.board import Square
from kt_core.graph import Graph
from kt_core.tour import NoTour, Puzzle

FROM, TO = -1, -2  # the added vertices, beside the squares
Edge = tuple[Square, Square]


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
        walk = _walk(edges, begin)
        if puzzle.closed:
            return walk if walk[1] < walk[-1] else walk[:1] + walk[:0:-1]
        if self.forced:
            return walk[1:-1] if walk[-1] == TO else walk[:1:-1]
        return walk[1:] if walk[1] < walk[-1] else walk[:0:-1]


def cycle_of(puzzle: Puzzle, graph: Graph[Square]) -> Cycle:
    """Return the graph whose Hamiltonian cycles are the tours, for a board of two squares or more.

    `NoTour` where the graph falls apart, or where it has two classes, each move leading from one to
    the other, and their numbers forbid a tour.
    """
    if puzzle.closed and len(graph) < 3:
        raise NoTour("A closed tour needs at least three squares.", "too-few")
    first, second = _classes(puzzle, graph)
    joined: dict[Square, Sequence[Square]] = dict(graph)
    if puzzle.closed:
        return Cycle(puzzle, joined, ())
    starts, ends = _ends(puzzle, first, second)
    joined[FROM] = starts if starts == ends else (*starts, TO)
    if starts != ends:
        joined[TO] = (*ends, FROM)
    for added in (FROM, TO)[: len(joined) - len(graph)]:
        for square in joined[added]:
            if square >= 0:
                joined[square] = (*joined[square], added)
    return Cycle(puzzle, joined, ((FROM, TO),) if starts != ends else ())


def _walk(edges: Collection[Edge], begin: Square) -> tuple[Square, ...]:
    near: dict[Square, list[Square]] = {}
    for x, y in edges:
        near.setdefault(x, []).append(y)
        near.setdefault(y, []).append(x)
    walk, here = [begin], near[begin][0]
    while here != begin:
        one, other = near[here]
        before = walk[-1]
        walk.append(here)
        here = other if one == before else one
    return tuple(walk)


def _classes(puzzle: Puzzle, graph: Graph[Square]) -> tuple[list[Square], list[Square]]:
    """Return the squares of each class, the larger one first; all and all where there are none.

    A move leads from one class to the other, so along a tour the classes alternate.
    """
    squares = list(graph)
    odd, todo, alternate = {squares[0]: False}, [squares[0]], True
    for square in todo:  # which grows
        for other in graph[square]:
            if other not in odd:
                odd[other] = not odd[square]
                todo.append(other)
            alternate = alternate and odd[other] != odd[square]
    if len(todo) < len(squares):
        raise _apart(puzzle, todo, [square for square in squares if square not in odd])
    if not alternate:
        return squares, squares
    one, other_class = ([s for s in squares if odd[s] is side] for side in (False, True))
    first, second = sorted((one, other_class), key=len, reverse=True)
    if len(first) - len(second) > (not puzzle.closed):
        raise _unbalanced(puzzle, first, second)
    return first, second


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
    if not starts or not ends:
        raise _misplaced(puzzle, first, second)
    return starts, ends


def _apart(puzzle: Puzzle, part: list[Square], rest: list[Square]) -> NoTour:
    a, b = puzzle.board.name(part[0]), puzzle.board.name(rest[0])
    reason = f"No moves lead from {a} to {b}: the board falls into parts that no tour can join."
    return NoTour(reason, "disconnected", {"one part": sorted(part), "the rest": rest})


def _unbalanced(puzzle: Puzzle, first: list[Square], second: list[Square]) -> NoTour:
    reason = (
        f"Every move leads from one class of squares to the other, {len(first)} to {len(second)}"
        " squares, so they alternate along a tour: "
    )
    if puzzle.closed:
        reason += "a closed one needs as many of both."
    else:
        reason += "their numbers can differ by one at most."
    return NoTour(reason, "parity", {"one class": first, "the other": second})


def _misplaced(puzzle: Puzzle, first: list[Square], second: list[Square]) -> NoTour:
    name, given = puzzle.board.name, [s for s in (puzzle.start, puzzle.end) if s is not None]
    rule = "begins in one and ends in the other"
    witness = {"start": given[:1], "end": given[1:]}
    wrong = f"{name(given[0])} and {name(given[-1])} are in the same one"
    if first == second:
        outside = [s for s in given if s not in first]
        rule = "begins and ends in the larger one"
        witness = {"larger class": first, "not in it": outside}
        wrong = f"{name(outside[0])} is not in it"
    reason = f"Every move leads from one class of squares to the other, so a tour {rule}; {wrong}."
    return NoTour(reason, "parity", witness)
