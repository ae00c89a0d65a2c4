"""Explanation of a slow program: its depth so far, and the cost of a better move ordering."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.orderings import ordering
from kt_core.programs.frames import Frame
from kt_core.programs.recording import ProgramRecording
from kt_core.search import search

MOST_EVENTS = 20_000  # of the search that runs alongside


@dataclass(frozen=True)
class UnfinishedSearch:
    """The progress of an unfinished search."""

    visits: int
    deepest: int
    total: int
    unchanged: int  # first squares of the path that have not changed for half of all visits
    since: int  # the visit after which they have not
    fewest_first: int  # visits of the same search with fewest onward moves first; 0 unknown

    @property
    def sentences(self) -> list[Sentence]:
        """The progress in sentences."""
        found = [
            Sentence(
                "The longest path so far has {deepest:,} of {total:,} squares.",
                deepest=self.deepest,
                total=self.total,
            )
        ]
        if self.unchanged:
            found.append(
                Sentence.plural(
                    "Its first square has not changed since visit {since:,}.",
                    "Its first {n:,} squares have not changed since visit {since:,}.",
                    self.unchanged,
                    since=self.since,
                )
            )
        if self.fewest_first:
            found.append(
                Sentence(
                    "The same search with the fewest onward moves first finds a tour after {n:,}"
                    " visits: it was run alongside.",
                    n=self.fewest_first,
                )
            )
        return found


def progress(recording: ProgramRecording, frame: Frame) -> UnfinishedSearch:
    """Return the progress of a search that has used up its budget."""
    unchanged, since = recording.unchanged()
    return UnfinishedSearch(
        recording.visits,
        recording.deepest,
        frame.total,
        unchanged,
        since,
        _fewest_first(recording, frame),
    )


def _fewest_first(recording: ProgramRecording, frame: Frame) -> int:
    if not recording.path or frame.total > 10_000:
        return 0
    start = frame.square(recording.squares[recording.path[0]])
    return 0 if start is None else fewest_first(frame.board, start)


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
