"""What the moves that are forced from the beginning contradict: why exact search need not begin."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce

from kt_core.board import Square
from kt_core.cycle import Cycle
from kt_core.language import Sentence
from kt_core.methods.exact.edges import INSIDE, Edges
from kt_core.tour import NoTour


def _both(one: str, other: str) -> str:
    return Sentence("{one}, and {other}", one=one, other=other)


@dataclass(frozen=True)
class Contradiction:
    """The edges that nothing but the puzzle forced; vertices are numbered by their order."""

    cycle: Cycle
    edges: Edges
    order: Sequence[Square]

    def dead_end(self, stuck: int) -> NoTour:
        """Return the proof that this vertex cannot have two moves."""
        cycle, edges, square = self.cycle, self.edges, self.order[stuck]
        board = cycle.puzzle.board
        witness = {
            Sentence("forced moves"): self._squares({x for edge in edges.chosen for x in edge})
        }
        if square < 0:
            reason = Sentence("Forced moves leave no square where the tour could begin or end.")
            return NoTour(reason, "forced", witness)
        full, why = self._blocked(stuck)
        reason = Sentence(
            "Forced moves leave {square} without its two moves: {why}.",
            square=board.name(square),
            why=why,
        )
        return NoTour(
            reason, "forced", witness | {Sentence("dead end"): [square], Sentence("used up"): full}
        )

    def _blocked(self, stuck: int) -> tuple[list[Square], str]:
        """Return the neighbours whose moves are used up, and why all that are lost are lost."""
        edges, made = self.edges, {frozenset(edge) for edge in self.edges.chosen}
        around = set(self.cycle.graph[self.order[stuck]])
        near = {x for x, vertex in enumerate(self.order) if vertex in around}
        lost = {x for x in near if not edges.options[stuck] & edges.bit[x]}
        lost = {x for x in lost if frozenset((stuck, x)) not in made}
        over = {x for x in lost if edges.mate[x] == INSIDE}
        full = self._squares(over)
        why: list[str] = []
        if full:
            used = self.cycle.puzzle.board.names(full)
            why.append(Sentence("the moves of {squares} are used up", squares=used))
        if len(full) < len(over):
            why.append(Sentence("the tour begins and ends elsewhere"))
        if lost - over:
            why.append(Sentence("another move would close a circle too soon"))
        return full, reduce(_both, why)

    def cut_off(self, unreached: int) -> NoTour:
        """Return the proof that these vertices, as bits, cannot be reached from the others."""
        edges = self.edges
        part = self._squares(edges.members[unreached])
        rest = [x for x, other in enumerate(edges.mate) if other != INSIDE]
        witness = {
            Sentence("one part"): part,
            Sentence("the rest"): [s for s in self._squares(rest) if s not in part],
            Sentence("forced moves"): self._squares({x for edge in edges.chosen for x in edge}),
        }
        reason = Sentence(
            "Forced moves use up so many squares that the others fall into two parts."
        )
        return NoTour(reason, "forced", witness)

    def _squares(self, vertices: Collection[int]) -> list[Square]:
        return sorted(self.order[x] for x in vertices if self.order[x] >= 0)
