"""The answer so far, and the part of it that each step shows."""

from dataclasses import replace

from tests.shared.states import opened, patches
from web.search.answer import at_end, position


def test_a_dead_end_is_marked_once_and_no_other_backtrack_is() -> None:
    state = opened("#board=5x5&ordering=textbook&prune=0&step=60")
    recording, marks = state.search.answer.traces[0].recording, {}
    for step in range(61):
        question = replace(state.question, step=step)
        seen = patches(replace(state, question=question), "#board [data-layer=")
        square, tried = (
            str(seen[f"#board [data-layer={name}]"]["html"]) for name in ("dead-end", "choices")
        )
        crosses = square.count('class="dead-end"') + square.count('class="dead-end-square"')
        marks[step] = crosses, 'class="choice tried"' in tried
    ends = {*recording.ends_between(0, 60)}
    assert all(marks[step - 1][0] == 1 for step in ends)  # the square on which it is seen
    assert all(marks[step][0] == 0 and marks[step][1] for step in ends)  # then it was tried
    assert all(marks[step][0] == 0 for step in (23, 24, 25))


def test_a_step_beyond_the_known_steps_shows_the_last_one() -> None:
    state = opened("#step=12")
    for step in (12, 13, 10**6, None):
        assert position(replace(state.question, step=step), state.search.answer) == 12
    assert not at_end(state.question, state.search.answer)


def test_the_end_is_the_last_event() -> None:
    state = opened("#board=8x8")
    assert at_end(state.question, state.search.answer)
    assert not at_end(replace(state.question, step=64), state.search.answer)
