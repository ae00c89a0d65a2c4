"""Exact search with restarts: all tours of a board, or all that an image maps to themselves.

`edge_search` chooses or drops each edge and propagates the consequences; exponential at worst. It
accepts any leaper, holes and given ends. A few hundred squares are easy; beyond about 2,000 other
methods are better. Before the third attempt it probes each edge, as SAT solvers probe literals, and
drops the edges that lie in no two-factor. Proofs: "forced", "search" (a record of choices and dead
ends).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from random import Random

from kt_core.board import Image, Square
from kt_core.cycle import Cycle
from kt_core.events import Event, Found, Progress
from kt_core.graph import Edge, knight_graph
from kt_core.methods.edge_search import CONSISTENT, DEAD, INSIDE, Entry, Search
from kt_core.methods.two_factors import flow_entry
from kt_core.theory import cycle_for
from kt_core.tour import Puzzle, seed_of

PATIENCE_TURNS = 2  # turns for each vertex before a search without a tour restarts
RANDOM_CHOICES = 4  # choices made anywhere on the board, not where the fewest options remain
VERTEX_PROBES_PER_YIELD = 1000  # probes times vertices between two yields: about 1 ms


def tours(
    puzzle: Puzzle, seed: int | None = None, *, image: Image | None = None
) -> Iterator[Event]:
    """Yield `Found` for every tour, each once, and `Progress` every few milliseconds.

    A tour runs from the start to the end if they are given. A closed tour begins on the start or on
    the first square. Closed tours, and open tours without given ends, are found in one direction
    only. With an `image`, which must map the board to itself, only tours that it maps to themselves
    are found. The seed changes the order of the tours. Raise `NoTour` at the end if there was none.

    >>> from kt_core.board import Board
    >>> events = tours(Puzzle(Board(5, 6), closed=True))
    >>> sum(isinstance(event, Found) for event in events)
    8
    """
    seed_of(seed)
    yield Progress("orbits" if image else "exact")
    if len(puzzle.board) == 1 and not puzzle.closed:
        yield Found(tuple(puzzle.board))
        return
    question = _with_both_ends(puzzle, image) if image else puzzle
    cycle = yield from cycle_for(question, knight_graph(puzzle.board, puzzle.leaper))
    yield from cycles(cycle, seed, image)


def cycles(cycle: Cycle, seed: int | None, image: Image | None = None) -> Iterator[Event]:
    """Yield the same events for the Hamiltonian cycles of a graph of three vertices or more."""
    # After bad first choices, a search may take very long, while another order finds a tour at once
    # (Gomes, Selman, Crato and Kautz, J. Autom. Reasoning 24 (2000) 67). So a search without a tour
    # is stopped and restarted; every second time, the vertices that were dead ends most often come
    # first. `_limits` limits each attempt, and some limit is high enough to finish the search; only
    # a finished attempt is a proof. A search that has found a tour is never stopped, so every tour
    # is found exactly once.
    chance, order = Random(seed or 0), list(cycle.graph)
    if seed is not None:
        chance.shuffle(order)
    at_random = 0 if seed is None else RANDOM_CHOICES
    dead_ends: Counter[Square] = Counter()
    known: Sequence[Entry] = ()
    for attempt, patience in enumerate(_limits(), start=1):
        search = Search(cycle, order, chance, at_random, image)
        search.begin(known)
        yield from search.events(patience * (PATIENCE_TURNS * len(order) + 1))
        if search.ended:
            return
        dead_ends += search.dead_ends
        if attempt == 2 and not image:  # a second attempt usually succeeds
            known = yield from _entries_by_probing(cycle)
        chance.shuffle(order)
        if attempt % 2 == 0:
            order.sort(key=lambda vertex: -dead_ends[vertex])
        at_random = RANDOM_CHOICES if attempt % 3 == 0 else 0


def _with_both_ends(puzzle: Puzzle, image: Image) -> Puzzle:
    """Return the puzzle with both ends: if one is given, the other is its image."""
    start, end = puzzle.start, puzzle.end
    if start is None and end is not None:
        return replace(puzzle, start=image.of[end])
    if start is not None and not puzzle.closed:
        return replace(puzzle, end=image.of[start])
    return puzzle


def _entries_by_probing(cycle: Cycle) -> Generator[Progress, None, Sequence[Entry]]:
    """Return the entries learned by probing each edge; raise `NoTour` if it refutes the puzzle."""
    search = Search(cycle, list(cycle.graph), Random(0))
    search.begin()
    if not (yield from _probe_literals(search)):
        raise search.refutation()
    return [entry for entry in search.record if entry != DEAD]


def _limits() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 2, 3, 1, 2, 3, 5 ...: short limits, with longer and longer ones between."""
    longest = 1
    while True:
        limit = 1
        while limit <= longest:
            yield limit
            limit += (limit + 1) // 2
        longest += (longest + 1) // 2


def _probe_literals(search: Search) -> Generator[Progress, None, bool]:
    """Return True if the search may continue after learning from a probe of each edge.

    The record has each entry learned; if the result is False, it ends with a dead end.
    """
    before = -1
    while before != len(search.record):
        before = len(search.record)
        if not (yield from _filter_by_two_factors(search)) or not (yield from _round(search)):
            search.record.append(DEAD)
            return False
    return True


def _round(search: Search) -> Generator[Progress, None, bool]:
    edges, order = search.edges, search.order
    pause, turn = 1 + VERTEX_PROBES_PER_YIELD // len(order), 0
    alive = [x for x, other in enumerate(edges.mate) if other != INSIDE]
    for x in sorted(alive, key=lambda x: edges.options[x].bit_count()):
        for y in edges.members[edges.options[x]]:
            for first in ("take", "leave") if x < y else ():
                if not edges.options[x] & edges.bit[y]:
                    continue
                turn += 1
                if turn % pause == 0:
                    yield Progress("exact")
                if _is_infeasible(search, first, x, y) and not search.learn(
                    (first, order[x], order[y])
                ):
                    return False
    return True


def _is_infeasible(search: Search, first: str, x: int, y: int) -> bool:
    """Return True if this choice alone leads to a contradiction; the state is restored."""
    edges = search.edges
    if first == "leave" and edges.options[x].bit_count() + (edges.mate[x] == x) > 3:
        return False  # this forces nothing at this end, and almost never anything at the other
    saved = edges.save()
    (edges.choose if first == "take" else edges.drop)(x, y)
    dies = edges.propagate() != CONSISTENT or (not edges.complete and edges.unreachable() != 0)
    edges.restore(saved)
    return dies


def _filter_by_two_factors(search: Search) -> Generator[Progress, None, bool]:
    """Drop the edges that lie in no two-factor; return False if there is no two-factor."""
    entry = yield from flow_entry(*_remaining_cycle(search))
    if entry is None:
        return True
    if entry[0] == "short":
        search.record.append(entry)
        return False
    return not entry[-1] or search.learn(entry)


def _remaining_cycle(search: Search) -> tuple[Cycle, list[Edge]]:
    """Return the cycle with the remaining edges, and the chosen ones."""
    edges, order = search.edges, search.order
    graph = {v: [order[y] for y in edges.members[edges.options[x]]] for x, v in enumerate(order)}
    chosen = [(order[x], order[y]) for x, y in edges.chosen]
    for a, b in chosen:
        graph[a].append(b)
        graph[b].append(a)
    return Cycle(search.cycle.puzzle, graph, search.cycle.forced), chosen
