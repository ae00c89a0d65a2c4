"""A refutation gone through again, step by step, by rules that are told here anew.

It shares no code with the searches that made the record: from the moves of the piece on, all is its
own. A cycle takes two edges at each vertex, and closes when it has come to every vertex. A cycle is
also a 1-tree, a tree on all vertices but a root and two edges at the root, so that it weighs no
less than the lightest (M. Held and R. M. Karp, Oper. Res. 18 (1970) 1138).
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence

from kt_core.events import Progress
from kt_core.language import value_error
from kt_core.proofs.definitions import Graph
from kt_core.proofs.grammar import FROM, TO, Dead, Flow, Leave, Record, Short, Take, Tree, Vertex

OPEN, TAKEN, OUT = 0, 1, 2
ENTRIES_PER_YIELD = 20  # of a record, between two yields
MOST_VERTICES = 1_000_000_000  # that are looked at before it is given up: some 20 minutes
MOST_WEIGHED = 100_000  # edges that a tree is made of, so that they fit into memory
#: Where a vertex goes under an image of the board.
Image = Callable[[Vertex], Vertex]


class Replay:
    """What is left to choose of a cycle: the `state` of each edge, and what changed it.

    With images, only cycles are meant that each of these leaves as they are: an edge of such a
    cycle has all its images on it too.
    """

    def __init__(self, graph: Graph, images: Sequence[Image] = ()) -> None:
        self.graph, self.images = graph, images
        self.state = bytearray(len(graph.a))
        self.open = array("i", graph.degree)  # edges that are neither taken nor out
        self.taken = bytearray(graph.places)
        self.far = array("i", range(graph.places))  # the other end of its path
        self.far[FROM], self.far[TO] = FROM, TO
        self.edges = self.looked_at = 0
        self.changes = array("i")  # an edge that is out, or the complement of one that is taken
        self.due = deque(vertex for vertex in graph.vertices if self.open[vertex] <= 2)
        if graph.degree[TO]:
            self.take(TO, FROM)  # which every cycle makes

    def take(self, a: Vertex, b: Vertex) -> bool:
        """Take an edge; False where it is out, as is what closes a circle too early."""
        for image in self._images():
            edge = self.graph.edge(image(a), image(b))
            if edge is None or self.state[edge] == OUT:
                return False
            if self.state[edge] == OPEN:
                self._take(edge)
        return True

    def drop(self, a: Vertex, b: Vertex) -> bool:
        """Leave an edge out; False where it was taken."""
        for image in self._images():
            edge = self.graph.edge(image(a), image(b))
            if edge is not None and self.state[edge] == TAKEN:
                return False
            if edge is not None and self.state[edge] == OPEN:
                self._drop(edge)
        return True

    def propagate(self) -> bool:
        """Take what is forced; False where a vertex cannot have two edges."""
        while self.due:
            vertex = self.due.popleft()
            self.looked_at += 1
            wanted = 2 - self.taken[vertex]
            if self.open[vertex] < wanted:
                return False
            if self.open[vertex] == wanted and not self._take_all(vertex):
                return False
        if self.edges == len(self.graph.vertices):
            raise value_error("the proof leads to a tour, so it proves nothing")
        return True

    def is_one(self) -> bool:
        """Return whether what is left hangs together."""
        todo = [self.graph.vertices[0]]
        seen, count = bytearray(self.graph.places), 1
        seen[todo[0]] = 1
        while todo:
            for _, other in self._live(todo.pop()):
                if not seen[other]:
                    seen[other] = 1
                    count += 1
                    todo.append(other)
        self.looked_at += count
        return count == len(self.graph.vertices)

    def dies(self) -> bool:
        """Return whether no cycle is left, by what is forced alone."""
        return not self.propagate() or not self.is_one()

    def back(self, mark: int) -> None:
        """Go back to when so many changes had been made."""
        graph, far = self.graph, self.far
        self.due.clear()
        while len(self.changes) > mark:
            edge = self.changes.pop()
            taken, edge = edge < 0, max(edge, ~edge)
            a, b = graph.a[edge], graph.b[edge]
            self.state[edge] = OPEN
            for vertex in (a, b):
                self.open[vertex] += 1
                self.taken[vertex] -= taken
            if taken:  # a vertex within a path keeps what was its other end
                self.edges -= 1
                one, other = (far[v] if self.taken[v] else v for v in (a, b))
                far[one], far[other] = a, b

    def run(self, record: Record) -> Generator[Progress, None, None]:
        """Follow a record to its end; `ValueError` names the first entry that does not hold."""
        # For each branch that is open, how much had changed before, and its entry, from 0: the
        # complement where all was dead already. There may be a million.
        marks, entries = array("i"), array("i")
        alive, number = self.propagate(), 0
        for number, entry in enumerate(record, start=1):
            if number % ENTRIES_PER_YIELD == 0:
                yield Progress("check", number / len(record))
                self._check_work()
            if isinstance(entry, Take | Leave):
                marks.append(len(self.changes))
                entries.append(number - 1 if alive else -number)
                alive = alive and self._goes(entry, isinstance(entry, Take))
            elif not isinstance(entry, Dead):
                alive = alive and self._holds(entry)
            elif alive and self.is_one():
                raise value_error("entry {number} of the proof is no dead end", number=number)
            elif marks:
                self.back(marks.pop())
                begun = entries.pop()
                first = record[max(begun, ~begun)]
                assert isinstance(first, Take | Leave)
                alive = begun >= 0 and self._goes(first, isinstance(first, Leave))
            else:
                break
        else:
            number = 0
        if not number or number < len(record):
            raise value_error("the proof does not end with its last dead end")

    def short(self, deficient: Iterable[Vertex], *, one_end: bool = False) -> bool:
        """Return whether these, no two of them neighbours, want more edges than there are."""
        members, count = bytearray(self.graph.places), 0
        for vertex in deficient:
            there = self.graph.degree[vertex] and not (one_end and vertex == TO)
            count += bool(there) > members[vertex]
            members[vertex] |= bool(there)
        around = array("i", bytes(4 * self.graph.places))
        for vertex in self.graph.vertices:
            for near, _ in self._near(vertex, one_end=one_end) if members[vertex] else ():
                if members[near]:
                    return False
                around[near] += 1
        room = 0
        for vertex in self.graph.vertices:
            if around[vertex]:
                beside = self._near(vertex, one_end=one_end)
                elsewhere = sum(state == TAKEN and not members[v] for v, state in beside)
                room += min(2 - elsewhere, around[vertex])
        return room < 2 * count

    def is_heavy(self, tree: Tree) -> bool:
        """Return whether, by these weights, no cycle has what is taken and else what is open."""
        graph, weight = self.graph, dict(_pairs(tree.weights))
        if len(self.state) > MOST_WEIGHED:
            raise value_error(
                "this proof weighs {n:,} moves; weights are checked on up to {most:,}",
                n=len(self.state),
                most=MOST_WEIGHED,
            )
        if any(vertex not in weight for vertex in graph.vertices):
            raise value_error("a tree of the proof lacks the weight of a square")
        self.looked_at += len(self.state)
        taken, others = (
            [(graph.a[edge], graph.b[edge]) for edge, its in enumerate(self.state) if its == state]
            for state in (TAKEN, OPEN)
        )
        return too_heavy(graph.vertices, taken, others, tree.root, weight)

    def _images(self) -> Sequence[Image]:
        return self.images or (_itself,)

    def _take_all(self, vertex: Vertex) -> bool:
        for edge, _ in list(self._open(vertex)):
            if self.state[edge] == OUT:  # as it would have closed a circle with the one before
                return False
            if self.state[edge] == OPEN:
                self._take(edge)
        return True

    def _holds(self, entry: Short | Tree | Flow) -> bool:
        """Return whether there is still something to choose after what is shown."""
        if isinstance(entry, Tree):
            if not self.is_heavy(entry):
                raise value_error("'tree' shows nothing here")
            return False
        one_end, side = self._two_sides()
        if isinstance(entry, Flow):
            return self._apply_flow(entry, side, one_end=one_end)
        if not self.short(entry.vertices, one_end=one_end):
            raise value_error("'short' shows nothing here")
        return False

    def _goes(self, entry: Take | Leave, taken: bool) -> bool:  # noqa: FBT001
        return (self.take if taken else self.drop)(entry.a, entry.b) and self.propagate()

    def _check_work(self) -> None:
        if self.looked_at > MOST_VERTICES:
            raise value_error(
                "{n:,} squares were looked at; the rest takes too long to check", n=self.looked_at
            )

    def _take(self, edge: int) -> None:
        a, b = self.graph.a[edge], self.graph.b[edge]
        self._set(edge, TAKEN)
        self.edges += 1
        self.changes.append(~edge)
        one, other = self.far[a], self.far[b]
        self.far[one], self.far[other] = other, one
        for vertex in (a, b):
            self.taken[vertex] += 1
        if self.edges + 1 < len(self.graph.vertices):
            closing = self.graph.edge(one, other)
            if closing is not None and self.state[closing] == OPEN:
                self._drop(closing)
        for vertex in (a, b):
            for beside, _ in list(self._open(vertex)) if self.taken[vertex] == 2 else ():
                self._drop(beside)

    def _drop(self, edge: int) -> None:
        self._set(edge, OUT)
        self.changes.append(edge)
        for vertex in (self.graph.a[edge], self.graph.b[edge]):
            if self.open[vertex] + self.taken[vertex] <= 2:
                self.due.append(vertex)

    def _set(self, edge: int, state: int) -> None:
        self.state[edge] = state
        self.open[self.graph.a[edge]] -= 1
        self.open[self.graph.b[edge]] -= 1

    def _open(self, vertex: Vertex) -> Iterator[tuple[int, Vertex]]:
        return (beside for beside in self.graph.beside(vertex) if self.state[beside[0]] == OPEN)

    def _live(self, vertex: Vertex) -> Iterator[tuple[int, Vertex]]:
        return (beside for beside in self.graph.beside(vertex) if self.state[beside[0]] != OUT)

    def _near(self, vertex: Vertex, *, one_end: bool) -> Iterator[tuple[Vertex, int]]:
        """Yield where what is left leads, once each, and its state.

        With one end, the two added vertices are one: a cycle makes the edge between them.
        """
        if not one_end:
            yield from ((other, self.state[edge]) for edge, other in self._live(vertex))
            return
        for at in () if vertex == TO else (FROM, TO) if vertex == FROM else (vertex,):
            for edge, other in self._live(at):
                if {at, other} == {FROM, TO}:
                    continue
                if TO in (at, other) and self._is_live(FROM, max(at, other)):
                    continue  # told already: of two such edges neither can be taken
                yield FROM if other == TO else other, self.state[edge]

    def _is_live(self, a: Vertex, b: Vertex) -> bool:
        edge = self.graph.edge(a, b)
        return edge is not None and self.state[edge] != OUT

    def _two_sides(self) -> tuple[bool, bytearray | None]:
        """Return whether the added vertices are to be one, and two sides: 1 or 2 for each vertex.

        They are one where there are two, and no sides before. None where there are no sides.
        """
        side = self._sides(one_end=False)
        if side is not None or not self.graph.degree[TO]:
            return False, side
        return True, self._sides(one_end=True)

    def _sides(self, *, one_end: bool) -> bytearray | None:
        side = bytearray(self.graph.places)
        for first in self.graph.vertices:
            todo = [] if side[first] or (one_end and first == TO) else [first]
            for vertex in todo:
                side[vertex] = 1
            while todo:
                vertex = todo.pop()
                for near, _ in self._near(vertex, one_end=one_end):
                    if not side[near]:
                        side[near] = 3 - side[vertex]
                        todo.append(near)
                    elif side[near] == side[vertex]:
                        return None
        self.looked_at += len(self.graph.vertices)
        return side

    def _apply_flow(self, flow: Flow, side: bytearray | None, *, one_end: bool) -> bool:
        # `flow` is a two-factor with all that is taken. Another one differs by closed walks, of
        # edges in turn not of the flow, from the one side, and of the flow, back to it. No step of
        # such a walk leads up, so none leads down: an edge between two heights is on none.
        height, two = self._heights(flow), self._two_factor(flow, one_end=one_end)
        if side is None or two is None:
            raise value_error("a flow of the proof is none of what is left")
        least, most = self._rises(height, side, two)
        if least < 0 < most:
            raise value_error("a flow of the proof leads up and down, so it leaves nothing out")
        for a, b in _pairs(flow.out):
            edge = self.graph.edge(a, b)
            here, there = (FROM if one_end and v == TO else v for v in (a, b))
            if edge is None or two[edge] or height[here] == height[there]:
                raise value_error("a flow of the proof leaves out an edge that it does not show")
            self.drop(a, b)  # which was not taken, for what is taken is of the flow
        return self.propagate()

    def _heights(self, flow: Flow) -> array[int]:
        """Return the height of each vertex; with one end the other has none."""
        height, known = array("i", bytes(4 * self.graph.places)), bytearray(self.graph.places)
        for vertex, its in _pairs(flow.heights):
            height[vertex], known[vertex] = its, 1
        if not all(known[vertex] for vertex in self.graph.vertices if vertex != TO):
            raise value_error("a flow of the proof lacks the height of a square")
        return height

    def _two_factor(self, flow: Flow, *, one_end: bool) -> bytearray | None:
        """Return which edges are of the flow; None where it is no two-factor with all taken."""
        two, count = bytearray(len(self.state)), bytearray(self.graph.places)
        for a, b in _pairs(flow.edges):
            edges = [edge for edge in self._between(a, b, one_end=one_end) if not two[edge]]
            if not edges or max(count[a], count[b]) > 1:
                return None
            for edge in edges:
                two[edge] = 1
            count[a] += 1
            count[b] += 1
        added = self.graph.edge(FROM, TO) if one_end else None
        whole = all(count[v] == 2 for v in self.graph.vertices if not (one_end and v == TO))
        if not whole or any(
            state == TAKEN and not two[edge] and edge != added
            for edge, state in enumerate(self.state)
        ):
            return None
        return two

    def _between(self, a: Vertex, b: Vertex, *, one_end: bool) -> list[int]:
        """Return what is left between two vertices: an edge, or two to what is one end."""
        pairs = [(a, b)]
        if one_end and TO in (a, b):
            return []
        if one_end and FROM in (a, b):
            pairs.append((max(a, b), TO))
        edges = [self.graph.edge(*pair) for pair in pairs]
        return [edge for edge in edges if edge is not None and self.state[edge] != OUT]

    def _rises(self, height: array[int], side: bytearray, two: bytearray) -> tuple[int, int]:
        """Return by how much edges that are open lead up, at least and at most."""
        least = most = 0
        one_end = not side[TO]  # or there is none
        for edge, state in enumerate(self.state):
            if state == OPEN:
                a, b = (
                    FROM if one_end and v == TO else v
                    for v in (self.graph.a[edge], self.graph.b[edge])
                )
                rise = (height[a] - height[b]) * (1 if two[edge] else -1) * (3 - 2 * side[a])
                least, most = min(least, rise), max(most, rise)
        self.looked_at += len(self.state)
        return least, most


def _itself(vertex: Vertex) -> Vertex:
    return vertex


def _pairs(numbers: array[int]) -> Iterator[tuple[int, int]]:
    return zip(numbers[::2], numbers[1::2], strict=True)


Edge = tuple[Vertex, Vertex]


def too_heavy(
    vertices: Collection[Vertex],
    taken: Sequence[Edge],
    others: Sequence[Edge],
    root: Vertex,
    weight: Mapping[Vertex, int],
) -> bool:
    """Return whether no cycle of all vertices takes the edges taken, and else none but the others.

    Where it returns False there may be none all the same.
    """

    # An edge weighs what its two vertices weigh, so a cycle, with two edges at each vertex, weighs
    # twice what all vertices weigh. It is a 1-tree: without the root it is a path. So it is no
    # lighter than the lightest 1-tree that has all that is taken.
    def heaviness(edge: Edge) -> int:
        return weight[edge[0]] + weight[edge[1]]

    if root not in vertices:  # the edges at it would be missed, and nothing else
        return False
    lightest = [*taken, *sorted(others, key=heaviness)]
    tree = [edge for edge in lightest if root in edge][:2]
    part = {vertex: vertex for vertex in vertices}
    for a, b in lightest:
        one, other = _part(part, a), _part(part, b)
        if one != other and root not in (a, b):
            part[one] = other
            tree.append((a, b))
    if len(tree) < len(part):  # of a cycle, all is a path without the root
        return True
    return sum(map(heaviness, tree)) > 2 * sum(weight[vertex] for vertex in vertices)


def _part(part: dict[Vertex, Vertex], vertex: Vertex) -> Vertex:
    while part[vertex] != vertex:
        part[vertex] = vertex = part[part[vertex]]
    return vertex
