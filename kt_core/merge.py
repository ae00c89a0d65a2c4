"""One cycle from the many of a two-factor, by exchanging edges along short alternating cycles.

Of four edges, two taken and two not, an exchange joins the two cycles that the taken ones are of;
of six it may. Where no exchange joins any, a few are made at random, and all is tried again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.cycle import Edge
from kt_core.events import Progress
from kt_core.graph import Graph

Taken = dict[Square, set[Square]]
SHAKES = 400  # times that exchanges are made at random before it is given up
PAUSE = 64  # vertices looked at between two words of progress


class Merge:
    """Makes one cycle of the edges that are `taken`, by edges of the graph; forced ones stay."""

    def __init__(
        self, graph: Graph[Square], taken: Taken, forced: Sequence[Edge], chance: Random
    ) -> None:
        self.graph, self.taken, self.chance = graph, taken, chance
        self.fixed = {frozenset(edge) for edge in forced}
        self.vertices = sorted(graph)
        self._label()

    def joined(self) -> Generator[Progress, None, bool]:
        """Return whether the taken edges are one cycle now."""
        for _ in range(SHAKES):
            while self.count > 1 and (yield from self._joins()):
                pass
            if self.count == 1:
                return True
            self._shake()
            yield Progress("factor")
        return False

    def _joins(self) -> Generator[Progress, None, bool]:
        """Make the exchanges that join cycles; return whether there was one."""
        before = self.count
        order = self.chance.sample(self.vertices, len(self.vertices))
        for exchanges in (self._fours, self._sixes):
            for turn, vertex in enumerate(order):
                for walk in exchanges(vertex):
                    if self._lessens(walk):
                        break
                if turn % PAUSE == 0:
                    yield Progress("factor")
            if self.count < before:
                return True
        return False

    def _fours(self, a: Square) -> Iterator[Sequence[Square]]:
        """Yield a, b, c, d where a-b and c-d are taken, of two cycles, and b-c and d-a are not."""
        taken, cycle = self.taken, self.cycle
        for b in [*taken[a]]:
            for c in self.graph[b]:
                if cycle[c] != cycle[a]:
                    yield from ((a, b, c, d) for d in [*taken[c]] if d in self.graph[a])

    def _sixes(self, a: Square) -> Iterator[Sequence[Square]]:
        """Yield a, b, c, d, e, f where a-b, c-d and e-f are taken, not all of one cycle."""
        taken, cycle, graph = self.taken, self.cycle, self.graph
        for b in [*taken[a]]:
            for c in graph[b]:
                for d in [*taken[c]] if c not in taken[b] and c != a else ():
                    for e in graph[d] if d != a else ():
                        if e in taken[d] or e in (a, b) or cycle[a] == cycle[c] == cycle[e]:
                            continue
                        for f in [*taken[e]]:
                            if f in graph[a] and f not in taken[a] and f not in (b, c, d):
                                yield a, b, c, d, e, f

    def _lessens(self, walk: Sequence[Square]) -> bool:
        """Make an exchange, and take it back unless it makes the cycles fewer."""
        before = self.count
        if not self._exchange(walk):
            return False
        self._label()
        if self.count < before:
            return True
        self._exchange((*walk[1:], walk[0]))
        self._label()
        return False

    def _exchange(self, walk: Sequence[Square]) -> bool:
        """Give up the first, third ... edge of an alternating cycle, and take the others."""
        pairs = list(zip(walk, (*walk[1:], walk[0]), strict=True))
        if any(frozenset(pair) in self.fixed for pair in pairs[::2]):
            return False
        for a, b in pairs[::2]:
            self.taken[a].remove(b)
            self.taken[b].remove(a)
        for a, b in pairs[1::2]:
            self.taken[a].add(b)
            self.taken[b].add(a)
        return True

    def _shake(self) -> None:
        for a in self.chance.sample(self.vertices, min(len(self.vertices), 3)):
            walks = [*self._fours(a), *self._sixes(a)]
            if walks:
                self._exchange(self.chance.choice(walks))
                self._label()

    def _label(self) -> None:
        """Number the cycles of the taken edges."""
        self.cycle: dict[Square, int] = {}
        self.count = 0
        for first in self.vertices:
            if first not in self.cycle:
                todo = [first]
                while todo:
                    vertex = todo.pop()
                    self.cycle[vertex] = self.count
                    todo += (v for v in self.taken[vertex] if v not in self.cycle)
                self.count += 1
