"""The examples in the page: the menu of them, and a tour of the gallery as the answer."""

from __future__ import annotations

from dataclasses import replace

from kt_core.drawing.shapes import escaped
from kt_core.gallery import GALLERY, Famous
from kt_core.tour import Puzzle
from web.question.question import LETTERS, Question, short
from web.search.best import shown
from web.search.run import Outcome


def options() -> str:
    """Return the choices of the field "Examples", with none chosen."""
    tours = "".join(_option(slug, _title(each)) for slug, each in GALLERY.items())
    return (
        '<option value="">Choose one to see it</option>'
        f"{_option(LETTERS, 'A small graph: six vertices, A to F')}"
        f'<optgroup label="Famous tours">{tours}</optgroup>'
    )


def _option(slug: str, title: str) -> str:
    return f'<option value="{slug}">{escaped(title)}</option>'


def asked(question: Question, slug: str) -> Question:
    """Return the question that an example answers: a famous tour, all of it shown."""
    watched = replace(question, famous=slug, given=(), race="", mode="watch")
    if slug == LETTERS:
        return replace(watched, step=0)
    if slug not in GALLERY:
        known = ", ".join((LETTERS, *GALLERY))
        raise ValueError(f"{short(slug)} is not in the gallery; there are {known}")
    tour = GALLERY[slug].tour
    puzzle = Puzzle(tour.board, tour.path[0], None, tour.closed)
    return replace(watched, puzzle=puzzle, step=None)


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

    runs = ()

    def __init__(self, question: Question) -> None:
        self.question = question

    def advance(self, count: int) -> bool:
        """Return that there is nothing to do."""
        return False

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the tour, as far as the question asks to see it."""
        return shown(self.question, self.whole(milliseconds))

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the tour."""
        tour = GALLERY[self.question.famous].tour
        return Outcome(tour=tour, path=tour.path)
