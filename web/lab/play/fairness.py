"""Whether a task is fair: the scores of blind guesses, and the starts without a tour. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from kt_core.solve import solving
from kt_core.tour import NoTour, Puzzle, Undecided
from web.lab.play.predict import Prediction, predict
from web.lab.search.watch import WatchedSearch
from web.question.question import Question, Settings

MOST_STEPS = 400  # of the search that are counted, so that a large board takes no longer
REMEMBERED = 20  # questions, or puzzles


@dataclass(frozen=True)
class BlindScores:
    """The number of guesses in a search, and how many of them each blind strategy gets right."""

    guesses: int = 0
    lowest: int = 0  # by always choosing the first reachable square
    highest: int = 0  # by always choosing the last one
    random: float = 0.0  # by choosing at random, on average

    @property
    def best(self) -> float:
        """The share of right guesses of the best strategy; 1 if there is nothing to guess."""
        right = max(self.lowest, self.highest, self.random)
        return right / self.guesses if self.guesses else 1.0

    def with_guess(self, prediction: Prediction) -> BlindScores:
        """Return the scores with one more guess, if this is one."""
        if not prediction.right:
            return self
        moves = sorted(prediction.leaves)
        return BlindScores(
            self.guesses + 1,
            self.lowest + (moves[0] in prediction.right),
            self.highest + (moves[-1] in prediction.right),
            self.random + len(prediction.right) / len(moves),
        )


def blind_scores(question: Question) -> BlindScores:
    """Return the scores for the first steps of a question's search."""
    return _blind_scores(replace(question, show=(), step=None, settings=Settings()))


@lru_cache(REMEMBERED)
def _blind_scores(question: Question) -> BlindScores:
    search = WatchedSearch(question)
    if not search.recordings:
        return BlindScores()
    search.recordings[0].pull(MOST_STEPS)
    trace = search.answer().traces[0]
    scores = BlindScores()
    for step in range(1, trace.length + 1):
        moment = trace.at(step)
        if moment.found or not moment.path:
            break
        scores = scores.with_guess(
            predict(trace.graph, moment.path, trace.order, moment.backtracked_from)
        )
    return scores


MOST_SQUARES = 100  # of a board whose starts are all tested
SLICES = 5  # of work for each start; almost every answer takes one


@lru_cache(REMEMBERED)
def hopeless_starts(puzzle: Puzzle) -> int:
    """Return the number of starts provably without a tour; 0 for boards with too many squares.

    The end stays fixed, except in the search that starts on it, which may end anywhere.

    >>> from kt_core import Board
    >>> hopeless_starts(Puzzle(Board(5, 5)))
    12
    """
    if len(puzzle.board) > MOST_SQUARES:
        return 0
    return sum(_is_hopeless(_from(puzzle, start)) for start in puzzle.board)


def _from(puzzle: Puzzle, start: int) -> Puzzle:
    end = None if puzzle.end == start else puzzle.end
    return replace(puzzle, start=start, end=end, symmetry=None)


def _is_hopeless(puzzle: Puzzle) -> bool:
    try:
        with suppress(Undecided):
            for _slice in solving(puzzle, budget=SLICES):
                pass
    except NoTour:
        return True
    return False
