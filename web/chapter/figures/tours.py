"""Figures of tours: a tour read step by step, tours turned onto themselves, and variants. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import light
from kt_core.drawing.line import sums
from kt_core.drawing.shapes import bends, center, number
from kt_core.gallery import GALLERY
from kt_core.language import N_
from kt_core.solve import solve
from kt_core.tour import Tour
from web.chapter.content.figures import KINDS, TURN_DEGREES
from web.chapter.figures.layout import DRAWING, drawing, layer, paragraph, slider, with_title
from web.chapter.text import Values, translation
from web.draw.patch import Lazy, Patches

#: For each kind: its name, the sentence while a copy turns, and the sentence after the turn.
KIND_SENTENCES = (
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
MARGIN = 0.2  # width of the space around the turning copy, in squares
BEYOND_SENTENCES = (
    N_(
        "A closed tour by Jaenisch, 1862: the numbers of every row and every column add up to"
        " {sum}."
    ),
    N_("This closed tour of {board} is unchanged by a quarter-turn."),
    N_("A closed tour of {board} with {holes} squares cut out of the middle."),
    N_("A closed tour of {board}, put together from tiles."),
)


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


def kinds_regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Yield a tour, and a copy of its line turned by the dial."""
    which, turned = values
    yield DRAWING, Lazy(_kind_ground, which, language)
    yield layer("turned"), Lazy(_turned_line, which, turned)
    yield " [name=which]", slider(which, translation(language, KIND_SENTENCES[which][0]))
    yield " [name=turn]", slider(turned, kinds_sentence(words, values, language))


def kinds_sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Describe the position of the copy in a sentence."""
    which, degrees = values[0], values[1] * TURN_DEGREES
    _, on_its_way, turned = KIND_SENTENCES[which]
    if degrees < 180:
        return translation(language, on_its_way, degrees=degrees)
    squares = len(GALLERY[KINDS[which]].board)
    return translation(language, turned, half=squares // 2, sum=squares + 1)


def _kind_ground(which: int, language: str) -> Iterator[str]:
    famous = GALLERY[KINDS[which]]
    board, path = famous.board, famous.tour.path
    # The space fits the copy at any angle, and is the same for each kind, so the layout never
    # shifts.
    side = hypot(board.rows, board.columns) + 2 * MARGIN
    left, top = (number((long - side) / 2) for long in (board.columns, board.rows))
    layers = (svg.squares(board), svg.line(board, path, closed=True), svg.numbers(board, path))
    yield with_title(
        translation(language, KIND_SENTENCES[which][0]),
        '<svg xmlns="http://www.w3.org/2000/svg" class="board" aria-hidden="true"'
        f' viewBox="{left} {top} {number(side)} {number(side)}">'
        f'{"".join("".join(each) for each in layers)}<g data-layer="turned"></g></svg>',
    )


def _turned_line(which: int, turned: int) -> Iterator[str]:
    famous, degrees = GALLERY[KINDS[which]], turned * TURN_DEGREES
    board = famous.board
    x, y = (number(side / 2) for side in (board.columns, board.rows))
    lies = f"rotate({degrees} {x} {y})"
    if "mirror up-down" in famous.symmetry:  # a turn around the middle line, seen from above
        lies = f"translate(0 {y})scale(1 {number(cos(radians(degrees)))})translate(0 -{y})"
    points = [center(board, square) for square in famous.tour.path]
    yield (
        f'<path class="copy" fill="none" stroke="{light("ink")}" stroke-width=".05"'
        f' transform="{lies}" d="{"".join(bends(points, closed=True))}"/>'
    )


def beyond_regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Yield a variant."""
    yield DRAWING, Lazy(_picture, values[0])
    yield " [name=which]", slider(values[0], beyond_sentence(words, values, language))


def beyond_sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Describe a variant in a sentence."""
    tour = _beyond_tour(values[0])
    board, of = tour.board, len(tour.board)
    slots = {"sum": of * (of + 1) // 2 // board.rows, "holes": len(board.holes)}
    sides = f"{board.rows} × {board.columns}"
    return translation(language, BEYOND_SENTENCES[values[0]], board=sides, **slots)


def _beyond_tour(which: int) -> Tour:
    if which < 2:
        return GALLERY[("jaenisch-1862", "four-fold-1")[which]].tour
    board = Board(8, 8, holes="d4,e4,d5,e5") if which == 2 else Board(40, 40)
    return solve(board, closed=True)


def _picture(which: int) -> Iterator[str]:
    tour = _beyond_tour(which)
    board, path = tour.board, tour.path
    layers = [svg.squares(board), svg.coordinates(board), svg.line(board, path, closed=True)]
    if which == 0:
        layers += [svg.numbers(board, path), sums(tour)]
    yield drawing(board, "", layers)
