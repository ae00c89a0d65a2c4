"""The gallery's tours in the page: the menu of them, and one of them as the answer."""

from __future__ import annotations

from dataclasses import replace

from kt_core.gallery import GALLERY
from kt_core.shapes import escaped
from kt_core.tour import Puzzle
from web.best import shown
from web.question import Question, short
from web.run import Outcome


def options() -> str:
    """Return the choices of the field "Famous tours", with none chosen."""
    choices = (
        f'<option value="{slug}">{escaped(tour.name)}</option>' for slug, tour in GALLERY.items()
    )
    return '<option value="">Choose one to see it</option>' + "".join(choices)


def asked(question: Question, slug: str) -> Question:
    """Return the question that a famous tour answers, all of it shown."""
    if slug not in GALLERY:
        raise ValueError(f"{short(slug)} is not in the gallery; there are {', '.join(GALLERY)}")
    tour = GALLERY[slug].tour
    puzzle = Puzzle(tour.board, tour.path[0], None, tour.closed)
    return replace(question, puzzle=puzzle, famous=slug, step=None)


class Shown:
    """A famous tour, which is there without any work."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def advance(self, count: int) -> bool:
        """Return that there is nothing to do."""
        return False

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the tour, as far as the question asks to see it."""
        tour = GALLERY[self.question.famous].tour
        return shown(self.question, Outcome(tour=tour, path=tour.path))
