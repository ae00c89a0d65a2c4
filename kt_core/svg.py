"""Drawing: values in, SVG out. One square is 1, and `viewBox` is the board.

A picture is `picture(board, layer, layer, ...)`. A layer comes in parts, lazily, so that a page can draw
a large board between frames. Looks are attributes, which any style sheet overrides: a picture stands
alone in a file or a notebook, and follows the theme of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from html import escape
from itertools import chain

from kt_core import colours
from kt_core.board import Board, Square
from kt_core.colours import light
from kt_core.curve import bends, centre, number, runs
from kt_core.graph import knight_graph
from kt_core.tour import Tour

Layer = Iterator[str]  # parts of one group of elements, to be joined

#: The side from which a board is drawn as one line: no names, no squares, no graph.
LARGE = 40

RUN = 65  # moves in one colour on a large board

KNIGHT = (
    "M30 77C28 60 47 57 48 42C43 48 38 48 34 51C31 55 30 60 25 60Q22 60 20 58L14 53Q11 49 14 45L29 25"
    "C32 20 37 17 42 16L44 6L53 14.5C71 18 81 36 79 77ZM40 27.4a3.3 3.3 0 1 0 .01 0ZM60 24C69 34 72 52"
    " 70 67C77 52 75 32 60 24ZM27 83H83Q86 83 86 86V91H24V86Q24 83 27 83Z"
)  # in a square of 100


def board(board: Board) -> str:
    """Return a picture of the empty board with the names of its squares."""
    return picture(board, squares(board), names(board))


def graph(board: Board) -> str:
    """Return a picture of the board's knight graph, each directed edge an element of its own."""
    return picture(board, squares(board), edges(board), vertices(board), names(board))


def tour(tour: Tour) -> str:
    """Return a picture of a tour. Its colour runs with time, from the square to the double ring."""
    route = tour.board, tour.path, tour.closed
    layers = squares(tour.board), line(*route), ends(*route), names(tour.board)
    return picture(tour.board, *layers, tour=tour)


def picture(board: Board, *layers: Layer, label: str = "", tour: Tour | None = None) -> str:
    """Return layers as one `svg` element that says which board it shows and which tour, if any."""
    shown = f' data-tour="{board.names(tour.path)}"' if tour else ""
    label = label or f"Board, {board.rows} rows by {board.columns} columns"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="group" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{"".join(chain(*layers))}</svg>'
    )


def is_large(board: Board) -> bool:
    """Return whether this board is drawn as one line."""
    return max(board.rows, board.columns) >= LARGE


def squares(board: Board, extra: Callable[[Square], str] = lambda square: "") -> Layer:
    """Yield the squares, a group for each row, a1 first; `extra` adds attributes to a square."""
    if is_large(board):
        return _ground(board)
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    rows = (_group("row", (_square(board, s, extra(s)) for s in rank), role="row") for rank in ranks)
    return _group("squares", map("".join, rows))


def names(board: Board) -> Layer:
    """Yield the name of each square, below its centre, where no straight move passes."""
    texts = (_text(board, s, board.name(s), below=0.38) for s in _labelled(board))
    return _group("names", texts, fill=light("soft"), font_size=".13", text_anchor="middle")


def coordinates(board: Board) -> Layer:
    """Yield ranks and files, outside the board: for pictures that do not name every square."""
    rows, files = ((), ()) if is_large(board) else (range(board.rows), board.files)
    ranks = (_at(-0.15, board.rows - row - 0.5, str(row + 1)) for row in rows)
    letters = (_at(i + 0.5, board.rows + 0.15, name) for i, name in enumerate(files))
    size = number(0.021 * max(board.rows, board.columns))  # the same on paper for every board
    yield from _group("ranks", ranks, text_anchor="end", dominant_baseline="central", font_size=size)
    yield from _group("files", letters, text_anchor="middle", dominant_baseline="hanging", font_size=size)


def edges(board: Board) -> Layer:
    """Yield the knight graph. Each directed edge is the half of the line at its own square."""
    graph = knight_graph(board)
    lines = (_edge(board, a, b) for a in _labelled(board) for b in graph[a])
    return _group("graph", lines, fill="none", stroke=light("edge"), stroke_width=".013")


def vertices(board: Board, path: Collection[Square] = ()) -> Layer:
    """Yield a ring on each square that is not on the path: white, in depth-first search."""
    gray = frozenset(path)
    rings = (_circle(centre(board, s), 0.055) for s in _labelled(board) if s not in gray)
    look = {"fill": light("surface"), "stroke": light("field"), "stroke_width": ".02"}
    return _group("white", rings, **look)


def line(board: Board, path: Sequence[Square], closed: bool = False) -> Layer:
    """Yield a path as a line whose colour runs with time; where it crosses itself, later is above."""
    if len(path) < 2:
        return iter(())
    return _long_line(board, path, closed) if is_large(board) else _line(board, path, closed)


def ends(board: Board, path: Sequence[Square], closed: bool = False) -> Layer:
    """Yield the marks of the first square and, where it is another, of the last."""
    scale = _mark_scale(board)
    if path:
        yield _start(centre(board, path[0]), scale)
    if len(path) > 1 and not closed:
        yield _end(centre(board, path[-1]), scale)


def numbers(board: Board, path: Sequence[Square]) -> Layer:
    """Yield the number of each step, from 1, on its square."""
    shown = () if is_large(board) else path
    last = max(len(path) - 1, 1)
    labels = (_disc(board, square, i + 1, i / last) for i, square in enumerate(shown))
    look = {"fill": light("ink"), "font_size": ".2", "text_anchor": "middle"}
    return _group("numbers", labels, **look)


def degrees(board: Board) -> Layer:
    """Yield the degree of each square: how many moves it has on the empty board."""
    graph = knight_graph(board)
    texts = (_text(board, s, str(len(graph[s])), right=0.36, below=-0.3) for s in _labelled(board))
    return _group("degrees", texts, fill=light("accent"), font_size=".17", text_anchor="middle")


def moves(board: Board, square: Square) -> Layer:
    """Yield the legal moves from a square, each with the degree of the square that it leads to."""
    graph = knight_graph(board)
    lines = (_dash(board, square, to) for to in graph[square])
    marks = (_target(board, to, len(graph[to])) for to in graph[square])
    return _group("moves", chain(lines, marks), font_size=".235", text_anchor="middle")


def knight(board: Board, square: Square) -> Layer:
    """Yield the knight on its square."""
    x, y = map(number, centre(board, square))
    place = f"translate({x} {y}) scale({number(_mark_scale(board))})"
    ring = f'<circle r=".325" fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".055"/>'
    horse = f'<path transform="translate(-.225 -.235) scale(.0045)" d="{KNIGHT}" fill-rule="evenodd"/>'
    return _group("piece", (ring, horse), transform=place, fill=light("ink"))


def _ground(board: Board) -> Layer:
    size = f'width="{board.columns}" height="{board.rows}"'
    yield f'<rect class="sq" {size} fill="{light("square")}"/>'
    for hole in sorted(board.holes):
        yield _rect(centre(board, hole), "hole", "line", "")


def _square(board: Board, square: Square, extra: str) -> str:
    mark = f' data-square="{board.name(square)}"{extra}'
    if square in board.holes:
        return _rect(centre(board, square), "hole", "line", mark)
    shade = "square" if board.colour(square) else "square-b"
    return _rect(centre(board, square), "sq" if board.colour(square) else "sq b", shade, mark)


def _rect(middle: tuple[float, float], look: str, fill: str, extra: str) -> str:
    x, y = (number(v - 0.5) for v in middle)
    return f'<rect class="{look}" x="{x}" y="{y}" width="1" height="1" fill="{light(fill)}"{extra}/>'


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
    dash = 'pathLength="50" stroke-dasharray="0 10 30 10" stroke-linecap="butt" stroke-width=".17"'
    return f'<path class="casing" {dash} stroke="{light("surface")}" d="{d}"/>' + _stroke(d, time)


def _stroke(d: str, time: float) -> str:
    return f'<path {_when(time)} stroke="{colours.at(time)}" d="{d}"/>'


def _when(time: float) -> str:
    stretch, percent = colours.stretch(time)
    return f'class="t{stretch}" style="--u:{percent}"'


def _line(board: Board, path: Sequence[Square], closed: bool) -> Layer:
    points = [centre(board, square) for square in path]
    moves = bends(points, closed)
    strokes = (_move(d, (i + 0.5) / len(moves)) for i, d in enumerate(moves))
    yield from _group("line", strokes, fill="none", stroke_width=".092", stroke_linecap="round")
    yield from _group("gray", (_circle(p, 0.024) for p in points), fill=light("surface"))


def _long_line(board: Board, path: Sequence[Square], closed: bool) -> Layer:
    points = (centre(board, square) for square in chain(path, path[:1] if closed else ()))
    last = max(len(path) / RUN, 1)
    strokes = (_stroke(d, min((i + 0.5) / last, 1)) for i, d in enumerate(runs(points, RUN)))
    look = {"fill": "none", "stroke_width": "1.45", "transform": "scale(.25)"}
    return _group("line big", strokes, **look)


def _mark_scale(board: Board) -> float:
    # On a large board the marks keep about the size that they have on one of 13 squares.
    return max(board.rows, board.columns) / 13 if is_large(board) else 1


def _start(middle: tuple[float, float], scale: float) -> str:
    x, y = (number(v - 0.145 * scale) for v in middle)
    side, rim = number(0.29 * scale), number(0.045 * scale)
    look = f'fill="{light("t0")}" stroke="{light("surface")}" stroke-width="{rim}"'
    return f'<rect class="start" x="{x}" y="{y}" width="{side}" height="{side}" {look}/>'


def _end(middle: tuple[float, float], scale: float) -> str:
    last, rim = light("t5"), number(0.05 * scale)
    inner = _circle(middle, 0.077 * scale, f' class="in" fill="{last}" stroke="none"')
    look = {"fill": light("surface"), "stroke": last, "stroke_width": rim}
    return "".join(_group("end", (_circle(middle, 0.17 * scale), inner), **look))


def _disc(board: Board, square: Square, step: int, time: float) -> str:
    middle = centre(board, square)
    ring = f' {_when(time)} fill="{light("surface")}" stroke="{colours.at(time)}" stroke-width=".04"'
    return _circle(middle, 0.2, ring) + _text(board, square, str(step), below=0.07)


def _dash(board: Board, square: Square, to: Square) -> str:
    (x, y), (u, v) = centre(board, square), centre(board, to)
    line = f'x1="{number(x)}" y1="{number(y)}" x2="{number(u)}" y2="{number(v)}"'
    look = f'stroke="{light("accent")}" stroke-width=".024" stroke-dasharray=".06 .05"'
    return f"<line {line} {look}/>"


def _target(board: Board, square: Square, degree: int) -> str:
    look = f' fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".032"'
    parts = _circle(centre(board, square), 0.185, look), _text(board, square, str(degree), below=0.085)
    return "".join(_group("target", parts, fill=light("accent")))


def _circle(middle: tuple[float, float], radius: float, extra: str = "") -> str:
    x, y = map(number, middle)
    return f'<circle cx="{x}" cy="{y}" r="{number(radius)}"{extra}/>'


def _group(name: str, parts: Iterable[str], **look: str) -> Layer:
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in look.items())
    yield f'<g class="{name}"{attributes}>'
    yield from parts
    yield "</g>"
