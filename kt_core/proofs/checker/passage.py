"""Pass a board square by square, following all choices: the kind `frontier` of docs/proofs.md.

A situation describes the passed squares: which squares ahead have moves from there, and which are
the two ends of one path. (D. E. Knuth, TAOCP 4A (2011), 7.1.4, answer 225.)
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import value_error
from kt_core.proofs.checker.graph import BoardMoves, given_ends
from kt_core.tour import Puzzle

MOST_SITUATIONS = 2_000_000
MOST_BYTES = 150_000_000  # limit for the situations of a square and of the next
SITUATION_BYTES = 100  # bytes of a situation, in addition to one for each square of its front
WIDEST = 100  # limit for the squares in a front
SITUATIONS_PER_YIELD = 100  # 2 ms
END, DONE = -1, -2  # beyond an end of the tour; a square that has both its moves
NO_MOVE = 255  # a byte of a packed situation; END and DONE are the two numbers before it
#: For each square of the front, the other end of its path, as a place in the front.
Packed = bytes


def passing(puzzle: Puzzle, order: Sequence[Square] = ()) -> Generator[Progress, None, int]:
    """Return the number of situations followed until none was left; 0 if there is a tour.

    The squares are passed in this order, by default in lines along the shorter side. `ValueError`
    if the order does not contain each square once, or if there are too many situations.
    """
    board, moves, given = puzzle.board, BoardMoves(puzzle), given_ends(puzzle)
    order, work = order or lines(board), 0
    turn = _turns(board, order)
    situations, front, size = {b""}, list[Square](), 0
    for i, square in enumerate(order):
        ahead = sorted(to for to in moves.near(square) if turn[to] > i)
        ends_ahead = sum(turn[end] > i for end in given)
        passed = _Passed(
            square, ahead, len(order) - i - 1, puzzle.closed, square in given, ends_ahead
        )
        before, situations, size_before = situations, set[Packed](), size
        old_front, front = front, sorted({*front, *ahead} - {square})
        places = {square: place for place, square in enumerate(front)}
        for count, packed in enumerate(before, start=1):
            after = passed.situations(_unpack(packed, old_front))
            situations.update(_pack(far, front, places) for far in after)
            size = len(situations) * (SITUATION_BYTES + len(front))
            _check_size(work + len(situations), size + size_before, len(front))
            if count % SITUATIONS_PER_YIELD == 0:
                yield Progress("check", i / len(order))
        work += len(situations)
        if not situations:
            return max(work, 1)
    return 0


def lines(board: Board) -> Sequence[Square]:
    """Return all squares in lines along the shorter side of the board."""
    if board.rows > board.columns:
        return board.squares
    places = (r * board.columns + c for c in range(board.columns) for r in range(board.rows))
    return array("i", (square for square in places if square not in board.holes))


@dataclass(frozen=True, slots=True)
class _Passed:
    """The step that passes a square, with its effect on a situation."""

    square: Square
    ahead: Sequence[Square]  # its neighbors among the squares not yet passed
    rest: int  # the number of all squares not yet passed
    closed: bool
    must_end: bool  # whether it is a given end
    ends_ahead: int  # the given ends still to come

    def situations(self, far: dict[Square, int]) -> Iterator[Mapping[Square, int]]:
        """Yield each next situation; `far` has the other end of the path of each square ahead."""
        own = far.pop(self.square, None)
        if own == DONE:
            if not self.must_end:
                yield far
            return
        ends = [*far.values(), own].count(END) + self.ends_ahead
        may_end = [True] if self.must_end else [False] if self.closed or ends > 1 else [False, True]
        free = [to for to in self.ahead if far.get(to) != DONE]
        for is_end in may_end:
            begun = ([] if own is None else [own]) + [END] * is_end
            for chosen in combinations(free, 2 - len(begun)):
                after = far | {to: DONE for to in chosen if to in far}
                one, other = tips = [*begun, *(far.get(to, to) for to in chosen)]
                closes_cycle = self.square in tips or (
                    len(chosen) == 2 and far.get(chosen[0]) == chosen[1]
                )
                if closes_cycle or one == other == END:
                    if closes_cycle == self.closed and [*after.values()].count(DONE) == self.rest:
                        yield after  # a tour
                else:
                    yield after | {a: b for a, b in ((one, other), (other, one)) if a != END}


def _turns(board: Board, order: Sequence[Square]) -> array[int]:
    """Return the place of each square in the order."""
    turn = array("i", [-1]) * (board.rows * board.columns)
    for i, square in enumerate(order):
        if square in board and turn[square] < 0:
            turn[square] = i
    if len(order) != len(board) or any(turn[square] < 0 for square in board):
        raise value_error(
            "the squares that this proof passes are not those of the board, each once"
        )
    return turn


def _check_size(work: int, size: int, width: int) -> None:
    if work > MOST_SITUATIONS or size > MOST_BYTES or width > WIDEST:
        raise value_error(
            "{n:,} situations were followed; the rest takes too long to check", n=work
        )


def _pack(
    far: Mapping[Square, int], front: Sequence[Square], places: Mapping[Square, int]
) -> Packed:
    others = (far.get(square) for square in front)
    return bytes(
        NO_MOVE if other is None else places[other] if other >= 0 else NO_MOVE + other
        for other in others
    )


def _unpack(packed: Packed, front: Sequence[Square]) -> dict[Square, int]:
    return {
        square: front[byte] if byte < NO_MOVE + DONE else byte - NO_MOVE
        for square, byte in zip(front, packed, strict=True)
        if byte != NO_MOVE
    }
