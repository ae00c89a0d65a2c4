"""Exact search: every tour of a board, by choosing and dropping edges rather than squares.

F. Rubin, J. ACM 21 (1974) 576; the rules are in `edges`. It answers any leaper, holes and given
ends; a few hundred squares are easy, beyond about 2,000 it is the wrong method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.cycle import Cycle, Edge
from kt_core.events import Event, Found, Progress, drained
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.methods.exact.branches import DEAD, Entry, Search
from kt_core.methods.exact.probes import probed
from kt_core.proofs.glance import cycle_for
from kt_core.tour import Puzzle
from kt_core.values import seed_of

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
    seed_of(seed)
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
    yield from cycles(drained(cycle_for(puzzle, graph)), required, seed)


def cycles(cycle: Cycle, required: Collection[Edge], seed: int | None) -> Iterator[Event]:
    """Yield the same of the Hamiltonian cycles of a graph of three vertices or more."""
    # Where the first choices are unlucky, a search is lost for ages below them, while another order
    # finds a tour at once (Gomes, Selman, Crato and Kautz, J. Autom. Reasoning 24 (2000) 67). So
    # one that has found none is broken off and begun anew, every second time with those vertices
    # first that came to dead ends most often. Each may take as long as `_limits` tells, so that one
    # of them comes to its end; that one alone is a proof. One that has found a tour is never broken
    # off, so every tour comes, and comes once.
    chance, order = Random(seed or 0), list(cycle.graph)
    if seed is not None:
        chance.shuffle(order)
    at_random = 0 if seed is None else RANDOM_CHOICES
    dead_ends: Counter[Square] = Counter()
    known: Sequence[Entry] = ()
    for attempt, patience in enumerate(_limits(), start=1):
        search = Search(cycle, order, required, chance, at_random)
        search.begin(known)
        yield from search.events(patience * (PATIENCE_TURNS * len(order) + 1))
        if search.ended:
            return
        dead_ends += search.dead_ends
        if attempt == 2:  # and not before: where one short attempt fails, another mostly succeeds
            known = yield from _learnt(cycle, required)
        chance.shuffle(order)
        if attempt % 2 == 0:
            order.sort(key=lambda vertex: -dead_ends[vertex])
        at_random = RANDOM_CHOICES if attempt % 3 == 0 else 0


def _learnt(cycle: Cycle, required: Collection[Edge]) -> Generator[Progress, None, Sequence[Entry]]:
    """Return what trying each edge for a moment tells; `NoTour` where it tells that much."""
    search = Search(cycle, list(cycle.graph), required, Random(0))
    search.begin()
    if not (yield from probed(search)):
        raise search.exhausted()
    return [entry for entry in search.record if entry != DEAD]


def _limits() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 2, 3, 1, 2, 3, 5 ...: short attempts, and ever longer ones between."""
    longest = 1
    while True:
        limit = 1
        while limit <= longest:
            yield limit
            limit += (limit + 1) // 2
        longest += (longest + 1) // 2
