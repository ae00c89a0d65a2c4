"""Every refutation is confirmed by its witness or its record, and no false one is."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from kt_core import Board, NoTour
from kt_core.board import Square
from kt_core.events import Progress, result_of
from kt_core.language import Sentence
from kt_core.proofs import check
from kt_core.proofs.checker import kinds, record
from kt_core.proofs.checker.kinds import KINDS
from kt_core.proofs.checker.question import BoardMoves, CycleGraph, cycle_graph
from kt_core.proofs.checker.reader import FROM, TO
from kt_core.proofs.checker.record import IN, OUT, WORK_PER_YIELD, EdgeStates, check_record
from kt_core.tour import Puzzle
from tests.shared.cases import graph_of
from tests.shared.forge import refutation_by

#: Two closed tours of four squares, with no move from one to the other.
TWINS = Board(4, 10, set(range(40)) - {0, 12, 33, 21, 6, 18, 39, 27})


def numbered(near: Mapping[Square, Collection[Square]]) -> CycleGraph:
    """Return the graph in which each vertex has these neighbors."""
    order = [*sorted(v for v in near if v >= 0), *(v for v in (TO, FROM) if v in near)]
    turn = {vertex: i for i, vertex in enumerate(order)}
    edges = ((a, b) for a in order for b in sorted(near[a]) if turn[a] < turn[b])
    return result_of(CycleGraph.building(order, edges, 1 + max(order)))


def knight_moves(board: Board) -> CycleGraph:
    moves = BoardMoves(Puzzle(board))
    return numbered({square: moves.near(square) for square in board})


def snapshot(states: EdgeStates) -> tuple[object, ...]:
    """Return a copy of all states; the other end of a path matters only at its ends."""
    vertices = states.graph.vertices
    far = {v: states.far[v] for v in vertices if states.taken[v] < 2}
    return deepcopy((states.state, states.open, states.taken, far, states.count, states.dead))


def test_changes_of_a_check_are_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    states = EdgeStates(knight_moves(Board(6, 6)))
    result_of(states.begin())
    result_of(states.change(IN, 0, 8))
    before, mark = snapshot(states), len(states.changes)
    for state, a, b in ((OUT, 1, 9), (IN, 1, 12), (IN, 12, 25), (IN, 12, 8)):
        result_of(states.change(state, a, b))
    assert states.dead
    monkeypatch.setattr(record, "WORK_PER_YIELD", 1)
    assert list(states.undo(mark, dead=False))
    assert snapshot(states) == before
    assert len(states.changes) == mark


def test_each_step_of_a_check_is_short() -> None:
    # Steps are counted, not timed: between two yields, at most a few thousand squares are examined.
    puzzle = Puzzle(Board(120, 120), closed=True)
    building = cycle_graph(puzzle)
    assert sum(1 for _ in building) > 20
    states = EdgeStates(knight_moves(puzzle.board))
    edges = [(a, b) for a in (0, 1, 2, 3) for b in states.live(a)]
    work = check_record([("take", *edge) for edge in edges] * 50, states)
    looks = list[int]()
    with pytest.raises(ValueError, match="does not end"):
        looks.extend(states.work for _ in work)
    assert len(looks) >= 10
    assert max(b - a for a, b in pairwise([0, *looks])) <= 2 * WORK_PER_YIELD


@pytest.mark.parametrize(
    ("board", "closed", "crowd"),
    [
        (Board(5, 4, ["c1", "b5"]), False, "a1 d2 a3 d4 a5"),
        (Board(4, 8, ["c2", "a3", "g4"]), False, "b1 d1 f1 h1 a4 c4 e4"),
        (Board(6, 4, ["d4", "a6"]), True, "b1 d1 a2 c2 b5 d5 c6"),
    ],
)
@pytest.mark.parametrize("proof", ["search", "two-factor"])
def test_a_record_shows_a_deficient_set(board: Board, closed: bool, crowd: str, proof: str) -> None:
    puzzle, squares = Puzzle(board, closed=closed), [*map(board.square, crowd.split())]
    log = {"search": [("short", squares), ("dead",)]}
    assert check(NoTour("No.", proof, {}, log), puzzle)
    fewer = {"search": [("short", squares[:2]), ("dead",)]}
    with pytest.raises(ValueError, match="^'short' shows nothing here$"):
        check(NoTour("No.", proof, {}, fewer), puzzle)
    with pytest.raises(ValueError, match="^the proof does not end with its last dead end$"):
        check(NoTour("No.", proof, {}, {"search": log["search"][:1]}), puzzle)


def test_a_record_does_not_refute_a_closed_tour() -> None:
    puzzle = Puzzle(Board(6, 6), closed=True)
    dark = [square for square in puzzle.board if puzzle.board.color(square) == 0]
    three = [("take", 14, to) for to in (1, 3, 6)]  # the third move at c3 is a dead end
    for log in ([("short", dark), ("dead",)], [*three, *[("dead",)] * 4]):
        with pytest.raises(ValueError, match="shows nothing|is no dead end"):
            check(NoTour("No.", "search", {}, {"search": log}), puzzle)


def test_a_record_reports_its_progress() -> None:
    record = [("take", 0, 1), ("dead",)] * 30
    work = check_record(record, EdgeStates(knight_moves(Board(6, 6))))
    assert [next(work) for _ in range(3)] == [Progress("check", i / 3) for i in (1, 2, 3)]


def test_a_refutation_must_name_its_puzzle() -> None:
    message = "this refutation does not name its puzzle; give the puzzle"
    with pytest.raises(ValueError, match=f"^{message}$"):
        check(NoTour("No.", "parity"))
    message = f"'magic' is no kind of proof; there are {', '.join(KINDS)}"
    with pytest.raises(ValueError, match=f"^{message}$"):
        check(NoTour("No.", "magic"), Puzzle(Board(5, 5)))
    with pytest.raises(ValueError, match="^25 in this proof is no square of the board$"):
        check(NoTour("No.", "parity", {"dark": [25]}), Puzzle(Board(5, 5)))


@pytest.mark.parametrize("closed", [False, True])
def test_a_graph_that_is_not_connected_has_no_cycle(closed: bool) -> None:
    puzzle = Puzzle(TWINS, closed=closed)
    assert isinstance(result_of(cycle_graph(puzzle)), Sentence)
    assert check(NoTour("No.", "cut"), puzzle)  # nothing need be taken away


@pytest.mark.parametrize(
    ("holes", "asked", "shown"),
    [
        ("b3 az50", {"closed": True}, ["a1"]),
        ("b3 ct2 c100 az50", {}, ["a1", "cv1", "a101"]),
        ("b3 ct2", {"start": "az50"}, ["a1", "cv1"]),
        ("b3 az50", {"start": "bb50"}, ["a1"]),  # equally many of both; a1 is dark like the start
        ("b3 az50 ax50", {}, ["a1"]),  # dark, and there are fewer of these
        ("ct2 az51 bb51", {}, ["cv1"]),  # light
        (
            "cu100 ct101 cr99 ct97 cu3 b99 ay51 ba51 bc51 be51",  # cv1 and a101 have to be the ends
            {},
            ["cv98", "cv100", "cs101"],
        ),
    ],
)
def test_a_check_of_a_large_board_reads_few_squares(
    holes: str, asked: dict[str, Any], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(101, 100, holes.split())
    no = refutation_by("solving", Puzzle.of(board, **asked))
    assert no
    squares = next(iter(no.witness.values()))
    assert (no.proof, board.names(squares).split()) == ("degree", shown)
    assert check(no)
    if "one move" in no.witness and (asked.get("closed") or len({*shown, *asked.values()}) > 2):
        monkeypatch.delattr(kinds, "cycle_graph")  # the cycle graph of all squares
        assert check(no)


Edge = tuple[int, int]

# Two parts, 0 to 4 and 5 to 9. The first has three vertices of one side (0, 1, 2) and two of the
# other (3, 4). So in every two-factor, two edges from 0, 1, 2 lead to the other part, 0-7 and 1-8,
# and no edge from 3 and 4 does, such as 3-5.
EDGES: list[Edge] = [
    *((a, b) for a in (0, 1, 2) for b in (3, 4)),
    *((a, b) for a in (8, 9) for b in (5, 6, 7)),
    *((0, 5), (1, 6), (8, 3)),
]
CYCLE = (0, 3, 2, 4, 1, 6, 8, 7, 9, 5)
FLOW: list[Edge] = [*pairwise(CYCLE), (CYCLE[-1], CYCLE[0])]
ALIVE = "entry 2 of the proof is no dead end"  # the flow itself is right
NONE_LEFT = "a flow of the proof is none of what is left"
UP_AND_DOWN = "a flow of the proof leads up and down, so it leaves nothing out"
NOT_SHOWN = "a flow of the proof leaves out an edge that it does not show"
HEIGHT = {v: int(v < 5) for v in CYCLE}


def begun_states(more: Sequence[Edge] = (), taken: Edge = (2, 3)) -> EdgeStates:
    """Return the states after one edge was included."""
    states = EdgeStates(numbered(graph_of(*EDGES, *more)))
    result_of(states.change(IN, *taken))
    return states


def left(states: EdgeStates) -> dict[int, set[int]]:
    """Return the neighbors over edges that are included or undecided."""
    return {vertex: {*states.live(vertex)} for vertex in states.graph.vertices}


def refused_flow(
    why: str, flow: list[Edge], height: dict[int, int], out: list[Edge], states: EdgeStates
) -> None:
    """Check that a record of one flow is refused."""
    entry = ["flow", flow, {str(v): its for v, its in height.items()}, out]
    with pytest.raises(ValueError, match=f"^{why}$"):
        result_of(check_record([entry, ["dead"]], states))


@pytest.mark.parametrize(
    ("height", "out"),
    [
        *((HEIGHT, [(3, 8)]), ({v: -h for v, h in HEIGHT.items()}, [(3, 8)])),
        (dict.fromkeys(CYCLE, 7), []),
    ],
)
def test_a_flow_drops_only_its_listed_edges(height: dict[int, int], out: list[Edge]) -> None:
    states = begun_states()
    refused_flow(ALIVE, FLOW, height, out, states)
    assert left(states) == graph_of(*(edge for edge in EDGES if edge[::-1] not in out))


def test_a_flow_may_drop_an_edge_to_the_second_end() -> None:
    # The two added vertices replace 8. They are adjacent, so the graph is not bipartite until they
    # are joined to one.
    ends = {3: TO, 5: TO, 6: TO, 7: FROM}
    edges = [(ends[b], b) if a == 8 else (a, b) for a, b in EDGES]
    flow = [(FROM if 8 in (a, b) else a, b if a == 8 else a if b == 8 else b) for a, b in FLOW]
    states = EdgeStates(numbered(graph_of(*edges, (FROM, TO))))
    height = {FROM if v == 8 else v: h + 1 for v, h in HEIGHT.items()}
    refused_flow(ALIVE, flow, height, [(3, TO)], states)
    assert left(states)[TO] == {5, 6, FROM}
    other = [(a, TO if b == FROM else b) if a != FROM else (TO, b) for a, b in flow]
    refused_flow(NONE_LEFT, other, height, [(3, TO)], states)  # the joined vertex is called FROM
    refused_flow(NOT_SHOWN, flow, height, [(5, TO)], states)  # both ends have one height


#: Flows that show nothing: the reason, and the differences from the true flow and its graph.
REFUSED: list[tuple[str, dict[str, Any]]] = [
    (NONE_LEFT, {"flow": FLOW[1:]}),
    (NONE_LEFT, {"flow": EDGES}),  # more than two at a vertex
    (NONE_LEFT, {"flow": [*FLOW, (0, 4)]}),
    (NONE_LEFT, {"flow": [(a, b) for a, b in FLOW if b not in (0, 6)] + [(0, 6), (1, 5)]}),
    # The flow lacks an edge that is included. Vertex 2 has a third edge, so none of it is forced.
    (NONE_LEFT, {"taken": (0, 4), "more": [(2, 5)]}),
    (NONE_LEFT, {"more": [(0, 1)]}),  # the graph is not bipartite
    *(
        (UP_AND_DOWN, {"height": {**dict.fromkeys(CYCLE, 0), vertex: by}, "out": [(0, 4)]})
        for vertex in (0, 1, 3, 4, 5, 6, 8, 9)  # all but those with two edges
        for by in (1, -1, 2, -2)
    ),
    *((NOT_SHOWN, {"out": [edge]}) for edge in ((0, 5), (6, 1), (0, 4), (7, 8))),
]


def test_a_flow_may_lack_no_included_edge_between_the_ends() -> None:
    # The added vertices replace 0 and 4. The graph is bipartite, so they are not joined.
    names = {v: v for v in CYCLE} | {0: FROM, 4: TO}
    edges, flow = ([(names[a], names[b]) for a, b in e] for e in ([*EDGES, (2, 5)], FLOW))
    states = EdgeStates(numbered(graph_of(*edges)))
    result_of(states.change(IN, FROM, TO))
    height = {names[v]: h for v, h in HEIGHT.items()}
    refused_flow(NONE_LEFT, flow, height, [(3, 8)], states)


@pytest.mark.parametrize(("why", "change"), REFUSED)
def test_a_flow_that_shows_nothing_is_refused(why: str, change: dict[str, Any]) -> None:
    given = {"flow": FLOW, "height": HEIGHT, "out": [(3, 8)], "more": (), "taken": (2, 3)} | change
    states = begun_states(given.pop("more"), given.pop("taken"))
    refused_flow(why, states=states, **given)


def test_vertices_of_which_two_are_neighbors_show_no_shortage() -> None:
    for crowd in ([2, 3], [*CYCLE]):
        with pytest.raises(ValueError, match="^'short' shows nothing here$"):
            result_of(check_record([["short", crowd], ["dead"]], begun_states()))
