"""Tours that are their own image, mixed: a swap is made with its images, or not at all.

A tour with a symmetry is one cycle of sets of images, so all that `mix` does is done to those: what
is swapped stays its own image, and swaps that two such cycles share join them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.methods.swaps.edge_swaps import Kind, Place, Swaps, as_places
from kt_core.methods.swaps.mix import Cycles
from kt_core.symmetry import Image
from kt_core.tour import Puzzle

SWEEPS = 6  # chances that each rhombus has
ROUNDS = 24  # of joining, and of changing more, before it is given up
SWAPS_PER_YIELD = 300  # tried between two yields: about 1 ms

Swap = tuple[Kind, Place]
Path = tuple[Square, ...]


class SymmetricMixer:
    """Paths that together are their own image; the first is the tour, or is to become it."""

    def __init__(self, puzzle: Puzzle, image: Image, paths: Sequence[Path], chance: Random) -> None:
        self.puzzle, self.image, self.paths, self.chance = puzzle, image, paths, chance
        self.swaps = Swaps(puzzle.board, puzzle.leaper, chance)
        place = self.swaps.place
        self.first, self.last = place(paths[0][0]), place(paths[0][-1])
        self.of = {place(square): place(image.of[square]) for square in puzzle.board}

    def mix(self, sweeps: int = SWEEPS) -> Generator[Progress, None, Path]:
        """Return another tour, in slices; nothing where none was come to."""
        yield from self.swaps.load(*self.paths)
        self.code = yield from self.swaps.to_bytes()
        for turn in range(sweeps):
            yield from self._sweep(1.0)
            yield Progress("mix", turn / sweeps / 2)
        for turn in range(ROUNDS):
            yield from self._join()
            walk = yield from self.swaps.walk(self.code, self.first, self.last)
            if len(walk) == len(self.puzzle.board):
                return walk
            yield Progress("mix", (1 + turn / ROUNDS) / 2)
            yield from self._sweep(0.02 * (1 + turn))
        return ()

    def _sweep(self, share: float) -> Generator[Progress, None, None]:
        for kind in self.chance.sample(self.swaps.kinds, len(self.swaps.kinds)):
            self.swaps.from_bytes(self.code)
            for turn, place in enumerate(self._possible(kind)):
                if self.chance.random() < share / 2:
                    self._swap(self._orbit(kind, place))
                if turn % SWAPS_PER_YIELD == 0:
                    yield Progress("mix")

    def _possible(self, kind: Kind) -> list[Place]:
        places = list(as_places(self.swaps.possible(kind), self.swaps.size))
        self.chance.shuffle(places)
        return places

    def _orbit(self, kind: Kind, place: Place) -> set[Swap]:
        """Return a swap and its images."""
        orbit, steps = set(), self.swaps.steps
        one, other = (steps[i] for i in kind)
        corners = [place, place + one, place + other]
        for _ in range(self.image.times):
            here, along, across = corners
            ways = along - here, across - here
            orbit.add(
                (
                    (steps.index(abs(ways[0])), steps.index(abs(ways[1]))),
                    here + sum(min(way, 0) for way in ways),
                )
            )
            corners = [self.of[corner] for corner in corners]
        return orbit

    def _swap(self, orbit: Sequence[Swap] | set[Swap]) -> bool:
        """Make these swaps, all or none; return whether they were made."""
        made: list[Swap] = []
        for kind, place in orbit:
            if not self.swaps.can_swap(self.code, kind, place):
                for (s, t), at in reversed(made):
                    self.swaps.swap(self.code, (t, s), at)
                return False
            self.swaps.swap(self.code, kind, place)
            made.append((kind, place))
        return True

    def _join(self) -> Generator[Progress, None, None]:
        cycles = Cycles(self.swaps, self.code)
        yield from cycles.number_all(None if self.first == self.last else (self.first, self.last))
        number = cycles.number
        cycles.parent = list(range(len(cycles.sizes)))
        for here, there in self.of.items():  # a cycle and its images count as one
            cycles.parent[cycles.root(number[here])] = cycles.root(number[there])
        for kind in self.swaps.kinds:
            self.swaps.from_bytes(self.code)
            other = self.swaps.steps[kind[1]]
            for turn, place in enumerate(self._possible(kind)):
                i, j = cycles.root(number[place]), cycles.root(number[place + other])
                if i != j and self._swap(self._orbit(kind, place)):
                    cycles.parent[i] = j
                if turn % SWAPS_PER_YIELD == 0:
                    yield Progress("mix")
