"""Questions and answers: which tour is asked for, and a tour, proven, or why there is none.

A `Tour` cannot be built from a wrong path, so whoever holds one holds the proof.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import sub
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.leaper import KNIGHT, Leaper, leaper_of, steps

SLICE_SQUARES = (
    1 << 14
)  # squares of a path that are proven between two words of progress: about 1 ms


@dataclass(frozen=True)
class Puzzle:
    """Which tour is asked for. `ValueError` where the parts contradict each other.

    >>> Puzzle.of(Board(8, 8), start="a1", end="b1")
    Puzzle(board=Board(8, 8), start=0, end=1, closed=False, leaper=(1, 2))
    """

    board: Board
    start: Square | None = None  # None: any
    end: Square | None = None  # None: any
    closed: bool = False
    leaper: Leaper = KNIGHT

    @classmethod
    def of(
        cls,
        board: Board,
        *,
        start: str | Square | None = None,
        end: str | Square | None = None,
        closed: bool = False,
        leaper: Leaper = KNIGHT,
    ) -> Puzzle:
        """Return the puzzle whose start and end are given by name or by square."""
        first, last = (None if s is None else board.square(s) for s in (start, end))
        return cls(board, first, last, closed, leaper_of(leaper))

    def __post_init__(self) -> None:
        for square in (self.start, self.end):
            if square is not None and square not in self.board:
                raise ValueError(f"{square!r} is not a square of {self.board}")
        if self.end is None:
            return
        name = self.board.name(self.end)
        if self.closed:
            raise ValueError(f"a closed tour has no end, so not {name} either; leave the end out")
        if self.end == self.start and len(self.board) > 1:
            raise ValueError(f"start and end are both {name}; choose two squares")

    def ends(
        self, graph: Mapping[Square, Collection[Square]], start: Square
    ) -> Collection[Square] | None:
        """Return the squares where a tour from `start` may end; None where it may end anywhere."""
        if self.closed:
            return graph[start]
        return None if self.end is None else (self.end,)


@dataclass(frozen=True)
class Tour:
    """A knight's tour: `path` visits every square of `board` once, by knight's moves.

    >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
    Tour(Board(3, 4), open, a1 to d3)

    A closed tour also has a move from its last square to its first. `ValueError` names the first
    step that is wrong.
    """

    board: Board
    path: tuple[Square, ...]
    closed: bool = False
    leaper: Leaper = KNIGHT

    def __init__(
        self,
        board: Board,
        path: Iterable[str | Square],
        closed: bool = False,
        leaper: Leaper = KNIGHT,
    ) -> None:
        for _ in _prove(self, board, path, closed, leaper):
            pass

    @classmethod
    def proving(
        cls,
        board: Board,
        path: Iterable[str | Square],
        closed: bool = False,
        leaper: Leaper = KNIGHT,
    ) -> Generator[Progress, None, Tour]:
        """Return the same tour in slices: yields `Progress` every few milliseconds."""
        tour = cls.__new__(cls)  # which nobody holds before its proof is done
        yield from _prove(tour, board, path, closed, leaper)
        return tour

    @property
    def moves(self) -> int:
        """How many moves the knight makes; a closed tour's last one leads home."""
        return len(self.path) - (not self.closed)

    def _repr_svg_(self) -> str:
        from kt_core import svg  # only a notebook needs the drawing

        return svg.tour(self)

    def __repr__(self) -> str:
        ends = f"{self.board.name(self.path[0])} to {self.board.name(self.path[-1])}"
        return f"Tour({self.board!r}, {'closed' if self.closed else 'open'}, {ends})"


class NoTour(ValueError):
    """There is no such tour, and here is the proof.

    `reason` is a sentence; `proof` a short key such as "parity"; `witness` the named sets of
    squares that show it.
    """

    def __init__(
        self, reason: str, proof: str, witness: Mapping[str, Sequence[Square]] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.proof = proof
        self.witness = dict(witness or {})

    def __reduce__(self) -> tuple[object, ...]:
        return NoTour, (self.reason, self.proof, self.witness)  # from one process to another


class Undecided(Exception):
    """Neither a tour nor a proof was found; `spent` says what was tried, as counts by name."""

    def __init__(self, reason: str, spent: Mapping[str, int]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = dict(spent)

    def __reduce__(self) -> tuple[object, ...]:
        return Undecided, (self.reason, self.spent)


def _prove(
    tour: Tour, board: Board, path: Iterable[str | Square], closed: bool, leaper: Leaper
) -> Generator[Progress, None, None]:
    """Give a tour its values, once they are proven; `ValueError` where they are wrong."""
    piece = leaper_of(leaper)
    squares = yield from _squares(board, path)
    yield from _prove_visits(board, squares)
    yield from _prove_moves(board, squares, closed, piece)
    values = {"board": board, "path": squares, "closed": closed, "leaper": piece}
    for name, value in values.items():
        object.__setattr__(tour, name, value)


def _squares(
    board: Board, path: Iterable[str | Square]
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path as squares; `ValueError` where one is none, as `board.square` has it."""
    squares: tuple[Any, ...] = tuple(path)
    for begin in range(0, len(squares), SLICE_SQUARES):
        part = squares[begin : begin + SLICE_SQUARES]
        if not _are_squares(board, part):
            named = map(board.square, part)
            squares = (*squares[:begin], *named, *squares[begin + SLICE_SQUARES :])
        yield Progress("proof", begin / len(squares) / 3)
    return squares


def _are_squares(board: Board, part: Sequence[Any]) -> bool:
    # By type and not by equality, since True and 1.0 equal 1; whole slices at once, since a million
    # questions to the board would take seconds.
    return (
        set(map(type, part)) == {int}
        and min(part) >= 0
        and max(part) < board.rows * board.columns
        and board.holes.isdisjoint(part)
    )


def _prove_visits(board: Board, path: Sequence[Square]) -> Generator[Progress, None, None]:
    # All of the path are squares of the board. If it is as long as the board has squares, and comes
    # to as many different ones, then it comes to each of them once.
    seen = bytearray(board.rows * board.columns)
    for begin in range(0, len(path), SLICE_SQUARES):
        for square in path[begin : begin + SLICE_SQUARES]:
            seen[square] = 1
        yield Progress("proof", (1 + begin / len(path)) / 3)
    if len(path) != len(board) or seen.count(1) != len(board):
        raise ValueError(_miscount(board, path))


def _prove_moves(
    board: Board, path: tuple[Square, ...], closed: bool, leaper: Leaper
) -> Generator[Progress, None, None]:
    if closed and len(path) < 3:
        raise ValueError(f"{board.names(path)} is too short a path for a closed tour")
    # Number the squares anew, as on a board with `longest` further columns. Two squares that are
    # `up` rows and `right` columns apart then differ by up * width + right. Another u, v makes the
    # same sum only if (up - u) * width = v - right; but |right| < columns, and |v| <= longest for
    # a step, so |v - right| < width, and both are equal: no move runs around the edge unseen.
    columns, longest = board.columns, max(leaper)
    width = columns + longest
    moves = {up * width + right for up, right in steps(leaper)}
    for begin in range(0, len(path), SLICE_SQUARES):
        walk = path[begin : begin + SLICE_SQUARES + 1]
        if closed and begin + SLICE_SQUARES >= len(path):
            walk += path[:1]
        anew = [square + square // columns * longest for square in walk]
        made = list(map(sub, anew[1:], anew))
        if not moves.issuperset(made):
            wrong = next(i for i, move in enumerate(made, start=begin) if move not in moves)
            raise ValueError(_misstep(board, path, wrong, leaper))
        yield Progress("proof", (2 + begin / len(path)) / 3)


def _miscount(board: Board, path: Sequence[Square]) -> str:
    seen: set[Square] = set()
    for step, square in enumerate(path, start=1):
        if square in seen:
            return f"step {step} comes to {board.name(square)} again; a tour visits a square once"
        seen.add(square)
    missing = next(square for square in board if square not in seen)
    return f"the path ends before it has come to {board.name(missing)}"


def _misstep(board: Board, path: Sequence[Square], step: int, leaper: Leaper) -> str:
    piece = "knight's move" if leaper == KNIGHT else f"move of the {leaper} leaper"
    home = step == len(path) - 1
    move = f"{board.name(path[step])} to {board.name(path[0 if home else step + 1])}"
    if home:
        return f"the tour is not closed: {move} is not a {piece}"
    return f"step {step + 2}, {move}, is not a {piece}"
