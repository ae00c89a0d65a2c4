"""Predict: which squares Warnsdorff's rule may take next, and why not another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kt_core.graph import Graph, KnightGraph, onward
from kt_core.orderings import Order, warnsdorff


@dataclass(frozen=True)
class Prediction:
    """What the rule says after a path; vertices are whatever the graph has."""

    path: Sequence[Any]
    leaves: Mapping[Any, int]  # each move that there is -> the moves that it leaves
    tried: tuple[Any, ...]  # those that the search has still to try, in its order
    given_up: tuple[Any, ...]  # those that it has tried here before, in vain
    whole: bool  # whether nothing is left to visit
    name: Callable[[Any], str] = field(compare=False, repr=False)

    @property
    def right(self) -> tuple[Any, ...]:
        """The right answers: every move tried that leaves the fewest; none at a dead end."""
        fewest = min((self.leaves[v] for v in self.tried), default=0)
        return tuple(v for v in self.tried if self.leaves[v] == fewest)

    def counts(self, chosen: Any) -> bool:
        """Return whether an answer is a guess: a move, where there is one to be guessed."""
        return bool(self.right) and chosen in self.leaves

    def said(self, chosen: Any) -> str:
        """Return one sentence about an answer: that it is right, or why not."""
        here, name = self.name(self.path[-1]), self.name(chosen)
        if self.whole:
            return "Everything is visited: there is no next square to predict."
        if not self.right:
            return f"{here} has {self._nothing()}, so the search goes back."
        if not self.counts(chosen):
            return f"{self._no_move(here, chosen)} That is no guess; choose a move from {here}."
        if chosen in self.right:
            return f"Right: {self._left_by(chosen)}, and none leaves fewer{self._tie(chosen)}."
        best = self._left_by(self.right[0], noun=False)
        if chosen not in self.tried:
            why = (
                "was tried before, in vain" if chosen in self.given_up else "cannot lead to a tour"
            )
            return f"{name} {why}, so the search skips it; {best}."
        return f"{self._left_by(chosen)}, but {best}."

    def _nothing(self) -> str:
        if self.given_up:
            return "no move left to try"
        return "no move that can lead to a tour" if self.leaves else "no move left"

    def _no_move(self, here: str, chosen: Any) -> str:
        if chosen == self.path[-1]:
            return f"The knight is on {here} now."
        if chosen in self.path:
            step = self.path.index(chosen) + 1
            return f"{self.name(chosen)} was visited before, as step {step}."
        return f"{here} to {self.name(chosen)} is not a move."

    def _left_by(self, square: Any, *, noun: bool = True) -> str:
        count = self.leaves[square]
        moves = f" move{'s' * (count != 1)}" if noun else ""
        return f"{self.name(square)} leaves {count}{moves}"

    def _tie(self, chosen: Any) -> str:
        takes = self.tried[0]
        if len(self.right) == 1 or takes not in self.right:
            return ""
        if takes == chosen:
            return "; the search takes it, too"
        return f"; {self.name(takes)} does as well, and the search takes that"


def predict(
    graph: Graph[Any], path: Sequence[Any], order: Order = warnsdorff, left: Any = None
) -> Prediction:
    """Return what Warnsdorff's rule may take after a path, where `order` says what is tried.

    All that tie are right, whichever of them the order takes. Moves that the order leaves out, as
    a pruned one does, are not; nor is a square that the search has just `left`, nor one before it.

    >>> from kt_core.board import Board
    >>> from kt_core.graph import knight_graph
    >>> after = predict(knight_graph(Board(8, 8)), (0, 10))
    >>> after.right, after.said(25)
    ((4, 16), 'b4 leaves 5 moves, but e1 leaves 3.')
    """
    gray = dict.fromkeys(path)  # with a fast `in`
    leaves = {v: len(onward(graph, gray, v)) for v in onward(graph, gray, path[-1])}
    listed = tuple(v for v in order(graph, gray, path[-1]) if v in leaves)
    before = listed.index(left) + 1 if left in listed else 0
    name = graph.board.name if isinstance(graph, KnightGraph) else str
    whole = len(path) == len(graph)
    return Prediction(path, leaves, listed[before:], listed[:before], whole, name)
