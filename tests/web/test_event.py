"""Sentences on each step and on the square under the pointer, with reasons and consequences."""

from kt_core import Board
from tests.shared.searches import FIVE, searched
from tests.shared.states import opened, patch
from web.lab.view.transport import dead_end, event
from web.page.update import next_state
from web.page.view import whole_patches
from web.search.recording import Trace, options
from web.state.intents import PlaySteps, PointAtSquare
from web.state.state import State


def description(trace: Trace, step: int) -> str:
    return event(trace, trace.at(step))


def test_a_dead_end_is_described_with_its_true_reason() -> None:
    skipping = searched(FIVE, "textbook", prune=True, steps=300)
    ends = [step - 1 for step in skipping.recording.ends_between(0, 300)]
    assert any("no tour goes on to" in description(skipping, step) for step in ends)
    complete = searched(Board(6, 6), "warnsdorff", closed=True, steps=100)
    assert complete.recording.depth_at(37) == 35
    assert "all is visited, but a tour may not end here" in description(complete, 36)


def test_dead_ends_are_those_that_the_record_counts() -> None:
    trace = searched(FIVE, "textbook", steps=300)
    ends = {step - 1 for step in trace.recording.ends_between(0, 300)}
    told = {n for n in range(299) if dead_end(trace, at := trace.at(n), options(trace, at))}
    assert told == ends
    for step in range(299):
        assert trace.dead_end_after(step) == min((e for e in ends if e > step), default=None)
        assert trace.dead_end_before(step) == max((e for e in ends if e < step), default=None)


def at(address: str, square: str) -> State:
    """Return the state for an address with the pointer on a square."""
    state = opened(address)
    return next_state(state, PointAtSquare(state.question.board.square(square)))


def lit(state: State) -> str:
    """Return the moves drawn from the square."""
    return str(patch(state, "#board [data-layer=moves]")["html"])


def test_the_highlighted_moves_are_those_of_the_step_and_counted_before_the_tour() -> None:
    drawn = lit(at("#board=4x5&step=7", "b4"))
    assert drawn.count("<line") == 2
    assert ">3</text>" in drawn  # c2 leaves e1, a3 and e3
    assert ">1</text>" not in drawn
    empty = lit(at("#board=4x5&step=0", "c2"))
    assert (empty.count("<line"), empty.count("<text")) == (6, 6)
    after_tour = lit(at("#board=4x5", "c2"))
    assert (after_tour.count("<line"), after_tour.count("<text")) == (6, 0)


def test_a_prediction_shows_counts_only_with_the_degrees_and_no_hints() -> None:
    link = "#board=5x5&mode=predict&step=5"
    choices = "#board [data-layer=choices]"
    assert "<text" not in str(whole_patches(at(link, "e5"))[choices]["html"])
    assert "<text" in str(whole_patches(at(f"{link}&show=path,degrees", "e5"))[choices]["html"])
    looks = whole_patches(at("#board=5x5&mode=predict&step=5", "e5"))
    assert looks["#board [data-layer=moves]"]["html"] == ""
    assert "choice" in str(looks["#board [data-layer=choices]"]["html"])


def test_during_playback_squares_are_not_announced() -> None:
    state = at("#board=4x5&step=7", "b4")
    assert patch(state, "#square")["aria-live"] == "polite"
    assert patch(next_state(state, PlaySteps()), "#square")["aria-live"] == "off"
