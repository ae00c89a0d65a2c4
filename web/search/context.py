"""What panels and timeline are about: one search, its record, and words for its steps. Pure.

A board is one graph among others: the six letters of the textbook have no board and no knight.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kt_core.board import Board
from kt_core.graph import Graph, knight_graph, onward
from kt_core.orderings import Order, textbook
from kt_core.search import search
from web.question.question import BEST, BY_RULE, Question
from web.search.listing import Call, Solver, calls
from web.search.record import Moment, Record
from web.search.run import Run


@dataclass(frozen=True)
class Context:
    """A search and its record; `name` says what a vertex is called."""

    record: Record
    graph: Graph[Any]
    start: Any
    order: Order
    ends: Collection[Any] | None = None
    solver: Solver = search
    name: Callable[[Any], str] = str
    ordering: str = "textbook"  # by its name in the registry
    board: Board | None = None
    milliseconds: int | None = None  # that the whole search took; None if nobody looked
    shown: bool = False  # whether the tour was there before anybody looked for it

    @property
    def by_rule(self) -> bool:
        """Whether the search goes by Warnsdorff's rule."""
        return self.ordering in BY_RULE

    def calls(self, moment: Moment) -> list[Call]:
        """Return where the code stands: see `listing.calls`."""
        graph, start, order = self.graph, self.start, self.order
        return calls(graph, start, moment, order=order, ends=self.ends, solver=self.solver)

    def named(self, vertices: Iterable[Any]) -> str:
        """Return names in a sentence: "b2, d4 and e5"."""
        *most, last = map(self.name, vertices)
        return f"{', '.join(most)} and {last}" if most else last


def of_run(run: Run, milliseconds: int | None = None) -> Context:
    """Return what the panels need to know of a search to watch."""
    question = run.question
    return Context(
        record=run.record,
        graph=run.graph,
        start=question.start,
        order=run.order,
        ends=run.ends,
        name=question.board.name,
        ordering=question.ordering,
        board=question.board,
        milliseconds=milliseconds,
    )


def of_tour(question: Question, record: Record, milliseconds: int | None = None) -> Context:
    """Return the same of a tour that no search has found, step by step."""
    return Context(
        record=record,
        graph=knight_graph(question.board),
        start=question.start,
        order=textbook,
        name=question.board.name,
        ordering=BEST,
        board=question.board,
        milliseconds=milliseconds,
        shown=question.is_shown,
    )


def choices(context: Context, path: Sequence[Any]) -> list[Any]:
    """Return the moves that the search tries from the end of a path, best first."""
    return [v for v in context.order(context.graph, path, path[-1]) if v not in path]


def counts(context: Context, path: Sequence[Any]) -> dict[Any, int]:
    """Return the unvisited neighbours of the end of a path, each with its onward moves.

    These are the numbers that Warnsdorff's rule compares.
    """
    graph = context.graph
    return {v: len(onward(graph, path, v)) for v in onward(graph, path, path[-1])}


def least(counted: Mapping[Any, int]) -> list[Any]:
    """Return those with the fewest onward moves: a tie if they are two or more."""
    fewest = min(counted.values(), default=0)
    return [v for v, count in counted.items() if count == fewest]


def happened(context: Context, step: int) -> str:
    """Return what a step did: "step 37: c4, a dead end: every move from c4 leads …"."""
    moment = context.record.at(step)
    if not step:
        return "step 0: nothing is visited yet"
    if moment.found:
        return f"step {step:,}: {moment_count(context, moment)} are on the path: a tour"
    if moment.left is not None:
        return f"step {step:,}: {_back(context, moment)}"
    name = context.name(moment.path[-1])
    return f"step {step:,}: {name}, {_visited(context, moment)}"


def moment_count(context: Context, moment: Moment) -> str:
    """Return how far the path is: "37 of 64 squares"."""
    noun = "squares" if context.board else "vertices"
    return f"{len(moment.path):,} of {len(context.graph):,} {noun}"


def _back(context: Context, moment: Moment) -> str:
    left = context.name(moment.left)
    if not moment.path:
        return f"{left} is given up: every path from it was tried"
    return f"back from {left} to {context.name(moment.path[-1])}"


def _visited(context: Context, moment: Moment) -> str:
    path, name = moment.path, context.name(moment.path[-1])
    counted, listed = counts(context, path), choices(context, path)
    complete = len(path) == len(context.graph)
    if complete and (context.ends is None or path[-1] in context.ends):
        return f"{moment_count(context, moment)}: the last one"
    if complete:
        return "a dead end: all is visited, but a tour may not end here"
    if not counted:
        return f"a dead end: every move from {name} leads to a visited {_noun(context)}"
    if not listed:
        return f"a dead end: no tour goes on from {name} to {context.named(counted)}"
    tied = least(counted)
    if context.by_rule and len(tied) > 1:
        takes = context.name(listed[0])
        return f"a tie: {context.named(tied)} have {counted[tied[0]]} onward moves; {takes} is next"
    return moment_count(context, moment)


def _noun(context: Context) -> str:
    return "square" if context.board else "vertex"
