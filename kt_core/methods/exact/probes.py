"""Edges that each cycle takes, or none: found by trying each for a moment, and by two-factors.

What is tried is what a search would choose first, so that its record is that of a search.
"""

from __future__ import annotations

from collections.abc import Generator

from kt_core.connectivity import classes
from kt_core.cycle import FROM, TO, Cycle, Edge
from kt_core.events import Progress
from kt_core.methods.exact.branches import DEAD, Search
from kt_core.methods.exact.edges import INSIDE, SETTLED
from kt_core.methods.two_factors.flow import TwoFactor, two_sided

SLICE_VERTEX_PROBES = 1000  # probes times vertices, between two words of progress: about 1 ms


def probed(search: Search) -> Generator[Progress, None, bool]:
    """Return whether the search may go on; it has learnt what each edge, tried alone, tells.

    Each entry that it learnt is in its record; False: the record ends with a dead end.
    """
    before = -1
    while before != len(search.record):
        before = len(search.record)
        if not (yield from _of_two_factors(search)) or not (yield from _round(search)):
            search.record.append(DEAD)
            return False
    return True


def _round(search: Search) -> Generator[Progress, None, bool]:
    edges, order = search.edges, search.order
    pause, turn = 1 + SLICE_VERTEX_PROBES // len(order), 0
    alive = [x for x, other in enumerate(edges.mate) if other != INSIDE]
    for x in sorted(alive, key=lambda x: edges.options[x].bit_count()):
        for y in edges.members[edges.options[x]]:
            for first in ("take", "leave") if x < y else ():
                if not edges.options[x] & edges.bit[y]:
                    continue
                turn += 1
                if turn % pause == 0:
                    yield Progress("exact")
                if _dies(search, first, x, y) and not search.learn((first, order[x], order[y])):
                    return False
    return True


def _dies(search: Search, first: str, x: int, y: int) -> bool:
    """Return whether this choice alone leads to a contradiction; everything is as before."""
    edges = search.edges
    if first == "leave" and edges.options[x].bit_count() + (edges.mate[x] == x) > 3:
        return False  # nothing is forced by it at this end; at the other end nearly never
    saved = edges.save()
    (edges.choose if first == "take" else edges.drop)(x, y)
    dies = edges.settle() != SETTLED or (not edges.complete and edges.unreached() != 0)
    edges.restore(saved)
    return dies


def _of_two_factors(search: Search) -> Generator[Progress, None, bool]:
    """Leave out the edges that lie in no two-factor; False where there is none."""
    live, chosen = _left(search)
    graph, _ = yield from two_sided(live)

    def side(edge: Edge) -> Edge:  # with the two added vertices made one, if the graph has them so
        return edge if TO in graph else (max(edge[0], FROM), max(edge[1], FROM))

    one, other = yield from classes(graph)
    if not one or len(one) != len(other):
        return True  # of circles of odd length two-factors tell nothing here
    forced = {side(edge) for edge in chosen} - {(FROM, FROM)}
    factor = TwoFactor(graph, one, forced)
    stuck = yield from factor.stuck()
    if stuck:
        search.record.append(("short", stuck))
        return False
    stay = {(a, b) for a, near in (yield from factor.possible()).items() for b in near}
    stay |= forced | {(b, a) for a, b in forced}
    moves = ((a, b) for a, near in live.graph.items() for b in near if a < b)
    out = [edge for edge in moves if side(edge) not in stay and side(edge) != (FROM, FROM)]
    taken = [(a, b) for a, near in factor.every_edge().items() for b in near if a < b]
    return not out or search.learn(("flow", taken, factor.part, out))


def _left(search: Search) -> tuple[Cycle, list[Edge]]:
    """Return the cycle with the edges that are left, and those that are chosen."""
    edges, order = search.edges, search.order
    graph = {v: [order[y] for y in edges.members[edges.options[x]]] for x, v in enumerate(order)}
    chosen = [(order[x], order[y]) for x, y in edges.chosen]
    for a, b in chosen:
        graph[a].append(b)
        graph[b].append(a)
    return Cycle(search.cycle.puzzle, graph, search.cycle.forced), chosen
