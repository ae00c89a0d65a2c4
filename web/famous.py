"""The gallery's tours in the page: the menu of them, and one of them as the answer."""

from __future__ import annotations

from dataclasses import replace

from kt_core.gallery import GALLERY, Famous
from kt_core.shapes import escaped
from kt_core.tour import Puzzle
from web.best import shown
from web.question import Question, short
from web.run import Outcome


def options() -> str:
    """Return the choices of the field "Famous tours", with none chosen."""
    choices = (
        f'<option value="{slug}">{escaped(_title(each))}</option>' for slug, each in GALLERY.items()
    )
    return '<option value="">Choose one to see it</option>' + "".join(choices)


def asked(question: Question, slug: str) -> Question:
    """Return the question that a famous tour answers, all of it shown."""
    if slug not in GALLERY:
        raise ValueError(f"{short(slug)} is not in the gallery; there are {', '.join(GALLERY)}")
    tour = GALLERY[slug].tour
    puzzle = Puzzle(tour.board, tour.path[0], None, tour.closed)
    return replace(question, puzzle=puzzle, famous=slug, given=(), step=None)


def told(slug: str) -> tuple[str, str, str]:
    """Return what a famous tour is, what is special about it, and where it is from: sentences."""
    famous = GALLERY[slug]
    kind = "a closed" if famous.closed else "an open"
    verdict = f"{_title(famous)}: {kind} tour of {famous.tour.moves} moves."
    return verdict, _marvels(famous), f"Source: {famous.source}."


def _title(famous: Famous) -> str:
    """Return what a tour is called in the menu: "Euler, by half-boards (1759)"."""
    size = str(famous.board)
    more = [str(famous.year or ""), "" if size == "8x8" else size]
    known = ", ".join(filter(None, more))
    return f"{famous.name} ({known})" if known else famous.name


def _marvels(famous: Famous) -> str:
    said, side = [], famous.board.columns
    if "rot90" in famous.symmetry:
        said.append("It looks the same after every quarter turn.")
    elif "rot180" in famous.symmetry:
        said.append("It looks the same after half a turn.")
    if famous.semi_magic:  # so each row has its share of 1 + 2 + ... + side * side
        each = side * (side * side + 1) // 2
        said.append(f"Number its steps: every row and every column adds up to {each}.")
    return " ".join(said)


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
