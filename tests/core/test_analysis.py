"""Symmetry, sums and sizes of search trees match their definitions."""

import pytest
from hypothesis import given

from kt_core import Board, Tour
from kt_core.analysis import column_sums, is_semi_magic, row_sums, search_tree, symmetry
from kt_core.gallery import GALLERY
from tests.shared.cases import walks

THREE = Tour(Board(3, 4), ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"])
DIAMOND = Tour(Board(4, 4, set(range(16)) - {0, 6, 9, 15}), ["a1", "c2", "d4", "b3"], closed=True)
RING = Board(3, 3, ["b2"])


def test_symmetries_are_named() -> None:
    assert symmetry(THREE) == ("rot180",)
    assert symmetry(DIAMOND) == ("rot180", "mirror diagonal", "mirror antidiagonal")
    assert symmetry(Tour(Board(1, 1), ["a1"])) == (
        "rot180",
        "mirror left-right",
        "mirror up-down",
        "rot90",
        "mirror diagonal",
        "mirror antidiagonal",
    )


def test_the_move_home_counts_in_a_closed_tour() -> None:
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


def test_sums_use_the_numbers_as_printed() -> None:
    tour = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"])
    assert row_sums(tour) == (1 + 4 + 7, 6 + 2, 3 + 8 + 5)
    assert column_sums(tour) == (1 + 6 + 3, 4 + 8, 7 + 2 + 5)


def test_a_board_with_unequal_sides_is_not_magic() -> None:
    assert not is_semi_magic(THREE)
    assert not is_semi_magic(Tour(Board(1, 2), ["a1", "b1"], leaper=(0, 1)))
    assert not is_semi_magic(Tour(Board(2, 1), ["a1", "a2"], leaper=(0, 1)))


def test_where_a_closed_tour_begins_matters() -> None:
    tour = GALLERY["jaenisch-1862"].tour
    turned = Tour(tour.board, tour.path[1:] + tour.path[:1], closed=True)
    assert is_semi_magic(tour)
    assert not is_semi_magic(turned)


@given(walks())
def test_every_step_is_summed_once_and_symmetry_has_no_direction(
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
