"""Searches with their records, for the tests of the panels."""

from typing import Any

from kt_core import Board, knight_graph, search
from kt_core.graph import LETTERS
from kt_core.orderings import ORDERINGS, pruned, textbook
from web.search.context import Context
from web.search.record import Record

FIVE, CHESS = Board(5, 5), Board(8, 8)


def letters(solver: Any = search) -> Context:
    """Return the textbook's example: A, B, C dead end, D, E, F, C."""
    context = Context(Record(LETTERS, solver(LETTERS, "A")), LETTERS, "A", textbook, solver=solver)
    context.record.pull(99)
    return context


def searched(
    board: Board,
    ordering: str = "textbook",
    *,
    start: int = 0,
    steps: int = 2000,
    seed: int = 0,
    prune: bool = False,
    closed: bool = False,
    batch: int = 512,
    solver: Any = search,
) -> Context:
    """Return a search on a board, pulled so far."""
    graph = knight_graph(board)
    ends = graph[start] if closed else None
    order = ORDERINGS[ordering].make(board, seed)
    order = pruned(order, ends) if prune else order
    record = Record(graph, solver(graph, start, order=order, ends=ends))
    while len(record) < steps and record.pull(min(batch, steps - len(record))):
        pass
    return Context(record, graph, start, order, ends, solver, board.name, ordering, board)
