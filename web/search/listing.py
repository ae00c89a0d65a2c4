"""The code that runs: a search's own source, and where it stands at any step. Pure.

A search is a generator, so while it is paused it knows its current line and its variables. For a
step that it has passed, another search is led to the same place and looked at there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import Any

from kt_core.events import Event
from kt_core.graph import Graph
from kt_core.orderings import Order
from kt_core.search import explore, search
from web.search.record import Moment

Solver = Callable[..., Iterator[Event]]


@dataclass(frozen=True)
class Source:
    """The lines of a function as they stand in its file, and the number of the first."""

    first: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Call:
    """One function at work: its current line, and what it works on."""

    line: int  # as the file counts; that of its `def` where it has not begun
    square: Any  # the vertex it is about; None where there is none yet
    choices: tuple[Any, ...]  # the moves that it has not tried


@cache
def source(solver: Solver) -> Source:
    """Return the listing of a search; of the recursive one, the function that calls itself."""
    from inspect import getsourcelines  # a page starts without it

    lines, first = getsourcelines(search if solver is search else explore)
    return Source(first, tuple(line.rstrip("\n") for line in lines))


def calls(
    graph: Graph[Any],
    start: Any,
    moment: Moment,
    *,
    order: Order,
    ends: Collection[Any] | None,
    solver: Solver = search,
) -> list[Call]:
    """Return where the code stands at this moment: one call, or in recursion one a square.

    `order` must answer by graph, path and square alone, as those of kt_core do.
    """
    target = moment.path if moment.left is None else (*moment.path, moment.left)
    led = _led(order, target, closed_off=moment.left is not None)
    work: Any = solver(graph, start, order=led, ends=ends)
    for _ in range(len(target) + (moment.left is not None) + moment.found):
        next(work)
    return [_call(frame, graph, order) for frame in _frames(work)]


def _led(order: Order, target: Sequence[Any], *, closed_off: bool) -> Order:
    # On its way to the target each square lists the moves from that which leads there on. Those
    # before it were tried already, so what is left untried is just what it was the first time.
    def moves(graph: Graph[Any], path: Collection[Any], square: Any) -> Sequence[Any]:
        listed, depth = list(order(graph, path, square)), len(path)
        if depth < len(target):
            return listed[listed.index(target[depth]) :]
        return () if closed_off and depth == len(target) else listed

    return moves


def _frames(work: Any) -> Iterator[FrameType]:
    while work is not None and work.gi_frame is not None:
        yield work.gi_frame
        work = work.gi_yieldfrom  # in recursion, the call inside the call


def _call(frame: FrameType, graph: Graph[Any], order: Order) -> Call:
    known = frame.f_locals
    return Call(frame.f_lineno, known.get("square"), tuple(_untried(known, graph, order)))


def _untried(known: Mapping[str, Any], graph: Graph[Any], order: Order) -> Iterable[Any]:
    path, square = known["path"] or (), known.get("square")  # None before the first step
    if "moves" in known:  # an iterator: a copy of it can be used up
        return (v for v in copy(known["moves"]) if v not in path)
    if square not in path:
        return ()
    here = list(path)[: list(path).index(square) + 1]
    moves = list(order(graph, here, square))
    tried = moves.index(known["onward"]) + 1 if "onward" in known else 0
    return (v for v in moves[tried:] if v not in path)
