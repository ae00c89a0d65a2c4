"""What lies open from a square: the moves to look at, to choose from, or to make. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kt_core import svg
from kt_core.board import Square
from web.draw.board import EMPTY
from web.draw.patch import Lazy
from web.question.question import Question
from web.search.outcome import NOTHING, Outcome

if TYPE_CHECKING:  # which a page starts without
    from web.reader.game import Game
    from web.search.trace import Options


def pointed(question: Question, square: Square, seen: Outcome = NOTHING) -> Lazy:
    """Return the onward moves from a square as they are now, drawn above the board.

    Without a path, or with a tour, they are all its moves; none from a hole. Onward moves are not
    counted behind a tour, which leaves none, nor for a reader who is to count them.
    """
    board, counted = question.board, tells_counts(question) and not seen.tour
    if square not in board or question.is_letters or svg.is_large(board):
        return EMPTY
    return Lazy(svg.moves, board, square, () if seen.tour else seen.path, counted=counted)


def tells_counts(question: Question) -> bool:
    """Return whether onward moves are told: not to a reader who predicts by them, unless shown."""
    return question.mode != "predict" or "degrees" in question.show


def choices(question: Question, square: Square, options: Options, *, told: bool) -> Lazy:
    """Return what a search can do from a square; `told` is whether it shows what it does next."""
    if svg.is_large(question.board) or not {"path", "degrees"} & set(question.show):
        return EMPTY
    chosen = options.chosen if told else None
    counts: Mapping[Square, int | None] = options.onward
    if not tells_counts(question):
        counts = dict.fromkeys(options.onward)
    return Lazy(
        svg.choices,
        question.board,
        square,
        counts,
        chosen=chosen,
        tried=options.tried,
        skipped=options.skipped if told else (),
    )


def legal(question: Question, game: Game, hinted: Square | None = None) -> Lazy:
    """Return where the knight may go in a game, as drawn above the board; one may be hinted at.

    The onward moves stand there where degrees are shown.
    """
    counts = game.legal if "degrees" in question.show else {}
    return Lazy(svg.legal, question.board, game.legal, counts, hinted)
