"""Arguments, results and errors of `solve` and `count_tours`."""

from typing import Any

import pytest

from kt_core import Board, NoTour, Undecided, count_tours, solve
from kt_core.methods import exact
from kt_core.proofs import check
from kt_core.solve import methods
from kt_core.tour import Puzzle
from tests.shared.cases import HARD

CHESS = Board(8, 8)


def has_tour(board: Board, **asked: Any) -> bool:
    """Return True if `solve` finds a tour, False if it refutes one."""
    try:
        solve(board, **asked)
    except NoTour as no:
        assert check(no)
        return False
    return True


@pytest.mark.parametrize("row", range(8))
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_the_chessboard_is_toured_from_every_square(row: int, closed: bool) -> None:
    for start in range(8 * row, 8 * row + 8):
        tour = solve(CHESS, start=start, closed=closed)
        assert (tour.path[0], tour.closed, tour.board) == (start, closed, CHESS)


def test_four_squares_can_have_a_closed_tour() -> None:
    diamond = Board(4, 4, set(range(16)) - {0, 6, 9, 15})
    assert diamond.names(solve(diamond, closed=True).path) in ("a1 c2 d4 b3", "a1 b3 d4 c2")
    assert count_tours(diamond, closed=True) == 1


@pytest.mark.parametrize("asked", [{}, {"closed": True}, {"end": "b1"}, {"start": "d4"}])
def test_the_same_seed_gives_the_same_tour_another_seed_another(asked: dict[str, Any]) -> None:
    tours = [solve(CHESS, seed=seed, **asked) for seed in (None, *range(9))]
    assert tours == [solve(CHESS, seed=seed, **asked) for seed in (None, *range(9))]
    assert len({tour.path for tour in tours}) >= 9  # two of ten may be equal by chance


def test_beyond_its_budget_a_question_is_undecided() -> None:
    board = Board(300, 300, ["c3", "d9"])  # a tour takes many slices
    for budget in (0, 1, 5):
        with pytest.raises(
            Undecided, match="^the budget of work was not enough for 300x300"
        ) as undecided:
            solve(board, closed=True, budget=budget)
        assert sum(undecided.value.spent.values()) == budget
        with pytest.raises(Undecided, match="too many to count"):
            count_tours(board, budget=budget)
    assert solve(board, closed=True).closed


def test_a_method_that_finds_nothing_is_followed_by_another() -> None:
    impossible = Puzzle.of(Board(5, 22), start="b3", end="d4")  # a1 and a5 both need b3
    assert len([*methods(impossible)]) == 1  # its parts take turns
    with pytest.raises(NoTour):
        solve(impossible.board, start="b3", end="d4")


def test_an_uncountable_puzzle_is_refused_before_any_work() -> None:
    for board in (Board(300, 300), Board(1000, 1000)):
        with pytest.raises(Undecided, match="too many to count") as undecided:
            count_tours(board, closed=True, budget=50)
        assert sum(undecided.value.spent.values()) == 0
    assert count_tours(Board(999, 999), closed=True) == 0


@pytest.mark.parametrize("seed", [[1], "7", 1.5, True, (1,)])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="is not a seed; give a whole number"):
        solve(CHESS, seed=seed)
    with pytest.raises(ValueError, match="is not a seed; give a whole number"):
        next(exact.tours(Puzzle(CHESS), seed))


@pytest.mark.full
@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("hard", HARD, ids=lambda hard: f"{hard['squares']} squares")
def test_no_seed_leaves_a_hard_board_undecided(hard: dict[str, Any], seed: int | None) -> None:
    board = Board(hard["rows"], hard["columns"], hard["holes"])
    assert has_tour(board, **hard["question"], seed=seed, budget=5000) == hard["exists"]


@pytest.mark.full
@pytest.mark.parametrize("side", [6, 8, 12])
def test_blocks_joined_by_two_squares_are_refuted_by_them(side: int) -> None:
    whole, gap = 2 * side + 2, (side, side + 1)
    joints = {side * whole + side, side * whole + side + 1}
    holes = {s for s in range(whole**2) if s // whole in gap or s % whole in gap} - joints
    with pytest.raises(NoTour) as no:
        solve(Board(whole, whole, holes), budget=15_000)
    assert no.value.proof == "cut"
    assert set(no.value.witness["taken away"]) == joints
