"""Depth-first search for a tour, as a lazy stream of events.

>>> from kt_core.graph import LETTERS
>>> [event.square for event in search(LETTERS, "A") if isinstance(event, Visit)][:7]
['A', 'B', 'C', 'D', 'E', 'F', 'C']

`search` has an explicit stack, so it works on boards of any size. `recursive` is the same search in
the recursive form of textbooks; both yield the same events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.graph import Graph
from kt_core.language import value_error
from kt_core.orderings import Order, textbook

#: The values yielded for visits and for backtracks, by vertex.
Events = tuple[Mapping[Any, Any], Mapping[Any, Any]]

#: The most squares that `recursive` accepts: each one needs a Python frame inside the previous one.
RECURSION_LIMIT = 100
#: On boards up to this size, neighbors and events are computed before the search, because plain
#: dicts are fastest. On larger boards they are computed on demand: a million would take a second.
PRECOMPUTED_SQUARES = 256


def search(
    graph: Graph[Any],
    start: Any,
    *,
    order: Order = textbook,
    ends: Collection[Any] | None = None,
    path: dict[Any, Any] | None = None,
    events: Events | None = None,
) -> Iterator[Event]:
    """Yield the events of a depth-first search for a tour that begins on `start`.

    `graph` maps each vertex to its neighbors. `order` returns the moves to try, best first: see
    `orderings`. `ends` are the vertices where a tour may end, None for any; for a closed tour they
    are `graph[start]`. After a `Found` the search continues to the next tour; at the end its path
    is empty.

    `path` is an empty dict: the search stores its path in the keys, and a caller may read it
    between two events. `events` are two mappings from a vertex to the value that is yielded for a
    visit and for a backtrack, by default `Visit` and `Backtrack`; a recording may use codes
    instead.
    """
    known = dict(graph) if len(graph) <= PRECOMPUTED_SQUARES else graph
    goals = known if ends is None else ends
    path = {} if path is None else path
    return depth_first(known, start, order, goals, path, events or _events(known))


def depth_first(  # noqa: PLR0917 (the page shows this signature)
    graph: Graph[Any],
    start: Any,
    order: Order,
    ends: Collection[Any],
    path: dict[Any, bool],
    events: Events,
) -> Iterator[Event]:
    """Move on while there are moves; otherwise go back. The page shows this code."""
    visit, backtrack = events
    size, stack, moves = len(graph), [], iter([start])
    while True:
        for square in moves:
            if square not in path:
                path[square] = True
                stack.append(moves)
                moves = iter(order(graph, path, square))
                yield visit[square]
                if len(path) == size and square in ends:
                    yield Found(tuple(path))
                break
        else:  # a dead end
            if not stack:
                return
            square, moves = path.popitem()[0], stack.pop()
            yield backtrack[square]


def _events(graph: Graph[Any]) -> Events:
    """Return one visit and one backtrack for each square, so that a step allocates nothing."""
    if len(graph) > PRECOMPUTED_SQUARES:
        return _EventOf(Visit), _EventOf(Backtrack)
    return {v: Visit(v) for v in graph}, {v: Backtrack(v) for v in graph}


class _EventOf(dict[Any, Any]):
    """The event of each square, created on first use."""

    def __init__(self, kind: type[Event]) -> None:
        self._kind = kind

    def __missing__(self, square: Any) -> Any:
        self[square] = event = self._kind(square)
        return event


def recursive(
    graph: Graph[Any],
    start: Any,
    *,
    order: Order = textbook,
    ends: Collection[Any] | None = None,
    path: list[Any] | None = None,
) -> Iterator[Event]:
    """Yield the same events as `search`, from a recursive function.

    `path` is an empty list in which the search stores its path. `ValueError` for more than 100
    vertices: each visit is a nested call, and Python's stack is limited.
    """
    if len(graph) > RECURSION_LIMIT:
        raise value_error(
            "{graph} squares are too many for recursion, because each needs a nested call;"
            " recursion is for up to {recursion_limit} squares, search() for any board",
            graph=len(graph),
            recursion_limit=RECURSION_LIMIT,
        )
    path, goals = [] if path is None else path, graph if ends is None else ends
    return explore(graph, path, start, order, goals)


def explore(
    graph: Graph[Any], path: list[Any], square: Any, order: Order, ends: Collection[Any]
) -> Iterator[Event]:
    """Visit a square, explore every path that continues from it, then leave it."""
    path.append(square)
    yield Visit(square)
    if len(path) == len(graph) and square in ends:
        yield Found(tuple(path))
    for onward in order(graph, path, square):
        if onward not in path:
            yield from explore(graph, path, onward, order, ends)
    path.pop()
    yield Backtrack(square)
