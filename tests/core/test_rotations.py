"""Rotations change neither the squares nor the start of a path, and move its end to a target."""

from random import Random

import pytest

from kt_core import Board, Tour
from kt_core.events import Found, result_of
from kt_core.graph import KNIGHT, knight_graph
from kt_core.methods import tilings
from kt_core.methods.rotations import RotatedPath, steps_of, with_ends
from kt_core.tour import Puzzle


def squares(rotated: RotatedPath) -> list[int]:
    """Return the squares of a path, in order."""
    return [square for section in rotated.sections() for square in section]


def test_a_rotation_reverses_all_that_follows_a_square() -> None:
    chance, path = Random(5), [4, 2, 0, 1, 3, 5, 6, 8, 7]
    rotated = RotatedPath(path, result_of(steps_of(path, 9)), [(3, 8), (0, 2)])
    expected = [*path[3:], *path[:3]]
    for _ in range(200):
        place = chance.randrange(9)
        assert squares(rotated) == expected
        assert rotated.last == expected[-1]
        assert [rotated.after(square) for square in expected] == [*expected[1:], None]
        rotated.rotate(expected[place])
        expected[place + 1 :] = expected[:place:-1]
    rotated.reverse()
    assert squares(rotated) == expected[::-1]


@pytest.mark.parametrize("board", [Board(20, 20), Board(21, 21), Board(30, 31)], ids=str)
def test_a_path_gets_the_ends_that_are_given(board: Board) -> None:
    chance, graph = Random(board.columns), knight_graph(board)
    path, found = result_of(tilings.tour(board, KNIGHT)), 0
    dark, light = ([s for s in board if board.colour(s) == colour] for colour in (0, 1))
    for _ in range(20):
        ends = chance.sample(dark, 2) if len(board) % 2 else [*map(chance.choice, (light, dark))]
        if walk := result_of(with_ends(board, graph, path, ends)):
            found += 1
            tour = Tour(board, walk)
            assert [tour.path[0], tour.path[-1]] == ends
    assert found >= 18  # repair answers the others


def test_ends_that_lie_far_apart_on_a_million_squares_need_no_repair() -> None:
    # Repair would exchange moves all along the way, and merge some hundred cycles there.
    puzzle = Puzzle.of(Board(1000, 1000), start="a1", end="alk1000")
    *_, found = tilings.tours(puzzle)
    assert isinstance(found, Found)
    assert (found.path[0], found.path[-1]) == (puzzle.start, puzzle.end)
