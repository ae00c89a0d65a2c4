"""What an update wants to be done outside is in the state that it returns, and there once."""

from collections.abc import Callable

import pytest

from kt_core.board import Board
from kt_core.solve import solve
from tests.shared.states import after, opened
from web.chapter.update import counting
from web.page.pace import Kind, Work
from web.programs.update import runs
from web.state import intents
from web.state.effects import (
    Copy,
    Effect,
    Focus,
    Push,
    Record,
    Save,
    Scroll,
    ScrollToBoard,
    StartClock,
    TellFaults,
    TellScore,
    TellTour,
)
from web.state.intents import Intent
from web.state.state import Attempt, State
from web.update import next_state, update

REFUTED = "#board=3x6&closed=1&ordering=textbook"
SMALL = solve(Board(3, 4))


def wanted(address: str, *wishes: Intent) -> tuple[Effect, ...]:
    """Return what the last of these intents wants to be done."""
    *first, last = wishes
    return update(after(opened(address), *first), last)[1]


@pytest.mark.parametrize(
    ("address", "wish", "done"),
    [
        ("", intents.View("rule"), (Scroll("rule"), Push())),
        ("#view=rule", intents.View("graph"), (Scroll("graph"),)),
        ("#view=rule", intents.View(""), (Scroll(""), Push())),
        ("#view=rule", intents.Sight("graph"), ()),
        ("", intents.Sight("graph"), ()),
        ("", intents.Navigate("#view=rule"), (Scroll("rule"),)),
        ("", intents.NextPanel(1), (Focus("#tab-own"),)),
        ("", intents.Walk(0, up=1), (Focus('#board [data-square="a2"]'),)),
        ("", intents.Walk(0, up=-1), ()),
        ("", intents.Keep(), (Save("code"),)),
        ("", intents.CopyLine("link"), (Copy("link"),)),
        ("", intents.Export("png", "2"), (Save("png", "2"),)),
        ("", intents.Point(9), ()),
        ("", intents.Step(-1), ()),
        ("", intents.Solve(), (StartClock(), ScrollToBoard(), Push())),
        ("#mode=play", intents.Choose(10), (StartClock(),)),
    ],
)
def test_what_is_to_be_done_follows_from_the_state_and_the_intent(
    address: str, wish: Intent, done: tuple[Effect, ...]
) -> None:
    assert wanted(address, wish) == done


def test_what_is_wrong_with_keys_of_the_page_around_is_told() -> None:
    told = [*wanted("", intents.Set({"board": "4x"}))]
    assert [each.faults for each in told if isinstance(each, TellFaults)] == [
        after(opened(""), intents.Set({"board": "4x"})).form.faults
    ]


def test_an_effect_is_wanted_once() -> None:
    state, effects = update(opened(""), intents.View("rule"))
    assert effects
    assert update(state, intents.Point(9))[1] == ()


def test_a_wish_that_is_refused_wants_nothing() -> None:
    assert wanted("#lock=ordering", intents.TakeBest()) == ()
    assert Focus("#question [name=ordering]") in wanted("", intents.TakeBest())


def test_steps_of_a_refutation_are_brought_into_sight() -> None:
    address = "#board=4x4&ordering=best&closed=1"
    state = after(opened(address), intents.Solve())
    found, effects = update(state, intents.Deduce(on=True))
    steps = Focus("#transport [name=step]", above="#stage")
    assert (steps in effects) == (found.search.inference is not None)


def test_each_tour_is_told_once_with_who_has_found_it() -> None:
    state, told = opened("#board=3x4&mode=play&start=" + Board(3, 4).name(SMALL.path[0])), []
    for square in SMALL.path[1:]:
        state, effects = update(state, intents.Choose(square))
        told += [each for each in effects if isinstance(each, TellTour)]
    (tour,) = told
    assert (tour.by, tour.hints, tour.undos) == ("reader", 0, 0)
    assert tour.tour.path == SMALL.path


def test_what_an_act_has_earned_is_recorded() -> None:
    address = "#board=3x4&mode=play&splice=1&start=" + Board(3, 4).name(SMALL.path[0])
    moves = [intents.Choose(square) for square in SMALL.path[1:]]
    assert Record("play") in wanted(address, *moves)
    assert Record("play") not in wanted(address, *moves[:3])


def test_code_that_was_tried_from_all_starts_is_told_of() -> None:
    state = next_state(opened("#board=5x5&ordering=own"), intents.TryAll())
    assert runs(state) == (True, state.search.generation)
    for start in range(25):
        ended = Attempt(start, "found" if start % 2 else "exhausted", 30)
        state, effects = update(state, intents.Heard(state.search.generation, tried=ended))
        assert not effects
    state, effects = update(state, intents.Heard(state.search.generation, why="exhausted"))
    assert TellScore(12, 25, state.programs.steps) in effects
    assert runs(state) is None


def test_a_measurement_goes_on_until_it_is_done_or_stopped_or_its_board_is_another() -> None:
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
    turned = next_state(told, intents.Turn("growth", "side", "0"))
    assert not turned.chapter.measures
    assert not turned.chapter.measured


def test_what_is_counted_goes_on_to_where_the_dial_stands() -> None:
    state = next_state(opened("#view=growth"), intents.Turn("growth_time", "visits", "40"))
    assert counting(state) == ("growth_time", ())
    there = next_state(state, intents.Counted("growth_time", (25,)))
    assert counting(there) == ("growth_time", ())
    stopped = next_state(there, intents.Turn("growth_time", "visits", "25"))
    assert counting(stopped) is None
    assert counting(next_state(there, intents.Counted("growth_time", (40,)))) is None
    assert counting(next_state(there, intents.View("lab"))) is None
    large = next_state(opened("#view=rule"), intents.Turn("rule", "board", "13"))
    assert counting(large) is None  # its path has only begun
    assert counting(next_state(large, intents.Run("rule"))) == ("rule", (13, 0, 0, 0))
    assert not next_state(large, intents.Run("rule")).chapter.runs


def test_work_is_begun_and_ended_as_the_state_says() -> None:
    log: list[str] = []

    def begin(state: State) -> Callable[[], None]:
        log.append(name := state.chapter.runs)
        return lambda: log.append(f"end of {name}")

    work, state = Work(), opened("#view=rule")
    work.add(Kind(lambda state: state.chapter.runs or None, begin))
    for wish in (intents.Run("rule"), intents.Point(None), intents.Run("search"), intents.Run("")):
        state = next_state(state, wish)
        work.follow(state)
    assert log == ["rule", "end of rule", "search", "end of search"]
