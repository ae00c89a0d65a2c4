"""The question's controls: what they show, and which of them apply to a question. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kt_core.board import Board
from kt_core.svg import is_large
from web.question.question import BEST, MOST_HOLES, SEEDED, Question


def values(question: Question) -> Mapping[str, str | bool]:
    """Return what each control shows, by its name in the form."""
    board, puzzle = question.board, question.puzzle
    return {
        "rows": str(board.rows),
        "columns": str(board.columns),
        "closed": puzzle.closed,
        "start": board.name(question.start),
        "end": "" if puzzle.end is None else board.name(puzzle.end),
        "holes": _holes(board),
        "ordering": question.ordering,
        "race": question.race,
        "seed": str(question.seed),
        "symmetry": question.symmetry,
        "prune": question.prune,
        "famous": question.famous,
    }


def has_options(question: Question) -> bool:
    """Return whether something is asked that the first view of the form does not show."""
    puzzle = question.puzzle
    set_ = (puzzle.end is not None, puzzle.board.holes, question.seed, question.symmetry)
    return any(set_) or bool(question.race) or not question.prune


def applies(question: Question, what: str) -> bool:
    """Return whether a control, a layer or another part of the page is of use for a question.

    >>> applies(Question(), "seed"), applies(Question(ordering="random"), "seed")
    (False, True)
    """
    return what not in _APPLIES or _APPLIES[what](question)


def _holes(board: Board) -> str:
    # The names of 300,000 would take a third of a second, at each look.
    if len(board.holes) > MOST_HOLES:
        return f"{len(board.holes):,} holes"
    return board.names(sorted(board.holes))


def _is_small(question: Question) -> bool:
    return not is_large(question.board)


def _is_searched(question: Question) -> bool:
    return question.ordering != BEST and not question.is_letters


def _is_of_a_board(question: Question) -> bool:
    return not question.is_letters


_APPLIES: Mapping[str, Callable[[Question], bool]] = {
    **dict.fromkeys(
        ("size", "closed", "start", "end", "holes", "ordering", "symmetry"), _is_of_a_board
    ),
    "seed": lambda question: question.ordering in SEEDED and not question.is_letters,
    "prune": _is_searched,
    "race": _is_searched,
    "modes": lambda question: question.can_be_watched and not question.is_letters,
    "steps": lambda question: question.mode != "play",
    "game": lambda question: question.mode == "play",
    "panels": lambda question: question.can_be_watched and question.mode == "watch",
    "layers": _is_of_a_board,
    **dict.fromkeys(("graph", "numbers", "degrees", "names"), _is_small),
}
