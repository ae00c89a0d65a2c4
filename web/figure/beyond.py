"""What lies beyond: magic sums, symmetry, holes, and a board put together from tiles. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.sums import sums
from kt_core.gallery import GALLERY
from kt_core.language import N_
from kt_core.solve import solve
from kt_core.tour import Tour
from web.draw.patch import Lazy
from web.figure.parts import DRAWING, Patches, drawing, html, slider
from web.lesson.figures import Values
from web.lesson.words import told

SAID = (
    N_(
        "A closed tour by Jaenisch, 1862: the numbers of every row and every column add up to"
        " {sum}."
    ),
    N_("Turned by a quarter, this closed tour of {board} is itself."),
    N_("A closed tour of {board} with {holes} squares cut out of the middle."),
    N_("A closed tour of {board}, put together from tiles."),
)


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return one of them."""
    yield DRAWING, Lazy(html, _drawn, values[0])
    yield " [name=which]", slider(values[0], sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return what is special about it, in a sentence."""
    tour = _tour(values[0])
    board, of = tour.board, len(tour.board)
    shown = {"sum": of * (of + 1) // 2 // board.rows, "holes": len(board.holes)}
    sides = f"{board.rows} × {board.columns}"
    return told(language, SAID[values[0]], board=sides, **shown)


def _tour(which: int) -> Tour:
    if which < 2:
        return GALLERY[("jaenisch-1862", "four-fold-1")[which]].tour
    board = Board(8, 8, holes="d4,e4,d5,e5") if which == 2 else Board(40, 40)
    return solve(board, closed=True)


def _drawn(which: int) -> Iterator[str]:
    tour = _tour(which)
    board, path = tour.board, tour.path
    layers = [svg.squares(board), svg.coordinates(board), svg.line(board, path, closed=True)]
    if which == 0:
        layers += [svg.numbers(board, path), sums(tour)]
    yield drawing(board, "", layers)
