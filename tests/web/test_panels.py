"""Each panel agrees with the search's transcript: code, stack, moves and statistics."""

import re
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board, knight_graph
from kt_core.search import recursive
from tests.shared.searches import CHESS, FIVE, letters, recorded, searched
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import opened, plain
from web.draw.timeline import timeline
from web.draw.tree import ladder
from web.lab.search.recording import Outcome, Trace
from web.lab.view.code import code, listed_function, source
from web.lab.view.panels import HTML_OF, facts, tree_size


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
    panels = [name for name in HTML_OF if name != "facts" or trace.board]
    told = list[str]()
    for step, name in product(steps, panels):
        markup = HTML_OF[name](trace, trace.at(step))
        ET.fromstring(f"<p>{markup}</p>")
        assert "<th>" not in markup
        assert 'class="caption"' in markup or "<code" in markup  # its current line names the place
        told += [f"step {step}, {name}\n{shown(markup)}"] * (name != "tree")
    assert_matches_snapshot(f"panels-{case.replace(' ', '-')}", "\n".join(told), "txt")


@pytest.mark.parametrize("panel", [panel for panel in HTML_OF.values() if panel is not facts])
def test_a_name_is_never_markup(panel: object) -> None:
    graph = {"<u>&": ("<b>&", '"x'), "<b>&": (), '"x': ("<b>&",)}
    recording = recorded(graph, "<u>&")
    recording.pull(9)
    trace = Trace(recording, graph, "<u>&", lambda g, _, v: g[v], len(recording))
    for step in range(len(recording) + 1):
        markup = panel(trace, recording.at(step))  # type: ignore[operator]
        markup += ladder(trace, recording.at(step)) + timeline(trace)
        ET.fromstring(f"<p>{markup}</p>")
        assert "<b>&" not in markup
        assert "<u>&" not in markup


@pytest.mark.parametrize(
    ("board", "size"),
    [(Board(1, 1), "0"), (Board(3, 3), "176"), (Board(130, 130), "5.62 × 10<sup>15,091</sup>")],
)
def test_a_tree_of_any_size_is_described(board: Board, size: str) -> None:
    graph = knight_graph(board)
    k = sum(len(graph[v]) for v in graph) / len(board)
    assert tree_size(board, k) == size


def test_the_listing_is_whole_and_numbered_without_gaps() -> None:
    for trace in (letters(), letters(recursive)):
        listed = re.findall(r'value="(\d+)">(.*?)</li>', code(trace, trace.recording.at(3)))
        texts = ["".join(ET.fromstring(text).itertext()) for _, text in listed]
        assert texts == [line.strip() for line in source(listed_function(trace.solver)).lines]
        assert [int(number) for number, _ in listed] == list(range(1, len(texts) + 1))
