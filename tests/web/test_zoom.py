"""A board can be enlarged and moved; until then its view does not change."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core.board import Board
from tests.shared.states import after, opened, patch
from web.question import address
from web.state.intents import Choose, Enlarge, Enter, Go, MoveCursor, Pan
from web.state.state import NO_ZOOM as WHOLE
from web.state.state import State, Zoom
from web.state.state import largest_zoom as most
from web.state.state import position_on as place

shares = st.floats(0, 1)
LARGE = opened("#board=41x40&ordering=best&step=400")


def box(state: State) -> list[float]:
    """Return the visible part of the board, in squares: left, top, width, height."""
    return [float(side) for side in str(patch(state, "#board > svg@view")["viewBox"]).split()]


@given(st.lists(st.tuples(st.floats(0, 5), shares, shares, st.floats(-2, 2)), max_size=9))
def test_the_view_stays_on_the_board_and_within_its_limits(
    ways: list[tuple[float, float, float, float]],
) -> None:
    zoom = WHOLE
    for factor, right, down, by in ways:
        zoom = zoom.by(factor, right, down, 20).after_move(by, -by)
        left, top, width, height = zoom.box
        assert 1 <= zoom.times <= 20
        assert min(left, top, 1 - left - width, 1 - top - height) >= -1e-9


@given(shares, shares, st.floats(1, 6), st.floats(1, 3))
def test_the_point_under_the_pointer_stays(x: float, y: float, times: float, factor: float) -> None:
    zoom = Zoom().by(times, x, y, 100)
    left, top, wide, high = zoom.box
    point = left + wide * x, top + high * y
    left, top, wide, high = zoom.by(factor, x, y, 100).box
    assert (left + wide * x, top + high * y) == pytest.approx(point)


def test_a_board_is_enlarged_moved_and_seen_whole_again() -> None:
    state = after(opened(""), Enlarge(2, 0, 0))
    assert box(state) == [0, 0, 4, 4]
    assert patch(state, "#board@looks")["data-zoomed"] is True
    assert box(after(state, Pan(0.5, 0.25))) == [2, 1, 4, 4]
    assert box(after(state, Pan(9, 9))) == [4, 4, 4, 4]
    assert box(after(state, Enlarge(100))) == [1, 1, 2, 2]
    assert box(after(state, Enlarge(0))) == [0, 0, 8, 8]
    assert after(state, Enlarge(0)).look.zoom == WHOLE


def test_zooming_keeps_the_question_and_lasts_while_the_board_stays() -> None:
    state = after(opened("#lock=all"), Enlarge(2))
    assert (state.question, state.notice) == (opened("#lock=all").question, "")
    assert address.write(state.question) == "#lock=all"
    larger = after(opened(""), Enlarge(2))
    assert after(larger, Enter("closed", "1")).look.zoom.times == 2
    assert after(larger, Enter("rows", "7")).look.zoom == WHOLE


def test_the_knight_is_always_in_view() -> None:
    state, board = after(LARGE, Enlarge(5)), LARGE.question.board
    for step in (1, 700, 1300, 1639):
        state = after(state, Go(step))
        left, top, wide, high = state.look.zoom.box
        x, y = place(board, LARGE.search.answer.whole.path[step - 1])
        assert left <= x <= left + wide
        assert top <= y <= top + high
    game = after(opened("#mode=play"), Enlarge(4, 1, 0), Choose(10))
    assert box(game) == [1.5, 5.5, 2, 2]


def test_marks_of_a_large_board_do_not_grow_with_it() -> None:
    def scale(state: State) -> float:
        drawn = str(patch(state, "#board [data-layer=knight]")["html"])
        return float(re.findall(r"scale\(([\d.]+)\)", drawn)[0])

    assert scale(LARGE) == pytest.approx(41 / 13, rel=0.01)
    assert scale(after(LARGE, Enlarge(2))) == pytest.approx(41 / 26, rel=0.01)
    assert scale(after(LARGE, Enlarge(5))) == 1


def test_a_board_is_seen_whole_or_enlarged_to_a_few_squares_around_the_focus() -> None:
    assert patch(opened(""), "#board > svg@view") == {"viewBox": "0 0 8 8"}
    assert patch(opened("#board=3x12&step=0"), "#board > svg@view") == {"viewBox": "0 0 12 3"}
    assert not patch(opened(""), "#board@looks")["data-zoomed"]
    assert box(after(opened(""), Enlarge(4, 0, 0), MoveCursor(7))) == [6, 6, 2, 2]
    assert most(Board(8, 8)) == 4
    assert 100 < most(Board(1000, 1000)) < 200
