"""The claims of a record: "short", "tree" and "flow" of section 4 of docs/proofs.md.

L is the graph of the edges that are in or open. L joined has -1 and -2 as one vertex, called -1.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.graph import Edge
from kt_core.language import value_error
from kt_core.proofs.checker.graph import CHECKING, VERTICES_PER_YIELD, two_sides
from kt_core.proofs.checker.record import IN, OPEN, OUT, EdgeStates, EntryCheck, Steps
from kt_core.proofs.checker.values import FROM, TO, items

MOST_WEIGHED = 100_000  # edges that are sorted by weight, so that they fit into memory


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
        """Return two classes, 1 or 2 for each vertex; None if the graph is not bipartite."""
        places = self.states.graph.places
        side, wrong, _ = yield from two_sides(self.vertices, self.near, places)
        return None if wrong else side

    def between(self, a: Square, b: Square) -> list[int]:
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
        a, b = graph.a[number], graph.b[number]
        return (
            (FROM, b)
            if self.joined and a == TO
            else (a, FROM)
            if self.joined and b == TO
            else (a, b)
        )


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
    """Return True if no Hamiltonian cycle consists of the taken edges and some of the others."""

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
    """Check that no cycle has the edges of the last list, and mark them as out."""
    # F has two edges at each vertex, and all edges that are in. Any other such set differs from F
    # by closed walks whose edges are alternately outside F and in F. No step of such a walk goes up
    # (or none goes down). A closed walk that never goes up never goes down either, so an edge
    # between two heights is on no walk.
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
    """Return 1 for each edge of F; None if F lacks an edge that is in, or two at a vertex."""
    states, places = live.states, live.states.graph.places
    of_flow, count = bytearray(len(states.state)), bytearray(places)
    for a, b in map(states.graph.read_edge, items(value)):
        between = [each for each in live.between(a, b) if not of_flow[each]]
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


CLAIMS: Mapping[str, EntryCheck] = {"short": show_short, "tree": show_tree, "flow": show_flow}
