"""A famous tour drawn as it is read, square after square. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.gallery import GALLERY
from kt_core.language import N_
from web.draw.patch import Lazy
from web.figure.parts import DRAWING, Patches, drawing, html, layer, slider
from web.lesson.figures import Values
from web.lesson.words import told


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return the board, and what of the tour has been read."""
    key, step = words[0], values[0]
    yield DRAWING, Lazy(html, _ground, key)
    yield layer("read"), Lazy(html, _read, key, step)
    yield " [name=step]", slider(step, sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return where the tour is, in a sentence."""
    famous, step = GALLERY[words[0]], values[0]
    name, of = famous.board.name(famous.tour.path[step]), len(famous.board)
    if step == of - 1:
        text = N_("All {of} squares; the last is {name}.")
        more = N_("One more move would lead back to the first: the tour is closed.")
        back = f" {told(language, more)}" if famous.closed else ""
        return told(language, text, of=of, name=name) + (back.strip() if language == "zh" else back)
    return told(language, "Square {step} of {of}: {name}.", step=step + 1, of=of, name=name)


def _ground(key: str) -> Iterator[str]:
    board = GALLERY[key].board
    yield drawing(board, "", (svg.squares(board), svg.coordinates(board)), "read")


def _read(key: str, step: int) -> Iterator[str]:
    famous = GALLERY[key]
    board, path = famous.board, famous.tour.path[: step + 1]
    closed = famous.closed and len(path) == len(board)
    yield from svg.line(board, path, closed=closed, of=len(board))
    yield from svg.numbers(board, path, of=len(board))
