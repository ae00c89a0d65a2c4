"""Symmetry, sums and search trees: sizes, estimates, and the progress of a search."""

from itertools import islice, takewhile
from statistics import mean

import pytest
from hypothesis import given

from kt_core import Board, Tour
from kt_core.analysis import column_sums, is_semi_magic, paths_from, row_sums, search_tree, symmetry
from kt_core.events import Found, Visit
from kt_core.gallery import GALLERY
from kt_core.graph import KnightGraph, knight_graph
from kt_core.search import search
from kt_core.tree_size import CORNER_TREES, FIRST_TOURS, Depths, depths, geometric_sum, probes
from tests.shared.cases import walks

THREE = Tour(Board(3, 4), ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"])
DIAMOND = Tour(Board(4, 4, set(range(16)) - {0, 6, 9, 15}), ["a1", "c2", "d4", "b3"], closed=True)
RING = Board(3, 3, ["b2"])


def test_symmetries_are_named_and_the_move_home_counts_in_a_closed_tour() -> None:
    assert symmetry(THREE) == ("rot180",)
    assert symmetry(DIAMOND) == ("rot180", "mirror diagonal", "mirror antidiagonal")
    assert symmetry(Tour(Board(1, 1), ["a1"])) == (
        *("rot180", "mirror left-right", "mirror up-down", "rot90", "mirror diagonal"),
        "mirror antidiagonal",
    )
    ring = ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"]
    assert len(symmetry(Tour(RING, ring, closed=True))) == 6
    assert symmetry(Tour(RING, ring)) == ()
    assert symmetry(Tour(RING, ring[4:] + ring[:3] + ["b1"])) == ()


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (["a1", "c2"], ()),
        (["b1", "c3", "a2", "c1", "b3"], ("mirror up-down",)),
        (["a2", "c3", "b1", "a3", "c2"], ("mirror left-right",)),
        (["c1", "b3", "a1", "c2", "a3"], ("mirror diagonal",)),
        (["a1", "c2", "a3", "b1", "c3"], ("mirror antidiagonal",)),
    ],
)
def test_each_mirror_has_its_name(path: list[str], names: tuple[str, ...]) -> None:
    whole = Board(3, 3)
    squares = set(map(whole.square, path))
    assert symmetry(Tour(Board(3, 3, set(whole) - squares), path)) == names


def test_sums_are_of_the_numbers_as_printed_on_a_square_board() -> None:
    tour = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"])
    assert row_sums(tour) == (1 + 4 + 7, 6 + 2, 3 + 8 + 5)
    assert column_sums(tour) == (1 + 6 + 3, 4 + 8, 7 + 2 + 5)
    assert not is_semi_magic(THREE)
    assert not is_semi_magic(Tour(Board(1, 2), ["a1", "b1"], leaper=(0, 1)))
    assert not is_semi_magic(Tour(Board(2, 1), ["a1", "a2"], leaper=(0, 1)))
    tour = GALLERY["jaenisch-1862"].tour
    turned = Tour(tour.board, tour.path[1:] + tour.path[:1], closed=True)
    assert is_semi_magic(tour)
    assert not is_semi_magic(turned)


@given(walks())
def test_each_step_counts_once_and_symmetry_has_no_direction(
    walk: tuple[Board, list[int]],
) -> None:
    tour, (board, path) = Tour(*walk), walk
    assert sum(row_sums(tour)) == sum(column_sums(tour)) == len(path) * (len(path) + 1) // 2
    assert symmetry(tour) == symmetry(Tour(board, path[::-1]))


@pytest.mark.parametrize(
    ("side", "k", "size"),
    [(5, 3.8, "3.12e14"), (6, 4.4, "1.46e23"), (8, 5.25, "1.23e46"), (8, None, "1.23e46")],
)
def test_search_trees_have_the_sizes_of_the_textbook(side: int, k: float | None, size: str) -> None:
    mantissa, exponent = search_tree(Board(side, side), k)
    assert f"{mantissa:.2f}e{exponent}" == size


def test_a_search_tree_may_be_too_large_for_a_float() -> None:
    assert search_tree(Board(1, 1)) == (0, 0)
    assert search_tree(Board(1, 4), 2) == pytest.approx((1.5, 1))
    assert search_tree(Board(1000, 1000))[1] == 901_786


def graph(side: int) -> KnightGraph:
    return knight_graph(Board(side, side))


def last(side: int) -> Depths:
    return list(depths(graph(side), 0, 10**9))[-1]


@pytest.mark.full
def test_small_trees_have_the_stated_size() -> None:
    there = last(4)
    assert CORNER_TREES[4] == there.visits == paths_from(graph(4), 0) == sum(there.counts)
    assert CORNER_TREES[5] == paths_from(graph(5), 0)


@pytest.mark.parametrize("side", [4, 5, 6, 7, 8])
def test_estimates_are_close_to_the_stated_size(side: int) -> None:
    found = mean(islice(probes(graph(side), 0, seed=1), 4000))
    assert found == pytest.approx(CORNER_TREES[side], rel=0.2)


def test_the_formula_equals_the_sum_of_its_terms() -> None:
    mantissa, exponent = geometric_sum(Board(4, 4))
    k = 3.0
    assert mantissa * 10**exponent == pytest.approx(sum(k**i for i in range(16)))
    mantissa, exponent = geometric_sum(Board(8, 8))
    of, power = search_tree(Board(8, 8))
    assert of * 10**power / (mantissa * 10**exponent) == pytest.approx(4.25)
    assert geometric_sum(Board(2, 2)) == (1, 0)  # no square has a move
    assert geometric_sum(Board(300, 300))[1] > 80_000


@pytest.mark.full
@pytest.mark.parametrize("side", [5, 6])
def test_a_search_takes_the_stated_visits_to_its_first_tour(side: int) -> None:
    events = list(takewhile(lambda event: not isinstance(event, Found), search(graph(side), 0)))
    visits = sum(isinstance(event, Visit) for event in events)
    there = last(side)
    assert (there.visits, len(there.path)) == (FIRST_TOURS[side], side**2)
    assert visits == there.visits


@pytest.mark.long
@pytest.mark.full
def test_the_search_on_8x8_keeps_the_beginning_of_its_path_up_to_the_stated_visits() -> None:
    search_8x8 = depths(graph(8), 0, 10_000)
    *_, there = islice(search_8x8, 100)
    assert (there.visits, there.kept) == (1_000_000, 35)
    assert there.counts[:35] == (1,) * 35
    assert sum(there.counts) == there.visits
    assert max(there.counts) == there.counts[53]
    *_, there = search_8x8
    assert (there.visits, len(there.path), there.kept) == (FIRST_TOURS[8], 64, 33)


def test_a_search_that_ends_without_a_tour_ends_with_an_empty_path() -> None:
    there = last(4)
    assert (there.path, there.kept, there.counts[15]) == ((), 0, 0)
