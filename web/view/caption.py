"""The caption of an embed as regions of the page: what is asked, and the way to the page. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.board import Board
from kt_core.language import _, ngettext
from web.draw.patch import Patches, attributes, text
from web.question import address
from web.question.keys import key_names
from web.question.question import BEST, Question, title_of
from web.state.state import State

FRAME_KEYS = key_names(lambda key: key.page or key.embed)  # what concerns the frame alone


def caption(state: State) -> Patches:
    """Return what stands above the figure, where it stands in another page."""
    question = state.question
    yield "#about", text(about(question))
    yield "#whole", attributes(href=whole(question))


def about(question: Question) -> str:
    """Return the question in a line: "Open tour on 8 × 8 from a1 · Warnsdorff"."""
    if question.is_letters:
        return _("A search of the textbook’s graph of six vertices")
    board, puzzle = question.board, question.puzzle
    where = {"board": _board(board), "start": board.name(question.start)}
    if puzzle.closed:
        tour = _("Closed tour on {board} from {start}", **where)
    elif puzzle.end is None:
        tour = _("Open tour on {board} from {start}", **where)
    else:
        end = board.name(puzzle.end)
        tour = _("Open tour on {board} from {start} to {end}", **where, end=end)
    method = _method(question)
    return f"{tour}\u00a0· {method}" if method else tour


def whole(question: Question) -> str:
    """Return the link to the same question in the whole page, seen from this one.

    >>> whole(Question(kept=(("embed", "1"), ("lock", "start"))))
    '#lock=start'
    """
    kept = tuple((key, value) for key, value in question.kept if key not in FRAME_KEYS)
    return address.write(replace(question, kept=kept)) or "#"


def _method(question: Question) -> str:
    if question.is_shown or question.mode == "play":
        return ""
    first = _title(question.ordering)
    if question.is_race:
        return _("{one} against {other}", one=first, other=_title(question.race))
    return first


def _board(board: Board) -> str:
    sides = {"rows": board.rows, "columns": board.columns}
    if board.holes:
        return ngettext(
            "{rows} × {columns}, {n:,} hole",
            "{rows} × {columns}, {n:,} holes",
            len(board.holes),
            **sides,
        )
    return _("{rows} × {columns}", **sides)


def _title(name: str) -> str:
    return _("Best method") if name == BEST else _(title_of(name))
