"""The gallery's tours in the page: the menu of them, and one of them as the answer."""

from __future__ import annotations

from dataclasses import replace

from kt_core.analysis import is_semi_magic, row_sums, symmetry
from kt_core.gallery import GALLERY
from kt_core.shapes import escaped
from kt_core.tour import Puzzle, Tour
from web.best import shown
from web.question import Question, short
from web.run import Outcome


def options() -> str:
    """Return the choices of the field "Famous tours", with none chosen."""
    choices = (f'<option value="{slug}">{escaped(_title(slug))}</option>' for slug in GALLERY)
    return '<option value="">Choose one to see it</option>' + "".join(choices)


def asked(question: Question, slug: str) -> Question:
    """Return the question that a famous tour answers, all of it shown."""
    if slug not in GALLERY:
        raise ValueError(f"{short(slug)} is not in the gallery; there are {', '.join(GALLERY)}")
    tour = GALLERY[slug].tour
    puzzle = Puzzle(tour.board, tour.path[0], None, tour.closed)
    return replace(question, puzzle=puzzle, famous=slug, step=None)


def told(slug: str) -> tuple[str, str, str]:
    """Return what a famous tour is, what is special about it, and where it is from: sentences."""
    famous, tour = GALLERY[slug], GALLERY[slug].tour
    kind = "a closed" if tour.closed else "an open"
    verdict = f"{_title(slug)}: {kind} tour of {tour.moves} moves."
    return verdict, _marvels(tour), f"Source: {famous.source}."


def _title(slug: str) -> str:
    name, year = GALLERY[slug].name, GALLERY[slug].year
    return name if year is None or str(year) in name else f"{name}, {year}"


def _marvels(tour: Tour) -> str:
    kept = symmetry(tour)
    turned = "It looks the same after every quarter turn. " if "rot90" in kept else ""
    turned = turned or ("It looks the same after half a turn. " if "rot180" in kept else "")
    summed = "Number its steps: every row and every column adds up to {:,}."
    return turned + (summed.format(row_sums(tour)[0]) if is_semi_magic(tour) else "")


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
