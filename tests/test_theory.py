"""What is said without a search is proven, and no tour that is there is denied."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour
from kt_core.theory import refute
from kt_core.tour import Puzzle
from tests.cases import by_definition, walks

#: The smallest board with a closed tour: a1 c2 d4 b3.
DIAMOND = Board(4, 4, set(range(16)) - {0, 6, 9, 15})


@pytest.mark.parametrize(
    ("board", "asked", "proof", "reason"),
    [
        (Board(1, 1), {"closed": True}, "too-few", "at least three squares"),
        (Board(1, 2), {"closed": True}, "too-few", "at least three squares"),
        (Board(5, 5), {"closed": True}, "parity", "13 squares of a1's colour and 12 of the other"),
        (Board(8, 8, ["a1"]), {"closed": True}, "parity", "31 squares .* and 32 of the other"),
        (Board(8, 8, ["a1", "h8"]), {}, "parity", "differ by one at most: here are 30 .* 32"),
        (Board(5, 5), {"start": "b1"}, "parity", "^b1 has the colour of fewer squares"),
        (Board(5, 5), {"start": "a1", "end": "a2"}, "parity", "^a2 has the colour of fewer"),
        (Board(8, 8), {"start": "a1", "end": "h8"}, "parity", "^a1 and h8 have the same colour"),
    ],
)
def test_a_refutation_names_its_proof(
    board: Board, asked: dict[str, Any], proof: str, reason: str
) -> None:
    with pytest.raises(NoTour, match=reason) as refuted:
        refute(Puzzle.of(board, **asked))
    assert refuted.value.proof == proof
    assert refuted.value.reason.endswith(".")


def test_the_witness_of_parity_is_both_colours() -> None:
    with pytest.raises(NoTour) as refuted:
        refute(Puzzle.of(Board(3, 3), closed=True))
    assert refuted.value.witness == {"dark": [0, 2, 4, 6, 8], "light": [1, 3, 5, 7]}


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        (Board(1, 1), {}),
        (Board(8, 8), {"closed": True, "start": "a1"}),
        (DIAMOND, {"closed": True}),
        (Board(8, 8), {"start": "a1", "end": "b1"}),
        (Board(5, 5), {"start": "a1", "end": "e5"}),
        (Board(8, 8, ["a1"]), {"start": "b1", "end": "a2"}),
    ],
)
def test_what_colours_allow_is_not_refuted(board: Board, asked: dict[str, Any]) -> None:
    refute(Puzzle.of(board, **asked))


@given(walks(), st.booleans(), st.booleans())
def test_nothing_is_refuted_that_has_a_tour(
    walk: tuple[Board, list[int]], from_start: bool, to_end: bool
) -> None:
    board, path = walk
    refute(Puzzle(board, path[0] if from_start else None, path[-1] if to_end else None))
    if len(path) > 2 and path[0] in by_definition(board)[path[-1]]:
        refute(Puzzle(board, path[0] if from_start else None, closed=True))
