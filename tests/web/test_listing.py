"""What the code panel shows is the search itself, where it really was at that step."""

from copy import copy
from itertools import islice
from typing import Any

import pytest

from kt_core import Board, knight_graph, search
from kt_core.graph import LETTERS
from kt_core.orderings import ORDERINGS, pruned
from kt_core.search import recursive
from tests.shared.searches import FIVE, recorded
from web.search.listing import calls, source


def line_of(solver: Any, text: str) -> int:
    """Return the number of the only line that has this text."""
    listed = source(solver)
    (index,) = (i for i, line in enumerate(listed.lines) if text in line)
    return listed.first + index


def test_the_listing_is_the_functions_own_source() -> None:
    assert source(search).lines[0].startswith("def search(")
    assert source(search).lines[-1].strip() == "yield backtrack[square]"
    assert source(recursive).lines[0].startswith("def explore(")


@pytest.mark.parametrize("name", ORDERINGS)
@pytest.mark.parametrize("prune", [False, True])
def test_a_step_that_was_passed_is_shown_as_it_was(name: str, prune: bool) -> None:
    graph, start = knight_graph(FIVE), 1
    order = ORDERINGS[name].make(FIVE, 4)
    order = pruned(order) if prune else order
    record = recorded(graph, start, order=order)
    record.pull(400)
    live: Any = search(graph, start, order=order)
    for step in range(1, len(record) + 1):
        next(live)
        known = live.gi_frame.f_locals
        (call,) = calls(graph, start, record.at(step), order=order, ends=None)
        assert call.line == live.gi_frame.f_lineno
        assert call.square == known["square"]
        assert call.choices == tuple(v for v in copy(known["moves"]) if v not in known["path"])


def test_before_the_first_step_nothing_has_run() -> None:
    graph = knight_graph(FIVE)
    (call,) = calls(graph, 0, recorded(graph, 0).at(0), order=lambda g, p, s: g[s],
                    ends=None)  # fmt: skip
    assert (call.line, call.square, call.choices) == (source(search).first, None, ())


def test_recursion_is_one_call_inside_another() -> None:
    order = ORDERINGS["textbook"].make(FIVE, 0)
    record = recorded(LETTERS, "A", recursive)
    record.pull(99)
    stacks = [calls(LETTERS, "A", record.at(step), order=order, ends=None, solver=recursive)
              for step in range(1, len(record) + 1)]  # fmt: skip
    assert ["".join(call.square for call in stack) for stack in stacks] == [
        "A", "AB", "ABC", "ABC", "ABD", "ABDE", "ABDEF", "ABDEFC", "ABDEFC"
    ]  # fmt: skip
    visit, deeper, back = (
        line_of(recursive, text) for text in ("yield Visit", "yield from", "yield Backtrack")
    )
    assert [call.line for call in stacks[2]] == [deeper, deeper, visit]
    assert [call.line for call in stacks[3]] == [deeper, deeper, back]
    assert stacks[8][-1].line == line_of(recursive, "yield Found")
    assert [call.choices for call in stacks[2]] == [("D",), ("D",), ()]
    assert [call.choices for call in stacks[4]] == [(), (), ("E",)]


def test_recursion_on_a_board_tells_the_calls_of_the_search_itself() -> None:
    graph = knight_graph(Board(4, 4))
    order = ORDERINGS["warnsdorff"].make(Board(4, 4), 0)
    record = recorded(graph, 5, recursive, order=order)
    record.pull(300)
    live: Any = recursive(graph, 5, order=order)
    for step, _ in enumerate(islice(live, 300), start=1):
        lines, work = [], live
        while work is not None:
            lines.append((work.gi_frame.f_lineno, work.gi_frame.f_locals["square"]))
            work = work.gi_yieldfrom
        stack = calls(graph, 5, record.at(step), order=order, ends=None, solver=recursive)
        assert [(call.line, call.square) for call in stack] == lines
