"""Every refutation is confirmed by its witness, and no false one is."""

from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from kt_core import Board, NoTour
from kt_core.events import Progress, result_of
from kt_core.language import Sentence
from kt_core.proofs import check
from kt_core.proofs.checker import kinds, record
from kt_core.proofs.checker.kinds import KINDS
from kt_core.proofs.checker.question import BoardMoves, CycleGraph, cycle_graph
from kt_core.proofs.checker.record import IN, OUT, WORK_PER_YIELD, EdgeStates, check_record
from kt_core.tour import Puzzle
from tests.shared.refutations import TWINS, refutation


def knight_moves(board: Board) -> CycleGraph:
    moves = BoardMoves(Puzzle(board))
    return CycleGraph.of({square: moves.near(square) for square in board})


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
def test_a_record_may_show_a_deficient_set(
    board: Board, closed: bool, crowd: str, proof: str
) -> None:
    puzzle, squares = Puzzle(board, closed=closed), [*map(board.square, crowd.split())]
    log = {"search": [("short", squares), ("dead",)]}
    assert check(NoTour("No.", proof, {}, log), puzzle)
    fewer = {"search": [("short", squares[:2]), ("dead",)]}
    with pytest.raises(ValueError, match="^'short' shows nothing here$"):
        check(NoTour("No.", proof, {}, fewer), puzzle)
    with pytest.raises(ValueError, match="^the proof does not end with its last dead end$"):
        check(NoTour("No.", proof, {}, {"search": log["search"][:1]}), puzzle)


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


@pytest.mark.parametrize(
    ("proof", "witness"),
    [
        ("apart", {"reached": [0, 12, 33, 21], "out of reach": [6, 18, 39]}),  # 27 is missing
        ("degree", {"one move": [0]}),  # this square has two moves
    ],
)
def test_a_witness_that_does_not_show_it_is_refused(proof: str, witness: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^this is no proof of the kind '{proof}'"):
        check(NoTour("No.", proof, witness), Puzzle(TWINS, closed=True))


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
    no = refutation(Puzzle.of(board, **asked))
    assert no
    squares = next(iter(no.witness.values()))
    assert (no.proof, board.names(squares).split()) == ("degree", shown)
    assert check(no)
    if "one move" in no.witness and (asked.get("closed") or len({*shown, *asked.values()}) > 2):
        monkeypatch.delattr(kinds, "cycle_graph")  # the cycle graph of all squares
        assert check(no)
