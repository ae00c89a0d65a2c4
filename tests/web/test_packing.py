"""A tour is packed into a short text and back; no other text is a tour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, solve
from kt_core.gallery import GALLERY, Famous
from kt_core.tour import Tour
from web.question.question import packed_path, unpacked_tour


def again(tour: Tour) -> Tour:
    text = packed_path(tour.board, tour.path)
    return unpacked_tour(tour.board, tour.path[0], text, closed=tour.closed)


BOARDS = (Board(1, 1), Board(3, 4), Board(5, 5, ["c3"]), Board(90, 90), Board(3, 120))


@pytest.mark.parametrize("of", [*BOARDS, *GALLERY.values()], ids=str)
def test_a_tour_survives_packing(of: Board | Famous) -> None:
    start = "b1" if of in BOARDS[2:3] else None
    tour = solve(of, start=start) if isinstance(of, Board) else of.tour
    assert again(tour) == tour
    assert len(packed_path(tour.board, tour.path)) <= len(tour.board) * 3 / 6 + 4


@given(st.text(max_size=40) | st.text(alphabet="ABCwxyz019-_", max_size=16))
def test_a_text_is_a_tour_of_the_board_or_none(text: str) -> None:
    board = Board(3, 4)
    try:
        tour = unpacked_tour(board, 0, text, closed=False)
    except ValueError as wrong:
        assert str(wrong) == "these moves are no tour of 3x4 from a1"
    else:
        assert again(tour) == tour


def test_a_packed_tour_is_refused_for_another_board_or_start() -> None:
    tour = solve(Board(6, 6), start="a1")
    text = packed_path(tour.board, tour.path)
    for board, start in ((Board(6, 7), 0), (Board(6, 6), 35), (Board(6, 6, ["f6"]), 0)):
        with pytest.raises(ValueError, match="these moves are no tour"):
            unpacked_tour(board, start, text, closed=False)
