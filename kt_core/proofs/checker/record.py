"""Follow a record, entry by entry: section 4 of docs/proofs.md.

The rules are written here independently of the searches that write records. A change is undone at
the end of a branch, so nothing is copied, and the work between two yields is bounded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.language import short, value_error
from kt_core.proofs.checker.graph import CHECKING, CycleGraph, two_sides
from kt_core.proofs.checker.values import FROM, TO, items, word

OPEN, IN, OUT = 0, 1, 2
#: The name of an entry -> the number of its values.
ENTRIES = {"take": 2, "leave": 2, "dead": 0, "short": 1, "tree": 2, "flow": 3}
TAKES = {"take": IN, "leave": OUT}
OPPOSITE = {IN: OUT, OUT: IN}
MOST_WORK = 1_000_000_000  # changes and vertices: about 20 minutes
WORK_PER_YIELD = 2000
#: Limits for the entries of one record: fewer on a large board, where each entry may require an
#: examination of all squares.
MOST_ENTRIES, LEAST_ENTRIES, MOST_ENTRIES_SQUARES = 1_100_000, 60_000, 2_200_000_000
VertexImage = Callable[[Square], Square]
Steps = Generator[Progress, None, None]


class EdgeStates:
    """The state of each edge, open, in or out, after all rules are applied.

    With images, only cycles that each image maps to themselves count: such a cycle has all images
    of each of its edges.
    """

    def __init__(self, graph: CycleGraph, images: Sequence[VertexImage] = ()) -> None:
        self.graph, self.images = graph, images or (_identity,)
        self.state = bytearray(len(graph.a))
        self.open = array("i", graph.degree)  # the number of open edges at each vertex
        self.taken = bytearray(graph.places)  # the number of edges that are in
        self.far = array("i", range(graph.places))  # the other end of the path that ends here
        self.far[FROM], self.far[TO] = FROM, TO
        self.count, self.work, self.dead = 0, 0, False
        self.changes = array("i")  # each edge that went out, or ~edge for one that went in
        self.due: list[tuple[int, int]] = []  # edges, each with its next state

    def begin(self) -> Steps:
        """Apply the rules to the whole graph."""
        if self.graph.degree[TO]:
            yield from self.change(IN, FROM, TO)  # every cycle has this edge
        for vertex in self.graph.vertices:
            self._require_two(vertex)
            if self.due:
                yield from self._settle()
            if self.dead:
                break

    def change(self, state: int, a: Square, b: Square) -> Steps:
        """Put an edge and its images in or out, and apply the rules."""
        for image in self.images:
            found = self.graph.edge(image(a), image(b))
            if found is not None:
                self.due.append((found, state))
            elif state == IN:
                self.dead = True
        yield from self._settle()

    def undo(self, mark: int, *, dead: bool) -> Steps:
        """Undo all changes except the first `mark`."""
        graph, far = self.graph, self.far
        while len(self.changes) > mark:
            change = self.changes.pop()
            changed = max(change, ~change)
            a, b = graph.a[changed], graph.b[changed]
            self.state[changed] = OPEN
            for vertex in (a, b):
                self.open[vertex] += 1
                self.taken[vertex] -= change < 0
            if change < 0:  # a vertex inside a path still has the end that it had before
                self.count -= 1
                one, other = (far[v] if self.taken[v] else v for v in (a, b))
                far[one], far[other] = a, b
            if self._spend(1):
                yield CHECKING
        self.dead = dead

    def is_over(self) -> Generator[Progress, None, bool]:
        """Return True if no cycle is left: the state is dead, or not connected."""
        if self.dead:
            return True
        vertices = self.graph.vertices
        side, *_ = yield from two_sides(vertices[:1], self.live, self.graph.places)
        self._spend(len(vertices))
        return len(side) - side.count(0) < len(vertices)

    def live(self, vertex: Square) -> Mapping[Square, int]:
        """Return the neighbors over edges that are in or open, each with the state of its edge."""
        state = self.state
        return {to: state[each] for each, to in self.graph.beside(vertex) if state[each] != OUT}

    def _settle(self) -> Steps:
        while self.due and not self.dead:
            changed, state = self.due.pop()
            if self.state[changed] == OPEN:
                self._set(changed, state)
            elif self.state[changed] != state:
                self.dead = True
            if self._spend(1):
                yield CHECKING
        self.due.clear()

    def _set(self, changed: int, state: int) -> None:
        ends = self.graph.a[changed], self.graph.b[changed]
        self.state[changed] = state
        self.changes.append(changed if state == OUT else ~changed)
        for vertex in ends:
            self.open[vertex] -= 1
            self.taken[vertex] += state == IN
        if state == IN:
            self._join(*ends)
        for vertex in ends:
            if state == OUT:
                self._require_two(vertex)
            elif self.taken[vertex] == 2:
                self._decide(vertex, OUT)
            else:
                self.dead |= self.taken[vertex] > 2

    def _join(self, a: Square, b: Square) -> None:
        """Join the paths that end at two vertices; the edge that would close a circle is out."""
        one, other = self.far[a], self.far[b]
        self.dead |= one == b and self.count + 1 < len(self.graph.vertices)  # a circle
        self.far[one], self.far[other] = other, one
        self.count += 1
        if self.count + 1 < len(self.graph.vertices):
            closing = self.graph.edge(one, other)
            if closing is not None and self.state[closing] == OPEN:
                self.due.append((closing, OUT))

    def _require_two(self, vertex: Square) -> None:
        left = self.open[vertex] + self.taken[vertex]
        self.dead |= left < 2
        if left == 2:
            self._decide(vertex, IN)

    def _decide(self, vertex: Square, state: int) -> None:
        beside = self.graph.beside(vertex)
        self.due += [(each, state) for each, _ in beside if self.state[each] == OPEN]

    def _spend(self, work: int) -> bool:
        """Return True if it is time to yield; `ValueError` if the budget is used up."""
        before = self.work // WORK_PER_YIELD
        self.work += work
        if self.work > MOST_WORK:
            raise value_error(
                "{n:,} squares were looked at; the rest takes too long to check", n=self.work
            )
        return self.work // WORK_PER_YIELD > before


EntryCheck = Callable[..., Steps]


def following(
    entries: Any, states: EdgeStates, claims: Mapping[str, EntryCheck]
) -> Generator[Progress, None, int]:
    """Return the number of entries of a record, which prove that no cycle is left.

    `claims` check the entries "short", "tree" and "flow".
    """
    record = [*items(entries)]
    _check_length(record, states.graph.places)
    yield from states.begin()
    # For each open branch: the number of changes before it, and the number of its entry, or ~number
    # in a dead state.
    marks, begun = array("i"), array("i")
    for number, entry in enumerate(record, start=1):
        name, values = _entry(entry)
        if name in TAKES:
            a, b = states.graph.read_edge(values)
            marks.append(len(states.changes))
            begun.append(~number if states.dead else number)
            yield from states.change(TAKES[name], a, b)
        elif name != "dead":
            yield from () if states.dead else claims[name](states, *values)
        elif not (yield from states.is_over()):
            raise _alive(number, states)
        elif marks:
            branch = begun.pop()
            yield from states.undo(marks.pop(), dead=branch < 0)
            name, values = _entry(record[max(branch, ~branch) - 1])
            yield from states.change(OPPOSITE[TAKES[name]], *states.graph.read_edge(values))
        elif number == len(record):
            return number
        else:
            break
        if number % 20 == 0:
            yield Progress("check", number / len(record))
    raise value_error("the proof does not end with its last dead end")


def _check_length(record: Sequence[Any], places: int) -> None:
    most = min(MOST_ENTRIES, max(LEAST_ENTRIES, MOST_ENTRIES_SQUARES // max(places, 1)))
    if len(record) > most:
        raise value_error(
            "this proof is too long to be checked: a record has more than {most:,} entries",
            most=most,
        )


def _entry(value: Any) -> tuple[str, list[Any]]:
    name, *values = [*items(value)] or [None]
    if word(name) not in ENTRIES:
        known = ", ".join(ENTRIES)
        raise value_error(
            "{kind} is no entry of a record; there are {known}", kind=short(name), known=known
        )
    if len(values) != ENTRIES[name]:
        raise value_error(
            "the entry {kind} of a record has {n} values, and must have {count}",
            kind=name,
            n=len(values),
            count=ENTRIES[name],
        )
    return name, values


def _alive(number: int, states: EdgeStates) -> ValueError:
    if states.count == len(states.graph.vertices):
        return value_error("the proof leads to a tour, so it proves nothing")
    return value_error("entry {number} of the proof is no dead end", number=number)


def _identity(vertex: Square) -> Square:
    return vertex
