"""A narrow board passed square by square: a refutation by tables, done again, and plainly.

Of the squares passed all that matters is which squares ahead have moves from there, and which of
them are the two ends of one path: a situation. D. E. Knuth, TAOCP 4A (2011), 7.1.4, answer 225.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import value_error
from kt_core.proofs.definitions import Field, given_ends
from kt_core.tour import Puzzle

MOST_WORK = 2_000_000  # situations that are followed before it is given up
MOST_BYTES = 150_000_000  # that those of a square and of the next take
SITUATION_BYTES = 100  # beside its own
WIDEST = 100  # squares ahead that may have moves
SITUATIONS_PER_YIELD = 100  # between two yields: 2 ms
END, DONE = -1, -2  # beyond an end of the tour; a square that has all its moves
NO_MOVE = 255  # yet; END and DONE are the bytes before it
#: For each square ahead that may have moves, a byte: which of them is the other end of its path.
Situation = bytes


def passing(puzzle: Puzzle, order: Sequence[Square] = ()) -> Generator[Progress, None, int]:
    """Return, in slices, how many situations were followed up to where none is left; 0 for a tour.

    The squares are passed in this order, or along the board. `ValueError` where it takes too long,
    or where the order is none of all squares.
    """
    board, field, work = puzzle.board, Field(puzzle), 0
    order = order or _along(board)
    turn = _turns(board, order)
    standing, front, size = {b""}, list[Square](), 0
    given = given_ends(puzzle)
    for i, square in enumerate(order):
        near = field.near(square)
        ahead = sorted(to for to in near if turn[to] > i)
        kind = _Kind(puzzle.closed, square in given, sum(turn[end] > i for end in given))
        passage = _Passage(square, ahead, len(order) - i - 1, kind)
        before, standing, size_before = standing, set(), size
        was, front = front, sorted({*front, *ahead} - {square})
        number = {square: place for place, square in enumerate(front)}
        for count, situation in enumerate(before, start=1):
            ways = passage.ways(_unpack(situation, was))
            standing.update(_pack(far, front, number) for far in ways)
            size = len(standing) * (SITUATION_BYTES + len(front))
            _check_work(work + len(standing), size + size_before, len(front))
            if count % SITUATIONS_PER_YIELD == 0:
                yield Progress("check", i / len(order))
        work += len(standing)
        if not standing:
            return max(work, 1)
    return 0


def _check_work(work: int, size: int, width: int) -> None:
    if work > MOST_WORK or size > MOST_BYTES or width > WIDEST:
        raise value_error(
            "{n:,} situations were followed; the rest takes too long to check", n=work
        )


def _turns(board: Board, order: Sequence[Square]) -> array[int]:
    """Return when each square's turn is; `ValueError` where it is not that of each, once."""
    turn = array("i", [-1]) * (board.rows * board.columns)
    for i, square in enumerate(order):
        if square in board and turn[square] < 0:
            turn[square] = i
    if len(order) != len(board) or any(turn[square] < 0 for square in board):
        raise value_error(
            "the squares that this proof passes are not those of the board, each once"
        )
    return turn


def _along(board: Board) -> Sequence[Square]:
    """Return the squares in lines along the short side."""
    if board.rows > board.columns:
        return board.squares
    places = (r * board.columns + c for c in range(board.columns) for r in range(board.rows))
    return array("i", (square for square in places if square not in board.holes))


def _pack(
    far: Mapping[Square, int], front: Sequence[Square], number: Mapping[Square, int]
) -> Situation:
    others = (far.get(square) for square in front)
    return bytes(
        NO_MOVE if other is None else number[other] if other >= 0 else NO_MOVE + other
        for other in others
    )


def _unpack(situation: Situation, front: Sequence[Square]) -> dict[Square, int]:
    return {
        square: front[byte] if byte < NO_MOVE + DONE else byte - NO_MOVE
        for square, byte in zip(front, situation, strict=True)
        if byte != NO_MOVE
    }


class _Kind(NamedTuple):
    closed: bool
    must_end: bool
    ends_ahead: int  # given ends of the tour that are still to come


class _Passage:
    """A square as it is passed: what its moves ahead make of a situation."""

    def __init__(self, square: Square, ahead: Sequence[Square], rest: int, kind: _Kind) -> None:
        self.square, self.ahead, self.rest = square, ahead, rest
        self.closed, self.must_end, self.ends_ahead = kind

    def ways(self, far: dict[Square, int]) -> Iterator[Mapping[Square, int]]:
        """Yield what the situation can become; `far` is the other end of each path ahead."""
        mine = far.pop(self.square, None)
        if mine == DONE:
            if not self.must_end:
                yield far
            return
        ends = sum(other == END for other in far.values()) + (mine == END) + self.ends_ahead
        tips = [] if mine is None else [mine]
        free = [to for to in self.ahead if far.get(to) != DONE]
        for is_end in (False, True):
            if is_end != self.must_end and (self.must_end or self.closed or ends >= 2):
                continue
            begun = [*tips, END] if is_end else tips
            for chosen in combinations(free, 2 - len(begun)):
                after = dict(far)
                if self._goes(after, begun, chosen):
                    yield after

    def _goes(self, far: dict[Square, int], begun: Sequence[int], chosen: Sequence[Square]) -> bool:
        """Make these moves, and return whether a tour may."""
        tips = list(begun)
        meets = len(chosen) == 2 and far.get(chosen[0]) == chosen[1]
        for to in chosen:
            tips.append(far.get(to, to))
            if to in far:
                far[to] = DONE
        one, other = tips
        meets = meets or (self.square in tips)
        if meets or one == other == END:
            # A circle, or a path between two ends: it is all of the tour, or wrong.
            done = list(far.values()).count(DONE) == self.rest
            return meets == self.closed and done
        far |= {tip: beyond for tip, beyond in ((one, other), (other, one)) if tip != END}
        return True
