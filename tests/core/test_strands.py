"""A joint exchanges two moves for two others, and no joint takes a move that another one needs."""

from itertools import chain
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Tour
from kt_core.events import Found
from kt_core.methods.exact import search as exact
from kt_core.methods.tilings.strands import ABOVE, BELOW, LEFT, RIGHT, Block, Pattern, Place, Strand
from kt_core.tour import Puzzle

SIDES = (LEFT, RIGHT, BELOW, ABOVE)
PLACES = st.integers(0, 20)
blocks = st.builds(Block, PLACES, PLACES, st.integers(5, 11), st.integers(5, 11))
RING = (0, 5, 6, 1, 8, 3, 2, 7)  # the closed tour of 3x3 without its centre


def is_move(a: Place, b: Place) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


def inside(block: Block, place: Place) -> bool:
    row, column = place[0] - block.row, place[1] - block.column
    return 0 <= row < block.rows and 0 <= column < block.columns


def beyond(block: Block, side: Place) -> Block:
    """Return the block of the same size on the other side of a side."""
    row = block.row + side[0] * block.rows
    return Block(row, block.column + side[1] * block.columns, *block[2:])


@given(blocks, st.sampled_from(SIDES), st.booleans())
def test_a_joint_is_four_moves_across_a_side(
    host: Block, side: Place, at_the_other_corner: bool
) -> None:
    ends = host.corners(side)[:at_the_other_corner]
    first, second, third, fourth = host.joint(side, ends)
    assert first == host.corners(side)[at_the_other_corner]
    assert inside(host, first)
    assert inside(host, second)
    assert inside(beyond(host, side), third)
    assert inside(beyond(host, side), fourth)
    moves = (first, second), (third, fourth), (first, third), (second, fourth)
    assert all(is_move(a, b) for a, b in moves)


@given(blocks)
def test_no_two_joints_share_a_move(host: Block) -> None:
    own = [host.joint(side, host.corners(side)[:k])[:2] for side in SIDES for k in (0, 1)]
    hosts = [(beyond(host, side), (-side[0], -side[1])) for side in SIDES]
    as_guest = [other.joint(side, other.corners(side)[:k]) for other, side in hosts for k in (0, 1)]
    moves = [frozenset(move) for move in (*own, *(joint[2:] for joint in as_guest))]
    assert len(set(moves)) == 16


def test_a_corner_is_left_to_the_path_that_ends_there() -> None:
    tile = Block(0, 0, 6, 8)
    assert tile.joint(LEFT)[0] == (0, 0)
    assert tile.joint(LEFT, [(0, 0)])[0] == (5, 0)
    assert tile.joint(LEFT, [(5, 0)])[0] == (0, 0)
    assert tile.joint(LEFT, [(0, 0), (5, 0)])[0] == (0, 0)  # no choice


@pytest.mark.parametrize("step", range(8))
def test_a_closed_tour_opens_between_any_two_neighbours(step: int) -> None:
    first, last = RING[step], RING[step - 1]
    path = Pattern(RING).opened(first, last).squares
    assert (path[0], path[-1], set(path)) == (first, last, set(RING))
    assert list(Pattern(RING).opened(last, first).squares) == list(path)[::-1]


@pytest.mark.parametrize("turn", range(36))
@pytest.mark.parametrize("backwards", [False, True])
def test_a_host_goes_by_way_of_its_guest(turn: int, backwards: bool) -> None:
    tile = Block(0, 0, 6, 6)
    joint = [row * 12 + column for row, column in tile.joint(RIGHT)]
    # b2 to a4 is the guest's move.
    events = exact.tours(Puzzle(Board(6, 6), closed=True), required=[(7, 18)])
    path = next(event.path for event in events if isinstance(event, Found))
    ring = [square // 6 * 12 + square % 6 for square in cast("list[int]", path)]
    turned = ring[turn:] + ring[:turn]
    host = Strand(Pattern(turned[::-1] if backwards else turned), 0)
    host.take(Pattern(ring), 6, joint)
    joined = list(chain.from_iterable(host.sections()))
    assert Tour(Board(6, 12), joined, closed=True).moves == 72
