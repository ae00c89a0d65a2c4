"""Predict the next move of Warnsdorff's rule, and explain why others are wrong. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kt_core.graph import Graph, KnightGraph, onward
from kt_core.language import Sentence, paragraph
from kt_core.orderings import Order, warnsdorff


@dataclass(frozen=True)
class Prediction:
    """The rule's choice after a path; vertices may have any type."""

    path: Sequence[Any]
    leaves: Mapping[Any, int]  # each legal move -> its number of onward moves
    tried: tuple[Any, ...]  # moves that the search still has to try, in its order
    given_up: tuple[Any, ...]  # moves that the search has already tried here without success
    whole: bool  # whether every vertex is visited
    name: Callable[[Any], str] = field(compare=False, repr=False)

    @property
    def right(self) -> tuple[Any, ...]:
        """The right answers: the moves to try with the fewest onward moves; none at a dead end."""
        fewest = min((self.leaves[v] for v in self.tried), default=0)
        return tuple(v for v in self.tried if self.leaves[v] == fewest)

    def counts(self, chosen: Any) -> bool:
        """Return True if an answer counts as a guess: a legal move while there is one to guess."""
        return bool(self.right) and chosen in self.leaves

    def sentence(self, chosen: Any) -> str:
        """Explain in one sentence why an answer is right or wrong."""
        here, name = self.name(self.path[-1]), self.name(chosen)
        if self.whole:
            return Sentence("Everything is visited: there is no next square to predict.")
        if not self.right:
            return self._goes_back(here)
        if not self.counts(chosen):
            return self._no_move(here, chosen)
        if chosen in self.right:
            return self._right(chosen)
        return self._wrong(chosen, name)

    def _wrong(self, chosen: Any, name: str) -> str:
        first = self.right[0]
        best = Sentence("{square} leaves {n}", square=self.name(first), n=self.leaves[first])
        if chosen in self.tried:
            return Sentence(
                "{leaves}, but {best}.", leaves=self._onward_sentence(chosen), best=best
            )
        if chosen in self.given_up:
            return Sentence(
                "{square} was tried before, in vain, so the search skips it; {best}.",
                square=name,
                best=best,
            )
        return Sentence(
            "{square} cannot lead to a tour, so the search skips it; {best}.",
            square=name,
            best=best,
        )

    def _goes_back(self, here: str) -> str:
        if self.given_up:
            return Sentence(
                "{square} has no move left to try, so the search goes back.", square=here
            )
        if self.leaves:
            return Sentence(
                "{square} has no move that can lead to a tour, so the search goes back.",
                square=here,
            )
        return Sentence("{square} has no move left, so the search goes back.", square=here)

    def _no_move(self, here: str, chosen: Any) -> str:
        if chosen == self.path[-1]:
            return Sentence("You’re already on {square}. Pick its next square.", square=here)
        sentence = Sentence(
            "{here} to {square} is not a move.", here=here, square=self.name(chosen)
        )
        if chosen in self.path:
            step = self.path.index(chosen) + 1
            sentence = Sentence(
                "{square} was visited before, as step {n}.", square=self.name(chosen), n=step
            )
        return paragraph((sentence, Sentence("Pick the next square from {square}.", square=here)))

    def _onward_sentence(self, square: Any) -> str:
        return Sentence.plural(
            "{square} leaves {n} move",
            "{square} leaves {n} moves",
            self.leaves[square],
            square=self.name(square),
        )

    def _right(self, chosen: Any) -> str:
        takes, leaves = self.tried[0], self._onward_sentence(chosen)
        if len(self.right) == 1 or takes not in self.right:
            return Sentence("Right: {leaves}, and none leaves fewer.", leaves=leaves)
        if takes == chosen:
            return Sentence(
                "Right: {leaves}, and none leaves fewer; the search takes it, too.", leaves=leaves
            )
        return Sentence(
            "Right: {leaves}, and none leaves fewer; {square} does as well, and the search takes"
            " that.",
            leaves=leaves,
            square=self.name(takes),
        )


def predict(
    graph: Graph[Any], path: Sequence[Any], order: Order = warnsdorff, left: Any = None
) -> Prediction:
    """Return the choices of Warnsdorff's rule after a path, among the moves that `order` lists.

    All tied moves are right, whichever the order puts first. Moves that the order prunes are wrong,
    and so are the square that the search has just `left` and those listed before it.

    >>> from kt_core.board import Board
    >>> from kt_core.graph import knight_graph
    >>> after = predict(knight_graph(Board(8, 8)), (0, 10))
    >>> after.right, after.sentence(25)
    ((4, 16), 'b4 leaves 5 moves, but e1 leaves 3.')
    """
    gray = dict.fromkeys(path)  # a dictionary, because `in` is fast for it
    leaves = {v: len(onward(graph, gray, v)) for v in onward(graph, gray, path[-1])}
    listed = tuple(v for v in order(graph, gray, path[-1]) if v in leaves)
    before = listed.index(left) + 1 if left in listed else 0
    name = graph.board.name if isinstance(graph, KnightGraph) else str
    is_complete = len(path) == len(graph)
    return Prediction(path, leaves, listed[before:], listed[:before], is_complete, name)
