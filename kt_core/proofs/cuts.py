"""Cuts: squares without which the board falls into more parts than a tour does.

k squares leave at most k parts of a cycle (V. Chvátal, Discrete Math. 5 (1973) 215).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import combinations

from kt_core.board import Board, Square
from kt_core.connectivity import components, tough_cut
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.links import Linked
from kt_core.sentences import marked
from kt_core.tour import NoTour, Puzzle

PAIR_SQUARES = 36  # squares up to which a cut is begun with every two
NEAR_SQUARES = 200  # and with the neighbours of every one


def refute_apart(puzzle: Puzzle, graph: Graph[Square]) -> None:
    """Raise `NoTour` where the board falls apart by itself."""
    reached, *others = (sorted(part) for part in components(graph))
    if others:
        (here, *_), (there, *_), name = reached, others[0], puzzle.board.name
        way = f"No way leads from {name(here)} to {name(there)}"
        reason = f"A tour comes to every square. {way}: the board falls apart."
        rest = tuple(square for part in others for square in part)
        raise NoTour(reason, "apart", {"reached": reached, "out of reach": rest})


def cut_off(cycle: Cycle) -> Generator[Progress, None, NoTour | None]:
    """Return the proof by a cut of the board, if one is found soon."""
    graph = _one_added(cycle)
    for begin in _beginnings(graph):
        cut = yield from tough_cut(graph, begin)
        if cut:
            return falls_apart(cycle.puzzle.board, graph, cut)
        yield Progress("factor")
    return None


def falls_apart(
    board: Board, graph: Graph[Square], cut: Sequence[Square], *, how: str = "", proof: str = "cut"
) -> NoTour:
    """Return the proof by a cut that leaves more parts of a graph than it has vertices.

    `how` says what was left out of the graph beforehand.
    """
    # A cycle without k of its vertices is at most k parts, and a graph that has the cycle in it
    # falls into no more. The vertex that is added to an open tour is one of the k if it is cut;
    # else it holds together all parts where the tour may begin or end, and k are left besides.
    parts = sorted(components(graph, {*cut, FROM, TO}), key=lambda part: (len(part), min(part)))
    shown = {f"part {i}": Linked.part(graph, part) for i, part in enumerate(parts, start=1)}
    taken = [square for square in cut if square >= 0]
    rule, rest = _too_many(graph, cut, parts)
    without = f"Without {marked(board, taken)} the" if taken else "The"
    falls = f"{without} board falls into {len(parts)} parts, with no move between them"
    reason = f"{rule} {falls}{how}{rest}."
    witness: dict[str, Sequence[Square]] = {"taken away": taken} if taken else {}
    return NoTour(reason, proof, witness | shown)


def _too_many(
    graph: Graph[Square], cut: Sequence[Square], parts: Collection[Collection[Square]]
) -> tuple[str, str]:
    """Return what becomes of a tour without these squares, and what else the parts lack."""
    closed, taken = FROM not in graph, sum(square >= 0 for square in cut)
    rule = "A closed tour is one ring" if closed else "A tour is one line"
    if not taken:
        return f"{rule}, and comes to every square.", ""
    most = taken if closed else taken + 1
    without = "one square" if taken == 1 else f"{taken} squares"
    rule = f"{rule}: without {without} it falls into {most} part{'s' * (most > 1)} at most"
    if closed or taken < len(cut):
        return f"{rule}.", ""
    ends = {square for added in (FROM, TO) for square in graph.get(added, ())}
    inner = sum(ends.isdisjoint(part) for part in parts)
    return f"{rule}, and two of these have its ends.", f"; {inner} of them can have none"


def _beginnings(graph: Graph[Square]) -> Iterator[Collection[Square]]:
    """Yield what a cut may begin with: the neighbours of a vertex, one vertex, two."""
    # The added vertex holds everything together, so it is cut too; then every cut of one more
    # square or of two, however large the board, is found by what it is begun with.
    # Between blocks are holes, so squares with few moves come first.
    vertices = sorted((v for v in graph if v >= 0), key=lambda vertex: len(graph[vertex]))
    added = [FROM] if FROM in graph else []
    if len(vertices) <= NEAR_SQUARES:
        yield from sorted(graph.values(), key=len)
    yield from ([*added, vertex] for vertex in vertices)
    if added and len(vertices) <= NEAR_SQUARES:
        yield from combinations(vertices, 1)
    if len(vertices) <= PAIR_SQUARES:
        yield from combinations(vertices, 2)


def _one_added(cycle: Cycle) -> Graph[Square]:
    """Return the cycle's graph with the two added vertices, if there are two, made one."""
    # They are neighbours on every cycle, so it stays a cycle.
    graph = cycle.graph
    if TO not in graph:
        return graph
    ends = list(dict.fromkeys(v for added in (FROM, TO) for v in graph[added] if v >= 0))
    joined = {v: [other for other in near if other >= 0] for v, near in graph.items() if v >= 0}
    for end in ends:
        joined[end].append(FROM)
    return joined | {FROM: ends}
