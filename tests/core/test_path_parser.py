"""A walk over named squares ends at the first step that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board
from kt_core.board import place
from kt_core.events import result_of
from kt_core.files.notation import WIDTH, PathParser, places_of

NAMES = st.text("abzAZ019 \n\u212a\u0661", max_size=5)


@given(st.lists(st.sampled_from(["a1", "B2", "zzz9999", "h8"]) | NAMES))
def test_places_are_those_of_the_names(names: list[str]) -> None:
    one_by_one = [place(name) for name in names]
    known = [found[0] * WIDTH + found[1] for found in one_by_one if found]
    assert places_of(names) == (known if len(known) == len(names) else None)


def test_a_walk_knows_the_smallest_board_and_its_squares() -> None:
    walk = PathParser()
    walk.go(["a1", "b3"])
    walk.go(["C1"])
    assert (len(walk), walk.board()) == (3, Board(3, 3))
    assert result_of(walk.squares()) == [0, 7, 2]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a1", "b3", "a1"], "step 3 comes to a1 again"),
        (["a1", "b2"], "step 2, a1 to b2, is not a knight's move"),
        (["a1", "x"], "step 2, 'x', is not the name of a square"),
        (["a1", "c2"], "step 2: c2 is a hole"),
        (["a1", "b3", "d4"], "step 3: 'd4' is not a square of 3x3"),
    ],
)
def test_the_first_wrong_step_is_named(names: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        PathParser(Board(3, 3, ["c2"])).go(names)
    walk = PathParser(Board(3, 3, ["c2"]))
    walk.go(names[:-1])
    with pytest.raises(ValueError, match=said):
        walk.go(names[-1:])
