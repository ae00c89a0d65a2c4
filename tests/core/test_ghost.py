"""The layer of a symmetry coincides with the tour after its rotation or reflection."""

import re
from itertools import pairwise
from math import cos, radians, sin

import pytest

from kt_core import Board, Tour, solve
from kt_core.drawing.line import ghost
from kt_core.drawing.shapes import Point, centre
from kt_core.tour import Symmetry

HOLED = Board(4, 4, ["a1", "a4", "d1", "d4"])


def moves(tour: Tour) -> set[frozenset[Point]]:
    """Return the ends of each move, relative to the center of the board."""
    high, wide = tour.board.rows / 2, tour.board.columns / 2
    centres = [centre(tour.board, square) for square in tour.path]
    points = [(x - wide, y - high) for x, y in centres]
    return {frozenset(move) for move in pairwise([*points, *points[: tour.closed]])}


def moved(point: Point, degrees: int, *, mirrored: bool) -> Point:
    """Return the image of a point as in CSS; a mirror's axis counts twice."""
    (x, y), turn = point, radians(degrees * (2 if mirrored else 1))
    y = -y if mirrored else y
    return round(2 * (x * cos(turn) - y * sin(turn))) / 2, round(
        2 * (x * sin(turn) + y * cos(turn))
    ) / 2


@pytest.mark.parametrize(
    ("board", "symmetry", "closed"),
    [
        (Board(8, 8), "half-turn", True),
        (Board(6, 6), "quarter-turn", True),
        (Board(6, 5), "mirror", True),
        (Board(5, 6), "mirror", True),
        (HOLED, "mirror", True),
        (Board(5, 5), "half-turn", False),
    ],
)
def test_turned_as_it_says_the_drawing_falls_on_itself(
    board: Board, symmetry: Symmetry, closed: bool
) -> None:
    tour, mirrored = solve(board, closed=closed, symmetry=symmetry), symmetry == "mirror"
    drawn = "".join(ghost(tour, symmetry))
    (degrees,) = re.findall(r"--by:(-?\d+)deg", drawn)
    turned = {
        frozenset(moved(point, int(degrees), mirrored=mirrored) for point in move)
        for move in moves(tour)
    }
    assert turned == moves(tour)
    assert f'class="ghost {"mirrored" if mirrored else "turned"}"' in drawn
    assert drawn.count("M") == tour.moves


def test_any_other_tour_has_none() -> None:
    tour = solve(Board(8, 8), closed=True)
    assert [*ghost(tour, "quarter-turn"), *ghost(tour, "mirror")] == []
