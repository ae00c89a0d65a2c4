"""Drawing: values in, SVG out. One square is 1, and `viewBox` is the board.

A picture is `picture(board, layer, layer, ...)`, each layer a string. Looks are attributes that any
style sheet overrides, so a picture stands alone in a file or a notebook and follows the theme of a
page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape

from kt_core import colours
from kt_core.board import Board, Square
from kt_core.colours import light
from kt_core.curve import bends, centre, number, runs
from kt_core.graph import knight_graph
from kt_core.tour import Tour

#: The side from which a board is drawn as one line: no names, no squares, no graph.
LARGE = 40

RUN = 65  # moves in one colour on a large board

KNIGHT = (
    "M30 77C28 60 47 57 48 42C43 48 38 48 34 51C31 55 30 60 25 60Q22 60 20 58L14 53Q11 49 14 45"
    "L29 25C32 20 37 17 42 16L44 6L53 14.5C71 18 81 36 79 77ZM40 27.4a3.3 3.3 0 1 0 .01 0Z"
    "M60 24C69 34 72 52 70 67C77 52 75 32 60 24ZM27 83H83Q86 83 86 86V91H24V86Q24 83 27 83Z"
)  # in a square of 100


def board(board: Board) -> str:
    """Return a picture of the empty board with the names of its squares."""
    return picture(board, squares(board), names(board))


def graph(board: Board) -> str:
    """Return a picture of the board's knight graph, each directed edge an element of its own."""
    return picture(board, squares(board), edges(board), vertices(board), names(board))


def tour(tour: Tour) -> str:
    """Return a picture of a tour. Its colour runs with time, from the square to the double ring."""
    layers = squares(tour.board), line(tour), ends(tour), names(tour.board)
    return picture(tour.board, *layers, tour=tour)


def picture(board: Board, *layers: str, label: str = "", tour: Tour | None = None) -> str:
    """Return layers as one `svg` element that says which board it shows and which tour, if any."""
    shown = f' data-tour="{board.names(tour.path)}"' if tour else ""
    label = label or f"Board, {board.rows} rows by {board.columns} columns"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="group" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{"".join(layers)}</svg>'
    )


def is_large(board: Board) -> bool:
    """Return whether this board is drawn as one line."""
    return max(board.rows, board.columns) >= LARGE


def squares(board: Board, extra: Callable[[Square], str] = lambda square: "") -> str:
    """Return the squares, a group for each row, a1 first; `extra` adds attributes to a square."""
    if is_large(board):
        return _ground(board)
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    rows = ("".join(_square(board, square, extra(square)) for square in rank) for rank in ranks)
    return _group("squares", *(_group("row", row) for row in rows))


def names(board: Board) -> str:
    """Return the name of each square, below its centre, where no straight move passes."""
    texts = (_text(board, s, board.name(s), below=0.38) for s in _labelled(board))
    return _group("names", *texts, fill=light("soft"), font_size=".13", text_anchor="middle")


def coordinates(board: Board) -> str:
    """Return ranks and files, outside the board: for boards too small to name every square."""
    if is_large(board):
        return ""
    ranks = (_at(-0.2, board.rows - row - 0.42, str(row + 1)) for row in range(board.rows))
    files = (_at(i + 0.5, board.rows + 0.34, name) for i, name in enumerate(board.files))
    look = {"fill": light("soft"), "font_size": ".24", "text_anchor": "middle"}
    return _group("coordinates", *ranks, *files, **look)


def edges(board: Board) -> str:
    """Return the knight graph. Each directed edge is the half of the line at its own square."""
    if is_large(board):
        return ""
    lines = (_edge(board, a, b) for a, targets in knight_graph(board).items() for b in targets)
    return _group("graph", *lines, fill="none", stroke=light("edge"), stroke_width=".013")


def vertices(board: Board, path: Collection[Square] = ()) -> str:
    """Return a ring on each square that is not on the path: white, in depth-first search."""
    look = {"fill": light("surface"), "stroke": light("field"), "stroke_width": ".02"}
    gray = frozenset(path)
    rings = (_circle(centre(board, s), 0.055) for s in _labelled(board) if s not in gray)
    return _group("white", *rings, **look)


def line(tour: Tour) -> str:
    """Return the path as a line whose colour runs with time; at crossings, later is above."""
    points = [centre(tour.board, square) for square in tour.path]
    if is_large(tour.board):
        return _big_line(points, tour.closed)
    moves = bends(points, tour.closed) if len(points) > 1 else []
    strokes = (_move(d, (i + 0.5) / len(moves)) for i, d in enumerate(moves))
    beads = (_circle(point, 0.024) for point in points)
    look = {"fill": "none", "stroke_width": ".092", "stroke_linecap": "round"}
    return _group("line", *strokes, **look) + _group("gray", *beads, fill=light("surface"))


def ends(tour: Tour) -> str:
    """Return the marks of the first square and, where it is another, of the last."""
    scale = _mark_scale(tour.board)
    first = _start(centre(tour.board, tour.path[0]), scale)
    last = centre(tour.board, tour.path[-1])
    return first if tour.closed or len(tour.path) == 1 else first + _end(last, scale)


def knight(board: Board, square: Square) -> str:
    """Return the knight on its square."""
    x, y = centre(board, square)
    scale = _mark_scale(board)
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".055"'
    ring = f'<circle r=".325" {look}/>'
    at = "translate(-.225 -.235) scale(.0045)"
    horse = f'<path transform="{at}" d="{KNIGHT}" fill-rule="evenodd"/>'
    return f'<g class="piece" transform="{place}" fill="{light("ink")}">{ring}{horse}</g>'


def numbers(tour: Tour) -> str:
    """Return the number of each step, from 1, on its square."""
    if is_large(tour.board):
        return ""
    count = max(len(tour.path) - 1, 1)
    labels = (_disc(tour.board, s, i + 1, i / count) for i, s in enumerate(tour.path))
    return _group("numbers", *labels, font_size=".2", text_anchor="middle", fill=light("ink"))


def degrees(board: Board) -> str:
    """Return the degree of each square: how many moves it has on the empty board."""
    known = knight_graph(board)
    texts = (_text(board, s, str(len(known[s])), below=-0.3, right=0.36) for s in _labelled(board))
    return _group("degrees", *texts, fill=light("accent"), font_size=".17", text_anchor="middle")


def moves(board: Board, square: Square) -> str:
    """Return the legal moves from a square, each with the degree of the square that it leads to."""
    known = knight_graph(board)
    lines = "".join(_dash(board, square, to) for to in known[square])
    marks = "".join(_target(board, to, len(known[to])) for to in known[square])
    return _group("moves", lines, marks, font_size=".235", text_anchor="middle")


def _ground(board: Board) -> str:
    holes = (_rect(centre(board, hole), "hole", "ink", "") for hole in sorted(board.holes))
    size = f'width="{board.columns}" height="{board.rows}"'
    return f'<rect class="sq" {size} fill="{light("square")}"/>' + "".join(holes)


def _square(board: Board, square: Square, extra: str) -> str:
    mark = f' data-square="{board.name(square)}"{extra}'
    if square in board.holes:
        return _rect(centre(board, square), "hole", "line", mark)
    shade = "square" if board.colour(square) else "square-b"
    return _rect(centre(board, square), "sq" if board.colour(square) else "sq b", shade, mark)


def _rect(middle: tuple[float, float], look: str, fill: str, extra: str) -> str:
    x, y = (number(v - 0.5) for v in middle)
    colour = light(fill)
    return f'<rect class="{look}" x="{x}" y="{y}" width="1" height="1" fill="{colour}"{extra}/>'


def _labelled(board: Board) -> Iterable[Square]:
    return () if is_large(board) else board.squares


def _text(board: Board, square: Square, text: str, *, below: float, right: float = 0) -> str:
    x, y = centre(board, square)
    return _at(x + right, y + below, text)


def _at(x: float, y: float, text: str) -> str:
    return f'<text x="{number(x)}" y="{number(y)}">{text}</text>'


def _edge(board: Board, square: Square, to: Square) -> str:
    (x, y), (u, v) = centre(board, square), centre(board, to)
    half = f"M{number(x)} {number(y)}L{number((x + u) / 2)} {number((y + v) / 2)}"
    names = f'data-from="{board.name(square)}" data-to="{board.name(to)}"'
    return f'<path class="edge" {names} d="{half}"/>'


def _move(d: str, time: float) -> str:
    # A casing in the colour of the ground, under the middle of the move, lifts it off those before.
    casing = f'<path class="casing" pathLength="50" stroke="{light("surface")}" d="{d}"/>'
    return casing + _stroke(d, time)


def _stroke(d: str, time: float) -> str:
    return f'<path {_when(time)} stroke="{colours.at(time)}" d="{d}"/>'


def _when(time: float) -> str:
    stretch, percent = colours.stretch(time)
    return f'class="t{stretch}" style="--u:{percent}"'


def _big_line(points: Sequence[tuple[float, float]], closed: bool) -> str:
    strokes = runs(points, closed, RUN)
    paths = (_stroke(d, (i + 0.5) / len(strokes)) for i, d in enumerate(strokes))
    look = {"fill": "none", "stroke_width": "1.45", "transform": "scale(.25)"}
    return _group("line big", *paths, **look)


def _mark_scale(board: Board) -> float:
    # On a large board the marks keep about the size that they have on one of 24 squares.
    return max(board.rows, board.columns) / 24 if is_large(board) else 1


def _start(middle: tuple[float, float], scale: float) -> str:
    x, y = (number(v - 0.145 * scale) for v in middle)
    side, rim = number(0.29 * scale), number(0.045 * scale)
    look = f'fill="{light("t0")}" stroke="{light("surface")}" stroke-width="{rim}"'
    return f'<rect class="start" x="{x}" y="{y}" width="{side}" height="{side}" {look}/>'


def _end(middle: tuple[float, float], scale: float) -> str:
    last, rim = light("t5"), number(0.05 * scale)
    look = {"fill": light("surface"), "stroke": last, "stroke_width": rim}
    inner = _circle(middle, 0.077 * scale, f' class="in" fill="{last}" stroke="none"')
    return _group("end", _circle(middle, 0.17 * scale), inner, **look)


def _disc(board: Board, square: Square, step: int, time: float) -> str:
    middle = centre(board, square)
    look = f'fill="{light("surface")}" stroke="{colours.at(time)}" stroke-width=".04"'
    ring = _circle(middle, 0.2, f" {_when(time)} {look}")
    return ring + _text(board, square, str(step), below=0.07)


def _dash(board: Board, square: Square, to: Square) -> str:
    (x, y), (u, v) = centre(board, square), centre(board, to)
    line = f'x1="{number(x)}" y1="{number(y)}" x2="{number(u)}" y2="{number(v)}"'
    look = f'stroke="{light("accent")}" stroke-width=".024" stroke-dasharray=".06 .05"'
    return f"<line {line} {look}/>"


def _target(board: Board, square: Square, degree: int) -> str:
    look = f' fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".032"'
    ring = _circle(centre(board, square), 0.185, look)
    text = _text(board, square, str(degree), below=0.085)
    return _group("target", ring, text, fill=light("accent"))


def _circle(middle: tuple[float, float], radius: float, extra: str = "") -> str:
    x, y = map(number, middle)
    return f'<circle cx="{x}" cy="{y}" r="{number(radius)}"{extra}/>'


def _group(name: str, *parts: str, **look: str) -> str:
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in look.items())
    return f'<g class="{name}"{attributes}>{"".join(parts)}</g>'
