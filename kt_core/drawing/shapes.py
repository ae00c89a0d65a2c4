"""Pictures and their elements as SVG text: squares, moves, marks.

One square is 1 unit, `viewBox` is the board, and y grows downward. The line of a tour runs smoothly
through the center of every square; where two moves cross, the later one is above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import acos, hypot, pi

from kt_core.board import Board, Square
from kt_core.drawing import colors
from kt_core.drawing.colors import light
from kt_core.language import _
from kt_core.tour import Tour

Point = tuple[float, float]  # (0.5, 7.5): the center of a1 on 8x8


def center(board: Board, square: Square) -> Point:
    """Return the center of a square. Only this and `square_at` know that y grows downward."""
    row, column = divmod(square, board.columns)
    return column + 0.5, board.rows - row - 0.5


def square_at(board: Board, x: float, y: float) -> Square | None:
    """Return the square or hole that contains a point; None outside the board."""
    if not (0 <= x < board.columns and 0 <= y < board.rows):
        return None
    return (board.rows - 1 - int(y)) * board.columns + int(x)


def bends(points: Sequence[Point], *, closed: bool) -> list[str]:
    """Return a path's `d` for each move: a cubic curve from center to center.

    The tangent in a center is parallel to the chord from the previous square to the next. Its
    handle is short where the tour turns sharply, so that the line stays near the graph's edges.
    """
    around = (points[-1], *points, *points[:2]) if closed else (points[0], *points, points[-1])
    tangents = [_tangent(*around[i : i + 3]) for i in range(len(around) - 2)]
    moves = pairwise(zip(around[1:-1], tangents, strict=True))
    return [_cubic(*here, *there) for here, there in moves]


def section_paths(points: Iterable[Point], length: int) -> Iterator[str]:
    """Yield a path's `d` for each section of about `length` moves.

    For large boards: curves from the middle of one move to the middle of the next, lazily. The unit
    is a quarter of a square.
    """
    stops = ((int(4 * x), int(4 * y)) for x, y in points)
    x, y = here = next(stops)
    section: list[str] = []
    half = 0, 0
    for a, b in stops:
        before, half = half, ((a - here[0]) // 2, (b - here[1]) // 2)
        section.append(_turn(before, half))
        if len(section) == length:
            yield f"M{x} {y}" + "".join(section)
            (x, y), section = (here[0] + half[0], here[1] + half[1]), []
        here = a, b
    yield f"M{x} {y}" + "".join(section) + f"l{half[0]} {half[1]}"


@lru_cache(1 << 13)  # large drawings repeat the same few thousand numbers
def number(value: float) -> str:
    """Return a number in the form of SVG, with at most three decimals: .5, -1.25, 7."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if abs(value) < 1 else text


def _tangent(before: Point, here: Point, after: Point) -> Point:
    chord = after[0] - before[0], after[1] - before[1]
    size = hypot(*chord) or 1.0
    reach = 0.05 + 0.16 * _angle(before, here, after) / pi
    return chord[0] / size * reach, chord[1] / size * reach


def _angle(before: Point, here: Point, after: Point) -> float:
    into = before[0] - here[0], before[1] - here[1]
    out = after[0] - here[0], after[1] - here[1]
    sizes = hypot(*into) * hypot(*out)
    cosine = (into[0] * out[0] + into[1] * out[1]) / sizes if sizes else 1.0
    return acos(max(-1.0, min(1.0, cosine)))


def _cubic(p: Point, leave: Point, q: Point, arrive: Point) -> str:
    out = p[0] + leave[0], p[1] + leave[1]
    into = q[0] - arrive[0], q[1] - arrive[1]
    x, y, *rest = (number(v) for v in (*p, *out, *into, *q))
    return f"M{x} {y}C{' '.join(rest)}"


@cache  # there are only 64 pairs of moves
def _turn(before: tuple[int, int], half: tuple[int, int]) -> str:
    (a, b), (c, d) = before, half
    return f"q{a} {b} {a + c} {b + d}" if before != (0, 0) else f"l{c} {d}"


#: Boards of this area or more are drawn as a line only: no names, no squares, no graph. The area
#: decides, not the longer side: 4x40 has fewer squares than 13x13.
LARGE_AREA = 40 * 40
START_WIDTH, END_WIDTH = 0.335, 0.39  # widths of the marks at a path's ends, in squares
MARK_SQUARES = 0.75  # the width of the largest mark, the knight, at scale 1
DASH = "0 10 30"  # dashes of a casing: the middle three fifths of a move of length 50
Layer = Iterator[str]  # parts of the text of one group of elements, to be joined


def picture(
    board: Board,
    *layers: Iterable[str],
    label: str = "",
    role: str = "img",
    tour: Tour | None = None,
) -> str:
    """Return layers as one `svg` element, with the board and the tour in data attributes."""
    shown = tour_data(board, board.names(tour.path)) if tour else ""
    sides = {"rows": board.rows, "columns": board.columns}
    label = label or _("Board, {rows} rows by {columns} columns", **sides)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="{role}" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{"".join(chain(*layers))}</svg>'
    )


def tour_data(board: Board, names: str) -> str:
    """Return the data attributes of a drawing that has a tour: its holes and its squares."""
    holes = f' data-holes="{board.names(sorted(board.holes))}"' if board.holes else ""
    return f'{holes} data-tour="{names}"'


def is_large(board: Board) -> bool:
    """Return True if the board is large enough to be drawn as a line only."""
    return board.rows * board.columns >= LARGE_AREA


def mark_scale(board: Board, zoom: float = 1) -> float:
    """Return the scale of marks: on large boards they are as large as on a board 13 squares wide.

    No mark is wider than the board. `zoom` is the enlargement, by which marks shrink.
    """
    short, long = sorted((board.rows, board.columns))
    return max(1, min(long / 13 / zoom, short / MARK_SQUARES)) if is_large(board) else 1


def mark_place(
    board: Board, square: Square, zoom: float = 1, *, width: float = MARK_SQUARES
) -> Point:
    """Return the place of a mark: as near to the center of its square as the board's edge allows.

    `width` is the width of the mark on a small board, in squares.

    >>> mark_place(Board(8, 8), 0), mark_place(Board(130, 130), 0)
    ((0.5, 7.5), (3.75, 126.25))
    """
    reach = width / 2 * mark_scale(board, zoom)
    if reach <= 0.5:
        return center(board, square)
    x, y = center(board, square)
    return _clamp(x, reach, board.columns), _clamp(y, reach, board.rows)


def _clamp(place: float, reach: float, side: int) -> float:
    return min(max(place, min(reach, side / 2)), max(side - reach, side / 2))


def escape(text: str) -> str:
    """Return a text escaped for HTML, SVG or an attribute."""
    # Not html.escape: importing its module loads the 2,231 named characters of HTML.
    for mark, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "apos")):
        text = text.replace(mark, f"&{name};")
    return text


def group(name: str, parts: Iterable[str], **look: str) -> Layer:
    """Yield a `g` element around its parts; `look` are attributes, with _ in place of -."""
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in look.items())
    yield f'<g class="{name}"{attributes}>'
    yield from parts
    yield "</g>"


def rect(middle: Point, look: str, fill: str, extra: str) -> str:
    """Return the rectangle of one square."""
    x, y = (number(v - 0.5) for v in middle)
    return (
        f'<rect class="{look}" x="{x}" y="{y}" width="1" height="1" fill="{light(fill)}"{extra}/>'
    )


def stretches(board: Board, squares: Iterable[Square]) -> Iterator[str]:
    """Yield a path's `d` for ascending squares, one rectangle per run of adjacent squares."""
    first = last = -2
    for square in squares:
        if square != last + 1 or not square % board.columns:
            if first >= 0:
                yield _stretch(board, first, last)
            first = square
        last = square
    if first >= 0:
        yield _stretch(board, first, last)


def _stretch(board: Board, first: Square, last: Square) -> str:
    (x, y), wide = center(board, first), last - first + 1
    return f"M{number(x - 0.5)} {number(y - 0.5)}h{wide}v1h-{wide}z"


def circle(middle: Point, radius: float, extra: str = "") -> str:
    """Return a circle."""
    x, y = map(number, middle)
    return f'<circle cx="{x}" cy="{y}" r="{number(radius)}"{extra}/>'


def circles(middles: Iterable[Point], radius: float) -> Iterator[str]:
    """Yield many circles as one element, since a browser processes every element at each frame."""
    r, across = number(radius), number(2 * radius)
    halves = f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    if d := "".join(f"M{number(x - radius)} {number(y)}{halves}" for x, y in middles):
        yield f'<path d="{d}"/>'


def cross(x: float, y: float, half: float) -> str:
    """Return a cross with arms of length `half` along each axis, as a piece of a path's `d`."""
    a, b, side = number(x - half), number(y - half), number(2 * half)
    return f"M{a} {b}l{side} {side}m0 -{side}l-{side} {side}"


def text_at(x: float, y: float, text: str) -> str:
    """Return a text at a point."""
    return f'<text x="{number(x)}" y="{number(y)}">{text}</text>'


def text_on(board: Board, square: Square, text: str, *, below: float, right: float = 0) -> str:
    """Return a text on a square, at an offset from its center."""
    x, y = center(board, square)
    return text_at(x + right, y + below, text)


def half_edge(board: Board, square: Square, to: Square) -> str:
    """Return a directed edge: the half of the line that starts at its own square."""
    (x, y), (u, v) = center(board, square), center(board, to)
    half = f"M{number(x)} {number(y)}L{number((x + u) / 2)} {number((y + v) / 2)}"
    names = f'data-from="{board.name(square)}" data-to="{board.name(to)}"'
    return f'<path class="edge" {names} d="{half}"/>'


def whole_edge(board: Board, square: Square, to: Square) -> str:
    """Return the line of both directed edges between two squares, as a piece of a path's `d`."""
    ends = (number(v) for s in (square, to) for v in center(board, s))
    return "M{} {}L{} {}".format(*ends)


def legal_move(board: Board, square: Square, to: Square) -> str:
    """Return a dashed line for a possible move."""
    (x, y), (u, v) = center(board, square), center(board, to)
    line = f'x1="{number(x)}" y1="{number(y)}" x2="{number(u)}" y2="{number(v)}"'
    look = f'stroke="{light("accent")}" stroke-width=".024" stroke-dasharray=".06 .05"'
    return f"<line {line} {look}/>"


def landing(board: Board, square: Square, exits: int | None, *, chosen: bool) -> str:
    """Return a disc on a square where the knight may go, filled if it is the chosen one."""
    fill, ink = ("accent", "surface") if chosen else ("surface", "accent")
    look = f' fill="{light(fill)}" stroke="{light("accent")}" stroke-width=".045"'
    label = "" if exits is None else text_on(board, square, str(exits), below=0.085)
    parts = circle(center(board, square), 0.2, look), label
    return "".join(group("chosen" if chosen else "open", parts, fill=light(ink)))


def stroke(d: str, time: float) -> str:
    """Return a section of the path in the color of its time, 0 to 1."""
    return f'<path {_when(time)} stroke="{colors.at(time)}" d="{d}"/>'


def move(d: str, time: float, casing: str = ' class="casing"') -> str:
    """Return one move of the path above a casing; `casing` are attributes of the casing."""
    # A casing in the background color separates the middle of the move from earlier moves below it.
    dash = f'stroke-dasharray="{DASH} 10" stroke-linecap="butt" stroke-width=".17"'
    look = f'pathLength="50" {dash} stroke="{light("surface")}"'
    return f'<path{casing} {look} d="{d}"/>' + stroke(d, time)


def start_mark(middle: Point, scale: float) -> str:
    """Return the mark of the first square."""
    x, y = (number(v - 0.145 * scale) for v in middle)
    side, rim = number(0.29 * scale), number(0.045 * scale)
    look = f'fill="{light("t0")}" stroke="{light("surface")}" stroke-width="{rim}"'
    return f'<rect class="start" x="{x}" y="{y}" width="{side}" height="{side}" {look}/>'


def end_mark(middle: Point, scale: float) -> str:
    """Return the mark of the last square: the double ring of an accepting state."""
    last, rim = light("t5"), number(0.05 * scale)
    inner = circle(middle, 0.077 * scale, f' class="in" fill="{last}" stroke="none"')
    look = {"fill": light("surface"), "stroke": last, "stroke_width": rim}
    return "".join(group("end", (circle(middle, 0.17 * scale), inner), **look))


def step_disc(board: Board, square: Square, step: int, time: float) -> str:
    """Return a disc with the number of a step on its square."""
    middle = center(board, square)
    ring = f' {_when(time)} fill="{light("surface")}" stroke="{colors.at(time)}" stroke-width=".04"'
    return circle(middle, 0.2, ring) + text_on(board, square, str(step), below=0.07)


def _when(time: float) -> str:
    stretch, percent = colors.stretch(time)
    return f'class="t{stretch}" style="--u:{percent}"'
