"""What the page says while the reader plays or predicts. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kt_core.language import N_, _, joined, ngettext, said
from web.view.counts import clauses, kind_of, number, ways

if TYPE_CHECKING:
    from web.reader.game import Game

RULE = N_("Click the square, by Warnsdorff’s rule: the move that leaves the fewest onward moves.")


def asking(here: str) -> tuple[str, str]:
    """Return the question to a reader who predicts, with the knight on a square of this name."""
    return _("The knight is on {square}. Where does the search go next?", square=here), _(RULE)


def standing(game: Game, *, asked: int = 0, fixed: bool = False) -> tuple[str, str]:
    """Return how the game stands: a sentence, and what can be done; a `fixed` start stays."""
    name, here = game.board.name, game.path[-1]
    if game.tour:
        whose = _("with {hints}", hints=hints(asked)) if asked else _("all your own")
        return _("Well done: {kind}, {whose}.", kind=kind_of(game.tour), whose=whose), ""
    far = _("{n:,} of {total:,} squares", n=len(game.path), total=len(game.board))
    if game.over:
        whole = len(game.path) == len(game.board)
        why = _("it is no such tour") if whole else _("every move leads to a visited square")
        return (
            _("Stuck on {square} after {far}: {why}.", square=name(here), far=far, why=why),
            _("Undo takes moves back; a click on a visited square goes back to it."),
        )
    if len(game.path) == 1:
        can = _("Click a square that is lit, or Tab to the board and use arrows and Enter.")
        elsewhere = "" if fixed else _("Any other square moves the start.")
        told = said(joined((can, elsewhere)))
        return _("Your move: the knight is on {square}.", square=name(here)), told
    moves, step = ways(len(game.legal)), len(game.path) - 1
    far = clauses(far, hints(asked)) if asked else far
    move = _(
        "Move {n:,}: {square}, with {moves} from there.", n=step, square=name(here), moves=moves
    )
    return move, _("{far}.", far=far)


def hints(count: int) -> str:
    """Return a number of hints: "two hints"."""
    return ngettext("{number} hint", "{number} hints", count, number=number(count))


def score(right: int, all_of_them: int) -> str:
    """Return how many predictions were right."""
    if not all_of_them:
        return ""
    return _("{right} of {n} right so far.", right=right, n=all_of_them)
