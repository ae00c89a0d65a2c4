"""Search trees: sizes, estimates, and the progress of a search."""

from itertools import islice, takewhile
from statistics import mean

import pytest

from kt_core.analysis import paths_from, search_tree
from kt_core.board import Board
from kt_core.events import Found, Visit
from kt_core.graph import KnightGraph, knight_graph
from kt_core.search import search
from kt_core.tree_size import CORNER_TREES, FIRST_TOURS, Depths, depths, geometric_sum, probes


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
    assert geometric_sum(Board(2, 2)) == (4, 0)
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
