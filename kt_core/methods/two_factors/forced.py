"""Forced edges: the edges of every Hamiltonian cycle, and those of none.

A vertex with two edges takes both; a vertex with two taken edges drops the others; an edge that
closes a path of taken edges before it has all vertices is dropped (F. Rubin, J. ACM 21 (1974) 576).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable

from kt_core.board import Square
from kt_core.connectivity import VERTICES_PER_YIELD
from kt_core.cycle import Cycle
from kt_core.events import Progress
from kt_core.graph import Edge, Graph


def remaining_graph(cycle: Cycle) -> Generator[Progress, None, Graph[Square] | None]:
    """Return the graph without the edges of no cycle; None if a vertex has too few left."""
    left = _Remaining(cycle)
    for turn in left.steps():
        if turn % VERTICES_PER_YIELD == 0:
            yield Progress("factor")
    return None if left.dead else left.graph()


class _Remaining:
    def __init__(self, cycle: Cycle) -> None:
        self._cycle, self.dead = cycle, False
        self._near = {v: set(near) for v, near in cycle.graph.items()}
        self._taken = {v: set[Square]() for v in cycle.graph}
        self._far = {v: v for v in cycle.graph}  # the other end of its path
        self._edges, self._forced, self._due = 0, list(cycle.forced), deque(cycle.graph)

    def graph(self) -> Graph[Square]:
        return {v: [w for w in near if w in self._near[v]] for v, near in self._cycle.graph.items()}

    def steps(self) -> Iterable[int]:
        """Take and drop all forced edges; yield the number of vertices and edges examined."""
        turn = 0
        while (self._forced or self._due) and not self.dead:
            if self._forced:
                self._take(*self._forced.pop())
            else:
                vertex = self._due.popleft()
                near = self._near[vertex]
                self.dead = len(near) < 2
                self._forced = [(vertex, v) for v in near] if len(near) == 2 else []
            yield (turn := turn + 1)

    def _take(self, a: Square, b: Square) -> None:
        near, taken, far = self._near, self._taken, self._far
        if b in taken[a]:
            return
        self.dead = b not in near[a] or max(len(taken[a]), len(taken[b])) == 2
        if self.dead:
            return
        taken[a].add(b)
        taken[b].add(a)
        self._edges += 1
        one, other = far[a], far[b]
        far[one], far[other] = other, one
        if self._edges < len(near) - 1 and other in near[one] - taken[one]:
            self._drop([(one, other)])
        self._drop([(v, w) for v in (a, b) if len(taken[v]) == 2 for w in near[v] - taken[v]])

    def _drop(self, edges: Iterable[Edge]) -> None:
        for a, b in edges:
            self._near[a].remove(b)
            self._near[b].remove(a)
            self._due.extend((a, b))
