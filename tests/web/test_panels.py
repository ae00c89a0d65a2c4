"""Each panel agrees with the search's transcript: code, stack, moves and statistics."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board, knight_graph
from kt_core.search import recursive
from tests.shared.searches import CHESS, FIVE, letters, recorded, searched
from tests.shared.states import opened
from web.draw.timeline import timeline
from web.draw.tree import ladder
from web.lab.search.recording import SearchState
from web.lab.search.trace import Outcome, Trace
from web.lab.view.code import code, listed_function, source, stack
from web.lab.view.panels import HTML_OF, degrees, facts, tree_size


def rows(markup: str) -> list[list[str]]:
    """Return the text of a table's rows, without its head."""
    body = ET.fromstring(f"<p>{markup}</p>").iter("tr")
    found = [["".join(each.itertext()).strip() for each in row] for row in body]
    return found[1:] if "<thead>" in markup else found


CASES: dict[str, tuple[Trace, list[int]]] = {
    "letters": (letters(), list(range(10))),
    "recursive": (letters(recursive), list(range(10))),
    "five": (searched(FIVE), [0, 1, 26, 500, 1999]),
    "pruned": (searched(FIVE, "warnsdorff", start=1, prune=True), [0, 1, 9, 30, 31]),
    "in vain": (searched(Board(3, 3)), [1, 8, 16]),
}


@pytest.mark.parametrize(
    ("case", "panel"),
    [(case, panel) for case in CASES for panel in HTML_OF.values() if panel is not facts]
    + [(case, facts) for case, (trace, _) in CASES.items() if trace.board],
)
def test_a_panel_is_well_formed_at_every_step(case: str, panel: object) -> None:
    trace, steps = CASES[case]
    for step in steps:
        markup = panel(trace, trace.recording.at(min(step, len(trace.recording))))  # type: ignore[operator]
        ET.fromstring(f"<p>{markup}</p>")
        assert "<th>" not in markup
        assert 'class="caption"' in markup or "<code" in markup  # its current line names the place


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


def test_the_onward_moves_are_ranked_and_ties_marked() -> None:
    trace = searched(CHESS, "warnsdorff")
    assert rows(degrees(trace, trace.recording.at(1))) == [
        ["c2", "5", "one of the fewest: a tie, taken next"],
        ["b3", "5", "one of the fewest: a tie"],
    ]


def test_tried_and_skipped_moves_are_distinguished() -> None:
    trace = letters()
    assert rows(degrees(trace, trace.recording.at(4))) == [
        ["C", "0", "tried, in vain, the fewest"],
        ["D", "1", "taken next"],
    ]
    skipping = searched(FIVE, "textbook", prune=True, steps=300)
    said = "".join(degrees(skipping, skipping.recording.at(s)) for s in range(100))
    assert "skipped: no tour goes on from there" in said
    assert "it is a dead end" in degrees(trace, trace.recording.at(3))
    assert "everything is visited" in degrees(trace, trace.recording.at(9))


def test_the_facts_of_the_chessboard_are_those_of_the_textbook() -> None:
    trace = replace(searched(CHESS, "random", seed=339), end=Outcome(milliseconds=12))
    shown = {fact: value for fact, value, _ in rows(facts(trace, trace.recording.at(80)))}
    assert shown == {
        "Vertices": "64",
        "Edges": "336 directed, 168 lines",
        "Matrix filled": "8.2%",
        "Branching factor k": "5.25",
        "Search tree": "1.23 × 1046",
        "Visits": str(trace.recording.at(80).visits),
        "Dead ends": str(trace.recording.at(80).dead_ends),
        "Deepest path": f"{max(len(trace.recording.at(s).path) for s in range(81))} of 64",
        "Time": "12 ms",
    }
    assert "10<sup>46</sup>" in facts(trace, trace.recording.at(0))


@pytest.mark.parametrize(
    ("board", "size"),
    [(Board(1, 1), "0"), (Board(3, 3), "176"), (Board(130, 130), "5.62 × 10<sup>15,091</sup>")],
)
def test_a_tree_of_any_size_is_described(board: Board, size: str) -> None:
    graph = knight_graph(board)
    k = sum(len(graph[v]) for v in graph) / len(board)
    assert tree_size(board, k) == size


def test_the_search_tree_is_an_estimate_of_visits_not_a_count_of_paths() -> None:
    shown = {fact: what for fact, _, what in rows(facts(searched(FIVE, steps=9), SearchState()))}
    assert shown["Search tree"] == "k25 − 1: the textbook’s estimate of its visits"


def plain(markup: str) -> str:
    """Return the text of a panel, without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def values(markup: str) -> dict[str, str]:
    """Return the values below the listing, by name."""
    return {
        name: plain(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", markup)
    }


def test_the_highlighted_line_and_the_variables_follow_the_search() -> None:
    trace = letters()
    seen = []
    for step in range(1, 10):
        markup = code(trace, trace.recording.at(step))
        (lit,) = re.findall(r'aria-current="step"[^>]*>(.*?)</li>', markup)
        shown = values(markup)
        seen.append(
            (plain(lit), shown["square"], shown["path"], shown["len(path)"], shown["moves"])
        )
    assert seen[2:5] == [
        ("yield visit[square]", "C", "A B C", "3 of 6", "none left"),
        ("yield backtrack[square]", "C", "A B", "2 of 6", "D"),
        ("yield visit[square]", "D", "A B D", "3 of 6", "E"),
    ]
    assert seen[8][:2] == ("yield Found(tuple(path))", "C")


def test_the_listing_is_whole_and_numbered_without_gaps() -> None:
    for trace in (letters(), letters(recursive)):
        listed = re.findall(r'value="(\d+)">(.*?)</li>', code(trace, trace.recording.at(3)))
        texts = ["".join(ET.fromstring(text).itertext()) for _, text in listed]
        assert texts == [line.strip() for line in source(listed_function(trace.solver)).lines]
        assert [int(number) for number, _ in listed] == list(range(1, len(texts) + 1))


def test_the_choices_show_the_counts_of_the_rule() -> None:
    trace = searched(CHESS, "warnsdorff")
    graph = knight_graph(CHESS)
    assert (
        values(code(trace, trace.recording.at(1)))["moves"] == "c2 5 b3 5 fewest onward moves first"
    )
    assert len(graph[10]) == 6
    long = values(code(trace, trace.recording.at(40)))
    assert long["path"].startswith("33 more ")
    assert long["len(path)"] == "40 of 64"


def test_the_stack_has_one_row_a_call() -> None:
    trace = letters(recursive)
    assert rows(stack(trace, trace.recording.at(4))) == [
        ["C", "yield Backtrack(square)", "none"],
        ["B", "yield from explore(graph, path, onward, order, ends)", "D"],
        ["A", "yield from explore(graph, path, onward, order, ends)", "D"],
    ]
    assert [row[0] for row in rows(stack(trace, trace.recording.at(9)))] == list("CFEDBA")


def test_the_stack_of_the_search_itself_has_one_row_a_square() -> None:
    trace = letters()
    assert rows(stack(trace, trace.recording.at(3))) == [["C", "none"], ["B", "D"], ["A", "D"]]
    assert rows(stack(trace, trace.recording.at(4))) == [["B", "D"], ["A", "D"]]
    assert "The stack is empty" in plain(stack(trace, trace.recording.at(0)))


def test_before_a_search_begins_no_move_is_named_and_none_is_missing() -> None:
    trace = opened("#step=0").search.answer.traces[0]
    begun = code(trace, trace.at(0))
    assert "none yet" in begun
    assert "none left" not in begun
