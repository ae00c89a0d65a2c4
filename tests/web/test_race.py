"""Two searches of one question run step by step together, and what is said of them is true."""

import pytest
from web.search.best import begun
from web.search.session import Session, session

from kt_core.orderings import ORDERINGS
from web.question.address import read
from web.question.question import Question
from web.search.race import Race, caption, lanes, told


def raced(state: str) -> Race:
    """Return the race of an address, run until one of the two has ended."""
    race = begun(read(state)[0])
    assert isinstance(race, Race)
    while race.advance(64):
        pass
    return race


def watched(state: str) -> Session:
    """Return what the page shows of such a race."""
    question = read(state)[0]
    shown = session(question, raced(state), None)
    assert shown
    return shown


@pytest.mark.parametrize("rival", ORDERINGS)
def test_each_lane_is_the_search_that_it_would_be_alone(rival: str) -> None:
    race = raced(f"#race={rival}&board=5x5")
    for run, lane in zip(race.runs, lanes(race.question), strict=True):
        alone = begun(lane)
        while alone.advance(64):
            pass
        steps = len(run.record)
        assert run.record.at(steps) == alone.runs[0].record.at(steps)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("#race=textbook", "Warnsdorff wins: a tour after 65 steps. Textbook order then had 51 of"),
        ("#ordering=textbook&race=warnsdorff", "Warnsdorff wins: a tour after 65 steps."),
        ("#race=most-moves", "Warnsdorff wins: a tour after 65 steps. Most moves first then had"),
        ("#race=warnsdorff", "A draw: both have a tour after 65 steps."),
        ("#board=3x3&race=textbook", "Nobody can win: there is no such tour. Every path from a1"),
        ("#board=5x5&start=b1&race=textbook", "Nobody can win: there is no such tour."),
    ],
)
def test_the_outcome_is_a_sentence(state: str, said: str) -> None:
    assert watched(state).verdict().told[0].startswith(said)


def test_the_loser_may_go_on_to_its_own_tour() -> None:
    shown = watched("#board=5x5&race=textbook&prune=0")
    first = len(shown.work.runs[0].record)
    assert shown.player.step == first
    assert shown.verdict().told[1] == "Play lets the other go on."
    while shown.player.length < 10**6 and not shown.player.at_end:
        shown.player.go(shown.player.step + 1)
    assert [outcome.tour is not None for outcome in shown.outcomes()] == [True, True]
    steps = len(shown.work.runs[1].record)
    assert shown.verdict().told == (
        f"Warnsdorff wins: a tour after {first} steps; textbook order took {steps:,}.",
        "",
    )


def test_a_step_back_in_a_race_is_a_step_back_for_both() -> None:
    shown = watched("#race=textbook")
    shown.player.go(40)
    records = [run.record for run in shown.work.runs]
    assert list(shown.player.moments) == [record.at(40) for record in records]
    assert [outcome.path for outcome in shown.outcomes()] == [r.at(40).path for r in records]


def test_a_winner_keeps_its_tour_while_the_other_goes_on() -> None:
    shown = watched("#race=textbook")
    shown.player.go(shown.player.step + 1)
    assert shown.player.step == 66
    first, second = shown.outcomes()
    assert first.tour
    assert second.steps == 66
    assert shown.longest.record is shown.work.runs[1].record


def test_before_the_first_step_a_race_is_ready() -> None:
    runs = Race(read("#race=most-moves")[0]).runs
    assert told(runs, 0)[0] == "Warnsdorff against most moves first: ready."
    assert caption(lanes(read("#race=roth")[0])[1], runs[0].record.at(0)) == (
        "Warnsdorff, ties by Roth: 0 of 64 squares, 0 dead ends"
    )


@pytest.mark.parametrize("state", ["#ordering=best&race=roth", "#board=60x60&race=roth"])
def test_where_no_steps_are_shown_there_is_no_race(state: str) -> None:
    assert read(state)[0].race == ""


def test_nobody_races_against_the_best_method() -> None:
    question, faults = read("#race=best")
    assert question == Question()
    assert faults == [
        (
            "In the address, race falls back to its default: the best method is no search to race"
            " against; choose a move ordering."
        )
    ]
