"""Cuts: squares without which the board falls into more parts than a tour does.

k squares leave at most k parts of a cycle (V. Chvátal, Discrete Math. 5 (1973) 215).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import combinations

from kt_core.board import Square
from kt_core.connectivity import components, tough_cut
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.sentences import marked
from kt_core.tour import NoTour, Puzzle

PAIR_SQUARES = 36  # squares up to which a cut is begun with every two
SINGLE_SQUARES = 200  # and with every one


def refute_apart(puzzle: Puzzle, graph: Graph[Square]) -> None:
    """Raise `NoTour` where the board falls apart by itself."""
    reached, *others = (sorted(part) for part in components(graph))
    if others:
        (here, *_), (there, *_), name = reached, others[0], puzzle.board.name
        reason = f"The board falls apart: no way leads from {name(here)} to {name(there)}."
        rest = tuple(square for part in others for square in part)
        raise NoTour(reason, "apart", {"reached": reached, "out of reach": rest})


def cut_off(cycle: Cycle) -> Generator[Progress, None, NoTour | None]:
    """Return the proof by a cut of the board, if one is found soon."""
    graph = _one_added(cycle)
    for turn, begin in enumerate(_beginnings(graph)):
        cut = yield from tough_cut(graph, begin)
        if cut:
            return falls_apart(cycle, graph, cut)
        if turn % 4 == 0:
            yield Progress("factor")
    return None


def falls_apart(cycle: Cycle, graph: Graph[Square], cut: Sequence[Square], how: str = "") -> NoTour:
    """Return the proof by a cut that leaves more pieces of a graph than it has vertices.

    `how` says what was left out of the graph beforehand.
    """
    # A cycle without k of its vertices is at most k pieces, and a graph that has the cycle in it
    # falls into no more. The vertex that is added to an open tour is one of the k if it is cut;
    # else it holds together all pieces where the tour may begin or end, and k are left besides.
    parts = sorted(components(graph, {*cut, FROM, TO}), key=lambda part: (len(part), min(part)))
    shown = [sorted(part) for part in parts]
    crossed = [square for square in cut if square >= 0]
    without = f"Without {marked(cycle.puzzle.board, crossed)} the" if crossed else "The"
    most = _at_most(graph, cut, shown)
    reason = f"{without} board falls into {len(shown)} pieces{how and f', {how}'}, and {most}."
    if len(shown) > 3:
        shown[2:] = [sorted(square for part in shown[2:] for square in part)]
    labels = "piece 1", "piece 2", "piece 3" if len(parts) == len(shown) else "other pieces"
    witness: dict[str, Sequence[Square]] = {"cut squares": crossed} if crossed else {}
    return NoTour(reason, "cut", witness | dict(zip(labels, shown, strict=False)))


def _at_most(
    graph: Graph[Square], cut: Sequence[Square], parts: Collection[Sequence[Square]]
) -> str:
    """Return why a tour cannot come to all of these pieces that the cut leaves."""
    closed, crossed = FROM not in graph, sum(square >= 0 for square in cut)
    squares = "that square" if crossed == 1 else f"those {crossed} squares"
    if not crossed:
        return f"a {'closed ' * closed}tour cannot come to all of these"
    if closed or crossed < len(cut):
        most = crossed if closed else crossed + 1
        kind = "a closed tour" if closed else "a tour"
        return f"{kind} without {squares} is at most {most} piece{'s' * (most > 1)}"
    ends = {square for added in (FROM, TO) for square in graph.get(added, ())}
    inner = sum(ends.isdisjoint(part) for part in parts)
    passed = f"at most {crossed - 1}" if crossed > 1 else "none such"
    return f"{inner} of them can have no end of the tour, which passes through {passed}"


def _beginnings(graph: Graph[Square]) -> Iterator[Collection[Square]]:
    """Yield what a cut may begin with: the neighbours of a vertex, one vertex, two."""
    vertices = list(graph)
    if len(vertices) <= SINGLE_SQUARES:
        yield from sorted(graph.values(), key=len)
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
