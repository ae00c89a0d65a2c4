"""What the page says while the reader plays or predicts. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.view.words import counted

if TYPE_CHECKING:
    from web.reader.game import Game

RULE = "Click the square, by Warnsdorff's rule: the move that leaves the fewest onward moves."


def asking(here: str) -> tuple[str, str]:
    """Return the question to a reader who predicts, with the knight on a square of this name."""
    return f"The knight is on {here}. Where does the search go next?", RULE


def standing(game: Game, *, hints: int = 0, fixed: bool = False) -> tuple[str, str]:
    """Return how the game stands: a sentence, and what can be done; a `fixed` start stays."""
    name, here = game.board.name, game.path[-1]
    if game.tour:
        kind = "a closed" if game.tour.closed else "an open"
        whose = f"with {counted(hints, 'hint')}" if hints else "all your own"
        return f"Well done: {kind} tour of {game.tour.moves:,} moves, {whose}.", ""
    far = f"{len(game.path):,} of {len(game.board):,} squares"
    if game.over:
        whole = len(game.path) == len(game.board)
        why = "it is no such tour" if whole else "every move leads to a visited square"
        return (
            f"Stuck on {name(here)} after {far}: {why}.",
            "Undo takes moves back; a click on a visited square goes back to it.",
        )
    if len(game.path) == 1:
        elsewhere = "" if fixed else " Any other square moves the start."
        can = (
            f"Click a square that is lit, or Tab to the board and use arrows and Enter.{elsewhere}"
        )
        return f"Your move: the knight is on {name(here)}.", can
    moves, helped = counted(len(game.legal), "move"), f", {counted(hints, 'hint')}" * bool(hints)
    return f"Move {len(game.path) - 1:,}: {name(here)}, with {moves} from there.", f"{far}{helped}."


def score(right: int, all_of_them: int) -> str:
    """Return how many predictions were right."""
    return f"{right} of {all_of_them} right so far." if all_of_them else ""
