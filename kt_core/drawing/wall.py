"""A picture for a wall: a path as one line, in colours, at a width and on a ground of choice.

It may draw itself, in CSS: no script. What is drawn is the whole line, which is what a reader sees
who asks for less motion, or whose program knows no animation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import ceil

from kt_core.board import Board, Square
from kt_core.drawing.colours import Colour, at, light
from kt_core.drawing.shapes import Layer, centre, escape, group, number, section_paths, stretches
from kt_core.language import N_, _, choices, short, value_error

MOST_SECTIONS = 400  # pieces of the line that have colours of their own
#: What the colours tell: key -> what a reader calls it.
PALETTES: Mapping[str, str] = {
    "time": N_("Time"),
    "halves": N_("Two colours"),
    "one": N_("One colour"),
}
#: The width of the line, in squares.
WIDTHS: Mapping[str, float] = {"thin": 0.12, "medium": 0.24, "thick": 0.36}
RIM_SQUARES = 0.5  # around the board
#: How the line looks, in quarters of a square, as `sections` are.
LINE = {
    "fill": "none",
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
    "transform": "scale(.25)",
}


def wall(
    board: Board,
    path: Sequence[Square],
    *,
    closed: bool = False,
    palette: str = "time",
    width: str = "medium",
    ground: bool = True,
    seconds: float = 0,
    pixels: int = 2048,
) -> Iterator[str]:
    """Yield the picture in parts: the longer side has so many pixels.

    `palette` is a key of `PALETTES`, `width` one of `WIDTHS`. With `ground` the board is below the
    line, else nothing is. With `seconds` the line draws itself in that time, once. `ValueError` for
    another palette or width, or less than two squares.
    """
    _refuse(palette, width, path)
    yield _head(board, pixels)
    if ground:
        yield from _ground(board)
    length = ceil(len(path) / MOST_SECTIONS)
    count = ceil((len(path) - 1 + closed) / length)
    if seconds:
        yield _motion(seconds / count)
    points = (centre(board, square) for square in chain(path, path[:1] if closed else ()))
    strokes = (
        _stroke(d, colour(palette, (i + 0.5) / count), i if seconds else None)
        for i, d in enumerate(section_paths(points, length))
    )
    yield from group("wall", strokes, stroke_width=number(4 * WIDTHS[width]), **LINE)
    yield "</svg>"


def _head(board: Board, pixels: int) -> str:
    across, down = size(board, pixels)
    wide, high = (number(side + 2 * RIM_SQUARES) for side in (board.columns, board.rows))
    rim, sides = number(-RIM_SQUARES), {"rows": board.rows, "columns": board.columns}
    label = _("Board, {rows} rows by {columns} columns", **sides)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-board="{board}" width="{across}"'
        f' height="{down}" viewBox="{rim} {rim} {wide} {high}" role="img"'
        f' aria-label="{escape(label)}">'
    )


def size(board: Board, pixels: int) -> tuple[int, int]:
    """Return how many pixels the picture has across and down: the longer side has these.

    >>> size(Board(4, 9), 1000)
    (1000, 500)
    """
    wide, high = board.columns + 2 * RIM_SQUARES, board.rows + 2 * RIM_SQUARES
    return round(pixels * wide / max(wide, high)), round(pixels * high / max(wide, high))


def colour(palette: str, time: float) -> Colour:
    """Return the colour of what is drawn at this time, 0 to 1.

    >>> colour("halves", 0.2) == colour("halves", 0.4) != colour("halves", 0.6)
    True
    """
    if palette == "time":
        return at(min(time, 1))
    return light("accent") if palette == "halves" and time < 0.5 else _LAST[palette]


_LAST = {"halves": light("t5"), "one": light("ink")}


def _stroke(d: str, colour: Colour, number: int | None) -> str:
    turn = "" if number is None else f' pathLength="1" style="--i:{number}"'
    return f'<path stroke="{colour}"{turn} d="{d}"/>'


def _motion(seconds: float) -> str:
    # A dash as long as its path, moved out of it: a little further, for its round end is seen too.
    return (
        "<style>@media (prefers-reduced-motion:no-preference){.wall path{stroke-dasharray:1 2;"
        f"animation:draw {seconds:.5f}s linear calc(var(--i)*{seconds:.5f}s) backwards}}}}"
        "@keyframes draw{from{stroke-dashoffset:1.1}}</style>"
    )


def _ground(board: Board) -> Layer:
    size, below = f'width="{board.columns}" height="{board.rows}"', board.rows % 2  # a1 is dark
    tile = f'<pattern id="squares-{below}" y="{below}" width="2" height="2"'
    yield (
        f'{tile} patternUnits="userSpaceOnUse"><path fill="{light("square")}" d="M0 0h2v2h-2z"/>'
        f'<path fill="{light("square-b")}" d="M1 0h1v1h-1zM0 1h1v1h-1z"/></pattern>'
        f'<rect {size} fill="url(#squares-{below})" stroke="{light("line")}" stroke-width=".06"/>'
    )
    if board.holes:
        yield f'<path class="hole" fill="{light("line")}" d="'
        yield from stretches(board, sorted(board.holes))
        yield '"/>'


def _refuse(palette: str, width: str, path: Sequence[Square]) -> None:
    if palette not in PALETTES:
        raise value_error(
            "{palette} is no palette; there are {known}",
            palette=short(palette),
            known=choices(PALETTES),
        )
    if width not in WIDTHS:
        raise value_error(
            "{width} is no width of a line; there are {known}",
            width=short(width),
            known=choices(WIDTHS),
        )
    if len(path) < 2:
        raise value_error("a path of {n} squares has no line; two are the least", n=len(path))
