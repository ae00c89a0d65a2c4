"""What is said of a square that is pointed at, or has the focus. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.board import Square
from kt_core.graph import knight_graph, onward
from web.draw.moves import tells_counts
from web.question.question import Question
from web.search.outcome import NOTHING, Outcome
from web.view.words import counted


def spoken(question: Question, square: Square, seen: Outcome = NOTHING) -> str:
    """Return what there is to say of a square at the step that is seen.

    On the path "c2, step 2 of 20; next a1", off it "e5: two onward moves now, to c4 c6", and where
    nothing is visited "c4: eight moves, to a3 a5 …".
    """
    board, name, path = question.board, question.board.name(square), seen.path
    if square in board.holes:
        return f"{name} is a hole; {len(board):,} squares are left."
    if square in path:
        return f"{name}, {_place(question, square, seen)}"
    to = onward(knight_graph(board), frozenset(path), square)
    if not path:
        return f"{name}: {counted(len(to), 'move')}{', to ' if to else ''}{board.names(to)}"
    return f"{name}: {_onward_now(question, to)}"


def _place(question: Question, square: Square, seen: Outcome) -> str:
    """Return where a square stands on the path: "step 2 of 20; next a1"."""
    board, path = question.board, seen.path
    place = path.index(square) + 1
    step = f"step {place:,} of {len(path):,}"
    if place < len(path):
        return f"{step}; next {board.name(path[place])}"
    if seen.tour:
        back = f", and goes back to {board.name(path[0])}" if seen.tour.closed else ""
        return f"{step}: the tour ends here{back}"
    to = onward(knight_graph(board), frozenset(path), square)
    return f"{step}: the knight is here; {_onward_now(question, to)}"


def _onward_now(question: Question, to: Sequence[Square]) -> str:
    names = question.board.names(to)
    if not to:
        return "no onward move now"
    if not tells_counts(question):
        return f"onward now to {names}"
    return f"{counted(len(to), 'onward move')} now, to {names}"
