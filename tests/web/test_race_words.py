"""Sentences about a race are true at every step."""

import pytest

from tests.shared.states import after, opened
from web.lab.intents import Finish, Go
from web.lab.search.answer import position
from web.lab.view.modes import lane_caption, race_status
from web.state.state import State


def told(state: State) -> tuple[str, str]:
    """Return the sentences about a race at this point."""
    known = state.search.answer
    return race_status(known.traces, position(state.question, known), known.whole.reason)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("#race=textbook", "Warnsdorff wins: a tour after 65 steps. Textbook order then had 51 of"),
        ("#ordering=textbook&race=warnsdorff", "Warnsdorff wins: a tour after 65 steps."),
        ("#race=most-moves", "Warnsdorff wins: a tour after 65 steps. Most moves first then had"),
        ("#race=warnsdorff", "A draw: both have a tour after 65 steps."),
        (
            "#board=3x3&race=textbook",
            "Nobody can win: there is no such tour. A tour comes to every",
        ),
        ("#board=5x5&start=b1&race=textbook", "Nobody can win: there is no such tour."),
        ("#race=textbook&step=12", "After 12 steps of each neither has a tour."),
        ("#race=textbook&step=1", "After 1 step of each neither has a tour."),
    ],
)
def test_the_outcome_is_a_sentence(address: str, said: str) -> None:
    assert told(opened(address))[0].startswith(said)


def test_the_loser_is_let_go_on_and_then_it_is_said_how_long_it_took() -> None:
    won, ended = (opened("#board=5x5&race=textbook&prune=0", *then) for then in ((), (Finish(),)))
    assert told(won)[1] == "Play lets textbook order go on."
    first, second = (trace.length for trace in ended.search.answer.traces)
    assert told(ended) == (
        f"Warnsdorff wins: a tour after {first} steps; textbook order took {second:,}.",
        "",
    )


def test_nobody_goes_on_alone_before_one_of_them_has_ended() -> None:
    won = opened("#board=5x5&race=textbook&prune=0")
    assert told(after(won, Go(12)))[1] == ""
    known = after(won, Finish(), Go(won.search.answer.traces[0].length))
    assert told(known)[1] == "Play lets textbook order go on."


def test_who_goes_on_is_named_whichever_lane_it_is_in() -> None:
    won = opened("#board=5x5&ordering=textbook&race=roth&prune=0")
    assert told(won)[1] == "Play lets textbook order go on."


def test_before_the_first_step_a_race_is_ready() -> None:
    state = opened("#race=most-moves&step=0")
    assert told(state)[0] == "Warnsdorff against most moves first: ready."
    (_, rival) = opened("#race=roth&step=0").search.answer.traces
    assert lane_caption(rival, 0) == "Warnsdorff, ties by Roth: 0 of 64 squares, 0 dead ends"
