"""A recording shows every step, its choices, and what the search had there, while it grows."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, knight_graph, search, states
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.graph import LETTERS
from kt_core.orderings import ORDERINGS, textbook
from kt_core.search import recursive
from tests.shared.searches import FIVE, letters, recorded, searched
from tests.shared.states import opened, patch
from web.draw.timeline import timeline
from web.draw.tree import tree
from web.lab.view.facts import HTML_OF as LATE
from web.lab.view.panels import code, levels, stack
from web.lab.view.transport import step_words
from web.question.question import Question
from web.search.answer import Answer, at_end
from web.search.recording import Options, Recording, SearchState, Trace, options

SEARCHES: dict[str, Any] = {
    "five": (knight_graph(Board(5, 5)), 0, search, 9000),
    "vain": (knight_graph(Board(5, 5)), 1, search, 9000),
    "three": (knight_graph(Board(3, 3)), 0, search, None),
    "letters": (LETTERS, "A", search, None),
    "recursive": (knight_graph(Board(4, 4)), 5, recursive, 9000),
    "chess": (knight_graph(Board(8, 8)), 0, search, 9000),
    "large": (knight_graph(Board(13, 13)), 0, search, 5000),  # two bytes a step
}


@cache
def events(name: str) -> list[Any]:
    """Return the events of a search, up to the first tour."""
    graph, start, solver, most = SEARCHES[name]
    told = []
    for event in islice(solver(graph, start), most):
        told.append(event)
        if isinstance(event, Found):
            break
    return told


def begun(name: str) -> Recording:
    """Return the recording of that search, with no events pulled yet."""
    graph, start, solver, _ = SEARCHES[name]
    return recorded(graph, start, solver)


def moments(told: list[Any]) -> list[SearchState]:
    """Return the expected view of each step, from the events by definition."""
    shown, dead_ends = [SearchState()], 0
    before: Event | None = None
    for step, (event, state) in enumerate(zip(told, states(told), strict=True), start=1):
        dead_ends += isinstance(event, Backtrack) and isinstance(before, Visit)
        left = event.square if isinstance(event, Backtrack) else None
        counts = state.visits, state.backtracks, dead_ends, isinstance(event, Found)
        dead_end = left if isinstance(before, Visit) else None
        shown.append(SearchState(step, state.path, *counts, left, dead_end))
        before = event
    return shown


@cache
def moments_of(name: str) -> list[SearchState]:
    """Return the expected steps of that search."""
    return moments(events(name))


def pulled(name: str, batch: int) -> Recording:
    """Return the recording of that search, with all its events pulled in batches."""
    recording = begun(name)
    while (left := len(events(name)) - len(recording)) > 0:
        recording.pull(min(batch, left))
    return recording


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("batch", [1, 7, 5000])
def test_each_step_agrees_with_the_events(name: str, batch: int) -> None:
    told, shown, recording = events(name), moments_of(name), pulled(name, batch)
    for step in range(0, len(told) + 1, 1 if len(told) < 500 else 37):
        assert recording.at(step) == shown[step]
    assert recording.at(len(told)) == shown[-1]
    assert recording.found == isinstance(told[-1], Found)
    assert recording.deepest_by(len(recording)) == max(len(moment.path) for moment in shown)
    assert recording.dead_ends_by(len(recording)) == shown[-1].dead_ends
    ends = [m.step for m, b in zip(shown[1:], shown, strict=False) if m.dead_ends > b.dead_ends]
    assert recording.ends_between(0, len(recording)) == ends
    if SEARCHES[name][-1] is None:  # this search has ended
        assert not recording.pull(1000)
        assert (recording.ended, len(recording)) == (True, len(told))


TOLD = events("chess")
SHOWN = moments_of("chess")


@given(st.lists(st.one_of(st.integers(0, len(TOLD)), st.sampled_from([-1, 1])), max_size=30))
def test_a_step_is_the_same_however_it_was_reached(walk: list[int]) -> None:
    recording, here = begun("chess"), 0
    for to in walk:
        here = min(max(here + to, 0), len(TOLD)) if to in (-1, 1) else to
        if here > len(recording):
            recording.pull(here - len(recording))
        assert recording.at(here) == SHOWN[here]


def test_a_recording_and_its_answer_end_at_their_limit() -> None:
    graph = knight_graph(Board(5, 5))
    path: dict[int, object] = {}
    recording = Recording(graph, search(graph, 1, path=path), path, holds=300)
    assert recording.pull(299)
    assert not recording.pull(299)
    assert (len(recording), recording.more, recording.ended) == (300, False, False)
    answer = Answer((Trace(recording, graph, 1, textbook, 300, board=Board(5, 5)),))
    assert (answer.length, answer.grows, answer.ended) == (300, False, False)
    assert at_end(Question(), answer)


@pytest.mark.parametrize("step", [-1, 11, 10**9])
def test_a_step_that_was_not_pulled_is_refused(step: int) -> None:
    graph = knight_graph(Board(5, 5))
    recording = recorded(graph, 0)
    recording.pull(10)
    with pytest.raises(ValueError, match=r"is not a step of this search; steps are 0 to 10$"):
        recording.at(step)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("batch", [500, 5000])
def test_queries_about_a_step_agree_with_its_moment(name: str, batch: int) -> None:
    told, shown, recording = events(name), moments_of(name), pulled(name, batch)
    moved = [e for e in told if not isinstance(e, Found)]
    assert list(recording.steps(0, len(told))) == [
        (e.square, isinstance(e, Backtrack)) for e in moved
    ]  # fmt: skip
    for step in {0, 1, len(told) // 3, len(told) // 2, len(told) - 1, len(told)}:
        entered: list[int] = []
        for moment, before in zip(shown[1 : step + 1], shown, strict=False):
            del entered[len(moment.path) :]
            entered += [moment.step] * (len(moment.path) - len(before.path))
        assert recording.entries(step) == entered
        assert recording.depth_at(step) == len(shown[step].path)
        assert recording.dead_ends_by(step) == shown[step].dead_ends
        assert recording.deepest_by(step) == max(len(m.path) for m in shown[: step + 1])


def test_entries_are_found_in_the_distant_past() -> None:
    graph = knight_graph(Board(6, 6))
    recording = recorded(graph, 0)
    while len(recording) < 60_000:
        recording.pull(512)
    entered: list[int] = []
    for step, (_, back) in enumerate(recording.steps(0, 60_000), start=1):
        entered = entered[:-1] if back else [*entered, step]
        if step % 1999 == 0:
            assert recording.entries(step) == entered


def test_a_recording_begins_without_listing_every_square() -> None:
    class Asked(dict[Any, Any]):
        def __iter__(self) -> Any:
            raise AssertionError("every square was asked for")

    recording = Recording(Asked(LETTERS), iter([Visit("B"), Visit("C"), Backtrack("C")]), ())
    recording.pull(3)
    assert list(recording.steps(0, 3)) == [("B", False), ("C", False), ("C", True)]


@pytest.mark.parametrize("name", ORDERINGS)
def test_the_move_that_is_shown_as_next_is_the_next_move(name: str) -> None:
    trace = searched(FIVE, name, steps=400)
    for step in range(1, 400):
        moment, after = trace.at(step), trace.at(step + 1)
        found = options(trace, moment)
        if after.backtracked_from is None and not after.found:
            assert found.chosen == after.path[-1]
            assert found.chosen in found.onward
        else:
            assert found.chosen is None
        assert set(found.tried) <= set(found.onward)


def test_there_are_no_choices_before_the_first_step() -> None:
    assert options(searched(FIVE, "textbook"), recorded({}, 0).at(0)) == Options({})


def at(address: str) -> str:
    return str(patch(opened(address), "#board [data-layer=choices]"))


def test_the_next_move_is_drawn_at_every_step_but_the_last_and_not_in_predictions() -> None:
    assert "chosen" in at("#board=5x5&step=12")
    assert "tried" in at("#board=5x5&ordering=textbook&prune=0&step=25")
    assert "<circle" not in at("#board=5x5")
    assert "<circle" not in at("#board=5x5&step=12&show=graph")
    drawn = at("#board=5x5&step=1&mode=predict")
    assert "<circle" in drawn
    assert "chosen" not in drawn


LOOKS: dict[str, Callable[[Trace, SearchState], Any]] = {
    "code": code,
    "stack": stack,
    **LATE,
    "timeline": lambda trace, _: timeline(trace),
    "tree": tree,
    "steps": step_words,
    "calls": levels,
    "ends": lambda trace, _: (trace.dead_ends, trace.at(10**9)),
}


@pytest.mark.sample(4)
@settings(max_examples=40)
@given(known=st.integers(0, 300), back=st.integers(0, 300), more=st.integers(1, 5000))
@pytest.mark.parametrize("what", LOOKS)
def test_a_trace_stays_as_its_recording_grows(what: str, known: int, back: int, more: int) -> None:
    trace = searched(FIVE, steps=known)
    moment, shown = trace.at(max(known - back, 0)), LOOKS[what]
    before = shown(trace, moment)
    trace.recording.pull(more)
    assert len(trace.recording) == known + more
    assert shown(trace, trace.at(moment.step)) == before


@pytest.mark.parametrize("step", [9, 10, 10**9])
def test_an_ended_search_stays_at_its_last_step(step: int) -> None:
    trace = letters()
    assert trace.at(step) == trace.recording.at(9)


def test_a_trace_grows_until_its_search_has_ended() -> None:
    assert searched(FIVE, steps=9).grows
    assert not letters().grows
    vain = searched(Board(3, 3))
    assert not vain.grows
    assert not replace(vain, end=None).grows
