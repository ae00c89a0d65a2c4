"""Whatever is told of a board that has a tour, no check takes it for a proof.

What makes proofs makes true ones, so it never shows what a check would let through.
"""

from random import Random

import pytest

from kt_core import Board, NoTour
from kt_core.graph import KNIGHT, Leaper
from kt_core.proofs import check
from kt_core.proofs.checks import KINDS
from kt_core.tour import Puzzle
from tests.shared.forge import forged, walk

REFUSED = r"proof|witness|entry|shows|dead end|situations|ends that are given"


@pytest.mark.parametrize(("leaper", "count"), [(KNIGHT, 150), ((0, 1), 50), ((1, 1), 50)], ids=str)
def test_no_forgery_is_a_proof(leaper: Leaper, count: int) -> None:
    chance = Random(1)
    for _ in range(count):
        puzzle = walk(chance, leaper)
        for kind in (*KINDS, *KINDS):
            with pytest.raises(ValueError, match=REFUSED):
                check(forged(puzzle, kind, chance), puzzle)


def test_a_square_alone_is_an_open_tour() -> None:
    for proof in KINDS:
        with pytest.raises(ValueError, match="proof"):
            check(NoTour("No.", proof, {"no move": (0,)}), Puzzle(Board(1, 1)))


@pytest.mark.parametrize("lines", [["outer rows"], ["inner rows"], []])
@pytest.mark.parametrize("proof", ["schwenk", "inner"])
def test_a_proof_by_rows_that_lacks_some_is_refused(proof: str, lines: list[str]) -> None:
    witness = dict.fromkeys(lines, (0,))
    with pytest.raises(ValueError, match="is missing"):
        check(NoTour("No.", proof, witness), Puzzle(Board(4, 6), 0, closed=proof == "schwenk"))


def test_chains_that_can_be_joined_are_no_proof() -> None:
    puzzle = Puzzle(Board(5, 5, ["a1"]), closed=True)  # 24 squares, as 3x8 has
    with pytest.raises(ValueError, match="no proof"):
        check(NoTour("No.", "schwenk", {"left over": ()}), puzzle)


def test_three_squares_are_not_too_few() -> None:
    with pytest.raises(ValueError, match="no proof of the kind 'too-few'"):
        check(NoTour("No.", "too-few"), Puzzle(Board(2, 3, ["a1", "b1", "c1"]), closed=True))
