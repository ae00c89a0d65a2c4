"""Boards that one or two squares separate: answers from the parts match brute force."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kt_core import Board, NoTour, Tour
from kt_core.events import result_of
from kt_core.methods import separators as joints
from kt_core.methods.separators import tours
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.shared.answers import answer
from tests.shared.cases import by_chance, verdict_by_force
from tests.shared.refutations import paired


def by_parts(puzzle: Puzzle) -> Tour | NoTour | None:
    """Return the answer by parts, checked; None if no squares separate the board."""
    return answer(puzzle, tours(puzzle, None, solving=solving))


def blocks(*places: tuple[int, int, int, int], joints: str, rows: int, columns: int) -> Board:
    """Return a board of rectangles (first row and column, sides) and joints."""
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
    """Allow parts of one square, for boards small enough for brute force."""
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)


#: Four blocks in a row, each joined to the next by one square.
CHAIN = blocks(
    *((0, 0, 9, 9), (0, 11, 9, 9), (11, 11, 9, 9), (11, 22, 9, 9)),
    joints="j3,q10,u15",
    rows=20,
    columns=31,
)


def test_a_chain_of_blocks_is_solved_part_by_part() -> None:
    refutation = by_parts(Puzzle(CHAIN))
    assert isinstance(refutation, NoTour)
    assert refutation.proof == "joints"
    even = blocks((0, 0, 8, 8), (0, 10, 8, 8), joints="i3", rows=8, columns=18)
    tour = by_parts(Puzzle(even))
    assert isinstance(tour, Tour)
    assert tour.board == even


def test_two_ends_may_be_all_of_a_part() -> None:
    log = {"joints": [2], "squares": [3, 4, 5]}
    assert check(NoTour("No.", "joints", {}, log), Puzzle(Board(1, 6), 0, 1, leaper=(0, 1)))


def test_a_proof_of_a_part_is_about_the_leaper_of_the_puzzle() -> None:
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


@pytest.mark.exhaustive
def test_a_tour_passes_two_squares_in_one_of_six_ways() -> None:
    chance, found = Random(5), Counter[bool]()
    while min(found[True], found[False]) < 30:
        board = by_chance(chance, 14)
        if len(board) < 5:
            continue
        ends = [chance.choice((None, square)) for square in chance.sample(board.squares, 2)]
        puzzle = Puzzle(board, ends[0], ends[1])
        pair = paired(puzzle, *chance.sample(board.squares, 2))
        if pair is None:
            continue
        truth = verdict_by_force(puzzle)
        found[truth] += 1
        none = {
            ask: no
            for ask in {ask for way in pair.splits() for ask in way}
            if isinstance(
                no := result_of(joints.subproblem_answer(pair, ask, None, solving)), NoTour
            )
        }
        # If the board has a tour, all refutations of its parts together prove nothing. If it has
        # none, they are a proof, and they are no proof if one of them is missing.
        for least in ((), *none) if not truth else ((),):
            kept = {ask: no for ask, no in none.items() if ask != least}
            proven = all(one in kept or other in kept for one, other in pair.splits())
            assert not (proven and truth)
            assert proven or truth or least
            log = json.loads(json.dumps(pair.refutation(kept).log))
            if proven:
                assert check(NoTour("No.", "pairs", {}, log), puzzle)
            else:
                with pytest.raises(ValueError, match="leaves a way for a tour"):
                    check(NoTour("No.", "pairs", {}, log), puzzle)


def test_a_path_between_two_separating_squares_may_be_refuted_from_either_end() -> None:
    board = Board(6, 4, {*range(24)} - {8, 12, 15, 18, 21})
    pair = paired(Puzzle(board), board.square("c5"), board.square("d4"))
    assert pair
    asks = {ask for way in pair.splits() for ask in way}
    answers = {ask: result_of(joints.subproblem_answer(pair, ask, None, solving)) for ask in asks}
    none = {ask: no for ask, no in answers.items() if isinstance(no, NoTour)}
    log = json.loads(json.dumps(pair.refutation(none).log))
    assert check(NoTour("No.", "pairs", {}, log), Puzzle(board))
    assert check(NoTour("No.", "pairs", {}, {**log, "joints": log["joints"][::-1]}), Puzzle(board))


def _jumps(no: NoTour) -> bool:
    return any(part["first"] is None for part in no.log.get("parts", ()))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("small")
def test_a_broken_proof_by_two_squares_is_refused() -> None:
    chance, refutation = Random(1), None
    while not isinstance(refutation, NoTour) or not _jumps(refutation):
        refutation = by_parts(Puzzle(by_chance(chance, 16)))
    puzzle, log = refutation.puzzle, json.loads(json.dumps(refutation.log))
    assert puzzle
    jump = next(part for part in log["parts"] if part["first"] is None)
    rest = [part for part in log["parts"] if part != jump]
    inside = {"search": [["dead"]], "beyond": [log["squares"][0], log["squares"][0]]}
    wrong = [
        {**log, "joints": log["joints"][:1] * 2},
        {**log, "squares": log["squares"][1:]},  # a move leads out of them
        {**log, "squares": []},
        {**log, "parts": log["parts"][1:]},
        {**log, "parts": [{**part, "first": puzzle.board.squares[0]} for part in log["parts"]]},
        {**log, "parts": [*rest, {**jump, "part": 2}]},
        {**log, "parts": [*rest, {**jump, "log": {"search": []}}]},
        {**log, "parts": [*rest, {**jump, "log": {**jump["log"], "beyond": []}}]},
        {**log, "parts": [*rest, {**jump, "log": inside}]},
        {key: log[key] for key in log if key != "parts"},
    ]
    refuse(refutation, wrong)


def test_parts_nested_too_deeply_are_refused() -> None:
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
