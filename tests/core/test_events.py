"""Events are values, and each leads to the next state."""

from collections.abc import Generator, Iterator
from dataclasses import FrozenInstanceError
from itertools import count, islice

import pytest

from kt_core import states
from kt_core.events import Backtrack, Event, Found, PathState, Progress, Visit, advance, result_of


def test_a_search_is_told_as_states() -> None:
    events: list[Event] = [
        Visit("A"),
        Visit("B"),
        Backtrack("B"),
        Visit("C"),
        Found(("A", "C")),
        Backtrack("C"),
    ]
    assert list(states(events)) == [
        PathState(("A",), visits=1),
        PathState(("A", "B"), visits=2),
        PathState(("A",), visits=2, backtracks=1),
        PathState(("A", "C"), visits=3, backtracks=1),
        PathState(("A", "C"), visits=3, backtracks=1, found=1),
        PathState(("A",), visits=3, backtracks=2, found=1),
    ]


def test_a_state_stays_as_it_was() -> None:
    before = PathState(("A",), visits=1)
    after = advance(before, Visit("B"))
    assert (before, after.path) == (PathState(("A",), visits=1), ("A", "B"))
    with pytest.raises(FrozenInstanceError):
        before.visits = 2  # type: ignore[misc]


def test_events_of_different_kinds_are_never_equal() -> None:
    events: list[Event] = [Visit(1), Backtrack(1), Found((1,))]
    assert len({*events, Visit(1), Backtrack(1), Found((1,))}) == 3
    assert Visit(1) != Visit(2)


def test_an_event_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Visit(1).square = 2  # type: ignore[misc]


def test_states_are_pulled_one_by_one() -> None:
    def endless() -> Iterator[Event]:
        yield from map(Visit, count())

    assert [state.path for state in islice(states(endless()), 2)] == [(0,), (0, 1)]


def test_work_is_drained_of_its_words_of_progress() -> None:
    def work() -> Generator[Progress, None, str]:
        yield Progress("exact")
        yield Progress("exact")
        return "done"

    assert result_of(work()) == "done"
