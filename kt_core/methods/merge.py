"""Merge the cycles of a two-factor by exchanging edges along short alternating cycles.

An exchange of two edges, one in each of two cycles, joins these cycles; an exchange of three edges
may join cycles. If no exchange joins cycles, a random one makes others possible.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.graph import Edge, Graph

Neighbors = dict[Square, set[Square]]
AlternatingCycle = Sequence[Square]  # a, b, c, d ...: a-b and c-d are taken, b-c and d-a are not
PERTURBATIONS = 60  # random exchanges before the method gives up
VERTICES_PER_YIELD = 1000  # vertices numbered, or equivalent work, between two yields
DETOURS = 20  # exchanges of any length between rounds of 2-opt and 3-opt exchanges
PART_VERTICES = 128  # vertices numbered before they are counted as work


class Merge:
    """Merges the cycles of the `taken` edges, using edges of the graph; forced edges stay.

    The graph is bipartite, and each vertex has two taken edges.
    """

    def __init__(
        self, graph: Graph[Square], taken: Neighbors, forced: Sequence[Edge], chance: Random
    ) -> None:
        self.graph, self.taken, self.chance = graph, taken, chance
        self.fixed = {edge for a, b in forced for edge in ((a, b), (b, a))}
        self.vertices = sorted(graph)
        self._work = 0

    def join(self, perturbations: int = PERTURBATIONS) -> Generator[Progress, None, bool]:
        """Return True if the taken edges are one cycle now."""
        yield from self._label()
        for _ in range(perturbations):
            while len(self.size) > 1 and (yield from self._improve()):
                pass
            if len(self.size) == 1:
                return True
            yield from self._perturb()
        return False

    def _improve(self) -> Generator[Progress, None, bool]:
        """Make exchanges that reduce the number of cycles; return True if there was one."""
        # An exchange that joins cycles has a taken edge outside the largest cycle; start there.
        outside = self._outside_largest_cycle()
        self.chance.shuffle(outside)
        before = len(self.size)
        yield from self._join_by_two_opt(outside)
        if len(self.size) < before:
            return True
        for vertex in outside:
            for walk in self._three_opt_exchanges(vertex):
                if self._gain(walk) > 0:
                    self._exchange(walk)
                    yield from self._label()
                    return True
            yield from self._pause(64)
        return False

    def _join_by_two_opt(self, outside: Sequence[Square]) -> Generator[Progress, None, None]:
        # An exchange of two edges joins two cycles in either orientation, so many are made before
        # the vertices are renumbered: `now` maps each old number to its current cycle.
        now, cycle = list(range(len(self.size))), self.cycle
        for vertex in outside:
            for walk in self._two_opt_exchanges(vertex):
                one, other = now[cycle[walk[0]]], now[cycle[walk[2]]]
                if one != other:
                    self._exchange(walk)
                    now = [one if name == other else name for name in now]
                    break
            yield from self._pause(8)
        if len(set(now)) < len(now):
            yield from self._label()

    def _perturb(self) -> Generator[Progress, None, None]:
        # Exchanges that join nothing lead to other two-factors, whose cycles may be joined. An
        # exchange may also add cycles, but the more it adds, the less likely it is accepted.
        outside = self._outside_largest_cycle()
        for _ in range(DETOURS):
            a = self.chance.choice(outside)
            ways = [b for b in self.graph[a] if self.cycle[b] != self.cycle[a]]
            if not ways:
                continue
            walk = self._alternating_cycle(a, self.chance.choice(ways))
            yield from self._pause(len(self.cycle) // 2)
            if not walk:
                continue
            before = len(self.size)
            self._exchange(walk)
            yield from self._label()
            more = len(self.size) - before
            if more <= 0 or self.chance.random() < 0.1**more:
                return
            self._exchange([*walk[1:], walk[0]])
            yield from self._label()

    def _alternating_cycle(self, a: Square, b: Square) -> AlternatingCycle:
        """Return a shortest alternating walk that takes a-b, or an empty one."""
        taken, graph, fixed = self.taken, self.graph, self.fixed
        came: dict[Square, Square] = {b: a}
        reached = [b]
        for here in reached:  # the list grows in the loop, by two steps at a time
            for there in self.chance.sample(sorted(taken[here]), len(taken[here])):
                if there in came or (here, there) in fixed:
                    continue
                came[there] = here
                if there == a:
                    walk = [there]
                    while len(walk) == 1 or walk[-1] != a:
                        walk.append(came[walk[-1]])
                    return walk[:-1]
                for onward in graph[there]:
                    if onward not in came and onward not in taken[there]:
                        came[onward] = there
                        reached.append(onward)
        return ()

    def _outside_largest_cycle(self) -> list[Square]:
        largest = self.size.index(max(self.size))
        return [vertex for vertex in self.vertices if self.cycle[vertex] != largest]

    def _two_opt_exchanges(self, a: Square) -> Iterator[AlternatingCycle]:
        """Yield each exchange of two edges as a, b, c, d."""
        taken, graph, fixed = self.taken, self.graph, self.fixed
        for b in taken[a]:
            for c in graph[b] if (a, b) not in fixed else ():
                if c not in taken[b]:
                    for d in taken[c]:
                        if d in graph[a] and d not in taken[a] and (c, d) not in fixed:
                            yield a, b, c, d

    def _three_opt_exchanges(self, a: Square) -> Iterator[AlternatingCycle]:
        """Yield each exchange of three edges of two or three cycles as a, b, c, d, e, f."""
        taken, graph, fixed, cycle = self.taken, self.graph, self.fixed, self.cycle
        lasts = {f for f in graph[a] if f not in taken[a]}
        for b in taken[a]:
            for c in graph[b] if (a, b) not in fixed else ():
                for d in taken[c] if c not in taken[b] else ():
                    for e in graph[d] if (c, d) not in fixed else ():
                        if e in (a, c) or e in taken[d] or cycle[a] == cycle[c] == cycle[e]:
                            continue
                        for f in taken[e]:
                            if f in lasts and f != d and (e, f) not in fixed:
                                yield a, b, c, d, e, f

    def _gain(self, walk: AlternatingCycle) -> int:
        """Return by how much an exchange of two or three edges reduces the number of cycles.

        The result is negative if the exchange adds cycles.
        """
        # Dropping two edges of one cycle leaves two paths. If a walk along the cycle crosses the
        # edges in opposite directions, the new edges join the paths to one cycle. If it crosses
        # them in the same direction, each path is closed by itself, which adds a cycle. A third
        # edge, of another cycle, makes a detour of one new edge and joins that cycle too.
        cycles = [self.cycle[vertex] for vertex in walk[::2]]
        among = len(set(cycles))
        if among == len(cycles):
            return among - 1
        edges = list(zip(walk[::2], walk[1::2], strict=True))
        (a, b), (c, d) = (
            edge for edge, cycle in zip(edges, cycles, strict=True) if cycles.count(cycle) == 2
        )
        return among - 1 - (self._ahead(a, b) == self._ahead(c, d))

    def _ahead(self, a: Square, b: Square) -> bool:
        return (self.place[b] - self.place[a]) % self.size[self.cycle[a]] == 1

    def _exchange(self, walk: AlternatingCycle) -> None:
        """Drop the first, third, ... edge of a walk, and take the others."""
        pairs = list(zip(walk, (*walk[1:], walk[0]), strict=True))
        for a, b in pairs[::2]:
            self.taken[a].remove(b)
            self.taken[b].remove(a)
        for a, b in pairs[1::2]:
            self.taken[a].add(b)
            self.taken[b].add(a)

    def _label(self) -> Generator[Progress, None, None]:
        """Number the cycles of the taken edges, and the vertices along each."""
        self.cycle, self.place = dict[Square, int](), dict[Square, int]()
        self.size: list[int] = []
        for first in self.vertices:
            if first in self.cycle:
                continue
            here: Square | None = first
            length = 0
            while here is not None:
                self.cycle[here], self.place[here] = len(self.size), length
                length += 1
                here = next((v for v in self.taken[here] if v not in self.cycle), None)
                if length % PART_VERTICES == 0:
                    yield from self._pause(PART_VERTICES)
            yield from self._pause(length % PART_VERTICES)
            self.size.append(length)

    def _pause(self, work: int) -> Generator[Progress, None, None]:
        self._work += work
        if self._work >= VERTICES_PER_YIELD:
            self._work = 0
            yield Progress("factor")
