"""A narrow board passed square by square: a refutation by tables, done again, and plainly."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.tour import Puzzle

MOST_WORK = 2_000_000  # situations that are followed before it is given up
SLICE_SITUATIONS = 100  # between two words of progress: 2 ms
END, DONE = -1, -2  # beyond an end of the tour; a square that has all its moves
#: The squares ahead that have moves, each with the other end of its path, ascending.
Situation = tuple[tuple[Square, int], ...]


def passing(
    puzzle: Puzzle, moves: Mapping[Square, set[Square]], order: Sequence[Square] = ()
) -> Generator[Progress, None, bool]:
    """Return, in slices, whether no situation is left at some square.

    The squares are passed in this order, or along the board. `ValueError` where it takes too long,
    or where the order is none of all squares.
    """
    board, work = puzzle.board, 0
    order = order or _along(board)
    if sorted(order) != sorted(moves):
        raise ValueError("the squares that this proof passes are not those of the board, each once")
    standing: set[Situation] = {()}
    given = set() if puzzle.closed else {puzzle.start, puzzle.end} - {None}
    for i, square in enumerate(order):
        rest = set(order[i + 1 :])
        ahead, ends_ahead = sorted(moves[square] & rest), len(given & rest)
        kind = _Kind(puzzle.closed, square in given, ends_ahead)
        passage = _Passage(square, ahead, rest, kind)
        before, standing = standing, set()
        for number, situation in enumerate(before, start=1):
            standing.update(passage.ways(dict(situation)))
            if number % SLICE_SITUATIONS == 0:
                yield Progress("check", i / len(order))
        work += len(standing)
        if work > MOST_WORK:
            raise ValueError(f"{work:,} situations were followed; the rest takes too long to check")
        if not standing:
            return True
    return False


def _along(board: Board) -> Sequence[Square]:
    """Return the squares in lines along the short side."""
    if board.rows > board.columns:
        return board.squares
    return sorted(board, key=lambda square: (square % board.columns, square // board.columns))


class _Kind(NamedTuple):
    closed: bool
    must_end: bool
    ends_ahead: int  # given ends of the tour that are still to come


class _Passage:
    """A square as it is passed: what its moves ahead make of a situation."""

    def __init__(
        self, square: Square, ahead: Sequence[Square], rest: Collection[Square], kind: _Kind
    ) -> None:
        self.square, self.ahead, self.rest = square, ahead, rest
        self.closed, self.must_end, self.ends_ahead = kind

    def ways(self, far: dict[Square, int]) -> Iterator[Situation]:
        """Yield what the situation can become; `far` is the other end of each path ahead."""
        mine = far.pop(self.square, None)
        if mine == DONE:
            if not self.must_end:
                yield tuple(sorted(far.items()))
            return
        ends = sum(other == END for other in far.values()) + (mine == END) + self.ends_ahead
        tips = [] if mine is None else [mine]
        free = [to for to in self.ahead if far.get(to) != DONE]
        for is_end in (False, True):
            if is_end != self.must_end and (self.must_end or self.closed or ends >= 2):
                continue
            begun = [*tips, END] if is_end else tips
            for chosen in combinations(free, 2 - len(begun)):
                after = self._after(dict(far), begun, chosen)
                if after is not None:
                    yield after

    def _after(
        self, far: dict[Square, int], begun: Sequence[int], chosen: Sequence[Square]
    ) -> Situation | None:
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
            done = all(far.get(square) == DONE for square in self.rest)
            return tuple(sorted(far.items())) if meets == self.closed and done else None
        far |= {tip: beyond for tip, beyond in ((one, other), (other, one)) if tip != END}
        return tuple(sorted(far.items()))
