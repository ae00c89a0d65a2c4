"""Check a record, entry by entry: section 4 of docs/proofs.md.

The rules are written here independently of the searches that write records. A change is undone at
the end of a branch, so nothing is copied, and the work between two yields is bounded.

The claims of a record are its entries "short", "tree" and "flow". L is the graph of the edges that
are in or open. L joined has -1 and -2 as one vertex, called -1.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.graph import Edge
from kt_core.language import short, value_error
from kt_core.proofs.checker.question import CHECKING, VERTICES_PER_YIELD, CycleGraph, two_sides
from kt_core.proofs.checker.reader import FROM, TO, items, word

OPEN, IN, OUT = 0, 1, 2
#: The name of an entry -> the number of its values.
ENTRIES = {"take": 2, "leave": 2, "dead": 0, "short": 1, "tree": 2, "flow": 3}
TAKES = {"take": IN, "leave": OUT}
OPPOSITE = {IN: OUT, OUT: IN}
MOST_WORK = 1_000_000_000  # changes and vertices: about 20 minutes
WORK_PER_YIELD = 2000
#: A record may have MOST_ENTRIES_SQUARES / squares entries, because each entry may require an
#: examination of all squares; but never fewer than LEAST_ENTRIES or more than MOST_ENTRIES.
MOST_ENTRIES, LEAST_ENTRIES, MOST_ENTRIES_SQUARES = 1_100_000, 60_000, 2_200_000_000
VertexImage = Callable[[Square], Square]
Steps = Generator[Progress, None, None]
MOST_WEIGHED = 100_000  # edges that are sorted by weight, so that they fit into memory


class EdgeStates:
    """The state of each edge, open, in or out, after all rules are applied.

    With images, only cycles that each image maps to themselves count: such a cycle has all images
    of each of its edges.
    """

    def __init__(self, graph: CycleGraph, images: Sequence[VertexImage] = ()) -> None:
        self.graph, self.images = graph, images or (lambda vertex: vertex,)
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
            yield from self.change(IN, FROM, TO)  # only cycles with this edge count
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
            if change < 0:  # `far` of a vertex does not change while it is inside a path
                self.count -= 1
                one, other = (far[v] if self.taken[v] else v for v in (a, b))
                far[one], far[other] = a, b
            if self._spend(1):
                yield CHECKING
        self.dead = dead

    def is_over(self) -> Generator[Progress, None, bool]:
        """Return True if the state is dead or L is not connected, so that no cycle is left."""
        if self.dead:
            return True
        vertices = self.graph.vertices
        side, *_ = yield from two_sides(vertices[:1], self.live, self.graph.places)
        self._spend(len(vertices))
        return len(side) - side.count(0) < len(vertices)

    def live(self, vertex: Square) -> Mapping[Square, int]:
        """Return the neighbors of a vertex in L, each with the state of the edge."""
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
        """Join the paths that end at two vertices; the edge that would close a cycle is out."""
        one, other = self.far[a], self.far[b]
        self.dead |= one == b and self.count + 1 < len(self.graph.vertices)  # a short cycle
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
            raise value_error("{n:,} steps were checked; the rest takes too long", n=self.work)
        return self.work // WORK_PER_YIELD > before


def check_record(entries: Any, states: EdgeStates) -> Generator[Progress, None, int]:
    """Check that a record proves that no cycle is left, and return the number of its entries."""
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
            yield from () if states.dead else CLAIMS[name](states, *values)
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


class LiveGraph:
    """L, or L joined."""

    def __init__(self, states: EdgeStates, *, joined: bool) -> None:
        self.states, self.joined = states, joined
        vertices = states.graph.vertices
        self.vertices = [v for v in vertices if v != TO] if joined else vertices

    def near(self, at: Square) -> Mapping[Square, int]:
        """Return the neighbors of a vertex, each with the state of the edge."""
        found = dict(self.states.live(at))
        if self.joined and at == FROM:
            found |= self.states.live(TO)
            del found[FROM], found[TO]
        elif self.joined and TO in found:
            found[FROM] = max(found.pop(TO), found.get(FROM, OPEN))
        return found

    def sides(self) -> Generator[Progress, None, bytearray | None]:
        """Return the class of each vertex, 1 or 2; None if the graph is not bipartite."""
        places = self.states.graph.places
        side, wrong, _ = yield from two_sides(self.vertices, self.near, places)
        return None if wrong else side

    def edges_between(self, a: Square, b: Square) -> list[int]:
        """Return the edges between two vertices: in L joined there may be two."""
        if not self.joined:
            pairs = [(a, b)]
        elif TO in (a, b):
            pairs = []
        else:
            pairs = [(a, b)] + ([(max(a, b), TO)] if FROM in (a, b) else [])
        found = [self.states.graph.edge(*pair) for pair in pairs]
        return [each for each in found if each is not None and self.states.state[each] != OUT]

    def ends(self, number: int) -> Edge:
        """Return the two ends of an edge."""
        graph = self.states.graph
        pair = graph.a[number], graph.b[number]
        a, b = (FROM if self.joined and vertex == TO else vertex for vertex in pair)
        return a, b


def show_short(states: EdgeStates, value: Any) -> Steps:
    """Check that these vertices have no room for two edges each."""
    member = bytearray(states.graph.places)
    for each in items(value):
        at = states.graph.read_vertex(each)
        member[at] = bool(states.graph.degree[at])
    for joined in (False, True) if states.graph.degree[TO] else (False,):
        if (yield from _is_short(LiveGraph(states, joined=joined), member)):
            states.dead = True
            return
    raise value_error("'short' shows nothing here")


def _is_short(live: LiveGraph, member: bytearray) -> Generator[Progress, None, bool]:
    around, crowd = array("i", bytes(4 * len(member))), [v for v in live.vertices if member[v]]
    for count, at in enumerate(crowd):
        for to in live.near(at):
            if member[to]:
                return False
            around[to] += 1
        if count % VERTICES_PER_YIELD == 0:
            yield CHECKING
    room = 0
    for count, at in enumerate(live.vertices):
        if around[at]:
            near = live.near(at).items()
            room += min(around[at], 2 - sum(state == IN and not member[to] for to, state in near))
        if count % VERTICES_PER_YIELD == 0:
            yield CHECKING
    return room < 2 * len(crowd)


def show_tree(states: EdgeStates, root: Any, weights: Any) -> Steps:
    """Check that with these weights the lightest 1-tree with this root is too heavy for a cycle."""
    yield CHECKING
    graph = states.graph
    if len(states.state) > MOST_WEIGHED:
        raise value_error(
            "this proof weighs {n:,} moves; weights are checked on up to {most:,}",
            n=len(states.state),
            most=MOST_WEIGHED,
        )
    at, weight = graph.read_vertex(root), dict(graph.read_numbers(weights))
    if any(each not in weight for each in graph.vertices):
        raise value_error("a tree of the proof lacks the weight of a square")
    taken, others = (
        [(graph.a[each], graph.b[each]) for each, its in enumerate(states.state) if its == state]
        for state in (IN, OPEN)
    )
    if not is_too_heavy(graph.vertices, taken, others, at, weight):
        raise value_error("'tree' shows nothing here")
    states.dead = True


def is_too_heavy(
    vertices: Sequence[Square],
    taken: Sequence[Edge],
    others: Sequence[Edge],
    root: Square,
    weight: Mapping[Square, int],
) -> bool:
    """Return True if the weights show that no cycle has the taken edges and some of the others."""

    # The weight of an edge is the sum of the weights of its ends, so the weight of a cycle is twice
    # the sum of all weights. A cycle is a 1-tree: a path on all vertices except the root, and two
    # edges at the root. So it is at least as heavy as the lightest 1-tree with all taken edges.
    def heaviness(ends: Edge) -> int:
        return weight[ends[0]] + weight[ends[1]]

    if root not in vertices:  # the tree would lack only the root's edges, which proves nothing
        return False
    lightest = [*taken, *sorted(others, key=heaviness)]
    tree = [ends for ends in lightest if root in ends][:2]
    part = {each: each for each in vertices}
    for a, b in lightest:
        one, other = _part(part, a), _part(part, b)
        if one != other and root not in (a, b):
            part[one] = other
            tree.append((a, b))
    if len(tree) < len(part):
        return True
    return sum(map(heaviness, tree)) > 2 * sum(weight[each] for each in vertices)


def _part(part: dict[Square, Square], at: Square) -> Square:
    while part[at] != at:
        part[at] = at = part[part[at]]
    return at


def show_flow(states: EdgeStates, edges: Any, heights: Any, out: Any) -> Steps:
    """Check that no cycle has an edge of the last list, and mark these edges as out."""
    # F has two edges at each vertex, and all edges that are in. Any other such set differs from F
    # by closed walks whose edges are alternately outside F and in F. No step of such a walk goes up
    # (or none goes down). A closed walk that never goes up never goes down either, so an edge
    # between different heights is on no walk.
    live = LiveGraph(states, joined=False)
    side = yield from live.sides()
    if side is None and states.graph.degree[TO]:
        live = LiveGraph(states, joined=True)
        side = yield from live.sides()
    of_flow, height = _two_factor(live, edges), _heights(live, heights)
    if side is None or of_flow is None:
        raise value_error("a flow of the proof is none of what is left")
    yield from _check_rises(live, height, side, of_flow)
    for a, b in map(states.graph.read_edge, items(out)):
        number = states.graph.edge(a, b)
        here, there = (FROM if live.joined and v == TO else v for v in (a, b))
        if number is None or of_flow[number] or height[here] == height[there]:
            raise value_error("a flow of the proof leaves out an edge that it does not show")
        yield from states.change(OUT, a, b)


def _heights(live: LiveGraph, value: Any) -> array[int]:
    places = live.states.graph.places
    height, known = array("i", bytes(4 * places)), bytearray(places)
    for at, its in live.states.graph.read_numbers(value):
        height[at], known[at] = its, 1
    if not all(known[at] for at in live.vertices):
        raise value_error("a flow of the proof lacks the height of a square")
    return height


def _two_factor(live: LiveGraph, value: Any) -> bytearray | None:
    """Return 1 for each edge of F; None if it is invalid.

    F must be in L, contain all its edges that are in, and have two edges at each vertex.
    """
    states, places = live.states, live.states.graph.places
    of_flow, count = bytearray(len(states.state)), bytearray(places)
    for a, b in map(states.graph.read_edge, items(value)):
        between = [each for each in live.edges_between(a, b) if not of_flow[each]]
        if not between or max(count[a], count[b]) > 1:
            return None
        for each in between:
            of_flow[each] = 1
        count[a] += 1
        count[b] += 1
    added = states.graph.edge(FROM, TO) if live.joined else None
    missing = (
        state == IN and not of_flow[each] and each != added
        for each, state in enumerate(states.state)
    )
    return None if any(count[at] != 2 for at in live.vertices) or any(missing) else of_flow


def _check_rises(live: LiveGraph, height: array[int], side: bytearray, of_flow: bytearray) -> Steps:
    least = most = 0
    for number, state in enumerate(live.states.state):
        if state == OPEN:
            a, b = live.ends(number)
            rise = (height[a] - height[b]) * (1 if of_flow[number] else -1) * (3 - 2 * side[a])
            least, most = min(least, rise), max(most, rise)
        if number % VERTICES_PER_YIELD == 0:
            yield CHECKING
    if least < 0 < most:
        raise value_error("a flow of the proof leads up and down, so it leaves nothing out")


CLAIMS: Mapping[str, Callable[..., Steps]] = {
    "short": show_short,
    "tree": show_tree,
    "flow": show_flow,
}
