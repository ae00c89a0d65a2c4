"""The caption of an embed as regions of the page: what is asked, and the way to the page. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.orderings import ordering
from web.question import address
from web.question.question import BEST, Question
from web.state.state import State
from web.view.look import Regions, plain, text

OWN = ("embed", "loading", "theme", "panels", "splice")  # that concern the frame alone


def caption(state: State) -> Regions:
    """Return what stands above the figure, where it stands in another page."""
    question = state.question
    yield "#about", text(about(question))
    yield "#whole", plain(href=whole(question))


def about(question: Question) -> str:
    """Return the question in a line: "Open tour on 8 × 8 from a1 · Warnsdorff"."""
    if question.is_letters:
        return "A search of the textbook’s graph of six vertices"
    board, puzzle = question.board, question.puzzle
    kind = "Closed" if puzzle.closed else "Open"
    end = "" if puzzle.end is None else f" to {board.name(puzzle.end)}"
    holes = len(board.holes)
    cut = f", {holes:,} hole{'' if holes == 1 else 's'}" if holes else ""
    tour = f"{kind} tour on {board.rows} × {board.columns}{cut} from {board.name(question.start)}"
    return f"{tour}{end}{_method(question)}"


def whole(question: Question) -> str:
    """Return the link to the same question in the whole page, seen from this one.

    >>> whole(Question(kept=(("embed", "1"), ("lock", "start"))))
    '#lock=start'
    """
    kept = tuple((key, value) for key, value in question.kept if key not in OWN)
    return address.write(replace(question, kept=kept)) or "#"


def _method(question: Question) -> str:
    if question.is_shown or question.mode == "play":
        return ""
    first = _title(question.ordering)
    if question.is_race:
        return f"\u00a0· {first} against {_title(question.race)}"
    return f"\u00a0· {first}"


def _title(name: str) -> str:
    return "Best method" if name == BEST else ordering(name).title
