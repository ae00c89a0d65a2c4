"""Symmetric tours: as many as by enumeration, or the reason for none."""

from dataclasses import replace
from typing import Any

import pytest

from kt_core import Board, NoTour, Tour, Undecided, solve
from kt_core.analysis import symmetry
from kt_core.board import Symmetry
from kt_core.cycle import FROM
from kt_core.events import Found, result_of
from kt_core.files.refutation import proof_json, reading
from kt_core.methods.exact import tours
from kt_core.proofs import check
from kt_core.proofs.checker.kinds import checking
from kt_core.solve import solving
from kt_core.symmetry import actions
from kt_core.tour import SYMMETRIES, Puzzle
from tests.shared.forge import DRAWN, is_image

CLOSED = {"closed": True}
CORNERS = ["a1", "a4", "d1", "d4"]
#: Boards whose tours are listed in no time, closed and open.
LISTED = [
    pytest.param(Board(6, 6), True, {"half-turn": 78, "quarter-turn": 10}, marks=pytest.mark.full),
    (Board(5, 6), True, {"mirror": 4}),
    (Board(3, 10), True, {"half-turn": 4, "mirror": 4}),
    (Board(4, 4, CORNERS), True, {"half-turn": 2, "mirror": 2}),
    (Board(5, 5), False, {"half-turn": 32}),
    (Board(3, 4), False, {"half-turn": 4}),
    (Board(4, 3), False, {"half-turn": 4}),
    (Board(3, 8), False, {"half-turn": 20}),
    (Board(4, 5), False, {"half-turn": 6}),
    (Board(4, 4), False, {}),
]
#: Questions that have no tour which is its own image: open and closed ones, with ends, and with
#: the proof and a part of its reason.
REFUTED: list[tuple[Board, str, dict[str, Any], str, str]] = [
    (Board(8, 8), "quarter-turn", CLOSED, "symmetry", "16 moves keep the color."),
    (Board(8, 8), "mirror", CLOSED, "symmetry", "32 moves keep the color."),
    (Board(6, 8), "quarter-turn", CLOSED, "symmetry", "only if it is square. 6x8 is not."),
    (Board(5, 8), "mirror", CLOSED, "symmetry", "top and bottom leaves 8 squares in place."),
    (Board(6, 6, "c3 d3"), "half-turn", CLOSED, "symmetry", "takes c3, a hole, to d4,"),
    (Board(5, 5), "quarter-turn", {}, "symmetry", "cannot keep an open tour"),
    (Board(5, 5), "mirror", {}, "symmetry", "its middle square alone in place; it leaves 5"),
    (Board(4, 7), "mirror", {}, "symmetry", "middle move in place; none can stay."),
    (Board(8, 8), "half-turn", {}, "symmetry", "middle move in place"),
    (Board(4, 6), "half-turn", {}, "symmetry", "middle move in place"),
    (Board(5, 5), "half-turn", {"start": "c3"}, "symmetry", "no end of it can stay in place"),
    (Board(5, 5), "half-turn", {"start": "a1", "end": "c3"}, "symmetry", "a1 to e5, not to c3"),
    (Board(5, 5), "half-turn", {"start": "a1", "end": "a5"}, "symmetry", "a1 to e5, not to a5"),
    (Board(4, 1, "a1 a2 a3"), "quarter-turn", {}, "symmetry", "only if it is square."),
    (Board(5, 6), "half-turn", CLOSED, "search", "Every choice of moves and their images"),
    (Board(5, 6, "a1 f5"), "half-turn", CLOSED, "search", "Every choice of moves and"),
    (Board(5, 5), "half-turn", CLOSED, "parity", "13 dark squares, 12 light"),
    (Board(4, 6), "half-turn", CLOSED, "schwenk", "12 outer squares, 12 inner"),
]
LARGE = [
    ("12x12", True, "half-turn"),
    ("14x14", True, "quarter-turn"),
    ("22x22", True, "quarter-turn"),
    ("15x14", True, "mirror"),
    ("14x15", True, "mirror"),
    ("15x14", True, "half-turn"),
    ("16x15", True, "half-turn"),  # walked backwards, and so it crosses itself in the middle
    ("24x25", True, "half-turn"),
    ("13x13", False, "half-turn"),
    ("25x21", False, "half-turn"),
    ("12x13", False, "half-turn"),
    ("27x24", False, "half-turn"),
]


def found(puzzle: Puzzle, kind: Symmetry) -> set[tuple[int, ...]]:
    """Return every tour with this symmetry that the search finds, each once."""
    paths: list[Any] = []
    try:
        for action in actions(puzzle, kind):
            events = tours(puzzle, image=action.image)
            found_paths: list[Any] = []
            try:
                found_paths += [event.path for event in events if isinstance(event, Found)]
            except NoTour as no:
                assert no.proof == "search"
            assert len(set(found_paths)) == len(found_paths)
            paths += found_paths
    except NoTour as no:
        assert no.proof == "symmetry"
        assert no.reason.endswith(".")
    return set(paths)


@pytest.mark.parametrize(("board", "closed", "counts"), LISTED, ids=str)
def test_tours_agree_with_enumeration(board: Board, closed: bool, counts: dict[str, int]) -> None:
    puzzle = Puzzle(board, closed=closed)
    try:
        every: list[Any] = [event.path for event in tours(puzzle) if isinstance(event, Found)]
    except NoTour:
        every = []
    drawn = {path: symmetry(Tour(board, path, closed)) for path in every}
    for kind in SYMMETRIES:
        known = {path for path in drawn if any(it.startswith(DRAWN[kind]) for it in drawn[path])}
        assert found(puzzle, kind) == known
        assert len(known) == counts.get(kind, 0)


@pytest.mark.parametrize(("size", "closed", "kind"), LARGE, ids=str)
def test_large_boards_have_symmetric_tours(size: str, closed: bool, kind: str) -> None:
    board = Board.parse(size)
    made = [solve(board, closed=closed, symmetry=kind, seed=seed) for seed in (None, 1, 2, 1)]
    for tour in made:
        assert (tour.closed, is_image(tour, kind)) == (closed, True)
    assert made[1] == made[3]
    assert len({tour.path for tour in made}) == 3


def test_symmetric_tours_have_the_given_ends_holes_and_leapers() -> None:
    board = Board(5, 5)
    assert solve(board, symmetry="half-turn", start="a1").path[-1] == board.square("e5")
    assert solve(board, symmetry="half-turn", end="a1").path[0] == board.square("e5")
    assert solve(Board(14, 14), closed=True, symmetry="quarter-turn", start="c3").path[0] == 30
    holed = solve(Board(12, 12, "f6 g7 f7 g6"), closed=True, symmetry="half-turn", seed=3)
    assert is_image(holed, "half-turn")
    wazir = solve(Board(6, 6), closed=True, symmetry="mirror", leaper=(0, 1))
    assert is_image(wazir, "mirror")


def test_a_wrong_symmetry_is_refused_and_one_beyond_its_budget_undecided() -> None:
    with pytest.raises(ValueError, match="'circle' is not a symmetry; there are half-tu") as wrong:
        solve(Board(6, 6), symmetry="circle")
    assert not isinstance(wrong.value, NoTour)
    with pytest.raises(Undecided, match="was not enough"):
        solve(Board(4, 41), symmetry="half-turn", budget=20)


@pytest.mark.parametrize(("board", "symmetry", "asked", "kind", "why"), REFUTED)
def test_a_refuted_symmetry_has_reasons_and_its_proof_is_whole_and_refutes_no_other_question(
    board: Board, symmetry: Symmetry, asked: dict[str, Any], kind: str, why: str
) -> None:
    puzzle = Puzzle.of(board, symmetry=symmetry, **asked)
    with pytest.raises(NoTour) as refuted:
        result_of(solving(puzzle))
    no = refuted.value
    assert (no.proof, no.puzzle) == (kind, puzzle)
    assert why in no.reason
    assert check(no)
    read, proof = result_of(reading(proof_json(no)))
    assert read == puzzle
    assert result_of(checking(proof, read)) == result_of(checking(no, puzzle))
    if kind not in ("symmetry", "search"):
        return  # this refutes the question without a symmetry, too
    with pytest.raises(ValueError, match="its question has none"):
        check(no, replace(puzzle, symmetry=None))
    solved = Puzzle(Board(6, 6), closed=True, symmetry="half-turn"), Puzzle(Board(1, 1))
    for other in (*solved, replace(solved[1], symmetry="mirror")):
        with pytest.raises(ValueError, match="proof|witness"):
            check(NoTour("", kind, {}, no.log), other)
    if kind == "search":
        (record,) = no.log["images"]
        assert len(record) > 1
        for broken in ([], [record[:-1]], [record[1:]], [record[:1] + record[2:]], [[("dead",)]]):
            with pytest.raises(ValueError, match="of the proof|the proof does not|does not say"):
                check(NoTour("", "search", {}, {"images": broken}), puzzle)


def test_the_image_of_a_move_to_one_end_is_one_to_the_other() -> None:
    # A record that makes each square an end. If both images led to one end, it would be proven.
    puzzle = Puzzle(Board(3, 4), symmetry="half-turn")
    ends = [square for square in puzzle.board if puzzle.board.color(square) == 0]
    record = [entry for end in ends for entry in (("take", end, FROM), ("dead",))]
    with pytest.raises(ValueError, match="^the proof leads to a tour, so it proves nothing$"):
        check(NoTour("", "symmetry", {}, {"images": [[*record, ("dead",)]]}), puzzle)
