"""Each panel says what the search's own transcript says, and nothing from outside is markup."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from web.search.context import Context

from kt_core import Board, knight_graph, search, svg
from kt_core.search import recursive
from tests.shared.searches import CHESS, FIVE, letters, searched
from web.draw.ladder import ladder
from web.draw.timeline import timeline
from web.search.listing import source
from web.search.record import Record
from web.view.code import code, stack
from web.view.panels import PANELS, degrees, facts, tree_size

every_panel = pytest.mark.parametrize("panel", PANELS.values(), ids=list(PANELS))


def plain(markup: str) -> str:
    """Return the words of a panel, without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def rows(markup: str) -> list[list[str]]:
    """Return the words of a table's rows, without its head."""
    body = ET.fromstring(f"<p>{markup}</p>").iter("tr")
    found = [["".join(each.itertext()).strip() for each in row] for row in body]
    return found[1:] if "<thead>" in markup else found


def values(markup: str) -> dict[str, str]:
    """Return the values beneath the listing by their names."""
    return {
        name: plain(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", markup)
    }


CASES: dict[str, tuple[Context, list[int]]] = {
    "letters": (letters(), list(range(10))),
    "recursive": (letters(recursive), list(range(10))),
    "five": (searched(FIVE), [0, 1, 26, 500, 1999]),
    "pruned": (searched(FIVE, "warnsdorff", start=1, prune=True), [0, 1, 9, 30, 31]),
    "in vain": (searched(Board(3, 3)), [1, 8, 16]),
}


@every_panel
@pytest.mark.parametrize("case", CASES)
def test_a_panel_is_well_formed_at_every_step(case: str, panel: object) -> None:
    context, steps = CASES[case]
    for step in steps:
        markup = panel(context, context.record.at(min(step, len(context.record))))  # type: ignore[operator]
        ET.fromstring(f"<p>{markup}</p>")
        assert "<th>" not in markup
        assert 'class="caption"' in markup


@every_panel
def test_a_name_is_never_markup(panel: object) -> None:
    graph = {"<u>&": ("<b>&", '"x'), "<b>&": (), '"x': ("<b>&",)}
    record = Record(graph, search(graph, "<u>&"))
    record.pull(9)
    context = Context(record, graph, "<u>&", lambda g, _, v: g[v])
    for step in range(len(record) + 1):
        markup = panel(context, record.at(step))  # type: ignore[operator]
        markup += ladder(context, record.at(step)) + timeline(context, step)
        ET.fromstring(f"<p>{markup}</p>")
        assert "<b>&" not in markup
        assert "<u>&" not in markup


def test_the_lit_line_and_the_values_follow_the_letters() -> None:
    context = letters()
    seen = []
    for step in range(1, 10):
        markup = code(context, context.record.at(step))
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


def test_the_listing_is_the_source_with_its_docstring_folded() -> None:
    context = letters()
    listed = re.findall(r'value="(\d+)">(.*?)</li>', code(context, context.record.at(0)))
    lines = source(search).lines
    for number, text in listed:
        shown = ET.fromstring(text.replace("&quot;", '"')).itertext()
        assert "".join(shown) == lines[int(number) - 1].strip()
    assert 20 <= len(listed) < len(lines)
    assert sum('"""' in text.replace("&quot;", '"') for _, text in listed) == 1


def test_the_choices_carry_what_the_rule_counts() -> None:
    context = searched(CHESS, "warnsdorff")
    graph = knight_graph(CHESS)
    assert (
        values(code(context, context.record.at(1)))["moves"]
        == "c2 5 b3 5 fewest onward moves first"
    )
    assert len(graph[10]) == 6
    long = values(code(context, context.record.at(40)))
    assert long["path"].startswith("33 more ")
    assert long["len(path)"] == "40 of 64"


def test_the_stack_has_one_row_a_call() -> None:
    context = letters(recursive)
    assert rows(stack(context, context.record.at(4))) == [
        ["A", "yield from explore(graph, path, onward, order, ends)", "D"],
        ["B", "yield from explore(graph, path, onward, order, ends)", "D"],
        ["C", "yield Backtrack(square)", "none"],
    ]
    assert [row[0] for row in rows(stack(context, context.record.at(9)))] == list("ABDEFC")
    assert "<table" not in stack(letters(), letters().record.at(4))


def test_the_moves_from_here_are_ranked_and_say_who_ties() -> None:
    context = searched(CHESS, "warnsdorff")
    assert rows(degrees(context, context.record.at(1))) == [
        ["c2", "5", "one of the fewest: a tie, taken next"],
        ["b3", "5", "one of the fewest: a tie"],
    ]


def test_a_move_that_was_tried_or_skipped_is_told_apart() -> None:
    context = letters()
    assert rows(degrees(context, context.record.at(4))) == [
        ["C", "0", "tried, in vain, the fewest"],
        ["D", "1", "taken next"],
    ]
    skipping = searched(FIVE, "textbook", prune=True, steps=300)
    said = "".join(degrees(skipping, skipping.record.at(s)) for s in range(100))
    assert "skipped: no tour goes on from there" in said
    assert "it is a dead end" in degrees(context, context.record.at(3))
    assert "everything is visited" in degrees(context, context.record.at(9))


def test_the_facts_of_the_chessboard_are_those_of_the_textbook() -> None:
    context = replace(searched(CHESS, "random", seed=339), milliseconds=12)
    shown = {fact: value for fact, value, _ in rows(facts(context, context.record.at(80)))}
    assert shown == {
        "Vertices": "64",
        "Edges": "336 directed, 168 lines",
        "Matrix filled": "8.2 %",
        "Branching factor k": "5.25",
        "Search tree": "1.23 × 1046",
        "Visits": str(context.record.at(80).visits),
        "Dead ends": str(context.record.at(80).dead_ends),
        "Deepest path": f"{max(len(context.record.at(s).path) for s in range(81))} of 64",
        "Time": "12 ms",
    }
    assert "10<sup>46</sup>" in facts(context, context.record.at(0))


def test_the_facts_of_the_letters_go_one_way() -> None:
    context = letters()
    shown = rows(facts(context, context.record.at(9)))
    assert ["Edges", "8 directed", "each goes one way only"] in shown
    assert ["Dead ends", "1", "where the search had to turn back"] in shown


@pytest.mark.parametrize(
    ("board", "size"),
    [(Board(1, 1), "0"), (Board(3, 3), "176"), (Board(130, 130), "5.62 × 10<sup>15,091</sup>")],
)
def test_a_tree_of_any_size_can_be_told(board: Board, size: str) -> None:
    graph = knight_graph(board)
    k = sum(len(graph[v]) for v in graph) / len(board)
    assert tree_size(board, len(board), k) == size


def test_the_layer_counts_ways_out_of_what_is_not_visited() -> None:
    drawing = ET.fromstring(f"<p>{''.join(svg.exits(CHESS, [0, 10]))}</p>")
    texts = [text.text for text in drawing.iter("text")]
    assert len(texts) == 62
    assert texts[0] == "3"  # b1: to a3, c3 and d2
    assert texts[15] == "5"  # b3: six moves, but one is back to a1
