"""The recording of a program's run on its board, and the frame that makes it a `Board`.

An event is a number: k + 1 when square k of `squares` is visited, -(k + 1) when it is released, 0
when another board begins. Each event has the line that caused it. New events are appended to lists,
which grow faster than arrays; every few hundred visits, and before each reading, they are moved to
arrays.

A frame is the board of a program: its a1 among the squares that the program uses, and its size.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain

from kt_core.board import Board
from kt_core.judge import verdict
from kt_core.programs.squares import Pair, is_knight_move

Recorder = Callable[[int, int], None]  # its arguments: the number of a square, and the line

NEW_BOARD = 0
VISITS_PER_TICK = 256
MOST_KNOWN_MOVES = 50_000
MOST_BOARDS = 1_000
LAST_LINE = 65_535
MOST_SIDE = 1_000


@dataclass
class BoardRun:
    """One board of a run: its squares, if they are known, and its counts."""

    squares: set[Pair] = field(default_factory=set)  # empty if unknown
    visited: set[int] = field(default_factory=set)  # numbers of squares
    visits: int = 0
    backtracks: int = 0
    deepest: int = 0
    deepest_at: int = 0  # the number of events when the path first had this length
    deepest_visits: int = 0  # the number of visits of the run at that time
    first: int = 0  # the index of its first event


class ProgramRecording:
    """The events of a run, in order; grows while the program runs.

    `visit(number, line)` records that a square is visited; `release(number, line)` records that a
    square of the path, usually the last, is released. Both are closures, for speed.
    """

    def __init__(self, most_visits: int, tick: Callable[[], None]) -> None:
        self.squares: list[Pair] = []
        self.path: list[int] = []  # the squares that are occupied now, in order of their visits
        self._events, self._lines = array("i"), array("H")
        self._new_events, self._new_lines = list[int](), list[int]()
        self._new_moves: list[tuple[int, int]] = []  # the square before, and the visited square
        self._known_moves: set[tuple[int, int]] = set()  # the different moves on the last board
        self._has_jumps = False
        self._numbers: dict[Pair, int] = {}
        self._most_visits, self._tick = most_visits, tick
        self._boards = [BoardRun()]
        self._deepest = 0  # the longest path on the last board
        self._visits = self._depth = 0  # do not count the new events
        self._printed_at, self._printed = array("I", [0]), array("Q", [0])
        self.is_stack = True  # whether each released square was the last one of the path
        self.visit, self.release = self._recorders()

    def _recorders(self) -> tuple[Recorder, Recorder]:
        path, moves, left = self.path, self._new_moves, 1  # visits before the next turn
        events, lines = self._new_events, self._new_lines

        def visit(number: int, line: int) -> None:
            nonlocal left
            if path:
                moves.append((path[-1], number))
            else:
                self._boards[-1].visited.add(number)
            path.append(number)
            events.append(number + 1)
            lines.append(line)
            if len(path) > self._deepest:
                self._note_deepest()
            left -= 1
            if left <= 0:
                left = self._turn()

        def release(number: int, line: int) -> None:
            if path and path[-1] == number:
                del path[-1]
            elif number in path:
                self.is_stack = False
                _remove_last(path, number)
            else:
                return
            events.append(~number)
            lines.append(line)

        return visit, release

    def _note_deepest(self) -> None:
        board, depth = self._boards[-1], len(self.path)
        self._deepest = depth
        if depth > board.deepest:
            new = len(self._new_events)
            board.deepest, board.deepest_at = depth, len(self._events) + new
            board.deepest_visits = self._visits + (new + depth - self._depth) // 2

    @property
    def events(self) -> array[int]:
        """All events."""
        self._store()
        return self._events

    @property
    def lines(self) -> array[int]:
        """The line of each event."""
        self._store()
        return self._lines

    @property
    def has_jumps(self) -> bool:
        """True if some visit is no knight's move from the square before."""
        self._store()
        return self._has_jumps

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
        """Store the new events and call the tick; return the number of visits until the next."""
        self._store()
        self._tick()
        return max(1, min(VISITS_PER_TICK, self._most_visits - self._visits))

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
        self._known_moves.clear()
        if boards[-1].visits and len(boards) < MOST_BOARDS:
            boards.append(BoardRun({*known}, first=len(self._events)))
        else:
            boards[-1].squares = {*known}
        if boards[-1].first or self.path:
            self.path.clear()
            self._events.append(NEW_BOARD)
            self._lines.append(0)
            self._depth = self._deepest = 0

    def add_square(self, number: int) -> None:
        """Record that the current board has this empty square, which can be visited."""
        squares = self._boards[-1].squares
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

    def _store(self) -> None:
        """Store the new events, which are all of one board, and count them."""
        new, depth = self._new_events, len(self.path)
        if not new:
            return
        board = self._boards[-1]
        visits = (len(new) + depth - self._depth) // 2  # each event changes the depth by one
        board.visits += visits
        board.backtracks += len(new) - visits
        self._visits, self._depth = self._visits + visits, depth
        self._check_moves()
        for stored, values in ((self._events, new), (self._lines, self._new_lines)):
            stored.fromlist(values)
            values.clear()

    def _check_moves(self) -> None:
        moves, known, squares = self._new_moves, self._known_moves, self.squares
        if not known.issuperset(moves):
            if len(known) > MOST_KNOWN_MOVES:
                known.clear()
            known.update(moves)
            self._boards[-1].visited.update(chain.from_iterable(moves))
            self._has_jumps |= any(not is_knight_move(squares[a], squares[b]) for a, b in moves)
        moves.clear()

    @property
    def boards(self) -> list[BoardRun]:
        """The boards, in order; an empty one for a program without a board."""
        self._store()
        return self._boards

    @property
    def visits(self) -> int:
        """The number of visits."""
        self._store()
        return self._visits

    @property
    def backtracks(self) -> int:
        """The number of releases."""
        return sum(board.backtracks for board in self.boards)

    @property
    def deepest(self) -> int:
        """The most squares that were occupied at one time."""
        return max(board.deepest for board in self._boards)

    def replay(self, most: int | None = None) -> Iterator[tuple[int, int, list[int]]]:
        """Yield the number of each event, the event, and the path before it: always one list."""
        path: list[int] = []
        for step, event in enumerate(self.events[:most]):
            yield step, event, path
            _apply(path, event)

    def path_at(self, step: int) -> list[Pair]:
        """Return the occupied squares after a number of events, in order of their visits."""
        path: list[int] = []
        for event in self.events[:step]:
            _apply(path, event)
        return [self.squares[number] for number in path]

    def unchanged_beginning(self) -> tuple[int, int]:
        """Return the number of first squares unchanged for half of the events of the last board.

        Also return the number of the visit to the last of these squares.
        """
        events = self.events[self.boards[-1].first :]
        changes = (-1 if event > 0 else 1 for event in reversed(events))
        depths = [*accumulate(changes, initial=len(self.path))]  # the first one is at the end
        count = min(depths[: len(events) // 2 + 1]) if self.is_stack else 0
        later = next((at for at, depth in enumerate(depths) if depth < count), len(depths)) - 1
        return count, self._visits - (later + depths[0] - depths[later]) // 2


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


@dataclass(frozen=True)
class Frame:
    """A board within a program's coordinates: `first` is the pair of its a1.

    `is_top_down` is True if row 0 is drawn on top, as in a printed matrix. `is_known` is
    False if the size follows from visits only, so that the board may be larger.
    """

    rows: int
    columns: int
    first: Pair = (0, 0)  # its first row and column
    is_known: bool = True
    is_top_down: bool = False
    least: int = field(default=0, compare=False)  # squares that were visited

    def square(self, pair: Pair) -> int | None:
        """Return the number of a square on `board`, None for one outside it."""
        row, column = pair[0] - self.first[0], pair[1] - self.first[1]
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return self._rank(row) * self.columns + column if inside else None

    def _rank(self, row: int) -> int:
        return self.rows - 1 - row if self.is_top_down else row

    def pair(self, square: int) -> Pair:
        """Return a square of `board` in the program's coordinates."""
        rank, column = divmod(square, self.columns)
        row = self._rank(rank)
        return row + self.first[0], column + self.first[1]

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.rows, self.columns)

    @property
    def total(self) -> int:
        """The number of squares."""
        return self.rows * self.columns


@dataclass(frozen=True)
class FullPath:
    """The first path of a run over all squares of its board, in the program's coordinates."""

    squares: list[Pair]
    frame: Frame
    visits: int  # visits before the path was complete
    step: int  # events before the path was complete

    @property
    def is_tour(self) -> bool:
        """True if it is a path of knight's moves."""
        squares = [self.frame.square(pair) for pair in self.squares]
        return verdict(self.frame.board, squares).kind == "tour"


def frame_around(squares: AbstractSet[Pair]) -> Frame | None:
    """Return the smallest board around squares; None if there are none, or for a large board."""
    if not squares:
        return None
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    rows = max(r for r, _ in squares) - top + 1
    columns = max(c for _, c in squares) - left + 1
    if max(rows, columns) > MOST_SIDE:
        return None
    return Frame(rows, columns, (top, left), is_known=False)


def frame_of_squares(squares: AbstractSet[Pair]) -> Frame | None:
    """Return the board around these squares; nothing is known of others within it."""
    frame = frame_around(squares)
    if frame is None or frame.total > 4 * len(squares):
        return None
    return replace(frame, is_known=frame.total == len(squares))


def frame_of_board(recording: ProgramRecording, number: int, sizes: Iterable[int]) -> Frame | None:
    """Return the frame of board `number` of a run.

    `sizes` are numbers of the program that may be its size, for a program without a board's object.
    """
    board = recording.boards[number]
    visited = visited_squares(recording, board)
    frame = None
    if board.squares:
        frame = frame_of_squares(_squares_in_use(board.squares, visited) | visited)
    if frame is None and (around := frame_around(visited)):
        frame = _with_likely_size(around, visited, sizes)
    return frame and replace(frame, least=len(visited))


def _squares_in_use(squares: set[Pair], visited: set[Pair]) -> set[Pair]:
    """Return the squares without row 0 and column 0, if a program counts from 1."""
    if not visited or (0, 0) not in squares:
        return squares
    rows = max(r for r, _ in squares)
    columns = max(c for _, c in squares)
    counts_from_1 = min(r for r, _ in visited) == 1 and min(c for _, c in visited) == 1
    every_row = {r for r, _ in visited} >= {*range(1, rows + 1)}
    if counts_from_1 and every_row and {c for _, c in visited} >= {*range(1, columns + 1)}:
        return {(r, c) for r, c in squares if r and c}
    return squares


def visited_squares(recording: ProgramRecording, board: BoardRun) -> set[Pair]:
    """Return the squares that are visited on one board of a run."""
    return {recording.squares[number] for number in board.visited}


def _with_likely_size(frame: Frame, visited: set[Pair], sizes: Iterable[int]) -> Frame:
    """Return a board known from visits, in the size that the program's numbers give."""
    top, left = frame.first
    sizes = {*sizes}
    is_meant = frame.rows == frame.columns or sizes.issuperset((frame.rows, frame.columns))
    if len(visited) == frame.rows * frame.columns and is_meant:
        return frame
    base = 1 if top >= 1 and left >= 1 else 0
    high, wide = top + frame.rows - base, left + frame.columns - base
    likely = [size for size in sizes if max(high, wide) <= size <= max(high, wide) + 2]
    if likely and min(top, left) <= base + 2:
        return Frame(max(likely), max(likely), (base, base), is_known=False)
    return Frame(high, wide, (base, base), is_known=False) if min(top, left) >= 0 else frame
