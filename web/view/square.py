"""What is said of a square that is pointed at, or has the focus. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.board import Square
from kt_core.graph import knight_graph, onward
from kt_core.language import _, ngettext
from web.draw.moves import tells_counts
from web.question.question import Question
from web.search.outcome import NOTHING, Outcome
from web.view.counts import number, ways


def spoken(question: Question, square: Square, seen: Outcome = NOTHING) -> str:
    """Return what there is to say of a square at the step that is seen.

    On the path "c2, step 2 of 20; next a1", off it "e5: two onward moves now, to c4 c6", and where
    nothing is visited "c4: eight moves, to a3 a5 …".
    """
    board, name, path = question.board, question.board.name(square), seen.path
    if square in board.holes:
        return _("{square} is a hole; {n:,} squares are left.", square=name, n=len(board))
    if square in path:
        return _("{square}, {what}", square=name, what=_place(question, square, seen))
    to = onward(knight_graph(board), frozenset(path), square)
    if not path:
        if not to:
            return _("{square}: {what}", square=name, what=ways(0))
        moves = ways(len(to))
        return _("{square}: {moves}, to {to}", square=name, moves=moves, to=board.names(to))
    return _("{square}: {what}", square=name, what=_onward_now(question, to))


def _place(question: Question, square: Square, seen: Outcome) -> str:
    """Return where a square stands on the path: "step 2 of 20; next a1"."""
    board, path = question.board, seen.path
    place = path.index(square) + 1
    step = _("step {n:,} of {total:,}", n=place, total=len(path))
    if place < len(path):
        return _("{step}; next {square}", step=step, square=board.name(path[place]))
    if seen.tour and seen.tour.closed:
        first = board.name(path[0])
        return _("{step}: the tour ends here, and goes back to {square}", step=step, square=first)
    if seen.tour:
        return _("{step}: the tour ends here", step=step)
    to = onward(knight_graph(board), frozenset(path), square)
    return _("{step}: the knight is here; {what}", step=step, what=_onward_now(question, to))


def _onward_now(question: Question, to: Sequence[Square]) -> str:
    names = question.board.names(to)
    if not to:
        return _("no onward move now")
    if not tells_counts(question):
        return _("onward now to {squares}", squares=names)
    return ngettext(
        "{number} onward move now, to {squares}",
        "{number} onward moves now, to {squares}",
        len(to),
        number=number(len(to)),
        squares=names,
    )
