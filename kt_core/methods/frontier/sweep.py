"""The squares of a board in the order in which they are passed, and the rule for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kt_core.board import Square
from kt_core.leaper import steps
from kt_core.methods.frontier.transitions import DONE, ON, Moves, Rule, State, Terms
from kt_core.tour import Puzzle


class Sweep:
    """The squares of a puzzle's board in a line, and the rule for each."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.board = board = puzzle.board
        self.closed, self.across = puzzle.closed, board.rows <= board.columns
        self.width, self.length = sorted((board.rows, board.columns))
        self.columns, self.size = board.columns, board.rows * board.columns
        self.reach = 2 * self.width + 1  # how far ahead a move leads at most
        self.beginning: State = ON * (self.reach + 1)
        self.full: State = bytes([DONE]) * (self.reach + 1)  # a tour that leaves out no square
        self.holes = set(map(self.place, board.holes))
        self.last = max(place for place in range(self.size) if place not in self.holes)
        given = () if puzzle.closed else (puzzle.start, puzzle.end)
        self.ends = [self.place(square) for square in given if square is not None]

    def place(self, square: Square) -> int:
        """Return the place of a square in the line."""
        row, column = divmod(square, self.columns)
        return column * self.width + row if self.across else square

    def squares(self) -> Sequence[Square]:
        """Return the square at each place."""
        columns, size = self.columns, self.size
        if not self.across:
            return range(size)
        return [square for file in range(columns) for square in range(file, size, columns)]

    def rules(self) -> Iterator[Rule]:
        """Yield the rule of each place; equal rules are one object."""
        # Far from holes, ends and the last column only the row decides, whether a given end of the
        # tour is still to come, and what the inner rows ahead can spare.
        by_key: dict[object, Rule] = {}
        by_terms: dict[Terms, Rule] = {}
        special, turn = self._special(), min(self.ends, default=0)
        for place, spare in enumerate(self._spare()):
            key = place if place in special else (place > turn, place % self.width, spare)
            if key not in by_key:
                terms = self._terms(place, spare)
                by_key[key] = by_terms.setdefault(terms, Rule(terms, self.full))
                by_key[key].common |= place not in special
            yield by_key[key]

    def _special(self) -> set[int]:
        special = {*self.ends, *range(self.last - self.reach, self.size)}
        for hole in self.holes:
            special.update(range(hole - self.reach, hole + 1))
        return special

    def _spare(self) -> list[int]:
        """Return for each place what the inner of four rows behind it can spare for the outer."""
        if self.width != 4:
            return [0] * self.size
        spare, spares = 0 if self.closed else 2, []
        for place in range(self.size)[::-1]:
            spares.append(spare)
            outer = place % 4 in {0, 3}
            if place not in self.holes:
                spare += -2 if outer else 2
            if place in self.ends and not outer:
                spare -= 2  # the move that it lacks, and the end that no outer square can be
        return spares[::-1]

    def _terms(self, place: int, spare: int) -> Terms:
        to_come = sum(end > place for end in self.ends)
        most_ends = 0 if self.closed or len(self.ends) == 2 else 2 - to_come
        hole, must_end, rest = place in self.holes, place in self.ends, None
        if self.last - place <= self.reach:
            rest = tuple(p - place for p in range(place + 1, self.last + 1) if p not in self.holes)
        row = place % 4 if self.width == 4 else None
        return Terms(self._ahead(place), hole, must_end, most_ends, rest, self.closed, row, spare)

    def _ahead(self, place: int) -> Moves:
        column, row = divmod(place, self.width)
        reached = (
            (column + right) * self.width + row + up
            for up, right in steps()
            if right > 0 and column + right < self.length and 0 <= row + up < self.width
        )
        return tuple(sorted(p - place for p in reached if p not in self.holes))
