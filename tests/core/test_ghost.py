"""The layer that shows a symmetry: where the drawing turns, the squares of the tour go."""

import re
from math import cos, isclose, radians, sin

import pytest

from kt_core import Board, solve
from kt_core.drawing.curve import centre
from kt_core.drawing.ghost import ghost
from kt_core.symmetry import SYMMETRIES, Symmetry, images, own_image


@pytest.mark.parametrize("board", [Board(6, 6), Board(4, 7)], ids=str)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_squares_go_where_the_drawing_goes(board: Board, symmetry: Symmetry) -> None:
    for image in images(board, symmetry):
        turn, high, wide = radians(image.degrees), board.rows / 2, board.columns / 2
        for square in board:
            x, y = (a - b for a, b in zip(centre(board, square), (wide, high), strict=True))
            if symmetry == "mirror":
                turn = 2 * radians(image.degrees)  # a reflection: the axis counts twice
                y = -y
            there = x * cos(turn) - y * sin(turn) + wide, x * sin(turn) + y * cos(turn) + high
            expected = centre(board, image.of[square])
            assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(there, expected, strict=True))


@pytest.mark.parametrize(
    ("board", "symmetry", "closed", "look"),
    [
        (Board(8, 8), "half-turn", True, "ghost turned"),
        (Board(6, 6), "quarter-turn", True, "ghost turned"),
        (Board(6, 5), "mirror", True, "ghost mirrored"),
        (Board(5, 5), "half-turn", False, "ghost turned"),
    ],
)
def test_a_tour_of_its_own_image_has_its_line_once_more(
    board: Board, symmetry: Symmetry, closed: bool, look: str
) -> None:
    tour = solve(board, closed=closed, symmetry=symmetry)
    image = own_image(tour, symmetry)
    assert image
    drawn = "".join(ghost(tour, symmetry))
    assert f'class="{look}"' in drawn
    assert f"--by:{image.degrees}deg" in drawn
    assert len(re.findall("M", drawn)) == tour.moves


def test_any_other_tour_has_none() -> None:
    tour = solve(Board(8, 8), closed=True)
    assert [*ghost(tour, "quarter-turn"), *ghost(tour, "mirror")] == []
