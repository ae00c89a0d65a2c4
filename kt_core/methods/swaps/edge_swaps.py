"""The moves of a tour as bits, so that thousands of double-edge swaps are made at once.

Four moves that make a rhombus, two taken and two not, change places in a swap: every square keeps
two moves, and nothing is reversed, so it costs the same on any board. Swaps that share no move
do not hinder each other. Of each kind of move, an integer tells with one bit for each place where
those that are taken begin; so shifting and masking make all swaps of a kind in one stroke.

There are no other cycles of four moves: all moves of a leaper are equally long, and two vectors of
one length that add up to a given sum, other than zero, are the same two in either order.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import compress, pairwise, permutations
from random import Random

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Leaper, steps

PLACES_PER_YIELD = 10_000  # places walked between two yields: about 1 ms
EVERYWHERE = -1  # as bits

Place = int  # a square's number on a board with so many more columns that no move runs around
Kind = tuple[int, int]  # a swap drops two moves of the first kind for two of the second

_TO_DIGITS = bytes.maketrans(b"\0\1", b"01")
_FROM_DIGITS = bytes.maketrans(b"01", b"\0\1")
_HAS = [bytes(byte >> kind & 1 for byte in range(256)) for kind in range(4)]


class Swaps:
    """The moves that are taken on a board; `chance` decides what is swapped."""

    def __init__(self, board: Board, leaper: Leaper, chance: Random) -> None:
        self.board, self.chance = board, chance
        self.reach = max(leaper)
        self.width = board.columns + self.reach
        ways = [up * self.width + right for up, right in steps(leaper)]
        self.steps = [way for way in ways if way > 0]  # of each kind of move
        self.size = board.rows * self.width + 2 * max(self.steps)  # a swap looks beyond the board
        self.kinds: list[Kind] = list(permutations(range(len(self.steps)), 2))
        self.taken = [0 for _ in self.steps]
        # A move of kind k is bit k of the byte where it begins, and bit 4 + k where it leads.
        led = {1 << k: step for k, step in enumerate(self.steps)}
        led |= {16 << k: -step for k, step in enumerate(self.steps)}
        self.sums = [sum(led[b] for b in led if b & byte) for byte in range(256)]
        self.first = [next((led[b] for b in led if b & byte), 0) for byte in range(256)]
        self.bits = {step: bit for bit, step in led.items()}

    def place(self, square: Square) -> Place:
        """Return the place of a square."""
        return square + square // self.board.columns * (self.width - self.board.columns)

    def squares(self, places: Iterable[Place]) -> Iterator[Square]:
        """Yield the squares of places."""
        width, extra = self.width, self.width - self.board.columns
        return (place - place // width * extra for place in places)

    def load(self, *paths: Sequence[Square]) -> Generator[Progress, None, None]:
        """Take the moves of some paths, and no others."""
        begun = {step: bytearray(self.size) for step in self.steps}
        for path in paths:
            for start in range(0, len(path), PLACES_PER_YIELD):
                part = path[start : start + PLACES_PER_YIELD + 1]
                for here, there in pairwise(map(self.place, part)):
                    if here < there:
                        begun[there - here][here] = 1
                    else:
                        begun[here - there][there] = 1
                yield Progress("mix")
        for kind, step in enumerate(self.steps):
            self.taken[kind] = as_bits(begun[step])
            yield Progress("mix")

    def sweep(self, where: int = EVERYWHERE) -> Generator[Progress, None, None]:
        """Make about half of the swaps that are possible, of each kind in turn."""
        for s, t in self.chance.sample(self.kinds, len(self.kinds)):
            one, other = self.steps[s], self.steps[t]
            made = self.possible((s, t)) & where & self.chance.getrandbits(self.size)
            made &= ~(made << one | made << other)  # of neighbours, which share a move, one
            self.taken[s] ^= made | made << other
            self.taken[t] ^= made | made << one
            yield Progress("mix")

    def possible(self, kind: Kind) -> int:
        """Return at which places, as bits, a swap is possible."""
        s, t = kind
        dropped, new = self.taken[s], self.taken[t]
        return dropped & dropped >> self.steps[t] & ~(new | new >> self.steps[s])

    def cut_sizes(self) -> Generator[Progress, None, tuple[list[int], list[int]]]:
        """Return how many moves lead across each line between rows, and between columns."""
        rows, columns = [0] * (self.board.rows - 1), [0] * (self.board.columns - 1)
        for step, taken in zip(self.steps, self.taken, strict=True):
            begun, width = as_bytes(taken, self.size), self.width
            up, right = divmod(step + self.reach, width)
            right -= self.reach
            for row in range(self.board.rows):
                for line in range(row, min(row + up, len(rows))):
                    rows[line] += begun.count(1, row * width, (row + 1) * width)
            for column in range(self.board.columns):
                for line in range(max(min(column, column + right), 0), max(column, column + right)):
                    if line < len(columns):
                        columns[line] += begun[column::width].count(1)
            yield Progress("mix")
        return rows, columns

    def around(self, places: int) -> int:
        """Return these places, as bits, and all that a move leads to from them."""
        for step in self.steps:
            places |= places << step | places >> step
        return places

    def to_bytes(self) -> Generator[Progress, None, bytearray]:
        """Return for each place the moves that are taken there, as a byte."""
        code = 0
        for kind, (step, taken) in enumerate(zip(self.steps, self.taken, strict=True)):
            begun = int.from_bytes(as_bytes(taken, self.size), "little")
            code += (begun << kind) + (begun << 8 * step + 4 + kind)
            yield Progress("mix")
        return bytearray(code.to_bytes(self.size + max(self.steps), "little"))

    def can_swap(self, code: bytearray, kind: Kind, a: Place) -> bool:
        """Return whether a swap at a place of such a code is possible."""
        (s, t), steps = kind, self.steps
        old, new = 1 << s, 1 << t
        dropped = code[a] & (old | new) == old and code[a + steps[t]] & old
        return bool(dropped and not code[a + steps[s]] & new)

    def swap(self, code: bytearray, kind: Kind, a: Place) -> None:
        """Make a swap that is possible in such a code."""
        s, t = kind
        one, other, old, new = self.steps[s], self.steps[t], 1 << s, 1 << t
        code[a] += new - old
        code[a + one] += new - 16 * old
        code[a + other] += 16 * new - old
        code[a + one + other] += 16 * new - 16 * old

    def walk(
        self, code: bytearray, first: Place, last: Place
    ) -> Generator[Progress, None, tuple[Square, ...]]:
        """Return the squares from one place to another, or until it comes home, in slices."""
        before, here, path, places = first, first + self.first[code[first]], list[Square](), [first]
        while here != last:
            places.append(here)
            before, here = here, 2 * here + self.sums[code[here]] - before
            if len(places) == PLACES_PER_YIELD:
                path += self.squares(places)
                places.clear()
                yield Progress("mix", 1.0)
        path += self.squares(places if first == last else (*places, last))
        return tuple(path)

    def from_bytes(self, code: bytes | bytearray) -> None:
        """Take the moves that these bytes have, and no others."""
        self.taken = [as_bits(code.translate(_HAS[kind])) for kind in range(len(self.steps))]


def as_bytes(bits: int, size: int) -> bytes:
    """Return 0 or 1 for each bit, the lowest first."""
    return format(bits, f"0{size}b").encode()[::-1].translate(_FROM_DIGITS)


def as_bits(each: bytes | bytearray) -> int:
    """Return the integer whose bits, the lowest first, are these bytes of 0 and 1."""
    return int(each[::-1].translate(_TO_DIGITS), 2)


def as_places(bits: int, size: int) -> Iterator[Place]:
    """Yield the places whose bits are set, ascending."""
    return compress(range(size), as_bytes(bits, size))
