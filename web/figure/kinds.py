"""The kinds of symmetry that a closed tour can have: its line, turned over itself. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians

from kt_core import svg
from kt_core.drawing.colours import light
from kt_core.drawing.curve import bends, centre, number
from kt_core.gallery import GALLERY
from kt_core.language import N_
from web.draw.patch import Lazy
from web.figure.parts import DRAWING, Patches, html, layer, named, slider
from web.lesson.figures import KINDS, TURN_DEGREES, Values
from web.lesson.words import told

#: Each tour's kind: its name, what is said of a copy on its way, and of one that has arrived.
TOLD = (
    (
        N_("Eulerian"),
        N_("An Eulerian tour, and a copy of its line turned by {degrees}°."),
        N_("Turned by 180°, the line lies on itself. Opposite numbers are {half} apart."),
    ),
    (
        N_("Bergholtian"),
        N_("A Bergholtian tour, and a copy of its line turned by {degrees}°."),
        N_("Turned by 180°, the line lies on itself. Opposite numbers add up to {sum}."),
    ),
    (
        N_("Sulian"),
        N_("A Sulian tour, and a copy of its line turned over by {degrees}°."),
        N_("Turned over, the line lies on itself. Numbers across the middle are {half} apart."),
    ),
)
MARGIN = 0.2  # squares around what turns


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return a tour, and its line once more as it lies when turned so far."""
    which, turned = values
    yield DRAWING, Lazy(html, _ground, which, language)
    yield layer("turned"), Lazy(html, _turned, which, turned)
    yield " [name=which]", slider(which, told(language, TOLD[which][0]))
    yield " [name=turn]", slider(turned, sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return how the copy lies, in a sentence."""
    which, degrees = values[0], values[1] * TURN_DEGREES
    _, on_its_way, there = TOLD[which]
    if degrees < 180:
        return told(language, on_its_way, degrees=degrees)
    squares = len(GALLERY[KINDS[which]].board)
    return told(language, there, half=squares // 2, sum=squares + 1)


def _ground(which: int, language: str) -> Iterator[str]:
    famous = GALLERY[KINDS[which]]
    board, path = famous.board, famous.tour.path
    # Room for the copy however it is turned, and as much for each, so that nothing moves.
    side = hypot(board.rows, board.columns) + 2 * MARGIN
    left, top = (number((long - side) / 2) for long in (board.columns, board.rows))
    layers = (svg.squares(board), svg.line(board, path, closed=True), svg.numbers(board, path))
    yield named(
        told(language, TOLD[which][0]),
        '<svg xmlns="http://www.w3.org/2000/svg" class="board" aria-hidden="true"'
        f' viewBox="{left} {top} {number(side)} {number(side)}">'
        f'{"".join("".join(each) for each in layers)}<g data-layer="turned"></g></svg>',
    )


def _turned(which: int, turned: int) -> Iterator[str]:
    famous, degrees = GALLERY[KINDS[which]], turned * TURN_DEGREES
    board = famous.board
    x, y = (number(side / 2) for side in (board.columns, board.rows))
    lies = f"rotate({degrees} {x} {y})"
    if "mirror up-down" in famous.symmetry:  # seen from above, as it is turned over its middle
        lies = f"translate(0 {y})scale(1 {number(cos(radians(degrees)))})translate(0 -{y})"
    points = [centre(board, square) for square in famous.tour.path]
    yield (
        f'<path class="copy" fill="none" stroke="{light("ink")}" stroke-width=".05"'
        f' transform="{lies}" d="{"".join(bends(points, closed=True))}"/>'
    )
