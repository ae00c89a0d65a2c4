"""The code of a search: its source, and its current line at any step. Pure.

A paused generator knows its current line and its variables. For an earlier step, another search is
run to the same place and inspected there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from inspect import getsourcelines
from textwrap import dedent
from types import FrameType, FunctionType
from typing import Any

from kt_core.graph import Graph
from kt_core.orderings import Order
from kt_core.search import depth_first, explore, search
from web.lab.search.recording import SearchState
from web.lab.search.trace import Solver, Trace


@dataclass(frozen=True)
class Source:
    """The lines of a function as shown, without types and docstring."""

    lines: tuple[str, ...]
    body: int  # the line number in its file of the second line here

    def number(self, line: int) -> int:
        """Return the line of the listing, from 1, for a line of the file; 0 before the body."""
        return max(line - self.body + 2, 0) if line >= self.body else 0


@dataclass(frozen=True)
class Level:
    """One level of a search: a square and its untried moves.

    In the recursive form a level is a call with a current line.
    """

    square: Any  # None before the search has begun
    choices: tuple[Any, ...]
    line: int  # of the listing, from 1; 0 before any line has run


def listed_function(solver: Solver) -> FunctionType:
    """Return the function to list: of a recursive search the one that calls itself."""
    return depth_first if solver is search else explore  # type: ignore[return-value]


@cache
def source(function: Callable[..., Any]) -> Source:
    """Return the listing of a function."""
    lines, first = getsourcelines(function)
    (tree,) = ast.parse(dedent("".join(lines))).body
    assert isinstance(tree, ast.FunctionDef)
    has_docstring = ast.get_docstring(tree) is not None
    skipped = tree.body[has_docstring].lineno - 1  # the `def` with types, and the docstring
    names = ", ".join(argument.arg for argument in tree.args.args)
    head = f"def {function.__name__}({names}):"
    return Source((head, *(line.rstrip("\n") for line in lines[skipped:])), first + skipped)


def levels(trace: Trace, moment: SearchState) -> list[Level]:
    """Return the levels of the search at this moment, one for each square of its path.

    There is always one: before a search has begun and after its end, it has no square. The trace's
    order must depend on graph, path and square alone, as those of kt_core do.
    """
    work, listing = _search_at(trace, trace.order, moment), source(listed_function(trace.solver))
    if trace.solver is search:
        return list(_stack_levels(work.gi_frame, listing))
    return [_call_level(frame, trace.graph, trace.order, listing) for frame in _frames(work)]


def last_level(trace: Trace, moment: SearchState) -> Level:
    """Return the last of the levels, without listing the moves of all earlier squares.

    On a path of a thousand squares that takes a fortieth of the time.
    """
    if trace.solver is not search:
        return levels(trace, moment)[-1]
    depth = len(moment.path)

    def at_last(graph: Graph[Any], path: Collection[Any], square: Any) -> Sequence[Any]:
        listed = len(path) >= depth
        return trace.order(graph, path, square) if listed else (moment.path[len(path)],)

    work, listing = _search_at(trace, at_last, moment), source(listed_function(trace.solver))
    frame = work.gi_frame
    path, line = tuple(frame.f_locals["path"] or ()), listing.number(frame.f_lineno)
    if not path:
        return Level(None, (), line)
    return Level(path[-1], _untried_moves(frame.f_locals["moves"], path), line)


def _search_at(trace: Trace, order: Order, moment: SearchState) -> Any:
    """Return a search that has run to this moment with this move ordering."""
    work = trace.solver(
        trace.graph, trace.start, order=_order_toward(order, moment), ends=trace.ends
    )
    for _ in range(len(moment.path) + 2 * (moment.backtracked_from is not None) + moment.found):
        next(work)
    return work


def _order_toward(order: Order, moment: SearchState) -> Order:
    # On the way to the target each square lists its moves from the one on the target path onward.
    # The earlier ones were tried before, so the same moves are untried as the first time.
    closed_off = moment.backtracked_from is not None
    target = (*moment.path, moment.backtracked_from) if closed_off else moment.path

    def moves(graph: Graph[Any], path: Collection[Any], square: Any) -> Sequence[Any]:
        listed, depth = list(order(graph, path, square)), len(path)
        if depth < len(target):
            return listed[listed.index(target[depth]) :]
        return () if closed_off and depth == len(target) else listed

    return moves


def _stack_levels(frame: FrameType, listed: Source) -> Iterator[Level]:
    """Yield the level of each square of a path; the moves of the last are not on the stack yet."""
    known, line = frame.f_locals, listed.number(frame.f_lineno)
    path = tuple(known["path"] or ())
    if not path:
        yield Level(None, (), line)
        return
    for square, moves in zip(path, (*known["stack"][1:], known["moves"]), strict=True):
        yield Level(square, _untried_moves(moves, path), line)


def _untried_moves(moves: Iterable[Any], path: Collection[Any]) -> tuple[Any, ...]:
    # `moves` is the iterator of the search itself, so only a copy of it is used up.
    return tuple(v for v in copy(moves) if v not in path)


def _frames(work: Any) -> Iterator[FrameType]:
    while work is not None and work.gi_frame is not None:
        yield work.gi_frame
        work = work.gi_yieldfrom  # in recursion, the inner call


def _call_level(frame: FrameType, graph: Graph[Any], order: Order, listed: Source) -> Level:
    known = frame.f_locals
    line = listed.number(frame.f_lineno)
    return Level(known.get("square"), tuple(_untried_in_call(known, graph, order)), line)


def _untried_in_call(known: Mapping[str, Any], graph: Graph[Any], order: Order) -> Iterable[Any]:
    path, square = known["path"], known.get("square")
    if square not in path:
        return ()
    here = list(path)[: list(path).index(square) + 1]
    moves = list(order(graph, here, square))
    tried = moves.index(known["onward"]) + 1 if "onward" in known else 0
    return (v for v in moves[tried:] if v not in path)
