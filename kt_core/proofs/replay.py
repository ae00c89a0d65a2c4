"""A refutation gone through again, step by step, by rules that are told here anew.

It shares no code with the searches that made the record: from the moves of the piece on, all is its
own. A cycle takes two edges at each vertex, and closes when it has come to every vertex.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import Any

from kt_core.events import Progress

Vertex = int  # a square, or one of the two added vertices
FROM, TO = -1, -2
SLICE_ENTRIES = 20  # of a record, between two words of progress
Graph = Mapping[Vertex, Collection[Vertex]]


class Replay:
    """What is left to choose of a cycle: `options` and `taken` at each vertex, and what changed."""

    def __init__(self, graph: Graph) -> None:
        self.options = {vertex: set(near) for vertex, near in graph.items()}
        self.taken: dict[Vertex, set[Vertex]] = {vertex: set() for vertex in graph}
        self.far = {vertex: vertex for vertex in graph}  # the other end of its path
        self.edges = 0
        self.changes: list[tuple[str, Vertex, Vertex]] = []
        self.due = deque(graph)
        if TO in graph:
            self.take(FROM, TO)  # which every cycle makes

    def take(self, a: Vertex, b: Vertex) -> bool:
        """Take an edge; False where it was left out, as what closes a circle too early is."""
        if b in self.taken[a]:
            return True
        if b not in self.options[a]:
            return False
        self._drop(a, b)
        self.taken[a].add(b)
        self.taken[b].add(a)
        self.edges += 1
        self.changes.append(("taken", a, b))
        self._join(self.far[a], self.far[b])
        for vertex in (a, b):
            full = len(self.taken[vertex]) == 2
            for near in list(self.options[vertex]) if full else ():
                self._drop(vertex, near)
        return True

    def drop(self, a: Vertex, b: Vertex) -> bool:
        """Leave an edge out; False where it was taken."""
        if b in self.options[a]:
            self._drop(a, b)
        return b not in self.taken[a]

    def settled(self) -> bool:
        """Take what is forced; False where a vertex cannot have two edges, or all falls apart."""
        while self.due:
            vertex = self.due.popleft()
            wanted = 2 - len(self.taken[vertex])
            if len(self.options[vertex]) < wanted:
                return False
            if len(self.options[vertex]) == wanted:
                for near in list(self.options[vertex]):
                    if not self.take(vertex, near):
                        return False
        if self.edges == len(self.taken):
            raise ValueError("the proof leads to a tour, so it proves nothing")
        return self._is_one()

    def back(self, mark: int) -> None:
        """Go back to when so many changes had been made."""
        self.due.clear()
        while len(self.changes) > mark:
            what, a, b = self.changes.pop()
            if what == "far":
                self.far[a] = b
            elif what == "taken":
                self.taken[a].remove(b)
                self.taken[b].remove(a)
                self.edges -= 1
            else:
                self.options[a].add(b)
                self.options[b].add(a)

    def run(self, record: Sequence[Sequence[Any]]) -> Generator[Progress, None, None]:
        """Follow a record to its end; `ValueError` names the first entry that does not hold."""
        alive, branches = self.settled(), list[tuple[int, bool, Sequence[Any]]]()
        for number, (kind, *told) in enumerate(record, start=1):
            if number % SLICE_ENTRIES == 0:
                yield Progress("check", number / len(record))
            if kind in ("take", "leave"):
                branches.append((len(self.changes), alive, (kind, *told)))
                alive = alive and self._goes(kind == "take", *told)
            elif kind != "dead":
                alive = alive and self._shown(kind, told)
            elif alive:
                raise ValueError(f"entry {number} of the proof is no dead end")
            elif branches:
                mark, before, (first, a, b) = branches.pop()
                self.back(mark)
                alive = before and self._goes(first == "leave", a, b)
            else:
                break
        else:
            number = 0
        if number == len(record) > 0:
            return
        raise ValueError("the proof does not end with its last dead end")

    def _shown(self, kind: object, told: Sequence[Any]) -> bool:
        """Return whether there is still something to choose after what a flow shows."""
        if kind == "flow":
            return self._left_out(*told)
        if kind != "short" or not short(*self._merged(), told[0]):
            raise ValueError(f"{kind!r} shows nothing here")
        return False

    def _goes(self, taken: bool, a: Vertex, b: Vertex) -> bool:  # noqa: FBT001
        return (self.take(a, b) if taken else self.drop(a, b)) and self.settled()

    def _join(self, one: Vertex, other: Vertex) -> None:
        """Make two paths one, with these ends, between which an edge would now come too early."""
        for end, far in ((one, other), (other, one)):
            self.changes.append(("far", end, self.far[end]))
            self.far[end] = far
        if other in self.options[one] and self.edges + 1 < len(self.taken):
            self._drop(one, other)

    def _drop(self, a: Vertex, b: Vertex) -> None:
        self.options[a].remove(b)
        self.options[b].remove(a)
        self.changes.append(("dropped", a, b))
        self.due += a, b

    def _is_one(self) -> bool:
        first = next(iter(self.taken))
        seen, todo = {first}, [first]
        while todo:
            vertex = todo.pop()
            for near in (*self.options[vertex], *self.taken[vertex]):
                if near not in seen:
                    seen.add(near)
                    todo.append(near)
        return len(seen) == len(self.taken)

    def _merged(self) -> tuple[dict[Vertex, set[Vertex]], dict[Vertex, set[Vertex]]]:
        """Return all edges and those taken, the two added vertices as one if so they are two-sided.

        A cycle makes the edge between these two, so it stays one.
        """
        every = {v: self.options[v] | self.taken[v] for v in self.taken}
        if TO not in every or two_sides(every):
            return every, self.taken
        return merged(every), merged(self.taken)

    def _left_out(
        self,
        flow: Iterable[Sequence[Vertex]],
        height: Mapping[Any, int],
        out: Iterable[Sequence[Vertex]],
    ) -> bool:
        # `flow` is a two-factor with all that is taken. Another one differs by closed walks, of
        # edges in turn not of the flow, from the one side, and of the flow, back to it. No step of
        # such a walk leads up, so none leads down: an edge between two heights is on none.
        every, taken = self._merged()
        sides = two_sides(every) or (set(), set())
        of = {int(vertex): number for vertex, number in height.items()}
        two: dict[Vertex, set[Vertex]] = {vertex: set() for vertex in every}
        for a, b in flow:
            two[a].add(b)
            two[b].add(a)
        right = bool(sides[0]) and all(
            len(two[v]) == 2 and two[v] <= every[v] and taken[v] <= two[v] for v in every
        )
        if not right:
            raise ValueError("a flow of the proof is none of what is left")
        free = [(a, b) for a in sides[0] for b in every[a] if b not in taken[a]]
        rises = {(of[a] - of[b]) * (1 if b in two[a] else -1) for a, b in free}
        if min(rises) < 0 < max(rises):  # of one edge or more, or it would be a tour
            raise ValueError("a flow of the proof leads up and down, so it leaves nothing out")
        for a, b in out:
            here, there = (v if v in every else FROM for v in (a, b))
            if there in two[here] or of[here] == of[there]:
                raise ValueError("a flow of the proof leaves out an edge that it does not show")
            self.drop(a, b)  # which was not taken, for what is taken is of the flow
        return self.settled()


def merged(graph: Graph) -> dict[Vertex, set[Vertex]]:
    """Return a graph whose two added vertices are made one."""
    one = {v: {FROM if n == TO else n for n in near} for v, near in graph.items() if v != TO}
    one[FROM] = (one[FROM] | set(graph[TO])) - {FROM, TO}
    return one


def two_sides(graph: Graph) -> tuple[set[Vertex], set[Vertex]] | None:
    """Return two sides that each edge leads between, or none where there are no such."""
    side: dict[Vertex, int] = {}
    for first in graph:
        todo = [] if first in side else [first]
        side.setdefault(first, 0)
        while todo:
            vertex = todo.pop()
            for near in graph[vertex]:
                if near not in side:
                    side[near] = 1 - side[vertex]
                    todo.append(near)
                elif side[near] == side[vertex]:
                    return None
    return {v for v in side if not side[v]}, {v for v in side if side[v]}


def short(graph: Graph, taken: Graph, crowd: Collection[Vertex]) -> bool:
    """Return whether these vertices, no two of them neighbours, want more edges than there are."""
    members = {v for v in crowd if v in graph}
    if any(not members.isdisjoint(graph[v]) for v in members):
        return False
    room = 0
    for near in {near for v in members for near in graph[v]}:
        elsewhere = sum(v not in members for v in taken[near])
        room += min(2 - elsewhere, sum(v in members for v in graph[near]))
    return room < 2 * len(members)
