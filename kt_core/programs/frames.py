"""The board of a program: its a1 among the squares that the program uses, and its size."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from kt_core.board import Board
from kt_core.programs.recording import BoardRun, ProgramRecording
from kt_core.programs.squares import Pair

MOST_SIDE = 1_000


@dataclass(frozen=True)
class Frame:
    """A board within a program's coordinates: `first` is the pair of its a1.

    `is_top_down` is True if row 0 is drawn on top, as in a printed matrix. `is_known` is
    False if the size follows from visits only, so that the board may be larger.
    """

    rows: int
    columns: int
    first: Pair = (0, 0)  # its first row and column
    holes: frozenset[Pair] = frozenset()  # holes, as the program numbers squares
    is_known: bool = True
    is_top_down: bool = False
    least: int = 0  # squares that were visited

    def square(self, pair: Pair) -> int | None:
        """Return the number of a square on `board`, None for one outside it."""
        row, column = pair[0] - self.first[0], pair[1] - self.first[1]
        inside = 0 <= row < self.rows and 0 <= column < self.columns and pair not in self.holes
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
        first_row, first_column = self.first
        holes = [self._rank(r - first_row) * self.columns + c - first_column for r, c in self.holes]
        return Board(self.rows, self.columns, holes)

    @property
    def total(self) -> int:
        """The number of squares."""
        return self.rows * self.columns - len(self.holes)


def frame_around(squares: Iterable[Pair], *, is_known: bool = False) -> Frame | None:
    """Return the smallest board around squares; None if there are none, or for a large board."""
    squares = [*squares]
    if not squares:
        return None
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    rows = max(r for r, _ in squares) - top + 1
    columns = max(c for _, c in squares) - left + 1
    if max(rows, columns) > MOST_SIDE:
        return None
    return Frame(rows, columns, (top, left), is_known=is_known)


def frame_of_squares(squares: AbstractSet[Pair]) -> Frame | None:
    """Return the board with just these squares; those missing within it are holes."""
    frame = frame_around(squares, is_known=True)
    if frame is None or frame.rows * frame.columns > 4 * len(squares):
        return None
    top, left = frame.first
    every = ((top + r, left + c) for r in range(frame.rows) for c in range(frame.columns))
    holes = frozenset(pair for pair in every if pair not in squares)
    return Frame(frame.rows, frame.columns, frame.first, holes)


def frame_of(
    recording: ProgramRecording,
    number: int = -1,
    *,
    sizes: Iterable[int] = (),
    is_top_down: bool = False,
) -> Frame | None:
    """Return the frame of board `number` of a run, by default of the last board.

    `sizes` are numbers of the program that may be its size, for a program without a board's object.
    """
    board = recording.boards[number]
    visited = visited_squares(recording, board)
    frame = _frame(board, visited, sizes)
    if frame is None:
        return None
    return replace(frame, is_top_down=is_top_down, least=len(visited))


def _frame(board: BoardRun, visited: set[Pair], sizes: Iterable[int]) -> Frame | None:
    if board.squares:
        frame = frame_of_squares(_squares_in_use(board.squares, visited) | visited)
        if frame is not None:
            return frame
    around = frame_around(visited)
    return None if around is None else _with_likely_size(around, visited, sizes)


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
