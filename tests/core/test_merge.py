"""The cycles of a two-factor are merged to one, for all seeds, with forced edges fixed."""

from random import Random

import pytest

from kt_core import Board, Tour, knight_graph
from kt_core.events import result_of
from kt_core.methods.two_factors import Merge, Neighbours, TwoFactor


def taken_on(board: Board) -> Neighbours:
    """Return a two-factor of the board's graph."""
    factor = TwoFactor(knight_graph(board), [s for s in board if board.colour(s)])
    assert result_of(factor.deficient_set()) == []
    return factor.every_edge()


def cycle_from(taken: Neighbours, first: int) -> list[int]:
    """Return the cycle of edges through a vertex."""
    path, here = [first], min(taken[first])
    while here != first:
        here, before = min(taken[here] - {path[-1]}), here
        path.append(before)
    return path


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("sides", [(5, 6), (6, 6), (3, 10), (7, 8), (12, 12)], ids=str)
def test_cycles_become_one_closed_tour(sides: tuple[int, int], seed: int) -> None:
    board = Board(*sides)
    merge = Merge(knight_graph(board), taken_on(board), [], Random(seed))
    assert result_of(merge.join())
    assert all(len(near) == 2 for near in merge.taken.values())
    assert len(Tour(board, cycle_from(merge.taken, 0), closed=True).path) == len(board)


@pytest.mark.parametrize("seed", range(10))
def test_forced_edges_stay(seed: int) -> None:
    board = Board(8, 8)
    taken = taken_on(board)
    forced = [(a, min(taken[a])) for a in (27, 36, 14)]
    merge = Merge(knight_graph(board), taken, forced, Random(seed))
    assert result_of(merge.join())
    assert all(b in merge.taken[a] and a in merge.taken[b] for a, b in forced)


@pytest.mark.parametrize("sides", [(4, 4), (4, 5), (3, 8)], ids=str)
def test_cycles_that_no_tour_joins_are_not_merged(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    merge = Merge(knight_graph(board), taken_on(board), [], Random(0))
    assert not result_of(merge.join())
    assert len(merge.size) > 1
    assert all(len(near) == 2 for near in merge.taken.values())
