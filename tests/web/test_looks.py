"""The pointer, the focus and a preview of past steps change neither question nor answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared.states import opened, patch
from web.page.update import next_state
from web.question import address
from web.state import intents as i

STATE = opened("#board=3x4")
LAST = STATE.search.answer.length


@given(st.floats(-1, 2) | st.sampled_from([0.0, 1.0]))
def test_a_pointer_on_the_timeline_is_always_at_a_step(share: float) -> None:
    past = next_state(STATE, i.PointAtTimeline(share)).look.past
    assert past is not None
    assert 0 <= past <= LAST


def test_the_timeline_is_described_from_first_to_last_step_if_there_are_steps() -> None:
    shares = [step / LAST for step in range(LAST + 1)]
    steps = [next_state(STATE, i.PointAtTimeline(share)).look.past for share in shares]
    assert steps == [*range(LAST + 1)]
    pointed = next_state(STATE, i.PointAtTimeline(0.5))
    assert next_state(pointed, i.PointAtTimeline(None)).look.past is None
    state = opened("#board=41x40&step=0")
    assert next_state(state, i.PointAtTimeline(0.5)).look.past is None


@pytest.mark.parametrize(
    "look",
    [i.PointAtSquare(9), i.MoveCursor(9), i.PointAtTimeline(0.5), i.SetLook("panel", "tree")],
)
def test_changing_the_view_keeps_question_answer_and_work(look: i.Intent) -> None:
    for state in (opened(""), next_state(opened("#step=0"), i.PlaySteps())):
        after = next_state(state, look)
        assert (after.question, after.search.answer, after.search.doing) == (
            state.question,
            state.search.answer,
            state.search.doing,
        )


def test_only_one_square_or_step_is_described_at_a_time() -> None:
    pointed = next_state(next_state(STATE, i.PointAtTimeline(0.5)), i.PointAtSquare(3))
    assert (pointed.look.pointed, pointed.look.past) == (3, None)
    recalled = next_state(pointed, i.PointAtTimeline(0.5))
    assert recalled.look.pointed is None
    walked = next_state(recalled, i.MoveCursor(7))
    assert (walked.look.pointed, walked.look.cursor, walked.look.past) == (7, 7, None)


def test_an_internal_error_is_reported_and_ends_running_work() -> None:
    state = next_state(next_state(opened("#step=0"), i.PlaySteps()), i.ReportError(KeyError("x")))
    assert state.mistake == "KeyError: 'x'"
    assert state.search.doing is None


def test_leaving_the_full_screen_board_removes_it_from_the_address() -> None:
    state = opened("#board=5x5&ordering=textbook&step=3&present=1")
    assert patch(state, ":root")["data-present"] is True
    left = next_state(state, i.Present(on=False))
    assert patch(left, ":root")["data-present"] is False
    assert address.write(left.question) == "#board=5x5&ordering=textbook&step=3"
