"""Each panel agrees with the search's transcript: code, stack, moves and statistics."""

import re
from copy import copy
from dataclasses import replace
from inspect import getsource
from itertools import islice, product
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board, search
from kt_core.orderings import ORDERINGS
from kt_core.search import depth_first, explore, recursive
from tests.shared.searches import CHESS, FIVE, letters, recorded, searched
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import opened, plain
from web.draw.timeline import timeline
from web.lab.view.facts import HTML_OF as LATE
from web.lab.view.facts import facts, tree_size
from web.lab.view.panels import code, last_level, levels, listed_function, source, stack
from web.search.recording import Outcome, Trace

PANELS = {"code": code, "stack": stack, **LATE}


def shown(markup: str) -> str:
    """Return the text of a panel, a row on each line; of a listing only the line that runs."""
    listed = re.sub(r"<li value.*?</li>", "", markup).replace("<sup>", "^")
    rows = re.split("</(?:caption|tr|li|dd)>", listed)
    return "\n".join(f"  {text}" for row in rows if (text := plain(row)))


CASES: dict[str, tuple[Trace, list[int]]] = {
    "letters": (letters(), list(range(10))),
    "recursive": (letters(recursive), list(range(10))),
    "five": (searched(FIVE), [0, 1, 26, 500, 1999]),
    "pruned": (searched(FIVE, "warnsdorff", start=1, prune=True), [0, 1, 9, 30, 31]),
    "begun": (opened("#step=0").search.answer.traces[0], [0]),
    "in vain": (searched(Board(3, 3)), [1, 8, 16, 30]),
    "chess": (searched(CHESS, "warnsdorff"), [0, 1, 40]),
    "chance": (replace(searched(CHESS, "random", seed=339), end=Outcome(milliseconds=12)), [1, 80]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_panels_of_a_search_match_their_snapshot(case: str) -> None:
    trace, steps = CASES[case]
    panels = [name for name in PANELS if name != "facts" or trace.board]
    told = list[str]()
    for step, name in product(steps, panels):
        markup = PANELS[name](trace, trace.at(step))
        ET.fromstring(f"<p>{markup}</p>")
        assert "<th>" not in markup
        assert 'class="caption"' in markup or "<code" in markup  # its current line names the place
        told += [f"step {step}, {name}\n{shown(markup)}"] * (name != "tree")
    assert_matches_snapshot(f"panels-{case.replace(' ', '-')}", "\n".join(told), "txt")


@pytest.mark.parametrize("panel", [panel for panel in PANELS.values() if panel is not facts])
def test_a_name_is_never_markup(panel: object) -> None:
    graph = {"<u>&": ("<b>&", '"x'), "<b>&": (), '"x': ("<b>&",)}
    recording = recorded(graph, "<u>&")
    recording.pull(9)
    trace = Trace(recording, graph, "<u>&", lambda g, _, v: g[v], len(recording))
    for step in range(len(recording) + 1):
        markup = panel(trace, recording.at(step))  # type: ignore[operator]
        markup += timeline(trace)
        ET.fromstring(f"<p>{markup}</p>")
        assert "<b>&" not in markup
        assert "<u>&" not in markup


@pytest.mark.parametrize(
    ("board", "size"),
    [(Board(2, 2), "1"), (Board(3, 3), "227"), (Board(5, 5), "1.43 × 10<sup>14</sup>")],
)
def test_a_tree_of_any_size_is_estimated_as_in_the_chapter(board: Board, size: str) -> None:
    assert tree_size(board) == size


def test_the_listing_is_whole_and_numbered_without_gaps() -> None:
    for trace in (letters(), letters(recursive)):
        listed = re.findall(r'value="(\d+)">(.*?)</li>', code(trace, trace.recording.at(3)))
        texts = ["".join(ET.fromstring(text).itertext()) for _, text in listed]
        assert texts == [line.strip() for line in source(listed_function(trace.solver)).lines]
        assert [int(number) for number, _ in listed] == list(range(1, len(texts) + 1))


def test_the_listing_is_the_code_without_types_and_docstring() -> None:
    for solver, function in ((search, depth_first), (recursive, explore)):
        lines = source(listed_function(solver)).lines
        assert re.fullmatch(rf"def {function.__name__}\([a-z, ]+\):", lines[0])
        whole = getsource(function)
        assert whole.endswith("\n".join(lines[1:]) + "\n")
        assert len(lines) <= 18
        assert '"""' not in "".join(lines)
        assert max(map(len, lines)) <= 64


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ORDERINGS)
@pytest.mark.parametrize("prune", [False, True])
def test_an_earlier_step_is_shown_unchanged(name: str, prune: bool) -> None:
    trace = searched(FIVE, name, start=1, steps=400, seed=4, prune=prune)
    live: Any = search(trace.graph, 1, order=trace.order)
    for step in range(1, trace.length + 1):
        next(live)
        known = live.gi_frame.f_locals
        found = levels(trace, trace.at(step))
        at = source(listed_function(search)).number(live.gi_frame.f_lineno)
        assert {level.line for level in found} == {at}
        assert "yield" in source(listed_function(search)).lines[at - 1]
        assert [level.square for level in found] == list(known["path"])
        assert last_level(trace, trace.at(step)) == found[-1]
        untried = [*known["stack"][1:], known["moves"]][: len(known["path"])]
        for level, moves in zip(found, untried, strict=True):
            assert level.choices == tuple(v for v in copy(moves) if v not in known["path"])


def test_recursion_on_a_board_lists_the_calls_of_the_search() -> None:
    trace = searched(Board(4, 4), "warnsdorff", start=5, steps=300, solver=recursive)
    live: Any = recursive(trace.graph, 5, order=trace.order)
    for step, _ in enumerate(islice(live, 300), start=1):
        lines, work = [], live
        while work is not None:
            line = source(listed_function(recursive)).number(work.gi_frame.f_lineno)
            lines.append((line, work.gi_frame.f_locals["square"]))
            work = work.gi_yieldfrom
        stack = levels(trace, trace.at(step))
        assert [(call.line, call.square) for call in stack] == lines
