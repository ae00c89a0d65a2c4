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
from tests.shared.searches import FIVE, searched
from web.lab.view.code import last_level, levels, listed_function, source


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
