"""Exact search: every tour of a board, by choosing and dropping edges rather than squares.

F. Rubin, J. ACM 21 (1974) 576; the rules are in `forced`. It answers any leaper, holes, and given
ends, and needs no luck up to a few hundred squares; beyond about 2,000 it is the wrong method.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from random import Random

from kt_core.board import Square
from kt_core.cycle import Cycle, Edge, cycle_of
from kt_core.events import Event, Found, Progress
from kt_core.forced import INSIDE, SETTLED, Edges, Saved
from kt_core.graph import knight_graph
from kt_core.tour import NoTour, Puzzle

WORK = 2000  # turns of the search times vertices, between two words of progress: about 1 ms


def tours(
    puzzle: Puzzle, seed: int | None = None, *, required: Collection[Edge] = ()
) -> Iterator[Event]:
    """Yield `Found` for every tour, each once, and `Progress` every few milliseconds.

    A tour runs from the start to the end where they are given. A closed one begins on the start or
    the first square and is told one way round only; an open one with neither start nor end is told
    in one direction only. `required` are moves that a tour must make, in either direction. The
    seed changes the order in which the tours come. `NoTour` after the last if there was none;
    `ValueError` where a required move is none.

    >>> from kt_core.board import Board
    >>> events = tours(Puzzle(Board(6, 6), closed=True))
    >>> sum(isinstance(event, Found) for event in events)
    9862
    """
    graph = knight_graph(puzzle.board, puzzle.leaper)
    for a, b in required:
        if a not in graph or b not in graph[a]:
            raise ValueError(f"{a!r} to {b!r} is not a move, so no tour can make it")
    yield Progress("exact")
    if len(graph) == 1 and not puzzle.closed:
        yield Found(tuple(graph))
        return
    cycle = cycle_of(puzzle, graph)
    order = list(cycle.graph)
    if seed is not None:
        Random(seed).shuffle(order)
    yield from _Search(cycle, order, required).events()


class _Search:
    """The cycles of a graph that take the required edges; vertices are numbered by their order."""

    def __init__(self, cycle: Cycle, order: Sequence[Square], required: Collection[Edge]) -> None:
        self.cycle, self.order = cycle, order
        number = {vertex: i for i, vertex in enumerate(order)}
        self.edges = Edges([[number[v] for v in cycle.graph[vertex]] for vertex in order])
        wanted = {tuple(sorted((number[a], number[b]))) for a, b in (*cycle.forced, *required)}
        self.required = sorted(wanted)
        self.branches: list[tuple[Saved, int, int]] = []
        self.slice = 1 + WORK // len(order)
        self.branched: set[int] = set()
        self.dead_ends: set[int] = set()

    def events(self) -> Iterator[Event]:
        """Yield the events of the search; `NoTour` at its end if there was no `Found`."""
        edges, order, found = self.edges, self.order, False
        alive = self._require()
        for turn in count(1):
            alive = alive and self._settle()
            if alive and edges.complete:
                found = True
                yield Found(self.cycle.tour([(order[x], order[y]) for x, y in edges.chosen]))
            elif turn % self.slice == 0:
                yield Progress("exact")
            if alive and not edges.complete:
                self._branch()
            elif self.branches:
                self._return()
                alive = True
            else:
                break
        if not found:
            raise self._no_tour()

    def _require(self) -> bool:
        edges = self.edges
        for x, y in self.required:
            if edges.options[x] & edges.bit[y]:
                edges.choose(x, y)
            elif (x, y) not in edges.chosen and (y, x) not in edges.chosen:
                self.dead_ends.add(x)
                return False
        return True

    def _settle(self) -> bool:
        stuck = self.edges.settle()
        if stuck != SETTLED:
            self.dead_ends.add(stuck)
            return False
        return self.edges.complete or not self.edges.unreached()

    def _branch(self) -> None:
        # First the tours with this edge; then, from the state saved here, those without it.
        x, y = self._choice()
        self.branched.add(x)
        self.branches.append((self.edges.save(), x, y))
        self.edges.choose(x, y)

    def _return(self) -> None:
        saved, x, y = self.branches.pop()
        self.edges.restore(saved)
        self.edges.drop(x, y)

    def _choice(self) -> tuple[int, int]:
        """Return an edge of a vertex with the fewest options, an end before a free vertex."""
        options, least, found = self.edges.options, 1 << 30, -1
        for vertex, other in enumerate(self.edges.mate):
            if other != INSIDE:
                count = options[vertex].bit_count() + 2 * (other == vertex)
                if count < least:
                    least, found = count, vertex
                    if count == 2:  # an end with fewer has none to choose
                        break
        return found, options[found].bit_length() - 1

    def _no_tour(self) -> NoTour:
        return NoTour("Every choice of moves was tried, and none makes such a tour.", "search")
