"""Two-factors of a bipartite graph: two edges at every vertex, as every Hamiltonian cycle has them.

One is found by augmenting paths (L. R. Ford and D. R. Fulkerson, Canad. J. Math. 8 (1956) 399), and
which edges lie in any from the strong components of what is left (J.-C. Régin, AAAI 1994, 362).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from kt_core.board import Square
from kt_core.connectivity import SLICE_VERTICES, classes, strong
from kt_core.cycle import FROM, TO, Cycle, Edge
from kt_core.events import Progress
from kt_core.graph import Graph

Came = dict[Square, Square]  # from where a vertex was reached


class TwoFactor:
    """Two edges for every vertex on one side, as far as the other side can take them.

    An edge that is forced is taken from the beginning, and its place in the graph with it. Of those
    with as few edges, the first of the side comes first, and it takes its first edges if it can.
    """

    def __init__(
        self, graph: Graph[Square], side: Iterable[Square], forced: Iterable[Edge] = ()
    ) -> None:
        self.graph = dict(graph)
        self.taken = {vertex: set[Square]() for vertex in graph}
        self.room = dict.fromkeys(graph, 2)
        self.forced: dict[Square, list[Square]] = {}
        for a, b in (*forced, *((b, a) for a, b in forced)):
            self.graph[a] = [v for v in self.graph[a] if v != b]
            self.forced.setdefault(a, []).append(b)
            self.room[a] -= 1
        self.part: dict[Square, int] = {}  # see `possible`
        self.side = sorted(side, key=lambda vertex: len(graph[vertex]))

    def stuck(self) -> Generator[Progress, None, list[Square]]:
        """Return the vertices of the side reached from one that cannot have two edges; or none."""
        work = 0
        for vertex in self.side:
            while len(self.taken[vertex]) < self.room[vertex]:
                came, reached = Came(), [vertex]
                if not self._augmented(vertex, came, reached):
                    return reached
                work += 4 + len(reached)
                if work > SLICE_VERTICES:
                    yield Progress("factor")
                    work = 0
        return []

    def possible(self) -> Generator[Progress, None, dict[Square, list[Square]]]:
        """Return the graph of the edges that lie in any two-factor, once `stuck` returned none.

        Without the forced ones. `part` is then a number for each vertex which no edge that is not
        taken raises from the side, and no edge that is taken raises to it.
        """
        # Another two-factor differs by cycles of edges in turn given up and taken. Walk those not
        # taken away from the side and those taken back to it: an edge is on such a cycle exactly
        # if both its ends are in one strong component. Any other edge stays as it is in all.
        taken, side, onward = self.taken, set(self.side), dict[Square, list[Square]]()
        for turn, (vertex, near) in enumerate(self.graph.items(), start=1):
            onward[vertex] = [v for v in near if (v in taken[vertex]) != (vertex in side)]
            if turn % SLICE_VERTICES == 0:
                yield Progress("factor")
        self.part = part = yield from strong(onward)
        left = dict[Square, list[Square]]()
        for turn, (vertex, near) in enumerate(self.graph.items(), start=1):
            here = part[vertex]
            left[vertex] = [v for v in near if part[v] == here or v in taken[vertex]]
            if turn % SLICE_VERTICES == 0:
                yield Progress("factor")
        return left

    def every_edge(self) -> dict[Square, set[Square]]:
        """Return the edges that are taken, the forced ones too, from both their ends."""
        edges = dict(self.taken)
        for vertex, near in self.forced.items():
            edges[vertex] = edges[vertex].union(near)
        return edges

    def _augmented(self, first: Square, came: Came, reached: list[Square]) -> bool:
        """Take one edge more at `first`, and return whether there was a way; fills in what it saw.

        Along a shortest path whose edges are in turn not taken and taken, and change about.
        """
        taken, room = self.taken, self.room
        for vertex in reached:  # which grows
            for other in self.graph[vertex]:
                if other in came or other in taken[vertex]:
                    continue
                came[other] = vertex
                if len(taken[other]) < room[other]:
                    self._change(first, other, came)
                    return True
                further = [v for v in taken[other] if v != first and v not in came]
                came |= dict.fromkeys(further, other)
                reached += further
        return False

    def _change(self, first: Square, last: Square, came: Came) -> None:
        taken, other = self.taken, last
        while True:
            vertex = came[other]
            taken[vertex].add(other)
            taken[other].add(vertex)
            if vertex == first:
                return
            other = came[vertex]
            taken[vertex].remove(other)
            taken[other].remove(vertex)


def two_sided(
    cycle: Cycle,
) -> Generator[Progress, None, tuple[Graph[Square], Sequence[Edge]]]:
    """Return the cycle's graph and forced edges, with one added vertex in place of two of a kind.

    A tour that begins and ends in the same class comes back to it through one vertex of the other.
    """
    if TO not in cycle.graph or (yield from classes(cycle.graph))[0]:
        return cycle.graph, cycle.forced
    graph = dict(cycle.graph)
    starts, ends = ([v for v in graph[added] if v >= 0] for added in (FROM, TO))
    del graph[TO]
    graph[FROM] = list(dict.fromkeys((*starts, *ends)))
    for vertex in graph[FROM]:
        graph[vertex] = [*(v for v in graph[vertex] if v >= 0), FROM]
    return graph, [(FROM, given[0]) for given in (starts, ends) if len(given) == 1]
