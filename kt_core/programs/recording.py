"""The recording of a program's run on its board, as events of six bytes each.

An event is a number: k + 1 when square k of `squares` is visited, -(k + 1) when it is released, 0
when another board begins. Each has the line that caused it. Counts are updated when they
are read, and every few hundred events, so that an event costs little.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kt_core.programs.squares import Pair, is_knight_move

Recorder = Callable[[int, int], None]  # with the number of a square, and the line

NEW_BOARD = 0
EVENTS_PER_CHECKPOINT = 4_096
EVENTS_PER_TICK = 512
MOST_BOARDS = 1_000
LAST_LINE = 65_535


@dataclass
class BoardRun:
    """One board of a run: its squares, if they are known, and its counts."""

    squares: set[Pair] = field(default_factory=set)  # empty if unknown
    visits: int = 0
    backtracks: int = 0
    deepest: int = 0
    deepest_at: int = 0  # the event after which it is this deep, for the first time
    deepest_visits: int = 0  # visits of the run until then
    first: int = 0  # its first event


class ProgramRecording:
    """The events of a run, in order; grows while the program runs.

    `visit(number, line)` records that a square is visited; `release(number, line)` that it is
    released: the last one, or another of the path. Both are closures, for speed.
    """

    def __init__(self, most_visits: int, tick: Callable[[], None]) -> None:
        self.squares: list[Pair] = []
        self.events, self.lines = array("i"), array("H")
        self.path: list[int] = []  # the squares that are occupied now, in order of their visits
        self._numbers: dict[Pair, int] = {}
        self._most_visits, self._tick = most_visits, tick
        self._counts = _Counts()
        self._printed_at, self._printed = array("I", [0]), array("Q", [0])
        self._checkpoints: list[tuple[int, ...]] = [()]  # paths
        self._checked: list[int] = [0]  # the number of events before each checkpoint
        self._last_changes = _LastChanges()
        self.visit, self.release = self._recorders()

    def _recorders(self) -> tuple[Recorder, Recorder]:
        path, left = self.path, 1  # events before the next turn
        push, pop = path.append, path.pop
        add_event, add_line = self.events.append, self.lines.append

        def visit(number: int, line: int) -> None:
            nonlocal left
            push(number)
            add_event(number + 1)
            add_line(line)
            left -= 1
            if left <= 0:
                left = self._turn()

        def release(number: int, line: int) -> None:
            nonlocal left
            if path and path[-1] == number:
                pop()
            elif number in path:
                _remove_last(path, number)
            else:
                return
            add_event(-number - 1)
            add_line(line)
            left -= 1
            if left <= 0:
                left = self._turn()

        return visit, release

    def output_lengths(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the growth of the output, from event `first` on and before event `last`.

        Each pair is the number of events before some output, and the length after it; the first
        pair is the length at `first`.
        """
        at = max(bisect_right(self._printed_at, first) - 1, 0)
        yield first, self._printed[at]
        for number in range(at + 1, bisect_left(self._printed_at, last)):
            yield self._printed_at[number], self._printed[number]

    def _turn(self) -> int:
        """Update the counts and call the tick; return the number of events until the next turn."""
        self._count()
        self._tick()
        return max(1, min(EVENTS_PER_TICK, self._most_visits - self._counts.visits))

    def number(self, square: Pair) -> int:
        """Return the number of a square, and add a new square."""
        number = self._numbers.get(square)
        if number is None:
            number = self._numbers[square] = len(self.squares)
            self.squares.append(square)
        return number

    def begin_board(self, known: Iterable[Pair] = ()) -> None:
        """Record the beginning of another board, with its squares if they are known."""
        boards = self.boards
        if boards[-1].visits and len(boards) < MOST_BOARDS:
            boards.append(BoardRun({*known}, first=len(self.events)))
        else:
            boards[-1].squares = {*known}
        if boards[-1].first or self.path:
            self.path.clear()
            self.events.append(NEW_BOARD)
            self.lines.append(0)

    def add_square(self, number: int) -> None:
        """Record that the current board has this empty square, which can be visited."""
        squares = self._counts.boards[-1].squares
        if len(squares) < 1_000_000:
            squares.add(self.squares[number])

    def note_output(self, count: int) -> None:
        """Record the length of the output so far."""
        if self._printed_at[-1] == len(self.events):
            self._printed[-1] = count
        else:
            self._printed_at.append(len(self.events))
            self._printed.append(count)

    def take_output_back(self) -> int:
        """Discard the output before the first event; return its length."""
        count = self._printed[-1]
        self._printed_at, self._printed = array("I", [0]), array("Q", [0])
        return count

    def _count(self) -> _Counts:
        self._counts.follow(self)
        if len(self.events) - self._checked[-1] >= EVENTS_PER_CHECKPOINT:
            self._checkpoints.append(tuple(self.path))
            self._checked.append(len(self.events))
        return self._counts

    @property
    def boards(self) -> list[BoardRun]:
        """The boards, in order; an empty one for a program without a board."""
        return self._count().boards

    @property
    def visits(self) -> int:
        """The number of visits."""
        return self._count().visits

    @property
    def backtracks(self) -> int:
        """The number of releases."""
        return sum(board.backtracks for board in self._count().boards)

    @property
    def deepest(self) -> int:
        """The most squares that were occupied at one time."""
        return max(board.deepest for board in self._count().boards)

    @property
    def is_exhausted(self) -> bool:
        """True if the budget of visits is used up."""
        return self.visits >= self._most_visits

    def path_at(self, step: int) -> list[Pair]:
        """Return the occupied squares after a number of events, in order of their visits."""
        return [self.squares[number] for number in self._numbers_at(step)]

    def _numbers_at(self, step: int) -> list[int]:
        at = bisect_right(self._checked, step) - 1
        path = [*self._checkpoints[at]]
        for event in self.events[self._checked[at] : step]:
            _apply(path, event)
        return path

    def unchanged(self) -> tuple[int, int]:
        """Return the number of first squares unchanged for half of all visits, and since when."""
        self._last_changes.follow(self.events)
        half, changed = self.visits // 2, self._last_changes.visit_of[: len(self.path)]
        stable = next((at for at, visit in enumerate(changed) if visit > half), len(changed))
        return stable, changed[stable - 1] if stable else 0

    def jumps(self) -> Iterator[tuple[int, Pair, Pair]]:
        """Yield the visits that are no knight's move: the event, the square before, the square."""
        path: list[int] = []
        for step, event in enumerate(self.events):
            if event > 0 and path:
                before, square = self.squares[path[-1]], self.squares[event - 1]
                if not is_knight_move(before, square):
                    yield step, before, square
            _apply(path, event)


@dataclass
class _LastChanges:
    """For each depth, the last visit that changed the path there; follows the events on demand."""

    visit_of: list[int] = field(default_factory=list)
    _step: int = 0
    _depth: int = 0
    _visits: int = 0

    def follow(self, events: Sequence[int]) -> None:
        visit_of, depth, visits = self.visit_of, self._depth, self._visits
        for event in events[self._step :]:
            if event > 0:
                visits += 1
                visit_of[depth : depth + 1] = (visits,)
                depth += 1
            else:
                depth = depth - 1 if event else 0
        self._step, self._depth, self._visits = len(events), depth, visits


@dataclass
class _Counts:
    """Counts over the events so far."""

    boards: list[BoardRun] = field(default_factory=lambda: [BoardRun()])
    visits: int = 0
    _step: int = 0
    _depth: int = 0

    def follow(self, recording: ProgramRecording) -> None:
        """Count the events that are new, all of one board."""
        new = recording.events[self._step :]
        if not new:
            return
        if new[0] == NEW_BOARD:
            self._step, self._depth = self._step + 1, 0
            new = new[1:]
        board, depth = self.boards[-1], len(recording.path)
        visits = (len(new) + depth - self._depth) // 2  # each event changes the depth by one
        if self._depth + visits > board.deepest:
            self._find_deepest(new, board)
        board.visits += visits
        board.backtracks += len(new) - visits
        self._step, self._depth, self.visits = len(recording.events), depth, self.visits + visits

    def _find_deepest(self, new: Sequence[int], board: BoardRun) -> None:
        depth, deepest, at = self._depth, board.deepest, -1
        for place, event in enumerate(new):
            depth += 1 if event > 0 else -1
            if depth > deepest:
                deepest, at = depth, place
        if at >= 0:
            board.deepest, board.deepest_at = deepest, self._step + at + 1
            board.deepest_visits = self.visits + (at + 1 + deepest - self._depth) // 2


def _apply(path: list[int], event: int) -> None:
    if event > 0:
        path.append(event - 1)
    elif event == NEW_BOARD:
        path.clear()
    elif path and path[-1] == -event - 1:
        path.pop()
    else:
        _remove_last(path, -event - 1)


def _remove_last(path: list[int], number: int) -> None:
    """Remove the last of several equal numbers."""
    path.reverse()
    path.remove(number)
    path.reverse()
