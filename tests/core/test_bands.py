"""A board is cut into tiles that exact search knows, and bands of them are closed tours."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Tour
from kt_core.events import drained
from kt_core.methods.tilings.bands import Bands, first_path
from kt_core.methods.tilings.layout import Layout, parts
from kt_core.methods.tilings.strands import ABOVE, BELOW, LEFT, RIGHT, Block, Pattern
from kt_core.tour import Puzzle

chances = st.none() | st.builds(Random, st.integers(0, 99))


def band_of(bands: Bands, i: int, begin: int, end: int) -> Pattern:
    """Return the band, drained of its words of progress."""
    band = drained(bands.band(i, begin, end))
    assert band
    return band


@given(st.integers(5, 1000), st.data(), chances)
def test_a_side_is_cut_into_tiles(side: int, data: st.DataObject, chance: Random | None) -> None:
    inside = data.draw(st.integers(0, side - 1))
    sides = parts(side, inside, chance)
    assert sum(sides) == side
    assert set(sides) <= ({5} if side == 5 else {6, 7, 8, 9, 10, 11})
    odd = [k for k, part in enumerate(sides) if part % 2]
    assert len(odd) == side % 2
    for k in odd:
        assert sum(sides[:k]) <= inside < sum(sides[: k + 1])


@pytest.mark.parametrize("side", range(5, 60))
def test_every_place_can_lie_in_the_odd_part(side: int) -> None:
    assert all(sum(parts(side, inside)) == side for inside in range(side))


@given(st.integers(5, 40), st.integers(5, 40), st.booleans())
def test_squares_and_places_of_a_cut_are_the_same(rows: int, columns: int, sideways: bool) -> None:
    up, right = (1, rows) if sideways else (columns, 1)
    layout = Layout(parts(rows), parts(columns), up, right)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    assert sorted(map(layout.square, places)) == list(range(rows * columns))
    assert [layout.place(layout.square(place)) for place in places] == places
    for row, column in places:
        i, j = layout.tile((row, column))
        tile = layout.tiles(i, j, j + 1)
        assert 0 <= row - tile.row < tile.rows
        assert 0 <= column - tile.column < tile.columns


@pytest.mark.parametrize("rows", range(5, 12))
@pytest.mark.parametrize("columns", range(5, 12))
@pytest.mark.parametrize("seed", [None, 0, 1])
def test_every_tile_can_be_a_guest_and_a_host(rows: int, columns: int, seed: int | None) -> None:
    if rows * columns % 2:
        return
    chance = None if seed is None else Random(seed)
    path = band_of(Bands(Layout([rows], [columns], columns, 1), chance), 0, 0, 1).squares
    Tour(Board(rows, columns), path, closed=True)
    made = {frozenset((path[k - 1], path[k])) for k in range(len(path))}
    tile = Block(0, 0, rows, columns)
    sides = [*((LEFT, RIGHT) if columns > 5 else ()), *((BELOW, ABOVE) if rows > 5 else ())]
    for up, right in sides:
        host = Block(up * rows, right * columns, rows, columns)
        for k in (0, 1):
            own = tile.joint((up, right), tile.corners((up, right))[:k])[:2]
            back = (-up, -right)
            guest = host.joint(back, host.corners(back)[:k])[2:]
            for move in (own, guest):
                assert frozenset(row * columns + column for row, column in move) in made


@given(st.integers(5, 14), st.integers(5, 60), chances, st.booleans())
def test_a_band_is_a_closed_tour(
    rows: int, columns: int, chance: Random | None, sideways: bool
) -> None:
    if rows > 11 or rows % 2:
        rows = 8
    up, right = (1, rows) if sideways else (columns, 1)
    layout = Layout([rows], parts(columns, 0, chance), up, right)
    board = Board(columns, rows) if sideways else Board(rows, columns)
    band = band_of(Bands(layout, chance), 0, 0, len(layout.widths))
    Tour(board, band.squares, closed=True)


def test_a_tile_without_a_tour_says_nothing_about_the_board() -> None:
    assert drained(first_path(Puzzle(Board(5, 6), 0, 2), None, ())) is None
