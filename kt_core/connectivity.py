"""Components, classes, cut vertices and strong components of a graph.

R. E. Tarjan, SIAM J. Comput. 1 (1972) 146; J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterator

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.graph import Graph

VERTICES_PER_YIELD = 500  # vertices visited between two yields


def components(graph: Graph[Square], cut: Collection[Square] = ()) -> list[list[Square]]:
    """Return the components that remain if the vertices of the cut are removed from a graph.

    >>> from kt_core.board import Board
    >>> from kt_core.graph import knight_graph
    >>> components(knight_graph(Board(2, 4)))
    [[0, 6], [1, 7], [2, 4], [3, 5]]
    """
    left = {vertex for vertex in graph if vertex not in cut}
    found = []
    for first in graph:
        if first in left:
            left.remove(first)
            component = [first]
            for vertex in component:  # the list grows in the loop
                for other in graph[vertex]:
                    if other in left:
                        left.remove(other)
                        component.append(other)
            found.append(component)
    return found


def classes(graph: Graph[Square]) -> Generator[Progress, None, tuple[list[Square], list[Square]]]:
    """Return the two classes of a connected bipartite graph; two empty lists for other graphs."""
    first = next(iter(graph))
    side, todo = {first: 0}, [first]
    for turn, vertex in enumerate(todo, start=1):  # the list grows in the loop
        for other in graph[vertex]:
            if other not in side:
                side[other] = 1 - side[vertex]
                todo.append(other)
            elif side[other] == side[vertex]:
                return [], []
        if turn % VERTICES_PER_YIELD == 0:
            yield Progress("factor")
    return [v for v in todo if not side[v]], [v for v in todo if side[v]]


def strong_components(graph: Graph[Square]) -> Generator[Progress, None, dict[Square, int]]:
    """Return vertex -> number of its strong component, for a directed graph.

    The components are numbered so that no edge leads to a higher number.
    """
    low: dict[Square, int] = {}  # the earliest vertex that each is known to reach, as a number
    part: dict[Square, int] = {}
    open_: list[Square] = []
    number = 0  # a component gets its number after all components that it leads to
    for root in graph:
        walk = [] if root in low else [_enter(graph, root, low, open_)]
        while walk:
            vertex, when, depth, further = walk[-1]
            for other in further:
                if other not in low:
                    walk.append(_enter(graph, other, low, open_))
                    if len(low) % VERTICES_PER_YIELD == 0:
                        yield Progress("factor")
                    break
                low[vertex] = min(low[vertex], low[other])
            else:
                walk.pop()
                if walk:
                    parent = walk[-1][0]
                    low[parent] = min(low[parent], low[vertex])
                if low[vertex] == when:
                    part |= dict.fromkeys(open_[depth:], number)
                    number += 1
                    low |= dict.fromkeys(open_[depth:], len(graph))
                    del open_[depth:]
    return part


def cut_vertices(
    graph: Graph[Square], cut: Collection[Square] = ()
) -> Generator[Progress, None, list[Square]]:
    """Return the cut vertices of what remains if the vertices of the cut are removed."""
    splits: Counter[Square] = Counter()
    yield from _component_count(graph, cut, splits)
    return sorted(vertex for vertex, parts in splits.items() if parts > 1)


def tough_cut(
    graph: Graph[Square], begin: Collection[Square]
) -> Generator[Progress, None, list[Square]]:
    """Return k vertices without which the graph has more than k components; else an empty list.

    The search starts with the given vertices and greedily adds the vertex that separates the most
    parts, so it may miss such a set.
    """
    cut = set(begin)
    while True:
        splits: Counter[Square] = Counter()
        if (yield from _component_count(graph, cut, splits)) > len(cut):
            return _minimal_cut(graph, cut)
        best = max(splits, key=lambda vertex: (splits[vertex], -vertex), default=0)
        if splits[best] < 2:
            return []
        cut.add(best)
        yield Progress("factor")


def _enter(
    graph: Graph[Square], vertex: Square, low: dict[Square, int], open_: list[Square]
) -> tuple[Square, int, int, Iterator[Square]]:
    low[vertex] = when = len(low)
    open_.append(vertex)
    return vertex, when, len(open_) - 1, iter(graph[vertex])


def _component_count(
    graph: Graph[Square], cut: Collection[Square], splits: Counter[Square]
) -> Generator[Progress, None, int]:
    """Return the number of components that remain without the cut.

    `splits` becomes cut vertex -> number of parts that its removal leaves of its component. Other
    vertices may be missing.
    """
    # The vertices of the cut count as visited after all others, so the search ignores them.
    parts, when = 0, dict.fromkeys(cut, len(graph))
    for root in graph:
        if root not in when:
            parts += 1
            yield from _descend(graph, root, when, splits)
    return parts


def _descend(
    graph: Graph[Square], root: Square, when: dict[Square, int], splits: Counter[Square]
) -> Generator[Progress, None, None]:
    when[root] = len(when)
    low, walk = {root: when[root]}, [(root, iter(graph[root]))]
    while walk:
        vertex, further = walk[-1]
        for other in further:
            if other not in when:
                low[other] = when[other] = len(when)
                walk.append((other, iter(graph[other])))
                if len(when) % VERTICES_PER_YIELD == 0:
                    yield Progress("factor")
                break
            low[vertex] = min(low[vertex], when[other])
        else:
            walk.pop()
            if walk:
                parent = walk[-1][0]
                low[parent] = min(low[parent], low[vertex])
                # If the subtree reaches no vertex before `parent`, it is a part without `parent`.
                # The rest of the component is one more part, except at the root.
                if low[vertex] >= when[parent]:
                    splits[parent] += 1 if parent == root or splits[parent] else 2


def _minimal_cut(graph: Graph[Square], cut: Collection[Square]) -> list[Square]:
    """Return a minimal subset of a tough cut that is still a tough cut."""
    remaining, before = sorted(cut), 0
    while len(remaining) != before:
        before = len(remaining)
        for vertex in remaining[:]:
            fewer = [other for other in remaining if other != vertex]
            if fewer and len(components(graph, fewer)) > len(fewer):
                remaining = fewer
    return remaining
