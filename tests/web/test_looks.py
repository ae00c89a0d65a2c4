"""The pointer and the focus change neither question nor answer."""

import pytest

from tests.shared.states import opened, patch
from web.page.update import next_state
from web.question import address
from web.state import intents as i


@pytest.mark.parametrize(
    "look",
    [i.PointAtSquare(9), i.MoveCursor(9), i.SetLook("panel", "tree")],
)
def test_changing_the_view_keeps_question_answer_and_work(look: i.Intent) -> None:
    for state in (opened(""), next_state(opened("#step=0"), i.PlaySteps())):
        after = next_state(state, look)
        assert (after.question, after.search.answer, after.search.doing) == (
            state.question,
            state.search.answer,
            state.search.doing,
        )


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
