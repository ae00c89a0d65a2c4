"""Searches with their recordings, for the tests of the panels."""

from dataclasses import replace
from typing import Any

from kt_core import Board, knight_graph, search
from kt_core.graph import LETTERS
from kt_core.orderings import ORDERINGS, textbook, with_pruning
from kt_core.search import recursive
from web.search.recording import NOTHING, Recording, Trace

FIVE, CHESS = Board(5, 5), Board(8, 8)


def recorded(graph: Any, start: Any, solver: Any = search, **options: Any) -> Recording:
    """Return a recording of a search, with no events pulled yet."""
    path: Any = [] if solver is recursive else {}
    return Recording(graph, solver(graph, start, path=path, **options), path)


def letters(solver: Any = search) -> Trace:
    """Return the textbook's example: A, B, then C, a dead end, then D, E, F and C."""
    recording = recorded(LETTERS, "A", solver)
    recording.pull(99)
    return Trace(recording, LETTERS, "A", textbook, len(recording), NOTHING, solver=solver)


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
) -> Trace:
    """Return a search on a board after this number of steps."""
    graph = knight_graph(board)
    ends = graph[start] if closed else None
    order = ORDERINGS[ordering].make(board, seed)
    order = with_pruning(order, ends) if prune else order
    recording = recorded(graph, start, solver, order=order, ends=ends)
    while len(recording) < steps and recording.pull(min(batch, steps - len(recording))):
        pass
    end = NOTHING if recording.ended else None
    known = Trace(recording, graph, start, order, len(recording), end, ends, solver)
    return replace(known, name=board.name, ordering=ordering, board=board)
