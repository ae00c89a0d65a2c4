"""Pictures of tours that a section of the chapter lists, each a link that opens it in the lab."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import ceil

from kt_core.board import Board
from kt_core.drawing.shapes import centre, escape, group, number, sections, stretches
from kt_core.drawing.wall import LINE
from kt_core.tour import Tour
from web.draw.elements import time_colour
from web.make.posters import state_of
from web.question.address import read

SECTIONS = 120  # pieces of the line that have colours of their own
WIDTH = 0.84  # of the line, in quarters of a square


def gallery(listed: str) -> str:
    """Return pictures as HTML for lines "ADDRESS | what it shows"; `ValueError` names a wrong one.

    What is drawn is the very tour that the address shows in the lab.
    """
    items = (_item(*map(str.strip, line.partition("|")[::2])) for line in listed.splitlines())
    return f'<ul class="gallery">{"".join(items)}</ul>\n'


def _item(link: str, words: str) -> str:
    for fault in read(link)[1]:
        raise ValueError(f"{link!r} in a gallery: {fault}")
    state = state_of(link)
    tour = state.answer.whole.tour if state else None
    if not tour:
        raise ValueError(f"{link!r} in a gallery shows no tour at once")
    wide = ' class="wide"' if tour.board.columns >= 2 * tour.board.rows else ""
    return (
        f'<li{wide}><a href="{escape(link)}">{"".join(_picture(tour))}'
        f"<span>{escape(words)}</span></a></li>"
    )


def _picture(tour: Tour) -> Iterator[str]:
    board, path = tour.board, tour.path
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
        f' viewBox="0 0 {board.columns} {board.rows}">'
    )
    yield from _holes(board)
    length = ceil(len(path) / SECTIONS)
    points = (centre(board, square) for square in chain(path, path[: tour.closed]))
    drawn = list(sections(points, length))
    strokes = (f'<path {time_colour(i / len(drawn))[0]} d="{d}"/>' for i, d in enumerate(drawn))
    yield from group("wall", strokes, stroke_width=number(WIDTH), **LINE)
    yield "</svg>"


def _holes(board: Board) -> Iterator[str]:
    if board.holes:
        yield f'<path class="hole" d="{"".join(stretches(board, sorted(board.holes)))}"/>'
