"""The rings of an edited tour, joined to one in a window around all that has changed.

Outside of the window the tour is as it was: each strand of it there is contracted to one vertex,
whose two edges are kept. So what is joined is as small as the window, however large the board.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.cycle import Edge
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.methods.repair.edits import Edits
from kt_core.methods.two_factors.merge import Merge, Taken

FIRST_STRAND = -3  # a vertex; others count down
SLICE_VERTICES = 500  # vertices added between two words of progress: about 1 ms


class Contraction:
    """A window of an edited tour, and the strands of the tour outside of it as further vertices.

    `kept` are two squares whose link stays.
    """

    def __init__(self, edits: Edits, kept: Sequence[Square]) -> None:
        self.edits = edits
        self.graph: dict[Square, list[Square]] = {}
        self.taken: Taken = {}
        self.forced: list[Edge] = [(kept[0], kept[1])] if kept else []
        self.ends: dict[Square, Edge] = {}  # of each strand, in the order of the path

    @classmethod
    def of(
        cls,
        edits: Edits,
        graph: Graph[Square],
        window: Collection[Square],
        kept: Sequence[Square],
    ) -> Generator[Progress, None, Contraction]:
        """Return the contraction for a window, in slices; all that is edited must be in it."""
        part, inside = cls(edits, kept), {*window}
        for turn, square in enumerate(sorted(inside), start=1):
            part.graph[square] = [other for other in graph[square] if other in inside]
            part.taken[square] = inside.intersection(edits.taken(square))
            if turn % SLICE_VERTICES == 0:
                yield Progress("factor")
        for a, b in edits.strands(inside):
            part.add(a, b)
            if len(part.ends) % SLICE_VERTICES == 0:
                yield Progress("factor")
        return part

    def add(self, a: Square, b: Square) -> None:
        """Add a strand from one square to another."""
        strand = FIRST_STRAND - len(self.ends)
        self.ends[strand] = a, b
        self.forced += (a, strand), (strand, b)
        self.graph[strand] = []
        self.taken[strand] = {a, b}
        self.taken[a].add(strand)
        self.taken[b].add(strand)

    def joined(self, chance: Random, shakes: int) -> Generator[Progress, None, bool]:
        """Return whether the tour is one ring now; its edits are what they were if it is not."""
        merge = Merge(self.graph, self.taken, self.forced, chance)
        if not (yield from merge.joined(shakes)):
            return False
        for square, taken in merge.taken.items():
            if square >= 0:
                self.edits.near[square] = [v if v >= 0 else self._onward(square, v) for v in taken]
        return True

    def _onward(self, square: Square, strand: Square) -> Square:
        before, after = self.edits.beside(square)
        return after if square == self.ends[strand][0] else before


def around(
    graph: Graph[Square], squares: Collection[Square], moves: int
) -> Generator[Progress, None, set[Square]]:
    """Return the squares so many moves around these, in slices."""
    inside = {*squares}
    for _ in range(moves):
        for turn, square in enumerate(tuple(inside), start=1):
            inside.update(graph[square])
            if turn % SLICE_VERTICES == 0:
                yield Progress("factor")
    return inside
