"""Boards that fall into two parts without a square or two."""

import json
from dataclasses import replace
from typing import Any

import pytest

from kt_core import Board, NoTour, Tour
from kt_core.methods import joints as method
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.shared.answers import answer
from tests.shared.cases import board_with


def by_parts(puzzle: Puzzle) -> Tour | NoTour | None:
    return answer(puzzle, method.tours(puzzle, None, solving=solving))


def blocks(*places: tuple[int, int, int, int], joints: str, rows: int, columns: int) -> Board:
    """Return a board of rectangles (first row and column, sides) and joints."""
    whole = Board(rows, columns)
    kept = {
        row * columns + column
        for first, left, high, wide in places
        for row in range(first, first + high)
        for column in range(left, left + wide)
    } | {whole.square(name) for name in joints.split(",")}
    return board_with(rows, columns, kept)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow parts of one square, for boards small enough for brute force."""
    monkeypatch.setattr(method, "LEAST_SQUARES", 1)


#: Four blocks in a row, each joined to the next by one square.
CHAIN = blocks(
    *((0, 0, 9, 9), (0, 11, 9, 9), (11, 11, 9, 9), (11, 22, 9, 9)),
    joints="j3,q10,u15",
    rows=20,
    columns=31,
)
#: For a piece that moves one square along: a ring of eight squares, and a row of five.
RING = Board(3, 3, ["b2"])
ROW = Puzzle(Board(1, 5), leaper=(0, 1))


def test_a_chain_of_blocks_is_solved_part_by_part() -> None:
    refutation = by_parts(Puzzle(CHAIN))
    assert isinstance(refutation, NoTour)
    assert refutation.proof == "joints"
    even = blocks((0, 0, 8, 8), (0, 10, 8, 8), joints="i3", rows=8, columns=18)
    tour = by_parts(Puzzle(even))
    assert isinstance(tour, Tour)
    assert tour.board == even


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("puzzle", [Puzzle(RING, closed=True, leaper=(0, 1)), ROW], ids=str)
def test_the_parts_are_solved_for_the_leaper_of_the_puzzle(puzzle: Puzzle) -> None:
    tour = by_parts(puzzle)
    assert isinstance(tour, Tour)
    assert tour.leaper == (0, 1)


def test_a_part_may_be_its_two_ends_and_its_proof_is_about_the_leaper() -> None:
    log: dict[str, Any] = {"joints": [2], "squares": [3, 4, 5]}
    assert check(NoTour("No.", "joints", {}, log), Puzzle(Board(1, 6), 0, 1, leaper=(0, 1)))
    # A row of squares: a (0, 1) leaper walks along it, but a knight has no move on it.
    log = {"joints": [2], "squares": [3, 4], "witness": {"no move": [3]}, "log": {}}
    no = NoTour("No.", "joints", {}, {**log, "proof": "degree"})
    with pytest.raises(ValueError, match="^this is no proof of the kind 'degree' for 1x5"):
        check(no, Puzzle(Board(1, 5), leaper=(0, 1)))


def refuse(refutation: NoTour, logs: list[dict[str, Any]]) -> None:
    """Check that broken logs are refused, and the true one for a closed tour."""
    assert refutation.puzzle
    closed = replace(refutation.puzzle, closed=True, start=None, end=None)
    true = json.loads(json.dumps(refutation.log))
    for log, puzzle in (*((log, refutation.puzzle) for log in logs), (true, closed)):
        with pytest.raises(ValueError, match="proof|witness"):
            check(NoTour(refutation.reason, refutation.proof, refutation.witness, log), puzzle)


def test_a_broken_proof_of_parts_is_refused() -> None:
    refutation = by_parts(Puzzle(CHAIN))
    assert isinstance(refutation, NoTour)
    log = json.loads(json.dumps(refutation.log))
    assert check(NoTour("No.", "joints", refutation.witness, log), refutation.puzzle)
    wrong = [
        {**log, "squares": log["squares"][1:]},  # a move leads out of them
        {**log, "squares": []},
        {**log, "squares": CHAIN.squares},
        {**log, "joints": [0]},
        {**log, "proof": "schwenk"},
        {key: log[key] for key in log if key != "witness"},
    ]
    refuse(refutation, wrong)


def test_parts_nested_too_deeply_are_refused() -> None:
    way = [2 * i + (1000 if i % 2 else 0) for i in range(500)]  # a path of the knight's, no more
    board = board_with(2, 1000, way)
    nested: dict[str, Any] = {"joints": [], "squares": []}
    for i in range(len(way) - 2, 0, -1):
        inner = {"proof": "joints", "witness": {}, "log": nested}
        nested = {"joints": [way[i]], "squares": way[i + 1 :], **inner}
    with pytest.raises(ValueError, match="nested too deeply"):
        check(NoTour("No.", "joints", {}, nested), Puzzle(board))
