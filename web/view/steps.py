"""What a step of a search did, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kt_core import sentences
from web.search.record import Moment
from web.search.trace import Trace, choices, counts, least


def happened(trace: Trace, step: int) -> str:
    """Return what a step did: "step 37: c4, a dead end: every move from c4 leads …"."""
    moment = trace.at(step)
    if not step:
        return "step 0: nothing is visited yet"
    if moment.found:
        return f"step {step:,}: {moment_count(trace, moment)} are on the path: a tour"
    if moment.left is not None:
        return f"step {step:,}: {_back(trace, moment)}"
    name = trace.name(moment.path[-1])
    return f"step {step:,}: {name}, {_visited(trace, moment)}"


def moment_count(trace: Trace, moment: Moment) -> str:
    """Return how far the path is: "37 of 64 squares"."""
    noun = "squares" if trace.board else "vertices"
    return f"{len(moment.path):,} of {len(trace.graph):,} {noun}"


def _back(trace: Trace, moment: Moment) -> str:
    left = trace.name(moment.left)
    if not moment.path:
        return f"{left} is given up: every path from it was tried"
    return f"back from {left} to {trace.name(moment.path[-1])}"


def _visited(trace: Trace, moment: Moment) -> str:
    path, name = moment.path, trace.name(moment.path[-1])
    counted, listed = counts(trace, path), choices(trace, path)
    complete = len(path) == len(trace.graph)
    if complete and (trace.ends is None or path[-1] in trace.ends):
        return f"{moment_count(trace, moment)}: the last one"
    if complete:
        return "a dead end: all is visited, but a tour may not end here"
    if not counted:
        return f"a dead end: every move from {name} leads to a visited {_noun(trace)}"
    if not listed:
        return f"a dead end: no tour goes on from {name} to {_named(trace, counted)}"
    tied = least(counted)
    if trace.by_rule and len(tied) > 1:
        takes = trace.name(listed[0])
        return f"a tie: {_named(trace, tied)} have {counted[tied[0]]} onward moves; {takes} is next"
    return moment_count(trace, moment)


def _noun(trace: Trace) -> str:
    return "square" if trace.board else "vertex"


def _named(trace: Trace, vertices: Iterable[Any]) -> str:
    return sentences.listed(map(trace.name, vertices))
