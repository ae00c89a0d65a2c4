"""Predict the next move of Warnsdorff's rule, and explain why others are wrong. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kt_core.language import N_, Sentence, paragraph
from web.search.recording import Options, SearchState, Trace, fewest_moves, options


@dataclass(frozen=True)
class Prediction:
    """The choices of Warnsdorff's rule at a moment of a search; vertices may have any type.

    All tied moves are right, whichever the search puts first. Moves that it prunes are wrong, and
    so are those that it has already tried here without success.

    >>> from web.question.question import Question
    >>> from web.search.watch import WatchedSearch
    >>> search = WatchedSearch(Question())
    >>> more = search.advance(2)
    >>> after = Prediction(search.trace(), search.recording.at(2))
    >>> after.right, after.sentence(25)
    ((4, 16), 'b4 leaves 5 moves, but e1 leaves 3.')
    """

    trace: Trace
    moment: SearchState

    @cached_property
    def options(self) -> Options:
        """The moves from the end of the path."""
        return options(self.trace, self.moment)

    @property
    def left(self) -> tuple[Any, ...]:
        """The moves that the search still has to try, in its order."""
        return self.options.listed[self.options.done :]

    @property
    def right(self) -> tuple[Any, ...]:
        """The right answers: the moves to try with the fewest onward moves; none at a dead end."""
        return tuple(fewest_moves({v: self.options.onward[v] for v in self.left}))

    def counts(self, chosen: Any) -> bool:
        """Return True if an answer counts as a guess: a legal move while there is one to guess."""
        return bool(self.right) and chosen in self.options.onward

    def sentence(self, chosen: Any) -> str:
        """Explain in one sentence why an answer is right or wrong."""
        here = self.trace.name(self.moment.path[-1])
        if len(self.moment.path) == len(self.trace.graph):
            return Sentence("Everything is visited: there is no next square to predict.")
        if not self.right:
            return self._goes_back(here)
        if not self.counts(chosen):
            return self._no_move(here, chosen)
        return self._right(chosen) if chosen in self.right else self._wrong(chosen)

    def _wrong(self, chosen: Any) -> str:
        first = self.right[0]
        fewest = self.options.onward[first]
        best = Sentence("{square} leaves {n}", square=self.trace.name(first), n=fewest)
        if chosen in self.left:
            return Sentence(
                "{leaves}, but {best}.", leaves=self._onward_sentence(chosen), best=best
            )
        skips = N_("{square} cannot lead to a tour, so the search skips it; {best}.")
        if chosen in self.options.tried:
            skips = N_("{square} was tried before, in vain, so the search skips it; {best}.")
        return Sentence(skips, square=self.trace.name(chosen), best=best)

    def _goes_back(self, here: str) -> str:
        back = N_("{square} has no move left, so the search goes back.")
        if self.options.tried:
            back = N_("{square} has no move left to try, so the search goes back.")
        elif self.options.onward:
            back = N_("{square} has no move that can lead to a tour, so the search goes back.")
        return Sentence(back, square=here)

    def _no_move(self, here: str, chosen: Any) -> str:
        if chosen == self.moment.path[-1]:
            return Sentence("You’re already on {square}. Pick its next square.", square=here)
        sentence = Sentence(
            "{here} to {square} is not a move.", here=here, square=self.trace.name(chosen)
        )
        if chosen in self.moment.path:
            step = self.moment.path.index(chosen) + 1
            sentence = Sentence(
                "{square} was visited before, as step {n}.", square=self.trace.name(chosen), n=step
            )
        return paragraph((sentence, Sentence("Pick the next square from {square}.", square=here)))

    def _onward_sentence(self, square: Any) -> str:
        return Sentence.plural(
            "{square} leaves {n} move",
            "{square} leaves {n} moves",
            self.options.onward[square],
            square=self.trace.name(square),
        )

    def _right(self, chosen: Any) -> str:
        takes = self.left[0]
        right = N_("Right: {leaves}, and none leaves fewer.")
        if len(self.right) > 1 and takes == chosen:
            right = N_("Right: {leaves}, and none leaves fewer; the search takes it, too.")
        elif len(self.right) > 1 and takes in self.right:
            right = N_(
                "Right: {leaves}, and none leaves fewer; {square} does as well, and the search"
                " takes that."
            )
        leaves, square = self._onward_sentence(chosen), self.trace.name(takes)
        return Sentence(right, leaves=leaves, square=square)
