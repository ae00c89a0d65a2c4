"""Layers of a path: its line, its ends, the numbers of its steps, and its future moves.

For tours, two layers show results of `analysis`: the image of the line under a symmetry, and the
sums of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from kt_core import analysis
from kt_core.board import Board, Square, Symmetry
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import (
    END_WIDTH,
    START_WIDTH,
    Layer,
    bends,
    center,
    circle,
    circles,
    end_mark,
    group,
    is_large,
    mark_place,
    mark_scale,
    move,
    number,
    section_paths,
    start_mark,
    step_disc,
    stroke,
    text_at,
)
from kt_core.tour import Tour

DOT = 0.024  # the radius of a vertex on the path
SECTION_MOVES = 65  # moves with the same color on a large board
TO_COME = {"fill": "none", "stroke_width": ".024", "stroke_opacity": ".7"}


def line(
    board: Board, path: Sequence[Square], *, closed: bool = False, of: int | None = None
) -> Layer:
    """Yield a path as a line whose color shows time; later moves cross above earlier ones.

    `of` is the number of squares of the complete path, by default that of `path`.
    """
    if len(path) < 2:
        return iter(())
    if is_large(board):
        return _long_line(board, path, closed=closed, of=of or len(path))
    return _line(board, path, closed=closed, of=of or len(path))


def piece(
    board: Board,
    path: Sequence[Square],
    first: int,
    *,
    of: int,
    before: Sequence[Square] = (),
    after: Sequence[Square] = (),
) -> Layer:
    """Yield a piece of a line: the moves along `path`, after `first` earlier moves.

    It bends as if it came from the square in `before` and continued to the one in `after`, if
    given. `of` is the number of moves of the complete path.
    """
    strokes = (move(d, time) for d, time in _timeline(board, (before, path, after), first, of))
    yield from group("line", strokes, fill="none", stroke_width=".092", stroke_linecap="round")
    dots = circles((center(board, square) for square in path), DOT)
    yield from group("gray", dots, fill=light("surface"))


def piece_to_come(
    board: Board,
    path: Sequence[Square],
    first: int,
    *,
    of: int,
    before: Sequence[Square] = (),
    after: Sequence[Square] = (),
) -> Layer:
    """Yield a thin piece of the future path; arguments as for `piece`."""
    strokes = (stroke(d, time) for d, time in _timeline(board, (before, path, after), first, of))
    return group("line to-come", strokes, **TO_COME)


def _timeline(
    board: Board, around: tuple[Sequence[Square], ...], first: int, of: int
) -> Iterator[tuple[str, float]]:
    """Yield the attribute `d` of each move of a piece, and the move's time from 0 to 1."""
    before, path, after = around
    points = [center(board, square) for square in (*before, *path, *after)]
    moves = bends(points, closed=False)[len(before) :][: len(path) - 1]
    yield from ((d, (first + i + 0.5) / of) for i, d in enumerate(moves))


def to_come(board: Board, path: Sequence[Square], begin: int) -> Layer:
    """Yield a thin line for the rest of a path, after its first `begin` squares."""
    rest = path[max(begin - 1, 0) :]
    if len(rest) < 2 or is_large(board):
        return iter(())
    return piece_to_come(board, rest, len(path) - len(rest), of=max(len(path) - 1, 1))


def ends(board: Board, path: Sequence[Square], *, closed: bool = False, zoom: float = 1) -> Layer:
    """Yield the marks of the first square and, if it is different, of the last.

    `zoom` is the enlargement of a large board.
    """
    scale = mark_scale(board, zoom)
    if path:
        yield start_mark(mark_place(board, path[0], zoom, width=START_WIDTH), scale)
    if len(path) > 1 and not closed:
        yield end_mark(mark_place(board, path[-1], zoom, width=END_WIDTH), scale)


def numbers(
    board: Board, path: Sequence[Square], *, of: int | None = None, first: int = 0
) -> Layer:
    """Yield the number of each step, from 1, on its square; `of` as for `line`.

    If `path` is a part of a path, `first` is the number of squares before it.
    """
    squares = () if is_large(board) else path
    last = max((of or len(path)) - 1, 1)
    labels = (step_disc(board, square, i + 1, i / last) for i, square in enumerate(squares, first))
    look = {"fill": light("ink"), "font_size": ".2", "text_anchor": "middle"}
    return group("numbers", labels, **look)


def _line(board: Board, path: Sequence[Square], *, closed: bool, of: int) -> Layer:
    points = [center(board, square) for square in path]
    moves = bends(points, closed=closed)
    whole = max(of - 1 + closed, 1)
    strokes = (move(d, (i + 0.5) / whole) for i, d in enumerate(moves))
    yield from group("line", strokes, fill="none", stroke_width=".092", stroke_linecap="round")
    yield from group("gray", (circle(p, DOT) for p in points), fill=light("surface"))


def _long_line(board: Board, path: Sequence[Square], *, closed: bool, of: int) -> Layer:
    points = (center(board, square) for square in chain(path, path[:1] if closed else ()))
    last = max(of / SECTION_MOVES, 1)
    strokes = (
        stroke(d, min((i + 0.5) / last, 1))
        for i, d in enumerate(section_paths(points, SECTION_MOVES))
    )
    look = {"fill": "none", "stroke_width": "1.45", "transform": "scale(.25)"}
    return group("line big", strokes, **look)


SUM_HEIGHT = 0.025  # height of a sum's digits, as a share of the longer side
#: The angle of a rotation, clockwise; for a mirror, the angle of its axis to the horizontal.
DEGREES: Mapping[Symmetry, Mapping[str, int]] = {
    "half-turn": {"rot180": 180},
    "quarter-turn": {"rot90": 90},
    "mirror": {
        "mirror left-right": 90,
        "mirror up-down": 0,
        "mirror diagonal": -45,
        "mirror antidiagonal": 45,
    },
}


def ghost(tour: Tour, symmetry: Symmetry) -> Layer:
    """Yield the line as a transparent element, which the page turns or mirrors by `--by` degrees.

    Yields nothing if the tour does not have the symmetry.
    """
    known = DEGREES[symmetry]
    degrees = [known[name] for name in analysis.symmetry(tour) if name in known]
    if not degrees:
        return
    board = tour.board
    curve = "".join(bends([center(board, square) for square in tour.path], closed=tour.closed))
    middle = " ".join(f"{number(side / 2)}px" for side in (board.columns, board.rows))
    look = {"fill": "none", "stroke": light("ink"), "stroke_width": ".05", "opacity": "0"}
    name = "ghost mirrored" if symmetry == "mirror" else "ghost turned"
    style = f"--by:{degrees[0]}deg;transform-origin:{middle}"
    yield from group(name, [f'<path d="{curve}"/>'], style=style, **look)


def sums(tour: Tour) -> Layer:
    """Yield the sums of rows to the right of the board, and those of columns above it."""
    board = tour.board
    size = SUM_HEIGHT * max(board.rows, board.columns)
    rows = (
        text_at(board.columns + 0.4 * size, board.rows - row - 0.5 + 0.35 * size, str(total))
        for row, total in enumerate(analysis.row_sums(tour))
    )
    columns = (
        f'<g text-anchor="middle">{text_at(column + 0.5, -0.5 * size, str(total))}</g>'
        for column, total in enumerate(analysis.column_sums(tour))
    )
    yield from group("sums", (*rows, *columns), fill=light("accent"), font_size=number(size))
