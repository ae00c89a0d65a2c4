"""The ladder beside the current path shows all abandoned and untried moves."""

import re
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board
from kt_core.graph import onward
from tests.shared.searches import FIVE, searched
from tests.shared.snapshots import assert_matches_snapshot
from web.draw.tree import WHOLE_VISITS, ladder
from web.lab.search.trace import Trace


def test_a_drawing_matches_its_snapshot() -> None:
    trace = searched(FIVE, steps=5000)
    assert_matches_snapshot("ladder-five", ladder(trace, trace.at(1999)))


def titles(drawing: str) -> list[str]:
    """Return the tooltips of a drawing."""
    return [e.text or "" for e in ET.fromstring(drawing).iter() if e.tag.endswith("title")]


def texts(drawing: str, look: str) -> list[str]:
    """Return the texts with this class."""
    return re.findall(rf'<text class="{look}"[^>]*>([^<]*)<', drawing)


def beside(trace: Trace, step: int) -> tuple[list[str], list[int]]:
    """Return the text that must be beside the path: untried moves, and counts of folded ones."""
    moment, order = trace.recording.at(step), trace.order
    entered, path = trace.recording.entries(step), moment.path
    assert [trace.recording.at(s).path for s in entered] == [
        path[: i + 1] for i in range(len(path))
    ]
    counts, untried = [], []
    for depth in range(1, len(path) + 1):
        until = entered[depth] - 1 if depth < len(path) else step
        inside = [trace.recording.at(s) for s in range(entered[depth - 1] + 1, until + 1)]
        visits = sum(m.backtracked_from is None for m in inside)
        tried = {
            m.path[depth] for m in inside if m.backtracked_from is None and len(m.path) == depth + 1
        }
        counts += [visits - len(tried)] if visits > len(tried) else []
        moves = onward(trace.graph, path[:depth], path[depth - 1])
        gone = tried | set(path[depth : depth + 1])
        here = [v for v in order(trace.graph, path[:depth], path[depth - 1]) if v in moves]
        untried += [trace.name(v) for v in here if v not in gone]
    return untried, counts


@pytest.mark.parametrize("step", [1, 3, 27, 800, 1555, 1999])
@pytest.mark.parametrize("ordering", ["textbook", "most-moves"])
def test_the_ladder_tells_what_is_folded_and_what_is_untried(step: int, ordering: str) -> None:
    trace = searched(FIVE, ordering, start=12)
    drawing = ladder(trace, trace.recording.at(step))
    untried, counts = beside(trace, step)
    assert [t.split(":")[0] for t in titles(drawing) if "not yet" in t] == untried
    assert [int(t.split()[0].replace(",", "")) for t in texts(drawing, "folded")] == counts
    current = trace.name(trace.recording.at(step).path[-1])
    assert texts(drawing, "current") == [current]


def test_a_ladder_far_into_a_long_search_counts_every_visit() -> None:
    trace = searched(Board(6, 6), steps=40_000)
    for step in (9_000, 25_001, 40_000):
        moment = trace.recording.at(step)
        drawing = ladder(trace, moment)
        folded = sum(int(t.split()[0].replace(",", "")) for t in texts(drawing, "folded"))
        assert moment.visits > WHOLE_VISITS
        assert folded + drawing.count('class="dead-ends"') + len(moment.path) == moment.visits


def test_a_search_in_vain_leaves_no_ladder() -> None:
    trace = searched(Board(3, 3))
    assert "here" not in ladder(trace, trace.at(trace.length))
