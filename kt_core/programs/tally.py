"""A score up to 1 for the similarity of a stream to a knight's path."""

from __future__ import annotations

from dataclasses import dataclass, field

from kt_core.programs.squares import Pair, is_knight_move

COUNTS = ("good", "bad", "additions", "removals", "odd", "free", "rewritten", "hops", "foreign")


@dataclass
class Tally:
    """Counts of the additions and removals of squares, and the squares that are occupied."""

    good: int = 0  # additions that are a knight's move from the square before
    bad: int = 0
    additions: int = 0
    removals: int = 0
    odd: int = 0  # removals of another square than the last
    free: int = 0  # additions to an empty path
    rewritten: int = 0  # additions of a square that is occupied
    hops: int = 0  # a knight's move from the last square of a path that was emptied
    foreign: int = 0  # marks that neither replace "empty" nor restore it
    deepest: int = 0
    #: 0 if the nth square of each path is in the same row, and in another than the others; 1 for
    #: columns. Queens are placed so; a knight seldom moves so, but then by knight's moves only.
    fixed_axes: set[int] = field(default_factory=lambda: {0, 1})
    path: list[Pair] = field(default_factory=list)
    last: Pair | None = None
    _lines: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def add(self, square: Pair) -> None:
        """Count an added square, unless it is occupied."""
        if square in self.path:
            self.rewritten += 1
        else:
            self.push(square)

    def push(self, square: Pair) -> None:
        """Count an added square, even if it is occupied."""
        self.additions += 1
        if self.path:
            if is_knight_move(self.path[-1], square):
                self.good += 1
            else:
                self.bad += 1
        else:
            self.free += 1
            self.hops += self.last is not None and is_knight_move(self.last, square)
        if self.fixed_axes:
            self._note_lines(square)
        self.last = square
        self.path.append(square)
        self.deepest = max(self.deepest, len(self.path))

    def _note_lines(self, square: Pair) -> None:
        depth = len(self.path)
        for axis in self.fixed_axes.copy():
            known, line = self._lines[axis], square[axis]
            if (known[depth] != line) if depth < len(known) else (line in known):
                self.fixed_axes.discard(axis)
            elif depth == len(known):
                known.append(line)

    def remove(self, square: Pair) -> None:
        """Count a removed square."""
        if self.path and self.path[-1] == square:
            self.path.pop()
            self.removals += 1
        elif square in self.path:
            self.path.remove(square)
            self.odd += 1
            self.removals += 1

    def clear(self) -> None:
        """Start an empty path."""
        self.path = []

    def merge(self, other: Tally) -> None:
        """Add the counts of another stream of the same family."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.deepest = max(self.deepest, other.deepest)
        self.fixed_axes &= other.fixed_axes

    @property
    def score(self) -> float:
        """The share of knight's moves, less penalties for changes that no search makes."""
        moves = self.good + self.bad
        if moves < 3 or self.deepest < 3:
            if self.hops > 20 and self.hops > 0.7 * self.additions:
                return 0.6 * self.hops / self.additions
            return 0.0
        score = self.good / moves
        if self.fixed_axes and self.bad:
            return 0.0
        score -= 0.5 * self.odd / max(1, self.removals)
        score -= 0.5 * min(1, self.rewritten / max(1, self.additions))  # a wrong "empty"
        score -= 0.5 * min(1, self.foreign / max(1, self.additions + self.removals))
        return score - 0.3 * self.free / max(1, self.additions)  # look-ahead marks
