"""Explanation of a slow program: its longest path, and the visits with another move ordering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.search import search

MOST_EVENTS = 20_000  # limit for the events of our search with fewest onward moves first
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
ALONGSIDE = N_(
    "A search from the same square with the fewest onward moves first finds a tour after {n:,}"
    " visits: it was run alongside."
)


@dataclass(frozen=True)
class UnfinishedSearch:
    """The progress of an unfinished search."""

    deepest: int  # squares of the longest path; 0 if some step is no knight's move
    total: int  # squares of the board; 0 if that is not certain
    unchanged: int  # first squares of the path that have not changed for half of all visits
    since: int  # the visit since which they have not changed
    fewest_first: int  # visits of a search with fewest onward moves first; 0 if unknown

    @property
    def sentences(self) -> list[Sentence]:
        """The progress in sentences."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[Sentence]:
        if self.deepest:
            yield Sentence(DEEPEST if self.total else SOME, deepest=self.deepest, total=self.total)
        if self.unchanged:
            yield Sentence.plural(
                "Its first square has not changed since visit {since:,}.",
                "Its first {n:,} squares have not changed since visit {since:,}.",
                self.unchanged,
                since=self.since,
            )
        if self.fewest_first:
            yield Sentence(ALONGSIDE, n=self.fewest_first)


def progress(recording: ProgramRecording, frame: Frame) -> UnfinishedSearch:
    """Return the progress of a search that has used up its budget."""
    unchanged, since = recording.unchanged_beginning()
    is_certain = frame.is_known or frame.least == frame.total
    return UnfinishedSearch(
        0 if recording.has_jumps else recording.deepest,
        frame.total if is_certain and len(recording.boards) == 1 else 0,
        unchanged,
        since,
        _fewest_first(recording, frame) if is_certain else 0,
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
