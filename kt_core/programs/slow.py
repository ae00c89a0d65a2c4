"""Explanation of a slow program: its longest path, and the visits by Warnsdorff's rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.reasons import loop_of_moves
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.search import search

MOST_SQUARES = 10_000  # limit for the board of our search
MOST_EVENTS = 20_000  # limit for the events of our search with one ordering
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
#: The sentence if an ordering by the rule finds a tour; the simplest ordering is first.
ALONGSIDE = {
    "warnsdorff": N_(
        "Warnsdorff's rule, to try the move with the fewest onward moves first, finds a tour from"
        " the same square after {n:,} visits: it was run alongside."
    ),
    "roth": N_(
        "Warnsdorff's rule, to try the move with the fewest onward moves first, and of several such"
        " moves the one farthest from the center, finds a tour from the same square after {n:,}"
        " visits: it was run alongside."
    ),
}
UNTRIED = N_(
    "Warnsdorff's rule, to try the move with the fewest onward moves first, often needs no step"
    " back."
)
LOOP = N_("The rule changes the order of the moves in the loop of line {line}.")


def progress(recording: ProgramRecording, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a search that has used up its budget.

    The size of the board is named only if it is certain.
    """
    if not recording.has_jumps and recording.deepest:
        is_one = _is_certain(frame) and len(recording.boards) == 1
        yield Sentence(DEEPEST if is_one else SOME, deepest=recording.deepest, total=frame.total)
    unchanged, since = recording.unchanged_beginning()
    if unchanged:
        yield Sentence.plural(
            "Its first square has not changed since visit {since:,}.",
            "Its first {n:,} squares have not changed since visit {since:,}.",
            unchanged,
            since=since,
        )


def advice(recording: ProgramRecording, frame: Frame, tree: ast.Module | None) -> list[Sentence]:
    """Return sentences about Warnsdorff's rule: what it finds, and which line it changes."""
    start = frame.square(recording.squares[recording.path[0]]) if recording.path else None
    is_searched = _is_certain(frame) and start is not None and frame.total <= MOST_SQUARES
    rule = tour_by_rule(frame.board, start) if is_searched else Sentence(UNTRIED)
    line = tree and loop_of_moves(tree)
    return [rule, Sentence(LOOP, line=line)] if line else [rule]


def _is_certain(frame: Frame) -> bool:
    return frame.is_known or frame.least == frame.total


@lru_cache(maxsize=4)  # a running program is reported again and again
def tour_by_rule(board: Board, start: Square) -> Sentence:
    """Return a sentence about the first ordering by the rule that soon finds a tour."""
    graph = knight_graph(board)
    for name, template in ALONGSIDE.items():
        order, visits = ordering(name).make(board, 0), 0
        for event in islice(search(graph, start, order=order), MOST_EVENTS):
            visits += isinstance(event, Visit)
            if isinstance(event, Found):
                return Sentence(template, n=visits)
    return Sentence(UNTRIED)
