"""Proofs by parts must refute every way through the two squares.

Three by three squares without the center form a ring for a piece that moves one square along. From
a1 to a2 it goes all around, by c1 and a3, which separate a1, b1 and a2 from the others.
"""

import json
from random import Random
from typing import Any

import pytest

from kt_core import Board, NoTour, Tour
from kt_core.events import Found, result_of
from kt_core.methods import separators as joints
from kt_core.methods.separators import SeparationPair, Subproblem
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.shared.cases import by_chance, verdict_by_force
from tests.shared.refutations import paired

RING = Board(3, 3, ["b2"])
JOINTS, PART, BEYOND = [2, 6], [0, 1, 3], [5, 7, 8]
PUZZLE = Puzzle(RING, 0, 3, leaper=(0, 1))
PAIR = SeparationPair(PUZZLE, (2, 6), (PART, BEYOND))


@pytest.mark.parametrize("closed", [False, True])
def test_the_parts_are_solved_for_the_leaper_of_the_puzzle(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)
    puzzle = PUZZLE if not closed else Puzzle(RING, closed=True, leaper=(0, 1))
    *_, found = joints.tours(puzzle, None, solving=solving)
    assert isinstance(found, Found)
    path: tuple[Any, ...] = found.path
    assert Tour(RING, path, closed, (0, 1)).leaper == (0, 1)


def test_a_part_with_both_ends_has_the_jump() -> None:
    [(beyond, jump)] = PAIR.splits()
    assert PAIR.question(beyond) == Puzzle(Board(3, 3, [0, 1, 3, 4]), 2, 6, leaper=(0, 1))
    assert PAIR.question(jump) == Puzzle(Board(3, 3, [4, 5, 7, 8]), 0, 3, leaper=(0, 1))


def refused(why: str, proof: str = "jump", first: int | None = None, **log: Any) -> None:
    """Check that a claim about a part (the jump, or the path beyond it) is refused."""
    part, last = (0, None) if first is None else (1, JOINTS[1])
    claim = {"part": part, "joints": JOINTS, "first": first, "last": last}
    claim |= {"proof": proof, "witness": {}, "log": log}
    with pytest.raises(ValueError, match=why):
        check(
            NoTour("No.", "pairs", {}, {"joints": JOINTS, "squares": PART, "parts": [claim]}),
            PUZZLE,
        )


def test_a_part_that_has_a_tour_of_the_piece_is_not_refuted() -> None:
    for beyond in (BEYOND, [5], [8, 7]):
        refused("^the proof leads to a tour", beyond=beyond, search=[("dead",)])
    refused("^the proof leads to a tour", "forced", JOINTS[0])


@pytest.mark.parametrize(
    "beyond", [[], [0], [6], [2, 5], [-1], [-3], ["5"], [5.0], [True], [5, 7, 5]], ids=str
)
def test_a_jump_beyond_wrong_squares_is_refused(beyond: list[Any]) -> None:
    why = "outside its part, each once$|no square of the board|must be a whole number|and not 5.0"
    refused(why, beyond=beyond, search=[("dead",)])


def test_a_question_about_a_part_is_for_a_path_between_joints() -> None:
    claim = {"part": 1, "joints": [2], "proof": "forced", "witness": {}, "log": {}}
    for first, last in ((5, None), (2, 6), (None, 2), (6, 2)):
        part = {**claim, "first": first, "last": last}
        log = {"joints": JOINTS, "squares": PART, "parts": [part]}
        with pytest.raises(ValueError, match="squares that are not its joints$"):
            check(NoTour("No.", "pairs", {}, log), PUZZLE)


def open_ways(chance: Random) -> tuple[SeparationPair, dict[Subproblem, NoTour], list[Subproblem]]:
    """Return a puzzle with a tour by two squares, its parts without a tour, and those with one."""
    while True:
        puzzle = Puzzle(by_chance(chance, 14))
        many = len(puzzle.board) > 4
        pair = paired(puzzle, *chance.sample(puzzle.board.squares, 2)) if many else None
        if pair and verdict_by_force(puzzle):
            asks = {ask: None for way in pair.splits() for ask in way}
            known = {
                ask: result_of(joints.subproblem_answer(pair, ask, None, solving)) for ask in asks
            }
            none = {ask: no for ask, no in known.items() if isinstance(no, NoTour)}
            return pair, none, [ask for ask in asks if ask not in none]


@pytest.mark.exhaustive
def test_a_possible_way_is_not_refuted() -> None:
    chance = Random(2)
    for _ in range(40):
        pair, none, there = open_ways(chance)
        for ask in there:
            beyond = sorted(pair.parts[1 - ask.part])
            no = NoTour("", "search", {}, {"search": [("dead",)]})
            if ask.first is None:
                no = NoTour("", "jump", {}, {**no.log, "beyond": beyond})
            claim = json.loads(json.dumps(pair.refutation({**none, ask: no}).log))
            with pytest.raises(ValueError, match=r"leads to a tour|no dead end"):
                check(NoTour("No.", "pairs", {}, claim), pair.puzzle)


def test_a_tour_with_a_jump_has_no_end_on_the_line() -> None:
    board = Board(3, 6, [square for square in range(18) if square not in {2, 3, 6, 10, 12, 13, 14}])
    jump = {"part": 0, "joints": [13, 2], "first": None, "last": None}
    claim = {
        **jump,
        "proof": "jump",
        "witness": {},
        "log": {"search": [("dead",)], "beyond": [12]},
    }  # the part would end there, which is not allowed
    log = {"joints": [13, 2], "squares": [3, 6, 10, 14], "parts": [claim]}
    with pytest.raises(ValueError, match="^this proof leaves a way for a tour"):  # others
        check(NoTour("No.", "pairs", {}, log), Puzzle(board))


def test_a_hole_belongs_to_no_part() -> None:
    # The ring again, with two columns of holes beside it. The proof names e2 as a square of a part,
    # but e2 is a hole.
    board = Board(3, 5, ["b2", "d1", "e1", "d2", "e2", "d3", "e3"])
    puzzle = Puzzle.of(board, start="a1", end="a2", leaper=(0, 1))
    joints, beyond = ([*map(board.square, each.split())] for each in ("c1 a3", "c2 b3 c3"))
    claim = {"part": 0, "joints": joints, "first": joints[0], "last": joints[1]}
    claim |= {"proof": "degree", "witness": {"no move": [9]}, "log": {}}
    log = {"joints": joints, "squares": [*beyond, 9], "parts": [claim]}
    with pytest.raises(ValueError, match="^9 in this proof is no square of the board$"):
        check(NoTour("No.", "pairs", {}, log), puzzle)
