"""The question's controls: what they show, and which of them apply to a question. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.svg import is_large
from web.question.question import BEST, SHOWABLE, Question

#: The orderings whose tour depends on the seed.
BY_CHANCE = frozenset(("random", BEST))


def values(question: Question) -> Mapping[str, str | bool]:
    """Return what each control shows, by its name in the form."""
    board, puzzle = question.board, question.puzzle
    return {
        "rows": str(board.rows),
        "columns": str(board.columns),
        "closed": puzzle.closed,
        "start": board.name(question.start),
        "end": "" if puzzle.end is None else board.name(puzzle.end),
        "holes": board.names(sorted(board.holes)),
        "ordering": question.ordering,
        "race": question.race,
        "seed": str(question.seed),
        "prune": question.prune,
        "famous": question.famous,
    }


def applies(question: Question, what: str) -> bool:
    """Return whether a control, a layer or another part of the page is of use for a question.

    >>> applies(Question(), "seed"), applies(Question(ordering="random"), "seed")
    (False, True)
    """
    large, best = is_large(question.board), question.ordering == BEST
    known = {
        "seed": question.ordering in BY_CHANCE,
        "prune": not best,
        "race": not best,
        "modes": question.can_be_watched and not question.is_letters,
        "steps": question.can_be_watched and question.mode != "play",
        "game": question.mode == "play",
        "panels": question.can_be_watched and question.mode == "watch",
        "layers": not question.is_letters,
        "rival": question.is_race,
        **dict.fromkeys(SHOWABLE, not large),
        "path": True,
    }
    return known.get(what, True)
