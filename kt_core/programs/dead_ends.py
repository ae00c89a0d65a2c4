"""Facts about a run that ends without a tour: its dead ends, its choices, the squares it misses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from kt_core.board import Square
from kt_core.graph import Graph, knight_graph
from kt_core.language import N_, Sentence
from kt_core.programs.frames import Frame, visited_squares
from kt_core.programs.run import Run
from kt_core.programs.slow import fewest_first
from kt_core.programs.source import missing_moves
from kt_core.programs.squares import Pair, is_knight_move

LEAST_MOVES = 20  # moves that show a rule behind the choices, not a coincidence
Degree = Callable[[Square, set[Square]], int]

DEAD_END = N_(
    "{square} is a dead end: no free square is a knight's move away, and it does not go back."
)
HAS_NOT_GONE_BACK = N_(
    "Its last square, {square}, is a dead end: no free square is a knight's move away, and it has"
    " not gone back."
)
GAVE_UP = N_(
    "After {n:,} visits it took every square back without trying another move: does the loop end"
    " too early, or is the test for success wrong?"
)
NEVER_AGAIN = N_(
    "It went back from {square} although {other} had been left before and was free again: is"
    " {other} still marked somewhere?"
)
EXISTS = N_("There is a tour from {square}, so the search leaves something out.")
UNVISITED = N_("It was never on {square}: are the bounds right?")
MISSING = N_("{offset} is a knight's move that is missing in line {line}.")
STATIC = N_(
    "Its first {n:,} moves each go to a square with the fewest moves on the empty board, but not"
    " always to one with the fewest moves left: count the free squares again before each move."
)


def dead_ends(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a run that has ended, or is still searching, without a tour."""
    recording = run.recording
    missing = missing_moves(run.tree) if run.tree else {}
    yield from (Sentence(MISSING, offset=str(m), line=line) for m, line in missing.items())
    if len(recording.boards) > 1:
        return
    yield from _static(run, frame)
    if run.ended == "visits" or recording.has_jumps:
        return
    if not recording.backtracks:
        yield from _stuck(run, frame)
    elif run.ended == "seconds":
        return
    elif not recording.path:
        yield from _given_up(run, frame)


def _stuck(run: Run, frame: Frame) -> Iterator[Sentence]:
    pairs = [run.recording.squares[number] for number in run.recording.path]
    path = [square for pair in pairs if (square := frame.square(pair)) is not None]
    if frame.is_known and path and not {*knight_graph(frame.board)[path[-1]]}.difference(path):
        template = HAS_NOT_GONE_BACK if run.ended == "seconds" else DEAD_END
        yield Sentence(template, square=str(pairs[-1]))


def _given_up(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a run that took every square back."""
    recording, board = run.recording, run.recording.boards[0]
    visited = visited_squares(recording, board)
    if board.deepest == board.visits:
        yield Sentence(GAVE_UP, n=board.visits)
        return
    if len(visited) == board.visits:
        yield from _never_again(run)
    first = recording.squares[recording.events[0] - 1]
    start = frame.square(first)
    if start is None or not frame.is_known or frame.total > 64:
        return
    if fewest_first(frame.board, start):
        yield Sentence(EXISTS, square=str(first))
        pairs = {frame.pair(square) for square in knight_graph(frame.board)}
        if left := pairs - visited:
            yield Sentence(UNVISITED, square=str(min(left)))


def _never_again(run: Run) -> Iterator[Sentence]:
    """Yield a sentence about a free square that a search without any second visit passed over."""
    recording, left = run.recording, list[Pair]()
    for event in recording.events:
        square = recording.squares[abs(event) - 1]
        if event < 0:
            if other := next((each for each in left if is_knight_move(each, square)), None):
                yield Sentence(NEVER_AGAIN, square=str(square), other=str(other))
                return
            left.append(square)


def _static(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield a sentence if the first moves follow the degrees on the empty board, not the free ones.

    The moves until the first dead end are looked at.
    """
    recording = run.recording
    ends = (at for at, event in enumerate(recording.events) if event < 0)
    squares = recording.path_at(next(ends, len(recording.events)))
    path = [square for pair in squares if (square := frame.square(pair)) is not None]
    if len(path) <= LEAST_MOVES or len(path) < len(squares) or not frame.is_known:
        return
    graph = knight_graph(frame.board)
    if not _is_greedy(path, graph, lambda square, used: len(graph[square])):
        return
    if not _is_greedy(path, graph, lambda square, used: len({*graph[square]} - used)):
        yield Sentence(STATIC, n=len(path) - 1)


def _is_greedy(path: Sequence[Square], graph: Graph[Square], degree: Degree) -> bool:
    """Return True if each move goes to a free square of the least degree."""
    used: set[Square] = set()
    for square, after in pairwise(path):
        used.add(square)
        degrees = {each: degree(each, used) for each in graph[square] if each not in used}
        if after not in degrees or degrees[after] > min(degrees.values()):
            return False
    return True
