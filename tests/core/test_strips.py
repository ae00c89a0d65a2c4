"""Tours of three or four long rows, their seeds, progress and refutations.

test_answers and test_count compare answers and counts with brute force.
"""

from itertools import product

import pytest

from kt_core import Board, NoTour, Tour
from kt_core.events import Event, Found, Progress
from kt_core.methods.frontier.strips import counting, suits, tours
from kt_core.tour import Puzzle
from tests.shared.answers import answer


def path_of(puzzle: Puzzle, seed: int | None = None) -> tuple[int, ...]:
    """Return the path of a tour, checked; empty if there is a proof of none."""
    found = answer(puzzle, tours(puzzle, seed))
    assert isinstance(found, Tour) or (isinstance(found, NoTour) and found.witness)
    return found.path if isinstance(found, Tour) else ()


@pytest.mark.exhaustive
def test_a_tour_of_four_rows_joins_their_outer_rows() -> None:
    board = Board(4, 7)
    for a, b in product((0, 5, 9, 24), board):
        if a != b:
            legal = board.color(a) != board.color(b) and {a // 7, b // 7} <= {0, 3}
            assert bool(path_of(Puzzle(board, a, b))) == legal


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(3, 1000), closed=True),
        Puzzle.of(Board(1000, 3), start="b500", closed=True),
        Puzzle.of(Board(3, 999), start="a1", end="alj2"),
        Puzzle.of(Board(1000, 4), start="a400", end="d400"),
        Puzzle(Board(4, 1000, ["b1", "gr2", "gs1", "all3"]), end=700),
    ],
    ids=str,
)
def test_a_strip_of_a_thousand_columns_is_solved(puzzle: Puzzle) -> None:
    assert path_of(puzzle)


def test_a_strip_of_a_thousand_columns_is_refuted() -> None:
    end = Puzzle.of(Board(3, 1000), start="c2", end="e3")
    for puzzle in (Puzzle(Board(4, 1000), closed=True), end):  # a check of these takes too long
        with pytest.raises(NoTour, match="none is left") as no:
            list(tours(puzzle))
        assert no.value.proof == "frontier"


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(3, 40), closed=True),
        pytest.param(Puzzle(Board(6, 4), 0), marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_a_seed_decides_the_tour(puzzle: Puzzle) -> None:
    assert list(tours(puzzle, 5)) == list(tours(puzzle, 5))
    assert list(tours(puzzle)) == list(tours(puzzle))
    assert len({path_of(puzzle, seed) for seed in range(12)}) >= 6


def test_every_tour_of_a_small_board_can_be_drawn() -> None:
    met = {path_of(Puzzle(Board(3, 4)), seed) for seed in range(100)}
    assert len({min(path, path[::-1]) for path in met}) == 8


@pytest.mark.exhaustive
def test_progress_is_reported_to_the_end() -> None:
    events: list[Event] = list(tours(Puzzle(Board(4, 300))))
    *before, last = events
    assert isinstance(last, Found)
    assert before[0] == Progress("strips")
    shares = [event.share for event in before[1:] if isinstance(event, Progress)]
    assert len(shares) == len(before) - 1 > 300
    assert all(share is not None and 0 <= share <= 1 for share in shares)


def test_counting_reports_progress() -> None:
    assert next(counting(Puzzle(Board(4, 6)))).method == "strips"


def test_one_square_has_a_tour_and_two_have_none() -> None:
    assert path_of(Puzzle(Board(1, 1))) == (0,)
    assert path_of(Puzzle(Board(1, 5, [0, 1, 3, 4]), 2, 2)) == (2,)
    assert not path_of(Puzzle(Board(1, 1), closed=True))
    assert not path_of(Puzzle(Board(1, 2)))
    assert path_of(Puzzle(Board(2, 3, [1, 2, 3, 4]), end=0)) == (5, 0)
    assert not path_of(Puzzle(Board(2, 3, [1, 2, 3, 4]), closed=True))


def test_strips_are_for_knights_on_up_to_four_rows() -> None:
    assert suits(Puzzle(Board(4, 9)))
    assert suits(Puzzle(Board(9, 3)))
    assert not suits(Puzzle(Board(5, 9)))
    assert not suits(Puzzle(Board(4, 9), leaper=(1, 4)))
