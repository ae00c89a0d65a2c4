"""The line of a tour passes through the centers of its squares, in order."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, solve
from kt_core.drawing.shapes import Point, bends, center, number, section_paths, square_at

SHORT = [
    *[(0, "0"), (0.5, ".5"), (-0.5, "-.5"), (1, "1"), (100, "100"), (-1.25, "-1.25")],
    *[(0.0004, "0"), (-0.0004, "0"), (0.9996, "1"), (-0.9996, "-1"), (10.01, "10.01")],
]
NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def points(rows: int, columns: int, *, closed: bool) -> list[Point]:
    board = Board(rows, columns)
    return [center(board, square) for square in solve(board, closed=closed).path]


@pytest.mark.parametrize(("value", "text"), SHORT)
def test_numbers_are_written_without_needless_digits(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-2000, 2000))
def test_a_number_is_off_by_half_a_thousandth_at_most(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.0005 + 1e-9
    assert NUMBERS.fullmatch(number(value))


def test_a1_is_drawn_at_the_bottom_left() -> None:
    board = Board(3, 10)
    assert [center(board, board.square(name)) for name in ("a1", "j3")] == [(0.5, 2.5), (9.5, 0.5)]


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_moves_are_drawn_from_center_to_center_and_meet_smoothly(closed: bool) -> None:
    centers = points(6, 6, closed=closed)
    moves = [list(map(float, NUMBERS.findall(d))) for d in bends(centers, closed=closed)]
    stops = [*centers, *centers[:1]] if closed else centers
    assert [(tuple(move[:2]), tuple(move[-2:])) for move in moves] == list(pairwise(stops))
    meetings = list(pairwise([*moves, *moves[:1]] if closed else moves))
    for (*_, ax, ay, x, y), (_, _, bx, by, *_) in meetings:
        assert (ax + bx, ay + by) == pytest.approx((2 * x, 2 * y), abs=0.003)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("length", [1, 7, 1000])
def test_sections_join_into_one_line_through_every_square(closed: bool, length: int) -> None:
    centers = points(6, 6, closed=closed)
    around = [*centers, *centers[:1]] if closed else centers
    stops = [(4 * x, 4 * y) for x, y in around]
    pen, visited = (0.0, 0.0), []
    for i, d in enumerate(section_paths(around, length)):
        for command, text in re.findall(r"([Mlq])([^Mlq]*)", d):
            values = list(map(float, NUMBERS.findall(text)))
            if command == "M":
                assert i == 0 or tuple(values) == pen
                pen = (values[0], values[1])
                visited += [] if i else [pen]
            else:
                visited += [(pen[0] + values[0], pen[1] + values[1])] if command == "q" else []
                pen = (pen[0] + values[-2], pen[1] + values[-1])
    assert [*visited, pen] == [(int(x), int(y)) for x, y in stops]


def test_a_point_is_in_the_square_whose_center_is_nearest() -> None:
    board = Board(3, 10)
    for square in board:
        x, y = center(board, square)
        assert square_at(board, x + 0.49, y - 0.49) == square
    outside = [(-0.1, 1.0), (10.0, 1.0), (5.0, -0.1), (5.0, 3.0)]
    assert [square_at(board, x, y) for x, y in outside] == [None] * 4
