"""Depth-first search for a tour, as a stream of events; whoever wants less pulls less.

>>> from kt_core.graph import LETTERS
>>> [event.square for event in search(LETTERS, "A") if isinstance(event, Visit)][:7]
['A', 'B', 'C', 'D', 'E', 'F', 'C']

`search` keeps its own stack, so that no board is too large for it. `recursive` is the same search
as textbooks write it; both tell the same events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.graph import Graph
from kt_core.language import value_error
from kt_core.orderings import Order, textbook

#: What is yielded for a visit, and for a backtrack, by the vertex.
Events = tuple[Mapping[Any, Any], Mapping[Any, Any]]

#: Squares that `recursive` accepts at most: each is one Python frame inside the one before it.
RECURSION_LIMIT = 100
#: Squares up to which neighbours and events are laid out in plain dicts, which are read fastest,
#: before a search begins. Of more they come as they are needed: a million would take a second.
LAID_OUT = 256


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

    `graph` maps each vertex to its neighbours. `order` says which moves are tried, best first:
    see `orderings`. `ends` are the vertices where a tour may end, None for any; for a closed tour
    they are `graph[start]`. After a `Found` the search goes on to the next tour; once it is
    exhausted, its path is empty.

    `path` is an empty dict: the search keeps its path there, as the keys, and a caller may look at
    it between two events. `events` are two mappings from a vertex to what is yielded, for a visit
    and for a backtrack, by default `Visit` and `Backtrack`; a recording may want codes.
    """
    known = dict(graph) if len(graph) <= LAID_OUT else graph
    goals = known if ends is None else ends
    path = {} if path is None else path
    return depth_first(known, start, order, goals, path, events or _events(known))


def depth_first(  # noqa: PLR0917 (the page lists this head)
    graph: Graph[Any],
    start: Any,
    order: Order,
    ends: Collection[Any],
    path: dict[Any, bool],
    events: Events,
) -> Iterator[Event]:
    """Go on as long as there are moves; where there are none, go back. The page shows this code."""
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
    """Return the visit and the backtrack of each square: made once, so a step allocates nothing."""
    if len(graph) > LAID_OUT:
        return _Once(Visit), _Once(Backtrack)
    return {v: Visit(v) for v in graph}, {v: Backtrack(v) for v in graph}


class _Once(dict[Any, Any]):
    """Makes an event when it first happens."""

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
    """Yield the same events as `search`, from a function that calls itself.

    `path` is an empty list that it keeps its path in. `ValueError` for more than 100 vertices: each
    visit is a call inside a call, and Python's stack is far shorter than a large board.
    """
    if len(graph) > RECURSION_LIMIT:
        raise value_error(
            "{graph} squares are too many for recursion, whose calls pile up, one a square;"
            " it is for up to {recursion_limit} squares, and search() for any board",
            graph=len(graph),
            recursion_limit=RECURSION_LIMIT,
        )
    path, goals = [] if path is None else path, graph if ends is None else ends
    return explore(graph, path, start, order, goals)


def explore(
    graph: Graph[Any], path: list[Any], square: Any, order: Order, ends: Collection[Any]
) -> Iterator[Event]:
    """Visit a square, then everything that can be reached beyond it, then leave it."""
    path.append(square)
    yield Visit(square)
    if len(path) == len(graph) and square in ends:
        yield Found(tuple(path))
    for onward in order(graph, path, square):
        if onward not in path:
            yield from explore(graph, path, onward, order, ends)
    path.pop()
    yield Backtrack(square)
