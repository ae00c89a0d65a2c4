"""Verdicts, tours and counts of narrow boards match brute force or a theorem."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour
from kt_core.events import Event, Found, Progress, result_of
from kt_core.methods.frontier.strips import counting, suits, tours
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.cases import by_definition, tours_by_force

SMALL = [(w, n) for w in (1, 2, 3, 4) for n in range(w, 13) if w * n <= 12] + [
    (4, 4),
    (3, 6),
    (4, 5),
]


def answer(puzzle: Puzzle, seed: int | None = None) -> tuple[int, ...]:
    """Return the path of a tour, checked; empty if there is a proof of none."""
    try:
        events = list(tours(puzzle, seed))
    except NoTour as no:
        assert no.proof == "frontier"
        assert len(puzzle.board) > 24 or check(no, puzzle)  # longer ones take too long
        assert no.witness
        assert all(set(squares) <= set(puzzle.board) for squares in no.witness.values())
        return ()
    found = [event.path for event in events if isinstance(event, Found)]
    assert len(found) == 1
    path: tuple[Any, ...] = found[0]
    Tour(puzzle.board, path, puzzle.closed)
    assert puzzle.start in {None, path[0]}
    assert puzzle.end in {None, path[-1]}
    return path


def count(puzzle: Puzzle) -> int:
    """Return the number of tours."""
    return result_of(counting(puzzle))


def by_force(board: Board) -> Iterator[tuple[Puzzle, int]]:
    """Yield each question about a board with its number of tours."""
    graph = by_definition(board)
    ends = Counter((path[0], path[-1]) for path in tours_by_force(board))
    closed = sum(n for (a, b), n in ends.items() if b in graph[a]) if len(board) > 2 else 0
    yield Puzzle(board, closed=True), closed // (2 * len(board))
    yield Puzzle(board, board.squares[-1], closed=True), closed // (2 * len(board))
    yield Puzzle(board), ends.total()
    for a in board:
        yield Puzzle(board, a), sum(n for (start, _), n in ends.items() if start == a)
        yield Puzzle(board, None, a), sum(n for (_, end), n in ends.items() if end == a)
    for a, b in combinations(board, 2):  # half of them from the later square to the earlier one
        start, end = (a, b) if a % 2 else (b, a)
        yield Puzzle(board, start, end), ends[start, end]


def turned(board: Board) -> Board:
    """Return the board with its rows as columns."""
    places = (divmod(hole, board.columns) for hole in board.holes)
    return Board(board.columns, board.rows, [column * board.rows + row for row, column in places])


@st.composite
def narrow(draw: st.DrawFn, squares: int) -> Board:
    """Draw a board of up to four rows or columns, with holes, and at most so many squares."""
    width, length = draw(st.integers(2, 4)), draw(st.integers(4, 9))
    size = width * length
    least = max(0, size - squares)
    holes = draw(st.sets(st.integers(0, size - 1), min_size=least, max_size=max(least, size // 2)))
    board = Board(width, length, holes)
    return turned(board) if draw(st.booleans()) else board


@pytest.mark.exhaustive
@pytest.mark.parametrize("sides", SMALL, ids=lambda sides: "{}x{}".format(*sides))
def test_every_question_about_a_small_board_is_answered_as_brute_force_does(
    sides: tuple[int, int],
) -> None:
    for puzzle, tours_there_are in by_force(Board(*sides)):
        assert count(puzzle) == tours_there_are
        assert bool(answer(puzzle)) == (tours_there_are > 0)


@pytest.mark.exhaustive
@settings(max_examples=40, deadline=None)
@given(narrow(squares=14), st.integers(0, 9))
def test_holes_change_no_answer_that_brute_force_gives(board: Board, seed: int) -> None:
    for puzzle, tours_there_are in by_force(board):
        assert count(puzzle) == tours_there_are
        assert bool(answer(puzzle, seed)) == (tours_there_are > 0)


@pytest.mark.exhaustive
def test_a_tour_of_four_rows_joins_their_outer_rows() -> None:
    board = Board(4, 7)
    for a, b in product((0, 5, 9, 24), board):
        if a != b:
            legal = board.colour(a) != board.colour(b) and {a // 7, b // 7} <= {0, 3}
            assert bool(answer(Puzzle(board, a, b))) == legal


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
    assert answer(puzzle)


def test_a_strip_of_a_thousand_columns_is_refuted() -> None:
    assert not answer(Puzzle(Board(4, 1000), closed=True))
    assert not answer(Puzzle.of(Board(3, 1000), start="c2", end="e3"))


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
    assert len({answer(puzzle, seed) for seed in range(12)}) >= 6


def test_every_tour_of_a_small_board_can_be_drawn() -> None:
    met = {answer(Puzzle(Board(3, 4)), seed) for seed in range(100)}
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


def test_a_refutation_names_its_last_column() -> None:
    with pytest.raises(NoTour) as three:
        list(tours(Puzzle(Board(3, 8), closed=True)))
    assert three.value.reason.endswith(" at file h, after 324 of these, none is left.")
    assert three.value.witness == {"file h": [7, 15, 23]}
    with pytest.raises(NoTour) as four:
        list(tours(Puzzle(Board(9, 4, ["b9"]), closed=True)))
    assert "followed rank by rank" in four.value.reason
    assert "outer files" in four.value.reason
    [(name, squares)] = four.value.witness.items()
    assert all(four.value.reason.find(f"at {name},") > 0 for _ in squares)


def test_one_square_has_a_tour_and_two_have_none() -> None:
    assert answer(Puzzle(Board(1, 1))) == (0,)
    assert answer(Puzzle(Board(1, 5, [0, 1, 3, 4]), 2, 2)) == (2,)
    assert not answer(Puzzle(Board(1, 1), closed=True))
    assert not answer(Puzzle(Board(1, 2)))
    assert answer(Puzzle(Board(2, 3, [1, 2, 3, 4]), end=0)) == (5, 0)
    assert not answer(Puzzle(Board(2, 3, [1, 2, 3, 4]), closed=True))


def test_strips_are_for_knights_on_up_to_four_rows() -> None:
    assert suits(Puzzle(Board(4, 9)))
    assert suits(Puzzle(Board(9, 3)))
    assert not suits(Puzzle(Board(5, 9)))
    assert not suits(Puzzle(Board(4, 9), leaper=(1, 4)))
