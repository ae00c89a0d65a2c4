"""A board that hangs together by one square or two is answered by its parts, as by force."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kt_core import Board, NoTour, Tour
from kt_core.events import Found
from kt_core.methods import joints
from kt_core.methods.joints import tours
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.core.test_verdicts import by_chance
from tests.shared.cases import verdict_by_force


def answer(puzzle: Puzzle) -> Tour | NoTour | None:
    """Return what the parts make of a question; None where nothing parts the board."""
    try:
        for event in tours(puzzle, None, solving=solving):
            if isinstance(event, Found):
                path: tuple[Any, ...] = event.path
                tour = Tour(puzzle.board, path, puzzle.closed)
                assert puzzle.start in (None, tour.path[0]) or puzzle.closed
                assert puzzle.end in (None, tour.path[-1])
                return tour
    except NoTour as no:
        return no.of(puzzle)
    return None


def blocks(*places: tuple[int, int, int, int], joints: str, rows: int, columns: int) -> Board:
    """Return a board of rectangles, each by its first row and column and its sides, and joints."""
    whole = Board(rows, columns)
    kept = {
        row * columns + column
        for first, left, high, wide in places
        for row in range(first, first + high)
        for column in range(left, left + wide)
    } | {whole.square(name) for name in joints.split(",")}
    return Board(rows, columns, [square for square in whole if square not in kept])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let parts of one square be questions too, for boards that force can answer."""
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("closed", [False, True])
def test_the_parts_answer_as_force_does(closed: bool) -> None:
    chance, found = Random(7), {True: 0, False: 0}
    while min(found.values()) < (20 if closed else 100):
        board = by_chance(chance, 16)
        ends = [chance.choice((None, square)) for square in chance.sample(board.squares, 2)]
        puzzle = Puzzle(board, ends[0], None if closed else ends[1], closed)
        told = answer(puzzle)
        if told is None:
            continue
        found[isinstance(told, Tour)] += 1
        assert isinstance(told, Tour) == verdict_by_force(puzzle)
        if isinstance(told, NoTour):
            assert check(told)


#: Four blocks in a row, each hanging on the next by one square.
CHAIN = blocks(
    *((0, 0, 9, 9), (0, 11, 9, 9), (11, 11, 9, 9), (11, 22, 9, 9)),
    joints="j3,q10,u15",
    rows=20,
    columns=31,
)


def test_a_chain_of_blocks_is_answered_part_by_part() -> None:
    told = answer(Puzzle(CHAIN))
    assert isinstance(told, NoTour)
    assert told.proof == "joints"
    assert told.reason.startswith("Without")
    assert "so the part with" in told.reason
    assert check(told)
    even = blocks((0, 0, 8, 8), (0, 10, 8, 8), joints="i3", rows=8, columns=18)
    tour = answer(Puzzle(even))
    assert isinstance(tour, Tour)
    assert tour.board == even


def test_two_ends_in_one_part_are_refuted_at_once() -> None:
    board = blocks((0, 0, 8, 8), (0, 10, 8, 8), joints="i3", rows=8, columns=18)
    told = answer(Puzzle(board, board.square("a1"), board.square("b1")))
    assert isinstance(told, NoTour)
    assert told.reason == (
        "Without i3 the board falls into two parts, and a tour has an end in each."
        " a1 and b1 are both in one."
    )
    assert check(told)


def test_a_broken_proof_of_parts_is_found() -> None:
    told = answer(Puzzle(CHAIN))
    assert isinstance(told, NoTour)
    assert told.puzzle
    log = json.loads(json.dumps(told.log))
    assert check(NoTour(told.reason, told.proof, told.witness, log), told.puzzle)
    wrong = [
        {**log, "squares": log["squares"][1:]},  # a move leads out of them
        {**log, "squares": []},
        {**log, "squares": CHAIN.squares},
        {**log, "joints": [0]},
        {**log, "proof": "schwenk"},
        {key: log[key] for key in log if key != "witness"},
    ]
    for broken in wrong:
        with pytest.raises(ValueError, match="proof"):
            check(NoTour(told.reason, told.proof, told.witness, broken), told.puzzle)
    closed = replace(told.puzzle, closed=True)
    with pytest.raises(ValueError, match="proof"):
        check(NoTour(told.reason, told.proof, told.witness, log), closed)


def test_parts_in_parts_without_end_are_refused() -> None:
    way = [
        2 * i + (1000 if i % 2 else 0) for i in range(500)
    ]  # a path of the knight's, and no more
    board = Board(2, 1000, [square for square in range(2000) if square not in way])
    nested: dict[str, Any] = {"joints": [], "squares": []}
    for i in range(len(way) - 2, 0, -1):
        inner = {"proof": "joints", "witness": {}, "log": nested}
        nested = {"joints": [way[i]], "squares": way[i + 1 :], **inner}
    with pytest.raises(ValueError, match="nested too deeply"):
        check(NoTour("No.", "joints", {}, nested), Puzzle(board))
