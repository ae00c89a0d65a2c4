"""The effects of an update, each returned once."""

from collections.abc import Callable

import pytest

from kt_core.board import Board
from kt_core.solve import solve
from tests.shared.states import after, opened
from web.chapter.update import counting
from web.page.pace import BackgroundWork
from web.page.update import next_state, update
from web.programs.update import runs
from web.state import intents
from web.state.state import (
    Attempt,
    Copy,
    Effect,
    Focus,
    Push,
    Record,
    ReportFaults,
    ReportScore,
    ReportTour,
    Save,
    Scroll,
    ScrollToBoard,
    StartClock,
    State,
)

SMALL = solve(Board(3, 4))


def wanted(address: str, *wishes: intents.Intent) -> tuple[Effect, ...]:
    *first, last = wishes
    return update(after(opened(address), *first), last)[1]


@pytest.mark.parametrize(
    ("address", "wish", "done"),
    [
        ("", intents.ShowSection("rule"), (Scroll("rule"), Push())),
        ("#view=rule", intents.ShowSection("graph"), (Scroll("graph"),)),
        ("#view=rule", intents.ShowSection(""), (Scroll(""), Push())),
        ("#view=rule", intents.SectionInView("graph"), ()),
        ("", intents.SectionInView("graph"), ()),
        ("", intents.Navigate("#view=rule"), (Scroll("rule"),)),
        ("", intents.ShowForm("start"), (Focus("#question [name=start]"),)),
        ("", intents.Present(on=False), (Focus("#menu summary"),)),
        ("", intents.MoveCursor(0, up=1), (Focus('#board [data-square="a2"]'),)),
        ("", intents.MoveCursor(0, up=-1), ()),
        ("", intents.Export("code"), (Save("code"),)),
        ("", intents.CopyLine("link"), (Copy("link"),)),
        ("", intents.Export("png", "2"), (Save("png", "2"),)),
        ("", intents.PointAtSquare(9), ()),
        ("", intents.StepBy(-1), ()),
        ("", intents.Solve(), (StartClock(), ScrollToBoard(), Push())),
        ("#mode=play", intents.Choose(10), (StartClock(),)),
    ],
)
def test_effects_follow_from_the_state_and_the_intent(
    address: str, wish: intents.Intent, done: tuple[Effect, ...]
) -> None:
    assert wanted(address, wish) == done


def test_wrong_keys_from_the_host_page_are_reported_to_it() -> None:
    told = [*wanted("", intents.SetKeys({"board": "4x"}))]
    assert [each.faults for each in told if isinstance(each, ReportFaults)] == [
        after(opened(""), intents.SetKeys({"board": "4x"})).form.faults
    ]


def test_an_effect_is_returned_once_and_never_for_a_refused_wish() -> None:
    state, effects = update(opened(""), intents.ShowSection("rule"))
    assert effects
    assert update(state, intents.PointAtSquare(9))[1] == ()
    assert wanted("#lock=ordering", intents.Submit("ordering", "best")) == ()
    assert Push() in wanted("", intents.Submit("ordering", "best"))


def test_steps_of_a_refutation_are_scrolled_into_view() -> None:
    address = "#board=4x4&ordering=best&closed=1"
    state = after(opened(address), intents.Solve())
    found, effects = update(state, intents.ShowInferences(on=True))
    shown = (Focus("#transport [name=step]"), ScrollToBoard())
    assert effects == (shown if found.search.inference is not None else ())


def test_a_tour_is_reported_once_with_its_finder_and_its_score_is_recorded() -> None:
    first = Board(3, 4).name(SMALL.path[0])
    state = opened(f"#board=3x4&mode=play&splice=1&start={first}")
    told, recorded = list[ReportTour](), list[bool]()
    for square in SMALL.path[1:]:
        state, effects = update(state, intents.Choose(square))
        told += [each for each in effects if isinstance(each, ReportTour)]
        recorded.append(Record("play") in effects)
    (tour,) = told
    assert (tour.by, tour.hints, tour.undos, tour.tour.path) == ("reader", 0, 0, SMALL.path)
    assert recorded == [True, *[False] * 9, True]  # the first act, and the score


def test_code_that_was_tried_from_all_starts_is_reported() -> None:
    state = next_state(opened("#board=5x5&ordering=own"), intents.TryAll())
    assert runs(state) == ("all", state.search.generation)
    for start in range(25):
        ended = Attempt(start, "found" if start % 2 else "exhausted", 30)
        state, effects = update(state, intents.RunReport(state.search.generation, tried=ended))
        assert not effects
    state, effects = update(state, intents.RunReport(state.search.generation, why="exhausted"))
    assert ReportScore(12, 25, state.programs.steps) in effects
    assert runs(state) is None


def test_a_measurement_runs_until_it_ends_or_its_board_changes() -> None:
    state = next_state(opened("#view=growth"), intents.Measure("growth"))
    assert state.chapter.measures == "growth"
    told = next_state(state, intents.Measured("growth", (8, 1, 7), 5))
    assert (told.chapter.measures, told.chapter.measured["growth"]) == ("growth", ((8, 1, 7), 5))
    stopped = next_state(told, intents.Measure("growth"))
    assert not stopped.chapter.measures
    assert stopped.chapter.measured == told.chapter.measured
    assert stopped == next_state(stopped, intents.Measured("growth", (8, 2, 7), 6))
    assert not next_state(
        told, intents.Measured("growth", (8, 2, 7), 6, done=True)
    ).chapter.measures
    turned = next_state(told, intents.TurnDial("growth", "side", "0"))
    assert not turned.chapter.measures
    assert not turned.chapter.measured


def test_counting_continues_up_to_the_dial() -> None:
    state = next_state(opened("#view=growth"), intents.TurnDial("growth_time", "visits", "40"))
    assert counting(state) == ("growth_time", ())
    there = next_state(state, intents.Counted("growth_time", (25,)))
    assert counting(there) == ("growth_time", ())
    stopped = next_state(there, intents.TurnDial("growth_time", "visits", "25"))
    assert counting(stopped) is None
    assert counting(next_state(there, intents.Counted("growth_time", (40,)))) is None
    assert counting(next_state(there, intents.ShowSection("lab"))) is None
    large = next_state(opened("#view=rule"), intents.TurnDial("rule", "board", "13"))
    assert counting(large) is None  # its path has only begun
    assert counting(next_state(large, intents.RunFigure("rule"))) == ("rule", (13, 0, 0, 0))
    assert not next_state(large, intents.RunFigure("rule")).chapter.runs


def test_work_is_begun_and_ended_as_the_state_requires() -> None:
    log: list[str] = []

    def begin(state: State) -> Callable[[], None]:
        log.append(name := state.chapter.runs)
        return lambda: log.append(f"end of {name}")

    work, state = BackgroundWork(), opened("#view=rule")
    work.add(lambda state: state.chapter.runs or None, begin)
    for wish in (
        intents.RunFigure("rule"),
        intents.PointAtSquare(None),
        intents.RunFigure("search"),
        intents.RunFigure(""),
    ):
        state = next_state(state, wish)
        work.follow(state)
    assert log == ["rule", "end of rule", "search", "end of search"]
