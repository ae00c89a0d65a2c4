"""Counts match the oracles; published counts are quoted, not computed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Undecided
from kt_core.count import QUOTED, counting, published_count
from kt_core.events import result_of
from kt_core.tour import Puzzle
from tests.shared.cases import ORACLES, boards, tours_by_force

COUNTS = ORACLES["counts"]
LONG = {"5x8", "5x6", "6x6"}  # a second each, and ten inside Pyodide


def counted_sizes(name: str) -> list[object]:
    """Return sizes of this kind with their counts."""
    return [
        pytest.param(*each, marks=pytest.mark.exhaustive if each[0] in LONG else ())
        for each in COUNTS[name].items()
    ]


def count(puzzle: Puzzle) -> int:
    """Return the count with an ample budget."""
    return result_of(counting(puzzle, 10**6))


@pytest.mark.parametrize(("size", "tours"), counted_sizes("closed_undirected"))
def test_closed_tours_are_counted_undirected(size: str, tours: int) -> None:
    assert count(Puzzle(Board.parse(size), closed=True)) == tours


@pytest.mark.parametrize(("size", "tours"), counted_sizes("open_undirected"))
def test_open_tours_are_counted_both_ways(size: str, tours: int) -> None:
    assert count(Puzzle(Board.parse(size))) == 2 * tours


@pytest.mark.exhaustive
def test_the_count_of_open_tours_of_6x6_is_the_published_one() -> None:
    assert count(Puzzle(Board(6, 6))) == 6_637_920  # OEIS A165134


def test_open_tours_from_each_start_of_five_by_five() -> None:
    rows = COUNTS["open_directed_from_each_start_5x5"]
    starts = [tours for row in rows for tours in row]
    assert [count(Puzzle(Board(5, 5), start)) for start in range(25)] == starts
    assert [count(Puzzle(Board(5, 5), end=end)) for end in range(25)] == starts


def test_a_closed_tour_counts_once_for_any_start() -> None:
    assert {count(Puzzle(Board(5, 6), start, closed=True)) for start in range(30)} == {8}


def test_one_square_has_one_tour() -> None:
    assert count(Puzzle(Board(1, 1))) == count(Puzzle(Board(1, 1), 0, 0)) == 1


@given(boards(sides=5, squares=10), st.data())
def test_counts_agree_with_brute_force(board: Board, data: st.DataObject) -> None:
    start, end = (data.draw(st.none() | st.sampled_from(list(board))) for _ in range(2))
    if start == end and len(board) > 1:
        end = None
    assert count(Puzzle(board, start, end)) == len(tours_by_force(board, start, end))
    assert 2 * count(Puzzle(board, closed=True)) * len(board) == len(
        tours_by_force(board, closed=True)
    )


def test_a_count_beyond_its_budget_is_undecided() -> None:
    for board in (Board(8, 9), Board(4, 300)):
        with pytest.raises(Undecided, match=f"of {board} are too many .* in 5 slices") as undecided:
            result_of(counting(Puzzle(board), 5))
        assert undecided.value.spent == {"slices": 5}


def test_published_counts_are_quoted_instead_of_computed() -> None:
    with pytest.raises(Undecided, match="not computed: 13,267,364,410,532 .McKay") as undecided:
        result_of(counting(Puzzle(Board(8, 8), closed=True), 10**9))
    assert undecided.value.spent == {"slices": 0}


def test_a_budget_that_is_just_large_enough_is_enough() -> None:
    puzzle = Puzzle(Board(3, 10))
    slices = len(list(counting(puzzle, 10**6)))
    assert result_of(counting(puzzle, slices)) == 6096
    with pytest.raises(Undecided):
        result_of(counting(puzzle, slices - 1))


def test_known_counts_are_quoted_with_their_source() -> None:
    quoted = COUNTS["quoted_not_recomputed"]
    assert {key: entry.count for key, entry in QUOTED.items()} == {
        (8, 8, True): quoted["closed_undirected_8x8"],
        (7, 7, False): quoted["open_directed_7x7"],
        (8, 8, False): quoted["open_directed_8x8"],
    }
    assert all("OEIS" in entry.source for entry in QUOTED.values())


def test_counts_are_quoted_only_for_knights_on_full_boards() -> None:
    full = Board(8, 8)
    assert (
        published_count(Puzzle(full, closed=True))
        == published_count(Puzzle(full, 0, closed=True))
        is not None
    )
    assert published_count(Puzzle(full, start=0)) is None
    assert published_count(Puzzle(full, closed=True, leaper=(1, 4))) is None
    assert published_count(Puzzle(Board(8, 8, ["c3"]))) is None
