"""Squares that lack a move of a two-factor, helped two at a time along augmenting paths.

C. Berge, Proc. Nat. Acad. Sci. 43 (1957) 842. The moves of such a path are in turn taken and given
up, so no other square notices. It is led straight to the nearest square in want, past few others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from heapq import heappop, heappush
from itertools import count

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.methods.repair.edits import Edits

NEAR_REACHED = 300  # squares looked at around a square in want before one far away is aimed at
MOST_REACHED = 30_000  # squares looked at before a square is not to be helped
MOST_AIMS = 4  # squares far away that are aimed at in turn
SLICE_REACHED = 200  # of them between two words of progress

Far = Callable[[Square], int]


class Augment:
    """Squares of two colours that lack moves in the edits of a tour, all moves from `graph`."""

    def __init__(
        self, board: Board, graph: Graph[Square], edits: Edits, kept: Sequence[Square]
    ) -> None:
        self.board, self.graph, self.edits, self.kept = board, graph, edits, frozenset(kept)
        self.lacking = Counter(lacking(board, edits))

    def helped(self) -> Generator[Progress, None, bool]:
        """Return whether every square has its two moves now."""
        for source in [s for s in self.lacking if self.board.colour(s) == 0]:
            while self.lacking[source] > 0:
                if not (yield from self._is_helped(source)):
                    return False
        return not +self.lacking

    def _is_helped(self, source: Square) -> Generator[Progress, None, bool]:
        """Return whether a square has one move more now."""
        if (yield from self._augmented(source, None, NEAR_REACHED)):
            return True
        # The nearest may be out of reach, as in a corner that has too few for all; others are not.
        for aim in self._aims(source):
            if (yield from self._augmented(source, aim, MOST_REACHED)):
                return True
        return False

    def _aims(self, source: Square) -> Sequence[Square]:
        """Return light squares in want, the nearest first."""
        light = [s for s, lack in self.lacking.items() if lack > 0 and self.board.colour(s) == 1]
        return sorted(light, key=self._far(source))[:MOST_AIMS]

    def _far(self, aim: Square | None) -> Far:
        columns = self.board.columns
        if aim is None:
            return lambda square: 0
        row, column = divmod(aim, columns)
        return lambda s: (s // columns - row) ** 2 + (s % columns - column) ** 2

    def _augmented(
        self, source: Square, aim: Square | None, most: int
    ) -> Generator[Progress, None, bool]:
        graph, edits, lacking, kept = self.graph, self.edits, self.lacking, self.kept
        far, turn, told = self._far(aim), count(), 0
        came: dict[Square, Square] = {}
        reached = [(0, 0, source)]
        while reached and len(came) < most:
            vertex = heappop(reached)[2]
            taken = edits.taken(vertex)
            for other in graph[vertex]:
                if other in came or other in taken:
                    continue
                came[other] = vertex
                if lacking[other] > 0:
                    self._change(source, other, came)
                    return True
                for further in edits.taken(other):
                    keeps = other in kept and further in kept
                    if further not in came and further != source and not keeps:
                        came[further] = other
                        heappush(reached, (far(further), next(turn), further))
            if len(came) > told + SLICE_REACHED:
                told = len(came)
                yield Progress("factor")
        return False

    def _change(self, source: Square, last: Square, came: dict[Square, Square]) -> None:
        edits, other = self.edits, last
        self.lacking.subtract((source, last))
        while True:
            vertex = came[other]
            edits.take(vertex, other)
            if vertex == source:
                return
            other = came[vertex]
            edits.drop(vertex, other)


def lacking(board: Board, edits: Edits) -> dict[Square, int]:
    """Return the squares that lack moves, and how many."""
    edited = ((square, 2 - len(near)) for square, near in edits.near.items() if square in board)
    return {square: lack for square, lack in edited if lack > 0}
