"""Flows in the record of a search: the conclusions, and the refusals."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from kt_core.events import result_of
from kt_core.proofs.checker.question import CycleGraph
from kt_core.proofs.checker.reader import FROM, TO
from kt_core.proofs.checker.record import IN, EdgeStates, check_record
from tests.shared.refutations import graph_of

Edge = tuple[int, int]

# Two parts, 0 to 4 and 5 to 9. The first has three vertices of one side (0, 1, 2) and two of the
# other (3, 4). So in every two-factor, two edges from 0, 1, 2 lead to the other part, 0-7 and 1-8,
# and no edge from 3 and 4 does, such as 3-5.
EDGES: list[Edge] = [
    *((a, b) for a in (0, 1, 2) for b in (3, 4)),
    *((a, b) for a in (5, 6) for b in (7, 8, 9)),
    *((0, 7), (1, 8), (5, 3)),
]
CYCLE = (0, 3, 2, 4, 1, 8, 5, 9, 6, 7)
FLOW: list[Edge] = [*pairwise(CYCLE), (CYCLE[-1], CYCLE[0])]
ALIVE = "entry 2 of the proof is no dead end"  # the flow itself is right
NONE_LEFT = "a flow of the proof is none of what is left"
UP_AND_DOWN = "a flow of the proof leads up and down, so it leaves nothing out"
NOT_SHOWN = "a flow of the proof leaves out an edge that it does not show"
HEIGHT = {v: int(v < 5) for v in CYCLE}


def begun(more: Sequence[Edge] = (), taken: Edge = (2, 3)) -> EdgeStates:
    """Return the states after one edge was included."""
    states = EdgeStates(CycleGraph.of(graph_of(*EDGES, *more)))
    result_of(states.change(IN, *taken))
    return states


def left(states: EdgeStates) -> dict[int, set[int]]:
    """Return the neighbors over edges that are included or undecided."""
    return {vertex: {*states.live(vertex)} for vertex in states.graph.vertices}


def refused(
    why: str,
    flow: Sequence[Edge],
    height: Mapping[int, int],
    out: Sequence[Edge],
    states: EdgeStates,
) -> None:
    """Check that a record of one flow is refused."""
    entry = ["flow", flow, {str(v): its for v, its in height.items()}, out]
    with pytest.raises(ValueError, match=f"^{why}$"):
        result_of(check_record([entry, ["dead"]], states))


@pytest.mark.parametrize("turned", [1, -1])
def test_a_flow_drops_only_its_listed_edge(turned: int) -> None:
    states = begun()
    refused(ALIVE, FLOW, {v: turned * h for v, h in HEIGHT.items()}, [(3, 5)], states)
    assert left(states) == graph_of(*(edge for edge in EDGES if edge != (5, 3)))


def test_a_flow_may_drop_no_edge() -> None:
    states = begun()
    refused(ALIVE, FLOW, dict.fromkeys(CYCLE, 7), [], states)
    assert left(states)[3] == {0, 1, 2, 5}


def test_a_flow_may_drop_an_edge_to_the_second_end() -> None:
    # The two added vertices replace 5. They are adjacent, so the graph is not bipartite until they
    # are joined to one.
    ends = {3: TO, 7: TO, 8: TO, 9: FROM}
    edges = [(ends[b], b) if a == 5 else (a, b) for a, b in EDGES]
    flow = [(FROM if 5 in (a, b) else a, b if a == 5 else a if b == 5 else b) for a, b in FLOW]
    states = EdgeStates(CycleGraph.of(graph_of(*edges, (FROM, TO))))
    height = {FROM if v == 5 else v: h for v, h in HEIGHT.items()}
    refused(ALIVE, flow, height, [(3, TO)], states)
    assert left(states)[TO] == {7, 8, FROM}
    other = [(a, TO if b == FROM else b) if a != FROM else (TO, b) for a, b in flow]
    refused(NONE_LEFT, other, height, [(3, TO)], states)  # the joined vertex is called FROM


@pytest.mark.parametrize(
    "flow",
    [
        FLOW[1:],
        EDGES,  # more than two at a vertex
        [*FLOW, (0, 4)],
        [(a, b) for a, b in FLOW if b not in (0, 8)] + [(0, 8), (1, 7)],  # these are no edges
    ],
)
def test_a_flow_has_two_edges_of_the_graph_everywhere(flow: list[Edge]) -> None:
    refused(NONE_LEFT, flow, HEIGHT, [(3, 5)], begun())


def test_a_flow_contains_every_taken_edge() -> None:
    refused(NONE_LEFT, FLOW, HEIGHT, [(3, 5)], begun(taken=(0, 4)))


def test_a_flow_needs_a_bipartite_graph() -> None:
    refused(NONE_LEFT, FLOW, HEIGHT, [(3, 5)], begun(more=[(0, 1)]))


@pytest.mark.parametrize("vertex", [0, 1, 3, 4, 5, 6, 7, 8])  # all but those with two edges
@pytest.mark.parametrize("by", [1, -1, 2, -2])
def test_a_flow_with_edges_up_and_down_is_refused(vertex: int, by: int) -> None:
    refused(UP_AND_DOWN, FLOW, {**dict.fromkeys(CYCLE, 0), vertex: by}, [(0, 4)], begun())


@pytest.mark.parametrize("edge", [(0, 7), (8, 1), (0, 4), (9, 5)])
def test_a_flow_leaves_out_no_edge_of_its_own_or_on_one_height(edge: Edge) -> None:
    refused(NOT_SHOWN, FLOW, HEIGHT, [edge], begun())
