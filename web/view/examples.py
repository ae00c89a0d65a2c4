"""The examples in words: the menu of them, and what a tour of the gallery is. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escaped
from kt_core.gallery import GALLERY, Famous
from web.question.question import LETTERS


def options() -> str:
    """Return the choices of the field "Examples", but for the first, which is none of them."""
    tours = "".join(_option(slug, _title(each)) for slug, each in GALLERY.items())
    letters = _option(LETTERS, "A small graph: six vertices, A to F")
    return f'{letters}<optgroup label="Famous tours">{tours}</optgroup>'


def _option(slug: str, title: str) -> str:
    return f'<option value="{slug}">{escaped(title)}</option>'


def about(slug: str) -> tuple[str, str, str]:
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
