"""Two-factors of a bipartite graph: two edges at every vertex, as every Hamiltonian cycle has them.

One is found by augmenting paths (L. R. Ford and D. R. Fulkerson, Canad. J. Math. 8 (1956) 399), and
which edges lie in any from the strong components of what is left (J.-C. Régin, AAAI 1994, 362).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from kt_core.board import Square
from kt_core.cycle import Edge
from kt_core.events import Progress
from kt_core.graph import Graph


class TwoFactor:
    """Two edges for every vertex on one side, as far as the other side can take them.

    An edge that is forced is taken from the beginning, and its place in the graph with it.
    """

    def __init__(
        self, graph: Graph[Square], side: Iterable[Square], forced: Iterable[Edge] = ()
    ) -> None:
        self.graph = {vertex: list(near) for vertex, near in graph.items()}
        self.taken = {vertex: set[Square]() for vertex in graph}
        self.room = dict.fromkeys(graph, 2)
        self.forced = {vertex: list[Square]() for vertex in graph}
        for a, b in (*forced, *((b, a) for a, b in forced)):
            self.graph[a].remove(b)
            self.forced[a].append(b)
            self.room[a] -= 1
        self.side = sorted(side, key=lambda vertex: (len(graph[vertex]), vertex))

    def stuck(self) -> Generator[Progress, None, list[Square]]:
        """Return the vertices of the side reached from one that cannot have two edges; or none."""
        for vertex in self.side:
            while len(self.taken[vertex]) < self.room[vertex]:
                reached = self._augmented(vertex)
                if reached:
                    return reached
            yield Progress("factor")
        return []

    def possible(self) -> dict[Square, list[Square]]:
        """Return the graph of the edges that lie in any two-factor, once `stuck` returned none.

        Without the forced ones.
        """
        # Another two-factor differs by cycles of edges in turn given up and taken. Walk those not
        # taken away from the side and those taken back to it: an edge is on such a cycle exactly
        # if both its ends are in one strong component. Any other edge stays as it is in all.
        side = set(self.side)
        onward = {
            vertex: [v for v in near if (v in self.taken[vertex]) != (vertex in side)]
            for vertex, near in self.graph.items()
        }
        part = {vertex: i for i, group in enumerate(strong(onward)) for vertex in group}
        return {
            vertex: [v for v in near if v in self.taken[vertex] or part[v] == part[vertex]]
            for vertex, near in self.graph.items()
        }

    def every_edge(self) -> dict[Square, set[Square]]:
        """Return the edges that are taken, the forced ones too, from both their ends."""
        return {vertex: near | {*self.forced[vertex]} for vertex, near in self.taken.items()}

    def _augmented(self, first: Square) -> list[Square]:
        """Take one edge more at `first`, and return nothing; else return what could be reached.

        Along a shortest path whose edges are in turn not taken and taken, and change about.
        """
        came, reached = dict[Square, Square](), [first]
        for vertex in reached:  # which grows
            for other in self.graph[vertex]:
                if other in came or other in self.taken[vertex]:
                    continue
                came[other] = vertex
                if len(self.taken[other]) < self.room[other]:
                    self._change(first, other, came)
                    return []
                further = [v for v in self.taken[other] if v != first and v not in came]
                came |= dict.fromkeys(further, other)
                reached += further
        return reached

    def _change(self, first: Square, last: Square, came: Mapping[Square, Square]) -> None:
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


def strong(graph: Graph[Square]) -> Iterator[list[Square]]:
    """Yield the strong components of a directed graph (Tarjan, SIAM J. Comput. 1 (1972) 146)."""
    low: dict[Square, int] = {}  # the earliest vertex known to be reached; of done ones, none is
    for root in graph:
        if root in low:
            continue
        low[root] = 0
        open_, walk = [root], [(root, 0, iter(graph[root]))]
        while walk:
            vertex, when, further = walk[-1]
            for other in further:
                if other not in low:
                    low[other] = len(low)
                    open_.append(other)
                    walk.append((other, low[other], iter(graph[other])))
                    break
                low[vertex] = min(low[vertex], low[other])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[vertex])
                if low[vertex] == when:
                    at = open_.index(vertex)
                    group = open_[at:]
                    del open_[at:]
                    low |= dict.fromkeys(group, len(graph))
                    yield group


def cut_vertices(graph: Graph[Square]) -> list[Square]:
    """Return the vertices without which a connected graph falls apart, ascending.

    J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372.
    """
    root = next(iter(graph))
    when, low, cuts = {root: 0}, {root: 0}, set[Square]()
    walk, branches = [(root, iter(graph[root]))], 0
    while walk:
        vertex, further = walk[-1]
        for other in further:
            if other not in when:
                when[other] = low[other] = len(when)
                walk.append((other, iter(graph[other])))
                break
            low[vertex] = min(low[vertex], when[other])
        else:
            walk.pop()
            if walk:
                above = walk[-1][0]
                low[above] = min(low[above], low[vertex])
                branches += above == root
                if above != root and low[vertex] >= when[above]:
                    cuts.add(above)
    return sorted({*cuts, root} if branches > 1 else cuts)


def pieces(graph: Graph[Square], cut: Sequence[Square] = ()) -> list[list[Square]]:
    """Return what a graph falls into without the vertices of the cut."""
    left, found = (
        dict.fromkeys(vertex for vertex in graph if vertex not in cut),
        list[list[Square]](),
    )
    while left:
        first, _ = left.popitem()
        piece = [first]
        for vertex in piece:  # which grows
            for other in graph[vertex]:
                if other in left:
                    del left[other]
                    piece.append(other)
        found.append(piece)
    return found
