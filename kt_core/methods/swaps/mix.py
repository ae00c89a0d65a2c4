"""Tours that show no tile: swaps all over the board, then its cycles joined to one tour again.

A tour gives every square two of its moves, and so does a two-factor, which may be many cycles.
Leave the one cycle for a while and it is easily changed (see `edge_swaps`): a few dozen sweeps
forget what the board was built of. A swap that two cycles share joins them; that is done for all at
once, and what it leaves is shaken until it can be joined.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from itertools import compress
from random import Random

from kt_core.board import Square
from kt_core.events import Event, Found, Progress
from kt_core.graph import steps
from kt_core.methods.swaps.edge_swaps import (
    EVERYWHERE,
    PLACES_PER_YIELD,
    Kind,
    Place,
    Swaps,
    as_bits,
    as_places,
)
from kt_core.tour import Puzzle

SWEEPS = 32  # chances that each rhombus has
ROUNDS = 16  # of joining cycles, and shaking what is left, before it is given up
TURNS = 24  # of a free end
JOINTS_PER_YIELD = 2000  # places where cycles may be joined, looked at between two yields
SEAM_SHARE = 0.75  # of the usual moves across a line: with fewer it is a seam

Path = tuple[Square, ...]


def mixing(puzzle: Puzzle, path: Path, seed: int) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for tours mixed better and better: at the seams, then all over.

    Whoever stops early has the last one found, or the path, which must be a tour of the puzzle.
    """
    mixed = Mixer(puzzle, path, Random(seed))
    where = yield from mixed.seams()
    for places in (where, EVERYWHERE) if where else (EVERYWHERE,):
        if (yield from mixed.mix(places)):
            yield Found(mixed.path)


class Mixer:
    """The tour `path` of a puzzle, to be mixed; it is one whatever is going on.

    Where an end is not given, it is moved about at first.
    """

    def __init__(self, puzzle: Puzzle, path: Path, chance: Random) -> None:
        self.puzzle, self.chance = puzzle, chance
        self.swaps = Swaps(puzzle.board, puzzle.leaper, chance)
        self.path = path
        self._has_free_ends = not puzzle.closed  # which have not been moved about
        self._is_loaded = False  # whether the swaps hold the moves of the path

    def mix(self, where: int = EVERYWHERE) -> Generator[Progress, None, bool]:
        """Mix at the places whose bits are set, in slices; return whether `path` is another now."""
        swaps = self.swaps
        yield from self._load()
        for turn in range(SWEEPS):
            yield from swaps.sweep(where)
            yield Progress("mix", turn / SWEEPS / 2)
        for turn in range(ROUNDS):
            cycles = Cycles(swaps, (yield from swaps.to_bytes()))
            left = yield from cycles.join(self._ends())
            if not left:
                first, last = self._ends() or [swaps.place(self.path[0])] * 2
                self.path = yield from swaps.walk(cycles.code, first, last)
                return True
            yield Progress("mix", (1 + turn / ROUNDS) / 2)
            for _ in range(1 + turn // 2):
                left = swaps.around(left)
            yield from swaps.sweep(left)
            yield from swaps.sweep(left)
        self._is_loaded = False
        return False

    def seams(self) -> Generator[Progress, None, int]:
        """Return the places, as bits, beside lines that few moves of the path lead across."""
        yield from self._load()
        board, width, here = self.puzzle.board, self.swaps.width, bytearray(self.swaps.size)
        rows, columns = yield from self.swaps.cut_sizes()
        wide = 2 * max(self.puzzle.leaper)
        for line in _seams(rows):
            for row in range(max(line + 1 - wide, 0), min(line + 1 + wide, board.rows)):
                here[row * width : row * width + board.columns] = b"\1" * board.columns
        for line in _seams(columns):
            for column in range(max(line + 1 - wide, 0), min(line + 1 + wide, board.columns)):
                here[column : board.rows * width : width] = b"\1" * board.rows
        return as_bits(here)

    def _load(self) -> Generator[Progress, None, None]:
        if self._has_free_ends:
            self.path = yield from _rotate_ends(self.puzzle, self.path, self.chance)
            self._has_free_ends = False
        if not self._is_loaded:
            home = self.path[:1] if self.puzzle.closed else ()
            yield from self.swaps.load((*self.path, *home))
            self._is_loaded = True

    def _ends(self) -> tuple[Place, Place] | None:
        if self.puzzle.closed:
            return None
        return self.swaps.place(self.path[0]), self.swaps.place(self.path[-1])


class Cycles:
    """The cycles that the moves of a code make; between two ends there is a path besides."""

    def __init__(self, swaps: Swaps, code: bytearray) -> None:
        self.swaps, self.code = swaps, code
        self.number = [0] * len(code)  # of the cycle that a place is part of, from 1
        self.sizes = [0]
        self.parent: list[int] = []  # of cycles that are one by now

    def join(self, ends: tuple[Place, Place] | None) -> Generator[Progress, None, int]:
        """Join cycles, in slices; return the places, as bits, of all but the longest's."""
        yield from self.number_all(ends)
        self.parent = list(range(len(self.sizes)))
        kinds = self.swaps.kinds if len(self.sizes) > 2 else ()
        for kind in self.swaps.chance.sample(kinds, len(kinds)):
            yield from self._join(kind)
        if kinds:
            self.swaps.from_bytes(self.code)
        length = dict.fromkeys(range(len(self.sizes)), 0)
        for i, size in enumerate(self.sizes):
            length[self.root(i)] += size
        longest = max(length, key=lambda i: length[i])
        left = bytes(i > 0 and self.root(i) != longest for i in range(len(self.sizes)))
        return as_bits(bytes(map(left.__getitem__, self.number))) if any(left) else 0

    def number_all(self, ends: tuple[Place, Place] | None) -> Generator[Progress, None, None]:
        """Number the cycles, the path first."""
        code, number, told = self.code, self.number, 0
        if ends:
            yield from self._follow(*ends)
        for first in compress(range(len(code)), code):
            if not number[first]:
                told += yield from self._follow(first, first)
                if told > PLACES_PER_YIELD:
                    told = 0
                    yield Progress("mix")

    def root(self, i: int) -> int:
        """Return the number that stands for all cycles that were joined with this one."""
        parent = self.parent
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    def _follow(self, first: Place, last: Place) -> Generator[Progress, None, int]:
        code, number, sums, name, length = (
            self.code,
            self.number,
            self.swaps.sums,
            len(self.sizes),
            1,
        )
        number[first] = number[last] = name
        before, here = first, first + self.swaps.first[code[first]]
        while here != last:
            number[here] = name
            before, here = here, 2 * here + sums[code[here]] - before
            length += 1
            if length % PLACES_PER_YIELD == 0:
                yield Progress("mix")
        self.sizes.append(length)
        return length

    def _join(self, kind: Kind) -> Generator[Progress, None, None]:
        swaps, code, number = self.swaps, self.code, self.number
        other = swaps.steps[kind[1]]
        for turn, a in enumerate(as_places(swaps.possible(kind), swaps.size)):
            i, j = self.root(number[a]), self.root(number[a + other])
            # Nor must a swap before this one have changed one of its moves.
            if i != j and swaps.can_swap(code, kind, a):
                self.parent[i] = j
                swaps.swap(code, kind, a)
            if turn % JOINTS_PER_YIELD == 0:
                yield Progress("mix")


def _seams(lines: Sequence[int]) -> list[int]:
    usual = sorted(lines)[len(lines) // 2] if lines else 0
    return [line for line, moves in enumerate(lines) if moves < SEAM_SHARE * usual]


def _rotate_ends(puzzle: Puzzle, path: Path, chance: Random) -> Generator[Progress, None, Path]:
    """Return the path with its free ends elsewhere (L. Posa, Discrete Math. 14 (1976) 359)."""
    # The last square has a move to one on the way: what comes after that is walked backwards.
    board, walk = puzzle.board, list(path)
    for given in (puzzle.end, puzzle.start):
        for _ in range(TURNS if given is None and len(walk) > 2 else 0):
            row, column = divmod(walk[-1], board.columns)
            up, right = chance.choice(steps(puzzle.leaper))
            square = (row + up) * board.columns + column + right
            if 0 <= column + right < board.columns and square in board:
                yield from _reverse(walk, (yield from _place_of(walk, square)) + 1)
                yield Progress("mix")
        walk.reverse()
    return tuple(walk)


def _place_of(walk: list[Square], square: Square) -> Generator[Progress, None, int]:
    """Return where a square is on a walk, in slices."""
    begin = 0
    while True:
        with suppress(ValueError):
            return walk.index(square, begin, begin + PLACES_PER_YIELD)
        begin += PLACES_PER_YIELD
        yield Progress("mix")


def _reverse(walk: list[Square], begin: int) -> Generator[Progress, None, None]:
    """Turn round what comes from a place on, in slices from both its ends."""
    end = len(walk)
    while end - begin > 1:
        size = min((end - begin) // 2, PLACES_PER_YIELD)
        first, last = walk[begin : begin + size], walk[end - size : end]
        walk[begin : begin + size], walk[end - size : end] = last[::-1], first[::-1]
        begin, end = begin + size, end - size
        yield Progress("mix")
