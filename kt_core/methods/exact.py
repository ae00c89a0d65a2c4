"""Exact search: every tour of a board, by choosing and dropping edges rather than squares.

F. Rubin, J. ACM 21 (1974) 576; the rules are in `edges`. It answers any leaper, holes and given
ends; a few hundred squares are easy, beyond about 2,000 it is the wrong method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import count
from random import Random

from kt_core.board import Square
from kt_core.cycle import Cycle, Edge
from kt_core.events import Event, Found, Progress, drained
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.methods.contradictions import Contradiction
from kt_core.methods.edges import INSIDE, SETTLED, Edges, Saved
from kt_core.proofs.glance import cycle_for
from kt_core.tour import NoTour, Puzzle

SLICE_VERTEX_TURNS = (
    2000  # turns of the search times vertices, between two words of progress: about 1 ms
)
PATIENCE_TURNS = 2  # turns for each vertex before a search that has found nothing begins anew
RANDOM_CHOICES = (
    4  # choices that a seed makes anywhere on the board, not where least is left to choose
)


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
    >>> events = tours(Puzzle(Board(5, 6), closed=True))
    >>> sum(isinstance(event, Found) for event in events)
    8
    """
    graph = knight_graph(puzzle.board, puzzle.leaper)
    for a, b in required:
        if a not in graph or b not in graph[a]:
            raise ValueError(
                Sentence("{a} to {b} is not a move, so no tour can make it", a=repr(a), b=repr(b))
            )
    yield Progress("exact")
    if len(graph) == 1 and not puzzle.closed:
        yield Found(tuple(graph))
        return
    yield from _attempts(drained(cycle_for(puzzle, graph)), required, seed)


def _attempts(cycle: Cycle, required: Collection[Edge], seed: int | None) -> Iterator[Event]:
    # Where the first choices are unlucky, a search is lost for ages below them, while another order
    # finds a tour at once (Gomes, Selman, Crato and Kautz, J. Autom. Reasoning 24 (2000) 67). So
    # one that has found none is broken off and begun anew, every second time with those vertices
    # first that came to dead ends most often. Each may take half as much again as the one before,
    # so that one of them comes to its end; that one alone is a proof. One that has found a tour is
    # never broken off, so every tour comes, and comes once.
    chance, order = Random(seed or 0), list(cycle.graph)
    if seed is not None:
        chance.shuffle(order)
    at_random, limit = 0 if seed is None else RANDOM_CHOICES, PATIENCE_TURNS * len(order)
    dead_ends: Counter[Square] = Counter()
    for attempt in count(1):
        search = _Search(cycle, order, required, chance, at_random)
        yield from search.events(limit)
        if search.ended:
            return
        dead_ends += search.dead_ends
        chance.shuffle(order)
        if attempt % 2 == 0:
            order.sort(key=lambda vertex: -dead_ends[vertex])
        at_random, limit = 0, limit * 3 // 2 + 1


class _Search:
    """The cycles of a graph that take the required edges; vertices are numbered by their order."""

    def __init__(
        self,
        cycle: Cycle,
        order: Collection[Square],
        required: Collection[Edge],
        chance: Random,
        at_random: int,
    ) -> None:
        self.cycle, self.order, self.required = cycle, tuple(order), required
        self.chance, self.at_random = chance, at_random
        self.number = {vertex: i for i, vertex in enumerate(order)}
        self.edges = Edges([[self.number[v] for v in cycle.graph[vertex]] for vertex in order])
        self.branches: list[tuple[Saved, int, int]] = []
        self.branched: set[Square] = set()
        self.dead_ends: Counter[Square] = Counter()
        self.ended = False

    def events(self, limit: int) -> Iterator[Event]:
        """Yield the events of the search; `NoTour` at its end if there was no `Found`.

        Returns before its end, and `ended` is false, where `limit` turns have found no tour.
        """
        edges, found, pause = self.edges, False, 1 + SLICE_VERTEX_TURNS // len(self.order)
        self._require()
        for turn in count(1):
            alive = self._settle()
            if alive and edges.complete:
                found = True
                yield Found(self._tour())
            if turn % pause == 0:
                yield Progress("exact")
                if turn > limit and not found:
                    return
            if alive and not edges.complete:
                self._branch()
            elif self.branches:
                self._return()
            else:
                break
        self.ended = True
        if not found:
            raise self._exhausted()

    def _tour(self) -> tuple[Square, ...]:
        order = self.order
        return self.cycle.tour([(order[x], order[y]) for x, y in self.edges.chosen])

    def _require(self) -> None:
        edges, number = self.edges, self.number
        for a, b in (*self.cycle.forced, *self.required):
            x, y = number[a], number[b]
            if edges.options[x] & edges.bit[y]:
                edges.choose(x, y)
            elif (x, y) not in edges.chosen and (y, x) not in edges.chosen:
                name = self.cycle.puzzle.board.name
                reason = Sentence(
                    "No tour makes all the required moves: {a} to {b} is too many.",
                    a=name(a),
                    b=name(b),
                )
                raise NoTour(reason, "forced", {Sentence("one move too many"): (a, b)})

    def _settle(self) -> bool:
        stuck = self.edges.settle()
        if stuck != SETTLED:
            self.dead_ends[self.order[stuck]] += 1
            if not self.branched:
                raise self._contradiction().dead_end(stuck)
            return False
        if self.edges.complete:
            return True
        unreached = self.edges.unreached()
        if unreached and not self.branched:
            raise self._contradiction().cut_off(unreached)
        return not unreached

    def _branch(self) -> None:
        # First the tours with this edge; then, from the state saved here, those without it.
        x, y = self._choice()
        self.branched.add(self.order[x])
        self.branches.append((self.edges.save(), x, y))
        self.edges.choose(x, y)

    def _return(self) -> None:
        saved, x, y = self.branches.pop()
        self.edges.restore(saved)
        self.edges.drop(x, y)

    def _choice(self) -> tuple[int, int]:
        """Return an edge of a vertex with the fewest options, an end before a free vertex."""
        options, mate = self.edges.options, self.edges.mate
        if len(self.branches) < self.at_random:
            x = self.chance.choice([x for x, other in enumerate(mate) if other != INSIDE])
            return x, self.chance.choice(self.edges.members[options[x]])
        least, found = len(mate) + 2, -1
        for x, other in enumerate(mate):
            if other != INSIDE:
                left = options[x].bit_count() + 2 * (other == x)
                if left < least:
                    least, found = left, x
                    if left == 2:  # an end with fewer has nothing to choose
                        break
        return found, options[found].bit_length() - 1

    def _exhausted(self) -> NoTour:
        reason = Sentence("Every choice of moves was tried, and each leads to a dead end.")
        choices, ends = (sorted(s for s in of if s >= 0) for of in (self.branched, self.dead_ends))
        return NoTour(reason, "search", {Sentence("choices"): choices, Sentence("dead ends"): ends})

    def _contradiction(self) -> Contradiction:
        return Contradiction(self.cycle, self.edges, self.order)
