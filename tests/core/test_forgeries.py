"""A proof that lacks a part is refused by a sentence, whatever its kind."""

import pytest

from kt_core import Board, NoTour
from kt_core.proofs import check
from kt_core.tour import Puzzle


@pytest.mark.parametrize("lines", [["outer rows"], ["inner rows"], []])
@pytest.mark.parametrize("proof", ["schwenk", "inner"])
def test_a_proof_by_rows_that_lacks_some_is_refused(proof: str, lines: list[str]) -> None:
    witness = dict.fromkeys(lines, (0,))
    with pytest.raises(ValueError, match="is missing"):
        check(NoTour("No.", proof, witness), Puzzle(Board(4, 6), 0, closed=proof == "schwenk"))
