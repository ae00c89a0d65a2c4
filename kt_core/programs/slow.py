"""Explanation of a slow program: its depth so far, and the cost of a better move ordering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.frames import Frame
from kt_core.programs.known_visits import KNOWN_ORDERS, MOST
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.squares import Pair
from kt_core.search import search

MOST_EVENTS = 20_000  # limit for the events of our search with fewest onward moves first
SquareEvent = tuple[Pair, bool]  # a square, and True if it is visited
COMPARED_EVENTS = 2_000  # events compared with a search in a known order of moves
LEAST_EVENTS = 100
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
ALONGSIDE = N_(
    "A search from the same square with the fewest onward moves first finds a tour after {n:,}"
    " visits: it was run alongside."
)
FIRST_TOUR = N_(
    "In this order of moves the first tour comes after {n:,} visits: {share} % of them are done."
)
FAR = N_("In this order of moves the search goes on for more than {n:,} visits.")
NO_TOUR = N_(
    "In this order of moves the search ends after {n:,} visits without a tour: {share} % of them"
    " are done."
)


@dataclass(frozen=True)
class UnfinishedSearch:
    """The progress of an unfinished search."""

    visits: int
    deepest: int
    total: int  # squares of the board; 0 if that is not certain
    unchanged: int  # first squares of the path that have not changed for half of all visits
    since: int  # the visit since which they have not changed
    fewest_first: int  # visits of a search with fewest onward moves first; 0 if unknown
    needed: int = 0  # visits to the first tour: see `needed_visits`

    @property
    def sentences(self) -> list[Sentence]:
        """The progress in sentences."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[Sentence]:
        yield Sentence(DEEPEST if self.total else SOME, deepest=self.deepest, total=self.total)
        if self.unchanged:
            yield Sentence.plural(
                "Its first square has not changed since visit {since:,}.",
                "Its first {n:,} squares have not changed since visit {since:,}.",
                self.unchanged,
                since=self.since,
            )
        if self.needed > MOST:
            yield Sentence(FAR, n=MOST)
        elif abs(self.needed) > self.visits:
            template = FIRST_TOUR if self.needed > 0 else NO_TOUR
            share = f"{100 * self.visits / abs(self.needed):.3g}"
            yield Sentence(template, n=abs(self.needed), share=share)
        if self.fewest_first:
            yield Sentence(ALONGSIDE, n=self.fewest_first)


def progress(recording: ProgramRecording, frame: Frame) -> UnfinishedSearch:
    """Return the progress of a search that has used up its budget."""
    unchanged, since = recording.unchanged()
    is_certain = frame.is_known or frame.least == frame.total
    return UnfinishedSearch(
        recording.visits,
        recording.deepest,
        frame.total if is_certain else 0,
        unchanged,
        since,
        _fewest_first(recording, frame) if is_certain else 0,
        needed_visits(recording, frame),
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


def needed_visits(recording: ProgramRecording, frame: Frame) -> int:
    """Return the visits to the first tour if the search tries its moves in a known order.

    The number is negative if such a search ends without a tour, greater than `MOST` if the search
    is longer than that, and 0 if it is unknown. The first events are compared, so nothing is
    guessed.
    """
    size = frame.rows
    is_plain = frame.columns == size and not frame.holes and len(recording.boards) == 1
    if not is_plain or size not in KNOWN_ORDERS[0].visits:
        return 0
    events = [*islice(_events(recording, frame), COMPARED_EVENTS)]
    if len(events) < LEAST_EVENTS:
        return 0
    found = {*_visits_in_known_orders(events, size)}
    return found.pop() if len(found) == 1 else 0


def _visits_in_known_orders(events: Sequence[SquareEvent], size: int) -> Iterator[int]:
    for turn in range(8):
        images = [(_image(square, size, turn), is_visit) for square, is_visit in events]
        row, column = images[0][0]
        for known in KNOWN_ORDERS:
            if _is_search(known.moves, size, images):
                yield known.visits[size][row * size + column] or MOST + 1


def _events(recording: ProgramRecording, frame: Frame) -> Iterator[SquareEvent]:
    """Yield the squares of the events, from (0, 0) on, and True for a visit."""
    top, left = frame.first
    for event in recording.events:
        row, column = recording.squares[abs(event) - 1]
        yield (row - top, column - left), event > 0


def _image(square: Pair, size: int, turn: int) -> Pair:
    """Return a square after one of the eight symmetries of the board."""
    row, column = square
    row = size - 1 - row if turn & 1 else row
    column = size - 1 - column if turn & 2 else column
    return (column, row) if turn & 4 else (row, column)


def _is_search(moves: Sequence[Pair], size: int, events: Sequence[SquareEvent]) -> bool:
    """Return True if these are the first events of a search that tries the moves in this order."""
    graph = _graph(moves, size)
    codes = ({s: (s, True) for s in graph}, {s: (s, False) for s in graph})
    expected: Iterator[object] = search(graph, events[0][0], events=codes)
    return all(event == other for event, other in zip(events, expected, strict=False))


@cache
def _graph(moves: Sequence[Pair], size: int) -> dict[Pair, tuple[Pair, ...]]:
    """Return the neighbors of each square in the order of the moves."""
    squares = [(row, column) for row in range(size) for column in range(size)]
    every = {(row, column): [(row + r, column + c) for r, c in moves] for row, column in squares}
    return {square: tuple(n for n in others if n in every) for square, others in every.items()}
