"""The code panel shows the search's source, the current line, and the values it works on."""

import re
from xml.etree import ElementTree as ET

from kt_core import knight_graph
from kt_core.search import recursive
from tests.shared.searches import CHESS, letters, searched
from tests.shared.states import opened
from web.lab.search.listing import listed_function, source
from web.lab.view.code import code, stack


def plain(markup: str) -> str:
    """Return the text of a panel, without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def rows(markup: str) -> list[list[str]]:
    """Return the text of a table's rows, without its head."""
    body = ET.fromstring(f"<p>{markup}</p>").iter("tr")
    found = [["".join(each.itertext()).strip() for each in row] for row in body]
    return found[1:] if "<thead>" in markup else found


def values(markup: str) -> dict[str, str]:
    """Return the values below the listing, by name."""
    return {
        name: plain(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", markup)
    }


def test_the_lit_line_and_the_values_follow_the_letters() -> None:
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


def test_the_choices_carry_what_the_rule_counts() -> None:
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
