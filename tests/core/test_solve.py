"""Every answer is right: a tour that was asked for, or a refusal that brute force confirms."""

from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour, Undecided, count_tours, solve
from kt_core.methods import exact
from kt_core.proofs import check
from kt_core.solve import methods
from kt_core.tour import Puzzle
from tests.shared.cases import HARD, ORACLES, boards, tours_by_force, walks

CHESS = Board(8, 8)
EXISTENCE, COUNTS = ORACLES["existence"], ORACLES["counts"]
#: Boards of the oracles that plain search settles in no time.
SMALL = [(m, n) for m, n in combinations_with_replacement(range(1, 9), 2) if m * n <= 20]


def has_tour(board: Board, **asked: Any) -> bool:
    """Return whether solve finds a tour; False if it knows that there is none."""
    try:
        solve(board, **asked)
    except NoTour as no:
        assert check(no)
        return False
    return True


@pytest.mark.parametrize("start", CHESS)
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_the_chessboard_is_toured_from_every_square(start: int, closed: bool) -> None:
    tour = solve(CHESS, start=start, closed=closed)
    assert (tour.path[0], tour.closed, tour.board) == (start, closed, CHESS)


def test_four_squares_can_have_a_closed_tour() -> None:
    diamond = Board(4, 4, set(range(16)) - {0, 6, 9, 15})
    assert diamond.names(solve(diamond, closed=True).path) in ("a1 c2 d4 b3", "a1 b3 d4 c2")
    assert count_tours(diamond, closed=True) == 1


@pytest.mark.parametrize("side", [6, 8, 10, 12])
def test_even_boards_have_closed_tours(side: int) -> None:
    assert solve(Board(side, side), closed=True).moves == side * side


@pytest.mark.parametrize(("rows", "columns"), SMALL, ids=str)
def test_small_boards_are_settled_as_in_the_oracles(rows: int, columns: int) -> None:
    for board in (Board(rows, columns), Board(columns, rows)):
        for closed, known in ((False, "an_open"), (True, "a_closed")):
            listed = EXISTENCE[f"boards_up_to_12x12_with_{known}_tour"]
            assert has_tour(board, closed=closed) == (f"{rows}x{columns}" in listed)


@pytest.mark.parametrize("size", ["3x10", "5x6", "5x8", "6x6", "6x7", "7x8", "8x9", "9x10"])
def test_boards_of_the_oracles_have_closed_tours(size: str) -> None:
    assert size in EXISTENCE["boards_up_to_12x12_with_a_closed_tour"]
    assert solve(Board.parse(size), closed=True).closed


@pytest.mark.parametrize("size", EXISTENCE["boards_up_to_12x12_with_an_open_tour"])
def test_boards_of_the_oracles_have_open_tours(size: str) -> None:
    assert len(solve(Board.parse(size)).path) == len(Board.parse(size))


@given(boards(sides=6, squares=11), st.data())
def test_brute_force_comes_to_the_same_answer(board: Board, data: st.DataObject) -> None:
    squares = st.none() | st.sampled_from(board.squares)
    closed, start, seed = data.draw(st.tuples(st.booleans(), squares, st.sampled_from([None, 1])))
    end = None if closed else data.draw(squares)
    assume(start is None or start != end or len(board) == 1)
    tours = tours_by_force(board, start, end, closed=closed)
    try:
        tour = solve(board, start=start, end=end, closed=closed, seed=seed)
    except NoTour:
        assert not tours
    else:
        assert tour.path in tours
        assert tour.closed == closed


@given(walks(), st.booleans(), st.booleans())
def test_a_tour_that_is_there_is_never_denied(
    walk: tuple[Board, list[int]], from_start: bool, to_end: bool
) -> None:
    board, path = walk
    start, end = path[0] if from_start else None, path[-1] if to_end else None
    try:
        tour = solve(board, start=start, end=end, budget=50_000)
    except Undecided:
        return
    assert start in (None, tour.path[0])
    assert end in (None, tour.path[-1])


@pytest.mark.parametrize(
    "asked",
    [{"start": "a1", "end": "b1"}, {"end": "e4"}, {"start": "e4"}, {"start": 63, "end": "a2"}],
)
def test_a_tour_begins_and_ends_where_it_is_asked_to(asked: dict[str, Any]) -> None:
    tour = solve(CHESS, **asked)
    for place, square in asked.items():
        assert tour.path[0 if place == "start" else -1] == CHESS.square(square)


@pytest.mark.parametrize("asked", [{}, {"closed": True}, {"end": "b1"}, {"start": "d4"}])
def test_the_same_seed_gives_the_same_tour_another_seed_another(asked: dict[str, Any]) -> None:
    tours = [solve(CHESS, seed=seed, **asked) for seed in (None, *range(9))]
    assert tours == [solve(CHESS, seed=seed, **asked) for seed in (None, *range(9))]
    assert len({tour.path for tour in tours}) >= 9  # by chance, two may be the same


def test_beyond_its_budget_a_question_is_undecided() -> None:
    board = Board(300, 300, ["c3", "d9"])  # a tour takes many slices
    for budget in (0, 1, 5):
        with pytest.raises(Undecided, match="^the budget of work on 300x300 did not") as undecided:
            solve(board, closed=True, budget=budget)
        assert sum(undecided.value.spent.values()) == budget
        with pytest.raises(Undecided, match="too many to count"):
            count_tours(board, budget=budget)
    assert solve(board, closed=True).closed


def test_where_one_method_finds_nothing_another_goes_on() -> None:
    impossible = Puzzle.of(Board(5, 22), start="b3", end="d4")  # a1 and a5 both need b3
    assert len([*methods(impossible)]) == 1  # whose parts take turns
    with pytest.raises(NoTour):
        solve(impossible.board, start="b3", end="d4")


def test_what_cannot_be_counted_is_refused_before_anything_is_built() -> None:
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


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"start": "z9"}, "'z9' is not a square of 8x8"),
        ({"end": -1}, "-1 is not a square of 8x8"),
        ({"start": "a1", "end": "a1"}, "start and end are both a1"),
        ({"end": "a1", "closed": True}, "a closed tour has no end"),
    ],
)
def test_a_wrong_question_is_refused(asked: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong) as refused:
        solve(CHESS, **asked)
    assert not isinstance(refused.value, NoTour)


@pytest.mark.parametrize("size", ["3x3", "3x4", "3x5", "3x7", "4x4", "4x5", "5x5"])
def test_open_tours_are_counted_directed(size: str) -> None:
    assert count_tours(Board.parse(size)) == 2 * COUNTS["open_undirected"][size]


@pytest.mark.parametrize("size", ["3x3", "3x4", "3x8", "5x5", "5x6"])
def test_closed_tours_are_counted_undirected(size: str) -> None:
    assert count_tours(Board.parse(size), closed=True) == COUNTS["closed_undirected"][size]


def test_tours_of_five_by_five_are_counted_from_each_square() -> None:
    board = Board(5, 5)
    counted = [[count_tours(board, start=5 * r + c) for c in range(5)] for r in range(5)]
    assert counted == COUNTS["open_directed_from_each_start_5x5"]


@given(boards(sides=5, squares=10), st.booleans())
def test_brute_force_counts_as_many(board: Board, closed: bool) -> None:
    tours = len(tours_by_force(board, closed=closed))
    assert count_tours(board, closed=closed) == (tours // 2 // len(board) if closed else tours)


EXHAUSTIVE = pytest.mark.exhaustive


@pytest.mark.parametrize("seed", [None, *(pytest.param(it, marks=EXHAUSTIVE) for it in (1, 5, 7))])
@pytest.mark.parametrize("hard", HARD, ids=lambda hard: f"{hard['squares']} squares")
def test_no_seed_leaves_a_hard_board_undecided(hard: dict[str, Any], seed: int | None) -> None:
    board = Board(hard["rows"], hard["columns"], hard["holes"])
    assert has_tour(board, **hard["question"], seed=seed, budget=5000) == hard["exists"]


@pytest.mark.parametrize("side", [8, *(pytest.param(side, marks=EXHAUSTIVE) for side in (6, 12))])
def test_blocks_that_two_squares_join_are_refuted_by_these(side: int) -> None:
    whole, gap = 2 * side + 2, (side, side + 1)
    joints = {side * whole + side, side * whole + side + 1}
    holes = {s for s in range(whole**2) if s // whole in gap or s % whole in gap} - joints
    with pytest.raises(NoTour) as no:
        solve(Board(whole, whole, holes), budget=15_000)
    assert no.value.proof == "cut"
    assert set(no.value.witness["taken away"]) == joints


def test_every_seed_gives_a_proven_tour() -> None:
    assert all(isinstance(solve(Board(6, 5), closed=True, seed=seed), Tour) for seed in range(30))
