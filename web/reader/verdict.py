"""The truth about a game: a tour that goes on from here, or proof that none does. Pure.

Where the search has settled neither, the verdict says so.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.language import Sentence, joined
from kt_core.solve import solving
from kt_core.tour import NoTour, Tour, Undecided
from web.reader.game import Game

BUDGET_EVENTS = 1_000_000  # events of the search, for each path that is asked about: some seconds
_WHOLE = {"game", "search"}  # proofs whose reasons speak of whole paths, not of what is left


@dataclass(frozen=True)
class Verdict:
    """Whether a tour goes on from here: it does with `tour`, not with `reason`, else nobody knows.

    The last tour was lost by one of the moves `since`, first to last, in most cases a single one;
    move 0 is the choice of the first square.
    """

    tour: Tour | None = None
    reason: NoTour | None = None  # why there is none after the last of those moves
    since: tuple[int, int] = (0, 0)

    def said(self, game: Game) -> str:
        """Return the verdict as a sentence or two."""
        if self.tour:
            left = len(game.path) < len(game.board)
            return Sentence("From here a tour still exists.") if left else Sentence("Won!")
        if not self.reason:
            return Sentence("Whether a tour still exists cannot be told yet.")
        first, last = self.since
        name = game.board.name
        if last == 0:
            start = Sentence("There is no such tour from {square}.", square=name(game.path[0]))
            return joined((start, self.reason.reason))
        move = Sentence(
            "move {n}, {start} to {end}",
            n=last,
            start=name(game.path[last - 1]),
            end=name(game.path[last]),
        )
        what = self.reason.reason
        if self.reason.proof not in _WHOLE:
            what = Sentence("Of what is left then: {reason}", reason=what)
        return joined((_since_when(move, first, last), what))


def _since_when(move: str, first: int, last: int) -> str:
    if first == last:
        return Sentence("A tour no longer exists, since {move}.", move=move)
    if first:
        return Sentence(
            "A tour no longer exists, since {move}, or one before it, from move {n} on.",
            move=move,
            n=first,
        )
    return Sentence("A tour no longer exists, since {move}, or from the start.", move=move)


def verdict(game: Game, budget: int = BUDGET_EVENTS) -> Generator[Progress, None, Verdict]:
    """Return the verdict, in slices: yields `Progress` every few milliseconds.

    Each path that is asked about may cost `budget` events of a search.
    """
    answer = yield from _answer(game, budget)
    if isinstance(answer, NoTour):
        return (yield from _since(game, answer, budget))
    return Verdict(tour=answer)


def _since(game: Game, reason: NoTour, budget: int) -> Generator[Progress, None, Verdict]:
    # A tour that goes on from a path goes on from each of its beginnings, so the beginnings with a
    # tour are the shorter ones, those without are the longer ones, and halving finds the border.
    # One that is not settled counts as neither: the border is then sought above it, and the verdict
    # says how far down it may lie.
    path = game.path
    proven, low, lost = 0, 0, len(path)  # squares of beginnings: with a tour, looked at, without
    while lost - low > 1:
        middle = (low + lost) // 2
        answer = yield from _answer(replace(game, path=path[:middle]), budget)
        if isinstance(answer, NoTour):
            lost, reason = middle, answer
        else:
            proven = _common(answer.path, path) if answer else proven
            low = max(middle, proven)
    return Verdict(reason=reason, since=(proven, lost - 1))


def _answer(game: Game, budget: int) -> Generator[Progress, None, Tour | NoTour | None]:
    try:
        rest = yield from solving(game.left(), None, budget)
    except NoTour as no:
        return no.with_traceback(None)
    except Undecided:
        return None
    return game.continued(rest)


def _common(a: tuple[Square, ...], b: tuple[Square, ...]) -> int:
    """Return how many squares two paths share from their start."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(b))
