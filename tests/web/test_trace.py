"""The view of a trace at a step never changes while its recording grows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board
from tests.shared.searches import FIVE, letters, searched
from web.draw.timeline import timeline
from web.draw.tree import ladder, tree
from web.lab.search.recording import SearchState, Trace
from web.lab.view.code import levels
from web.lab.view.panels import HTML_OF
from web.lab.view.transport import step_sentence

SHOWN: dict[str, Callable[[Trace, SearchState], Any]] = {
    **HTML_OF,
    "timeline": lambda trace, _: timeline(trace),
    "tree": tree,
    "ladder": ladder,
    "steps": lambda trace, moment: step_sentence(trace, moment.step),
    "calls": levels,
    "ends": lambda trace, _: (trace.dead_ends, trace.at(10**9)),
}


@settings(max_examples=40)
@given(known=st.integers(0, 300), back=st.integers(0, 300), more=st.integers(1, 5000))
@pytest.mark.parametrize("what", SHOWN)
def test_a_trace_is_unchanged_when_its_recording_grows(
    what: str, known: int, back: int, more: int
) -> None:
    trace = searched(FIVE, steps=known)
    moment, shown = trace.at(max(known - back, 0)), SHOWN[what]
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
