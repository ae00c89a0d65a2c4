"""What a program does on its board, as events that take a few bytes each.

An event is a number: k + 1 when square k of `squares` is visited, -(k + 1) when it is released, 0
when another board begins. Each has the line that caused it and the length of the output by then.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kt_core.programs.squares import Pair, is_knight_move

NEW_BOARD = 0
EVENTS_PER_CHECKPOINT = 4_096
EVENTS_PER_TICK = 512
MOST_BOARDS = 1_000
MOST_EVENTS = 2_000_000  # that are stored


@dataclass
class BoardRun:
    """One board of a run: its squares where they are known, and what was done on it."""

    squares: frozenset[Pair] = frozenset()
    visits: int = 0
    backtracks: int = 0
    deepest: int = 0
    first: int = 0  # its first event


class Recording:
    """The events of a run, in order; grows while the program runs."""

    def __init__(
        self, most_visits: int, tick: Callable[[], None], printed: Callable[[], int]
    ) -> None:
        self.squares: list[Pair] = []
        self.events, self.lines, self.outputs = array("i"), array("H"), array("I")
        self.boards = [BoardRun()]
        self.path: list[int] = []  # the squares that are occupied now, in order of their visits
        self.visits = self.backtracks = self.deepest = 0
        self.out_of_order = 0  # releases of another square than the last
        self.changed_at: list[int] = []  # for each depth, the visit that changed it last
        self.full: tuple[int, list[Pair]] | None = None  # first complete board: visit, path
        self.total = 0  # squares of the board, 0 where unknown
        self._numbers: dict[Pair, int] = {}
        self._most_visits, self._tick, self._printed = most_visits, tick, printed
        self._checkpoints: list[tuple[int, ...]] = []
        self.exhausted = False  # the budget of visits

    def number(self, square: Pair) -> int:
        """Return the number of a square, a new one for a new square."""
        number = self._numbers.get(square)
        if number is None:
            number = self._numbers[square] = len(self.squares)
            self.squares.append(square)
        return number

    def visit(self, number: int, line: int) -> None:
        """Record that a square is visited."""
        path = self.path
        path.append(number)
        self.visits += 1
        board, depth = self.boards[-1], len(path)
        board.visits += 1
        if depth > len(self.changed_at):
            self.changed_at.append(self.visits)
        else:
            self.changed_at[depth - 1] = self.visits
        if depth > board.deepest:
            board.deepest = depth
            self.deepest = max(self.deepest, depth)
        self._store(number + 1, line)
        if depth == self.total and self.full is None:
            self.full = (self.visits, [self.squares[each] for each in path])
        if self.visits >= self._most_visits:
            self.exhausted = True
            self._tick()

    def release(self, number: int, line: int) -> None:
        """Record that a square is released: the last one, or another of the path."""
        path = self.path
        if path and path[-1] == number:
            path.pop()
        elif number in path:
            path.reverse()
            path.remove(number)  # the last of several
            path.reverse()
            self.out_of_order += 1
        else:
            return
        self.backtracks += 1
        self.boards[-1].backtracks += 1
        self._store(-number - 1, line)

    def begin_board(self, squares: frozenset[Pair] = frozenset()) -> None:
        """Record that the program goes on to another board, with these squares where known."""
        self.total = len(squares)
        if not self.boards[-1].visits:
            self.boards[-1].squares = squares
            return
        if len(self.boards) >= MOST_BOARDS:
            self.boards[-1].squares = squares
        else:
            self.boards.append(BoardRun(squares, first=len(self.events)))
        self.path.clear()
        self._store(NEW_BOARD, 0)

    def _store(self, event: int, line: int) -> None:
        events = self.events
        count = len(events)
        if count >= MOST_EVENTS:
            self._tick()
            return
        events.append(event)
        self.lines.append(line if 0 <= line < 65_536 else 0)
        self.outputs.append(self._printed())
        count += 1
        if not count % EVENTS_PER_CHECKPOINT:
            self._checkpoints.append(tuple(self.path))
        if not count % EVENTS_PER_TICK:
            self._tick()

    def path_at(self, step: int) -> list[Pair]:
        """Return the occupied squares after so many events, in order of their visits."""
        at = min(step // EVENTS_PER_CHECKPOINT, len(self._checkpoints))
        path = [*self._checkpoints[at - 1]] if at else []
        for event in self.events[at * EVENTS_PER_CHECKPOINT : step]:
            _apply(path, event)
        return [self.squares[number] for number in path]

    def unchanged(self) -> tuple[int, int]:
        """Return how many first squares have not changed for half of all visits, and since when."""
        half = self.visits // 2
        depth = 0
        for depth, visit in enumerate(self.changed_at[: len(self.path)]):
            if visit > half:
                return depth, self.changed_at[depth - 1] if depth else 0
        count = min(depth + 1, len(self.path))
        return count, self.changed_at[count - 1] if count else 0

    def jumps(self) -> Iterator[tuple[int, Pair, Pair]]:
        """Yield the visits that are no knight's move: the event, the square before, the square."""
        path: list[int] = []
        for step, event in enumerate(self.events):
            if event > 0 and path:
                before, square = self.squares[path[-1]], self.squares[event - 1]
                if not is_knight_move(before, square):
                    yield step, before, square
            _apply(path, event)


def _apply(path: list[int], event: int) -> None:
    if event > 0:
        path.append(event - 1)
    elif event == NEW_BOARD:
        path.clear()
    elif path and path[-1] == -event - 1:
        path.pop()
    else:
        path.reverse()
        path.remove(-event - 1)
        path.reverse()
