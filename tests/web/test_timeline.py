"""The timeline marks each event at its step."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, knight_graph
from kt_core.graph import LETTERS, onward
from kt_core.orderings import ORDERINGS
from tests.shared.searches import CHESS, FIVE, letters, recorded, searched
from tests.shared.snapshots import assert_matches_snapshot
from web.draw.timeline import EACH_STEPS, played_width, ties, timeline
from web.question.question import BY_RULE

DRAWINGS: dict[str, Callable[[], str]] = {
    "timeline-letters": lambda: timeline(letters()),
    "timeline-ties": lambda: timeline(searched(CHESS, "random", seed=339)),
    "timeline-where-signs-touch": lambda: timeline(searched(FIVE, steps=EACH_STEPS)),
    "timeline-long": lambda: timeline(searched(FIVE, steps=9000)),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_matches_its_snapshot(name: str) -> None:
    assert_matches_snapshot(name, DRAWINGS[name]())


def path_of(drawing: str, look: str) -> str:
    found = re.search(rf'<path class="{look}"[^>]* d="([^"]*)"', drawing)
    return found[1] if found else ""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", sorted(BY_RULE))
@given(seed=st.integers(0, 99), start=st.integers(0, 35))
def test_a_tie_is_a_visit_with_two_least_onward_moves(name: str, seed: int, start: int) -> None:
    graph = knight_graph(Board(6, 6))
    recording = recorded(graph, start, order=ORDERINGS[name].make(Board(6, 6), seed))
    recording.pull(120)
    expected = []
    for step in range(1, len(recording) + 1):
        moment = recording.at(step)
        if moment.backtracked_from is None and not moment.found:
            moves = onward(graph, moment.path, moment.path[-1])
            counts = sorted(len(onward(graph, moment.path, v)) for v in moves)
            if counts[:1] == counts[1:2] != []:
                expected.append(step)
    assert ties(recording, graph, len(recording)) == expected


def test_ties_follow_edges_that_go_one_way() -> None:
    # From A: B has C and D left, D has E. From B: C has none, D has one. From E: B is visited.
    assert ties(letters().recording, LETTERS, 9) == []
    fork = {"A": ("B", "C"), "B": ("A",), "C": ("A",), "D": ("B",)}
    recording = recorded(fork, "A")
    recording.pull(9)
    assert ties(recording, fork, 9) == [1]


def test_each_dead_end_has_its_cross_at_its_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = searched(CHESS, "random", seed=339)
    total = len(trace.recording)
    monkeypatch.setattr("web.draw.timeline.WIDTH", 10 * total)  # so that no two crosses touch
    crosses = re.findall(r"M([\d.]+) [\d.]+l", path_of(timeline(trace), "dead-ends"))
    at = [round((float(x) + 2.6) / 10) for x in crosses]
    assert at == [step - 1 for step in trace.recording.ends_between(0, total)]
    assert all(trace.recording.at(step).backtracked_from is None for step in at)


def test_only_the_played_part_is_bold_and_nothing_before_the_first_step() -> None:
    assert [float(played_width(8, step)) for step in range(9)] == [80 * step for step in range(9)]
    assert float(played_width(0, 0)) == 0
    assert re.search(r'id="timeline-played"><rect width="0"', timeline(letters()))
    assert "nan" not in timeline(replace(letters(), length=0))
    assert path_of(timeline(searched(CHESS, steps=0)), "dead-ends") == ""
