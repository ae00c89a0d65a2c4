"""Records of a search for the squares of numbers: section 5.5 of docs/proofs.md.

The rules are applied to all squares in turn until nothing changes.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import reduce
from operator import or_
from typing import Any

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.language import value_error
from kt_core.proofs.checker.question import CHECKING, BoardMoves
from kt_core.proofs.checker.reader import items, number, word
from kt_core.proofs.checker.reader import square as square_of
from kt_core.tour import Puzzle

MOST_SQUARES, MOST_ENTRIES = 1600, 400_000
SQUARES_PER_YIELD = 200  # about 2 ms


def check_numbers(puzzle: Puzzle, record: Any) -> Generator[Progress, None, int]:
    """Return the length of a record that refutes the puzzle; `ValueError` if it does not."""
    entries = [[*items(entry)] for entry in items(record)]
    if len(puzzle.board) > MOST_SQUARES or len(entries) > MOST_ENTRIES:
        raise value_error("this proof is too long, or its board is too large")
    state: Numbers | None = Numbers(puzzle)  # None: it has been shown to be dead
    stack = list[tuple[Numbers | None, Square, int]]()
    for i, entry in enumerate(entries):
        if state and not (yield from state.follow()):
            state = None
        if entry == ["dead"]:
            if state:
                raise value_error("the entry {n} of this record proves nothing", n=i + 1)
            if not stack:
                return _length(entries, i + 1)
            state, place, step = stack.pop()
            state = state and state.without(place, step)
        else:
            place, step = _choice(puzzle, entry)
            stack.append((state and state.copy(), place, step))
            if state:
                state.choose(place, step)
    raise value_error("this record ends before all choices are tried")


def _length(entries: list[Any], read: int) -> int:
    if read < len(entries):
        raise value_error("this record goes on after its end")
    return read


def _choice(puzzle: Puzzle, entry: list[Any]) -> tuple[Square, int]:
    """Return the square and the number of an entry that tries it."""
    if len(entry) != 3 or word(entry[0]) != "put":
        raise value_error('an entry of this record is neither "put", square, number nor "dead"')
    place, step = square_of(puzzle.board, entry[1]), number(entry[2])
    if not 1 <= step <= len(puzzle.board):
        raise value_error("{number} in this record is no number of the board", number=step)
    return place, step


class Numbers:
    """The numbers that each square may have, and the moves that may be in the tour."""

    def __init__(self, puzzle: Puzzle) -> None:
        moves, squares = BoardMoves(puzzle), puzzle.board.squares
        self.place = {square: i for i, square in enumerate(squares)}
        self.near = [frozenset(self.place[to] for to in moves.near(s)) for s in squares]
        self.total, self.closed = len(squares), puzzle.closed
        self.may = [(2 << self.total) - 2] * self.total  # the bit k is the number k
        self.ends = 0 if puzzle.closed else 1 << 1 | 1 << self.total
        for square, step in puzzle.numbers:
            self.keep(square, 1 << step)

    def copy(self) -> Numbers:
        """Return a state that changes independently."""
        twin = object.__new__(Numbers)
        vars(twin).update(vars(self) | {"near": [*self.near], "may": [*self.may]})
        return twin

    def choose(self, square: Square, step: int) -> None:
        """Give a square a number; `ValueError` if it has this number already."""
        if self.may[self.place[square]] == 1 << step:
            raise value_error("this record chooses the number {number} twice", number=step)
        self.keep(square, 1 << step)

    def without(self, square: Square, step: int) -> Numbers:
        """Remove a number from a square."""
        self.keep(square, ~(1 << step))
        return self

    def keep(self, square: Square, numbers: int) -> None:
        """Remove all other numbers from a square."""
        self.may[self.place[square]] &= numbers

    def follow(self) -> Generator[Progress, None, bool]:
        """Apply the rules until nothing changes; return False if the state is dead."""
        work, changes = 0, True
        while changes:
            changes = False
            for here in range(self.total):
                changes |= self._drop_moves(here)
                changes |= self._limit(here)
                if not self.may[here]:
                    return False
                work += 1
                if work % SQUARES_PER_YIELD == 0:
                    yield CHECKING
            changes |= self._share()
            if reduce(or_, self.may) != (2 << self.total) - 2 or 0 in self.may:
                return False
        return True

    def _later(self, numbers: int) -> int:
        """Return the numbers that come right after one of these."""
        later = numbers << 1
        if later >> self.total + 1:
            later ^= 1 << self.total + 1
            later |= 2 * self.closed
        return later

    def _earlier(self, numbers: int) -> int:
        earlier = numbers >> 1
        if earlier & 1:
            earlier ^= 1
            earlier |= self.closed << self.total
        return earlier

    def _is_inner(self, here: int) -> bool:
        return not self.may[here] & self.ends

    def _drop_moves(self, here: int) -> bool:
        """Rules 1 and 2 of section 5.5: take moves out."""
        beside = self._later(self.may[here]) | self._earlier(self.may[here])
        left = {to for to in self.near[here] if self.may[to] & beside}
        forced = self._forced(left)
        out = self.near[here] - (left if len(forced) < 2 else forced)
        self.near[here] -= out
        for to in out:
            self.near[to] -= {here}
        return bool(out)

    def _forced(self, near: set[int] | frozenset[int]) -> set[int]:
        """Return the neighbors that have the moves to this square as their only ones."""
        return {to for to in near if len(self.near[to]) <= 1 + self._is_inner(to)}

    def _limit(self, here: int) -> bool:
        """Rules 3 to 5 of section 5.5: remove numbers from a square by those of its neighbors."""
        may, near = self.may[here], [self.may[to] for to in self.near[here]]
        union, forced = reduce(or_, near, 0), self._forced(self.near[here])
        new = may & (self._later(union) | self.ends & 2)
        new &= self._earlier(union) | self.ends & ~2
        if len(near) == 2 and self._is_inner(here):
            one, other = near
            new &= (self._later(one) & self._earlier(other)) | (
                self._later(other) & self._earlier(one)
            )
        if len(near) < 2:
            new &= self.ends
        for to in forced:
            new &= self._later(self.may[to]) | self._earlier(self.may[to])
        if len(forced) > 1:
            new &= 0 if len(forced) > 2 else ~self.ends
        self.may[here] = new
        return new != may

    def _share(self) -> bool:
        """Rules 6 and 7 of section 5.5: a number has one square, and a square one number."""
        before, once, twice = [*self.may], 0, 0
        for own in before:
            once, twice = once | own, twice | once & own
        alone = once & ~twice
        taken = [own for own in before if own.bit_count() == 1]
        fixed = reduce(or_, taken, 0)
        for here, own in enumerate(before):
            if own & alone:
                self.may[here] = own & alone & -(own & alone)
            elif own.bit_count() > 1:
                self.may[here] &= ~fixed
            elif taken.count(own) > 1:
                self.may[here] = 0
        return self.may != before
