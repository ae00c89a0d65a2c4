"""The code panel shows the source of the search, and the line that runs at each step."""

import re
from copy import copy
from inspect import getsource
from itertools import islice
from typing import Any

import pytest

from kt_core import Board, search
from kt_core.orderings import ORDERINGS
from kt_core.search import depth_first, explore, recursive
from tests.shared.searches import FIVE, letters, searched
from web.lab.view.code import last_level, levels, listed_function, source


def line_of(solver: Any, text: str) -> int:
    """Return the number of the only line in the listing with this text."""
    (index,) = (
        i for i, line in enumerate(source(listed_function(solver)).lines, start=1) if text in line
    )
    return index


def test_the_listing_is_the_code_without_types_and_docstring() -> None:
    for solver, function in ((search, depth_first), (recursive, explore)):
        lines = source(listed_function(solver)).lines
        assert re.fullmatch(rf"def {function.__name__}\([a-z, ]+\):", lines[0])
        whole = getsource(function)
        assert whole.endswith("\n".join(lines[1:]) + "\n")
        assert len(lines) <= 18
        assert '"""' not in "".join(lines)
        assert max(map(len, lines)) <= 64


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


def test_before_the_first_step_and_after_the_last_no_square_is_named() -> None:
    trace = searched(Board(3, 3))
    for step, line in ((0, 0), (trace.length, line_of(search, "yield backtrack"))):
        (level,) = levels(trace, trace.at(step))
        assert (level.square, level.choices, level.line) == (None, (), line)


def test_recursion_is_one_call_inside_another() -> None:
    trace = letters(recursive)
    stacks = [levels(trace, trace.at(step)) for step in range(1, trace.length + 1)]
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
