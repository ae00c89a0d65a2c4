"""Mix a tour by random double-edge swaps all over the board, then merge its cycles.

A swap exchanges the two taken moves of a rhombus for the two others. Every square still has two
moves, and no path is reversed, so its cost is constant. Swaps that share no move are independent,
so thousands are made at once: for each kind of move, an integer has a bit for each place where a
taken move begins, and shifts and masks swap all rhombi of a kind. There are no four-cycles except
rhombi: all moves of a leaper have the same length, and two vectors of the same length with a given
nonzero sum are determined up to their order.

After a few dozen sweeps, no trace remains of how the tour was built. A swap of moves of two cycles
merges the cycles. One pass merges most of them; those that remain are perturbed and merged again,
up to `ROUNDS` times.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import compress, pairwise, permutations
from random import Random

from kt_core.board import Board, Square, SquarePath
from kt_core.events import Progress
from kt_core.graph import Leaper, steps
from kt_core.methods.tilings import RotatedPath, squares_of, steps_of
from kt_core.tour import Puzzle

PLACES_PER_YIELD = 10_000  # places visited between two yields: about 1 ms
EVERYWHERE = -1  # all bits set

#: A place: a square's number on a board with extra columns, so that no move wraps around.
PaddedSquare = int
SwapKind = tuple[int, int]  # a swap drops two moves of the first kind for two of the second

_TO_DIGITS = bytes.maketrans(b"\0\1", b"01")
_FROM_DIGITS = bytes.maketrans(b"01", b"\0\1")
_HAS = [bytes(byte >> kind & 1 for byte in range(256)) for kind in range(4)]


class Swaps:
    """The taken moves of a board; `chance` decides which rhombi are swapped."""

    def __init__(self, board: Board, leaper: Leaper, chance: Random) -> None:
        self.board, self.chance = board, chance
        self.reach = max(leaper)
        self.width = board.columns + self.reach
        ways = [up * self.width + right for up, right in steps(leaper)]
        self.steps = [way for way in ways if way > 0]  # one for each kind of move
        self.size = board.rows * self.width + 2 * max(self.steps)  # swaps read beyond the board
        self.kinds: list[SwapKind] = list(permutations(range(len(self.steps)), 2))
        self.taken = [0 for _ in self.steps]
        # A move of kind k is bit k of the byte at its beginning, and bit 4 + k at its end.
        step_of_bit = {1 << k: step for k, step in enumerate(self.steps)}
        step_of_bit |= {16 << k: -step for k, step in enumerate(self.steps)}
        self.sums = [sum(step_of_bit[b] for b in step_of_bit if b & byte) for byte in range(256)]
        self.first_step = [
            next((step_of_bit[b] for b in step_of_bit if b & byte), 0) for byte in range(256)
        ]

    def place(self, square: Square) -> PaddedSquare:
        """Return the place of a square: its number on the padded board."""
        return square + square // self.board.columns * (self.width - self.board.columns)

    def squares(self, places: Iterable[PaddedSquare]) -> Iterator[Square]:
        """Yield the square of each place."""
        width, extra = self.width, self.width - self.board.columns
        return (place - place // width * extra for place in places)

    def load(self, *paths: Sequence[Square]) -> Generator[Progress, None, None]:
        """Replace the taken moves by the moves of these paths."""
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
        """Make about half of the possible swaps of each kind in turn."""
        for s, t in self.chance.sample(self.kinds, len(self.kinds)):
            one, other = self.steps[s], self.steps[t]
            swapped = self.possible((s, t)) & where & self.chance.getrandbits(self.size)
            # Two neighboring rhombi share a move, so only one of them is swapped.
            swapped &= ~(swapped << one | swapped << other)
            self.taken[s] ^= swapped | swapped << other
            self.taken[t] ^= swapped | swapped << one
            yield Progress("mix")

    def possible(self, kind: SwapKind) -> int:
        """Return the places, as bits, where a swap is possible."""
        s, t = kind
        dropped, new = self.taken[s], self.taken[t]
        return dropped & dropped >> self.steps[t] & ~(new | new >> self.steps[s])

    def around(self, places: int) -> int:
        """Return these places, as bits, and all places one move from them."""
        for step in self.steps:
            places |= places << step | places >> step
        return places

    def to_bytes(self) -> Generator[Progress, None, bytearray]:
        """Return the code of the taken moves: a byte for each place."""
        code = 0
        for kind, (step, taken) in enumerate(zip(self.steps, self.taken, strict=True)):
            begun = int.from_bytes(as_bytes(taken, self.size), "little")
            code += (begun << kind) + (begun << 8 * step + 4 + kind)
            yield Progress("mix")
        return bytearray(code.to_bytes(self.size + max(self.steps), "little"))

    def can_swap(self, code: bytearray, kind: SwapKind, a: PaddedSquare) -> bool:
        """Return True if a swap at a place is possible with the moves of this code."""
        (s, t), steps = kind, self.steps
        old, new = 1 << s, 1 << t
        dropped = code[a] & (old | new) == old and code[a + steps[t]] & old
        return bool(dropped and not code[a + steps[s]] & new)

    def swap(self, code: bytearray, kind: SwapKind, a: PaddedSquare) -> None:
        """Change this code by a possible swap at a place."""
        s, t = kind
        one, other, old, new = self.steps[s], self.steps[t], 1 << s, 1 << t
        code[a] += new - old
        code[a + one] += new - 16 * old
        code[a + other] += 16 * new - old
        code[a + one + other] += 16 * new - 16 * old

    def walk(
        self, code: bytearray, first: PaddedSquare, last: PaddedSquare
    ) -> Generator[Progress, None, tuple[Square, ...]]:
        """Return the squares from one place to another, or once around a cycle, in slices."""
        before, here = first, first + self.first_step[code[first]]
        path, places = list[Square](), [first]
        while here != last:
            places.append(here)
            # The sum of the steps is (before - here) + (next - here).
            before, here = here, 2 * here + self.sums[code[here]] - before
            if len(places) == PLACES_PER_YIELD:
                path += self.squares(places)
                places.clear()
                yield Progress("mix", 1.0)
        path += self.squares(places if first == last else (*places, last))
        return tuple(path)

    def from_bytes(self, code: bytes | bytearray) -> None:
        """Replace the taken moves by the moves of these bytes."""
        self.taken = [as_bits(code.translate(_HAS[kind])) for kind in range(len(self.steps))]


def as_bytes(bits: int, size: int) -> bytes:
    """Return 0 or 1 for each bit, the lowest first."""
    return format(bits, f"0{size}b").encode()[::-1].translate(_FROM_DIGITS)


def as_bits(each: bytes | bytearray) -> int:
    """Return the integer whose bits, the lowest first, are these bytes of 0 and 1."""
    return int(each[::-1].translate(_TO_DIGITS), 2)


def as_places(bits: int, size: int) -> Iterator[PaddedSquare]:
    """Yield the places whose bits are set, ascending."""
    return compress(range(size), as_bytes(bits, size))


SWEEPS = 32  # sweeps over all rhombi
ROUNDS = 16  # attempts to join cycles and perturb the rest
TURNS = 24  # rotations of each free end
SWAPS_PER_YIELD = 2000  # swaps examined between two yields


def mixing(puzzle: Puzzle, path: SquarePath, seed: int) -> Generator[Progress, None, SquarePath]:
    """Return a mixed tour of the puzzle, or `path` if its cycles cannot be joined, in slices.

    `path` must be a tour of the puzzle. The ends that the puzzle does not give are moved first.
    """
    chance = Random(seed)
    swaps = Swaps(puzzle.board, puzzle.leaper, chance)
    home, ends = path[:1], None
    if not puzzle.closed:
        path = yield from _rotate_ends(puzzle, path, chance)
        home, ends = (), (swaps.place(path[0]), swaps.place(path[-1]))
    yield from swaps.load((*path, *home))
    for turn in range(SWEEPS):
        yield from swaps.sweep()
        yield Progress("mix", turn / SWEEPS / 2)
    for turn in range(ROUNDS):
        cycles = Cycles(swaps, (yield from swaps.to_bytes()))
        left = yield from cycles.join(ends)
        if not left:
            first, last = ends or [swaps.place(path[0])] * 2
            return (yield from swaps.walk(cycles.code, first, last))
        yield Progress("mix", (1 + turn / ROUNDS) / 2)
        for _ in range(1 + turn // 2):
            left = swaps.around(left)
        yield from swaps.sweep(left)
        yield from swaps.sweep(left)
    return path


class Cycles:
    """The cycles that the moves of a code form, and the path between the two ends, if any."""

    def __init__(self, swaps: Swaps, code: bytearray) -> None:
        self.swaps, self.code = swaps, code
        self.number = [0] * len(code)  # the cycle of each place, from 1
        self.sizes = [0]
        self.parent: list[int] = []  # the parent of each joined cycle

    def join(
        self, ends: tuple[PaddedSquare, PaddedSquare] | None
    ) -> Generator[Progress, None, int]:
        """Join cycles, in slices; return the places, as bits, outside the longest cycle."""
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

    def number_all(
        self, ends: tuple[PaddedSquare, PaddedSquare] | None
    ) -> Generator[Progress, None, None]:
        """Number the cycles, the path first."""
        code, number, since_yield = self.code, self.number, 0
        if ends:
            yield from self._follow(*ends)
        for first in compress(range(len(code)), code):
            if not number[first]:
                since_yield += yield from self._follow(first, first)
                if since_yield > PLACES_PER_YIELD:
                    since_yield = 0
                    yield Progress("mix")

    def root(self, i: int) -> int:
        """Return the representative of all cycles that were joined with this one."""
        parent = self.parent
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    def _follow(self, first: PaddedSquare, last: PaddedSquare) -> Generator[Progress, None, int]:
        code, number, sums = self.code, self.number, self.swaps.sums
        name, length = len(self.sizes), 1
        number[first] = number[last] = name
        before, here = first, first + self.swaps.first_step[code[first]]
        while here != last:
            number[here] = name
            before, here = here, 2 * here + sums[code[here]] - before
            length += 1
            if length % PLACES_PER_YIELD == 0:
                yield Progress("mix")
        self.sizes.append(length)
        return length

    def _join(self, kind: SwapKind) -> Generator[Progress, None, None]:
        swaps, code, number = self.swaps, self.code, self.number
        other = swaps.steps[kind[1]]
        for turn, a in enumerate(as_places(swaps.possible(kind), swaps.size)):
            i, j = self.root(number[a]), self.root(number[a + other])
            # An earlier swap may have changed one of the moves, so the swap is tested again.
            if i != j and swaps.can_swap(code, kind, a):
                self.parent[i] = j
                swaps.swap(code, kind, a)
            if turn % SWAPS_PER_YIELD == 0:
                yield Progress("mix")


def _rotate_ends(
    puzzle: Puzzle, path: SquarePath, chance: Random
) -> Generator[Progress, None, SquarePath]:
    """Return the path with its free ends rotated (L. Pósa, Discrete Math. 14 (1976) 359)."""
    board = puzzle.board
    step = yield from steps_of(path, board.rows * board.columns, "mix")
    rotated = RotatedPath(path, step, [(0, len(path) - 1)])
    for given in (puzzle.end, puzzle.start):
        for _ in range(TURNS if given is None and len(path) > 2 else 0):
            row, column = divmod(rotated.last, board.columns)
            up, right = chance.choice(steps(puzzle.leaper))
            square = (row + up) * board.columns + column + right
            if 0 <= column + right < board.columns and square in board:
                rotated.rotate(square)
        rotated.reverse()
    return tuple((yield from squares_of(rotated.sections(), len(path), "mix")))
