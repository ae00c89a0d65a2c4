"""What people write is read back; what is wrong is named in terms of the text."""

import pytest

from kt_core import Board, Tour, solve
from kt_core.files.reader import read
from tests.shared.forms import BOARDS, FORMS, LISTS, Form

SQUARE = solve(Board(5, 5), start="a1", seed=3)
WIDE = solve(Board(3, 10), seed=1)
CLOSED = solve(Board(6, 6), closed=True, seed=2)


@pytest.mark.parametrize("tour", [SQUARE, WIDE, CLOSED], ids=["5x5", "3x10", "closed"])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_tour_is_read_back_from_every_form(form: Form, tour: Tour) -> None:
    found = read(form(tour))
    assert found.tour == tour, (found.read_as, found.sentence)
    assert found.question is None


def test_every_form_says_how_it_was_read() -> None:
    assert read(LISTS["tuples"](SQUARE)).read_as == (
        "Read as (row, column) pairs counted from 0; (0, 0) is a5."
    )
    assert read(BOARDS["a board from 0"](SQUARE)).read_as == (
        "Read as a numbered board counted from 0; its top row is rank 5."
    )
