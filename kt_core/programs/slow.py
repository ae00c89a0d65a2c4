"""Explanation of a slow program: its longest path, and the visits with another move ordering."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.search import search

MOST_SQUARES = 10_000  # limit for the board of our search
MOST_EVENTS = 20_000  # limit for the events of our search with fewest onward moves first
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
ALONGSIDE = N_(
    "Warnsdorff's rule, to try the move with the fewest onward moves first, finds a tour from"
    " the same square after {n:,} visits: it was run alongside."
)


def progress(recording: ProgramRecording, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a search that has used up its budget.

    The size of the board is named only if it is certain.
    """
    is_certain = frame.is_known or frame.least == frame.total
    if not recording.has_jumps and recording.deepest:
        is_one = is_certain and len(recording.boards) == 1
        yield Sentence(DEEPEST if is_one else SOME, deepest=recording.deepest, total=frame.total)
    unchanged, since = recording.unchanged_beginning()
    if unchanged:
        yield Sentence.plural(
            "Its first square has not changed since visit {since:,}.",
            "Its first {n:,} squares have not changed since visit {since:,}.",
            unchanged,
            since=since,
        )
    if is_certain and recording.path and frame.total <= MOST_SQUARES:
        start = frame.square(recording.squares[recording.path[0]])
        if start is not None and (visits := fewest_first(frame.board, start)):
            yield Sentence(ALONGSIDE, n=visits)


@lru_cache(maxsize=4)  # a running program is reported again and again
def fewest_first(board: Board, start: Square) -> int:
    """Return the visits to the first tour with fewest onward moves first; 0 if unknown."""
    graph = knight_graph(board)
    order = ordering("warnsdorff").make(board, 0)
    visits = 0
    for event in islice(search(graph, start, order=order), MOST_EVENTS):
        visits += isinstance(event, Visit)
        if isinstance(event, Found):
            return visits
    return 0
