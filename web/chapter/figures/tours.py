"""The figure of a tour that is read step by step. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.gallery import GALLERY
from kt_core.language import N_
from web.chapter.figures.layout import DRAWING, drawing, layer, paragraph, slider
from web.chapter.text import Values, translation
from web.draw.patch import Lazy, Patches


def tour_regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Yield the board with the part of the tour that has been read."""
    key, step = words[0], values[0]
    yield DRAWING, Lazy(_tour_ground, key)
    yield layer("read"), Lazy(_path_so_far, key, step)
    yield " [name=step]", slider(step, tour_sentence(words, values, language))


def tour_sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Describe the position on the tour in a sentence."""
    famous, step = GALLERY[words[0]], values[0]
    name, of = famous.board.name(famous.tour.path[step]), len(famous.board)
    if step == of - 1:
        text = N_("All {of} squares; the last is {name}.")
        more = N_("One more move would lead back to the first: the tour is closed.")
        back = (translation(language, more),) if famous.tour.closed else ()
        return paragraph(language, translation(language, text, of=of, name=name), *back)
    return translation(language, "Square {step} of {of}: {name}.", step=step + 1, of=of, name=name)


def _tour_ground(key: str) -> Iterator[str]:
    board = GALLERY[key].board
    yield drawing(board, "", (svg.squares(board), svg.coordinates(board)), "read")


def _path_so_far(key: str, step: int) -> Iterator[str]:
    famous = GALLERY[key]
    board, path = famous.board, famous.tour.path[: step + 1]
    closed = famous.tour.closed and len(path) == len(board)
    yield from svg.line(board, path, closed=closed, of=len(board))
    yield from svg.numbers(board, path, of=len(board))
