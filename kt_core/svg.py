"""Drawing: values in, SVG out. One square is 1, and `viewBox` is the board.

A picture is `picture(board, layer, layer, ...)`. A layer comes in parts, lazily, so that a page can
draw a large board between frames. Looks are attributes, which any style sheet overrides: a picture
stands alone in a file or a notebook, and follows the theme of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing import marks
from kt_core.drawing.colours import light
from kt_core.drawing.curve import bends, centre, number, runs
from kt_core.drawing.shapes import (
    Layer,
    circle,
    end_mark,
    escaped,
    exit_shade,
    group,
    half_edge,
    landing,
    legal_move,
    move,
    rect,
    start_mark,
    step_disc,
    stretches,
    stroke,
    target_disc,
    text_at,
    text_on,
)
from kt_core.graph import knight_graph, onward
from kt_core.tour import Tour

#: The side from which a board is drawn as one line: no names, no squares, no graph.
LARGE_SIDE = 40

SECTION_MOVES = 65  # moves in one colour on a large board

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
    board, path, closed = tour.board, tour.path, tour.closed
    drawn = line(board, path, closed=closed), ends(board, path, closed=closed)
    return picture(board, squares(board), *drawn, names(board), tour=tour)


def picture(
    board: Board,
    *layers: Iterable[str],
    label: str = "",
    role: str = "img",
    tour: Tour | None = None,
) -> str:
    """Return layers as one `svg` element that says which board it shows and which tour, if any."""
    shown = f' data-tour="{board.names(tour.path)}"' if tour else ""
    label = label or f"Board, {board.rows} rows by {board.columns} columns"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="{board}"{shown}'
        f' viewBox="0 0 {board.columns} {board.rows}" role="{role}" aria-label="{escaped(label)}"'
        f' font-family="sans-serif">{"".join(chain(*layers))}</svg>'
    )


def is_large(board: Board) -> bool:
    """Return whether this board is drawn as one line."""
    return max(board.rows, board.columns) >= LARGE_SIDE


def squares(board: Board, cell: Callable[[Square], str] | None = None) -> Layer:
    """Yield the squares, a group for each row, a1 first.

    With `cell`, which returns attributes for a square, they are a grid that can be walked about in.
    """
    if is_large(board):
        return _ground(board)
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    grid, row = ({"role": "grid"}, {"role": "row"}) if cell else ({}, {})
    extra = cell or (lambda _: "")
    rows = (group("row", (_square(board, s, extra(s)) for s in rank), **row) for rank in ranks)
    return group("squares", map("".join, rows), **grid)


def names(board: Board) -> Layer:
    """Yield the name of each square, below its centre, where no straight move passes."""
    texts = (text_on(board, s, board.name(s), below=0.38) for s in _labelled(board))
    return group("names", texts, fill=light("soft"), font_size=".13", text_anchor="middle")


def coordinates(board: Board) -> Layer:
    """Yield ranks and files, outside the board: for pictures that do not name every square."""
    rows, files = ((), ()) if is_large(board) else (range(board.rows), board.files)
    ranks = (text_at(-0.15, board.rows - row - 0.5, str(row + 1)) for row in rows)
    letters = (text_at(i + 0.5, board.rows + 0.15, name) for i, name in enumerate(files))
    size = number(0.021 * max(board.rows, board.columns))  # the same on paper for every board
    yield from group("ranks", ranks, text_anchor="end", dominant_baseline="central", font_size=size)
    yield from group(
        "files", letters, text_anchor="middle", dominant_baseline="hanging", font_size=size
    )


def edges(board: Board) -> Layer:
    """Yield the knight graph. Each directed edge is the half of the line at its own square."""
    graph = knight_graph(board)
    lines = (half_edge(board, a, b) for a in _labelled(board) for b in graph[a])
    return group("graph", lines, fill="none", stroke=light("edge"), stroke_width=".013")


def vertices(board: Board, path: Collection[Square] = ()) -> Layer:
    """Yield a ring on each square that is not on the path: white, in depth-first search."""
    gray = frozenset(() if is_large(board) else path)
    rings = (circle(centre(board, s), 0.055) for s in _labelled(board) if s not in gray)
    look = {"fill": light("surface"), "stroke": light("field"), "stroke_width": ".02"}
    return group("white", rings, **look)


def line(
    board: Board, path: Sequence[Square], *, closed: bool = False, of: int | None = None
) -> Layer:
    """Yield a path as a line whose colour runs with time; at crossings, later is above.

    `of` are the squares that the path will have when it is whole, if more than it has.
    """
    if len(path) < 2:
        return iter(())
    if is_large(board):
        return _long_line(board, path, closed=closed)
    return _line(board, path, closed=closed, of=of or len(path))


def to_come(board: Board, path: Sequence[Square], begin: int) -> Layer:
    """Yield what a path will be after its first `begin` squares, thin."""
    rest = path[max(begin - 1, 0) :]
    if len(rest) < 2 or is_large(board):
        return iter(())
    whole, points = max(len(path) - 1, 1), [centre(board, square) for square in rest]
    first = len(path) - len(rest)
    strokes = (
        stroke(d, (first + i + 0.5) / whole) for i, d in enumerate(bends(points, closed=False))
    )
    look = {"fill": "none", "stroke_width": ".024", "stroke_opacity": ".7"}
    return group("line to-come", strokes, **look)


def dead_end(board: Board, square: Square) -> Layer:
    """Yield the sign of a dead end above the centre of a square."""
    x, y = centre(board, square)
    d = f"M{number(x - 0.045)} {number(y - 0.345)}l.09 .09m0 -.09l-.09 .09"
    yield f'<path class="died" fill="none" stroke="{light("ink")}" stroke-width=".03" d="{d}"/>'


def ends(board: Board, path: Sequence[Square], *, closed: bool = False) -> Layer:
    """Yield the marks of the first square and, where it is another, of the last."""
    scale = _mark_scale(board)
    if path:
        yield start_mark(centre(board, path[0]), scale)
    if len(path) > 1 and not closed:
        yield end_mark(centre(board, path[-1]), scale)


def numbers(board: Board, path: Sequence[Square], *, of: int | None = None) -> Layer:
    """Yield the number of each step, from 1, on its square; `of` as for `line`."""
    shown = () if is_large(board) else path
    last = max((of or len(path)) - 1, 1)
    labels = (step_disc(board, square, i + 1, i / last) for i, square in enumerate(shown))
    look = {"fill": light("ink"), "font_size": ".2", "text_anchor": "middle"}
    return group("numbers", labels, **look)


def degrees(board: Board) -> Layer:
    """Yield the degree of each square: how many moves it has on the empty board."""
    graph = knight_graph(board)
    texts = (
        text_on(board, s, str(len(graph[s])), right=0.36, below=-0.3) for s in _labelled(board)
    )
    return group("degrees", texts, fill=light("accent"), font_size=".17", text_anchor="middle")


def exits(board: Board, path: Collection[Square] = ()) -> Layer:
    """Yield, on each square off the path, how many moves it leaves now; the fewer, the darker.

    These are the numbers that Warnsdorff's rule goes by; on the empty board they are the degrees.
    """
    graph, visited = knight_graph(board), frozenset(path)
    free = (square for square in _labelled(board) if square not in visited)
    shades = (exit_shade(board, s, len(onward(graph, visited, s))) for s in free)
    look = {"fill": light("ink"), "font_size": ".26", "text_anchor": "middle"}
    return group("exits", shades, **look)


def moves(board: Board, square: Square) -> Layer:
    """Yield the legal moves from a square, each with the degree of the square that it leads to."""
    graph = knight_graph(board)
    lines = (legal_move(board, square, to) for to in graph[square])
    marks = (target_disc(board, to, len(graph[to])) for to in graph[square])
    return group("moves", chain(lines, marks), font_size=".235", text_anchor="middle")


def legal(
    board: Board,
    squares: Iterable[Square],
    onward: Mapping[Square, int] | None = None,
    chosen: Square | None = None,
) -> Layer:
    """Yield a disc on each square where the knight may go; in it its onward moves, if given."""
    counts = onward or {}
    marks = (landing(board, s, counts.get(s), chosen=s == chosen) for s in squares)
    return group("legal", marks, font_size=".235", text_anchor="middle")


def knight(board: Board, square: Square) -> Layer:
    """Yield the knight on its square."""
    x, y = map(number, centre(board, square))
    place = f"translate({x} {y}) scale({number(_mark_scale(board))})"
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".055"'
    ring = f'<circle r=".325" {look}/>'
    horse = (
        f'<path transform="translate(-.225 -.235) scale(.0045)" d="{KNIGHT}" fill-rule="evenodd"/>'
    )
    return group("piece", (ring, horse), transform=place, fill=light("ink"))


def witness(board: Board, sets: Mapping[str, Collection[Square]]) -> Layer:
    """Yield named sets of squares, such as `NoTour.witness`: the first four, each with its sign.

    Sets of more than 20,000 squares are left out: nobody could tell their squares apart.
    """
    return marks.witness(board, sets, scale=_mark_scale(board))


def _ground(board: Board) -> Layer:
    size = f'width="{board.columns}" height="{board.rows}"'
    yield f'<rect class="sq" {size} fill="{light("square")}"/>'
    if board.holes:
        yield f'<path class="hole" fill="{light("line")}" d="'
        yield from stretches(board, sorted(board.holes))
        yield '"/>'


def _square(board: Board, square: Square, extra: str) -> str:
    mark = f' data-square="{board.name(square)}"{extra}'
    if square in board.holes:
        return rect(centre(board, square), "hole", "line", mark)
    shade = "square" if board.colour(square) else "square-b"
    return rect(centre(board, square), "sq" if board.colour(square) else "sq b", shade, mark)


def _labelled(board: Board) -> Iterable[Square]:
    return () if is_large(board) else board.squares


def _line(board: Board, path: Sequence[Square], *, closed: bool, of: int) -> Layer:
    points = [centre(board, square) for square in path]
    moves = bends(points, closed=closed)
    whole = max(of - 1 + closed, 1)
    strokes = (move(d, (i + 0.5) / whole) for i, d in enumerate(moves))
    yield from group("line", strokes, fill="none", stroke_width=".092", stroke_linecap="round")
    yield from group("gray", (circle(p, 0.024) for p in points), fill=light("surface"))


def _long_line(board: Board, path: Sequence[Square], *, closed: bool) -> Layer:
    points = (centre(board, square) for square in chain(path, path[:1] if closed else ()))
    last = max(len(path) / SECTION_MOVES, 1)
    strokes = (
        stroke(d, min((i + 0.5) / last, 1)) for i, d in enumerate(runs(points, SECTION_MOVES))
    )
    look = {"fill": "none", "stroke_width": "1.45", "transform": "scale(.25)"}
    return group("line big", strokes, **look)


def _mark_scale(board: Board) -> float:
    # On a large board the marks keep about the size that they have on one of 13 squares.
    return max(board.rows, board.columns) / 13 if is_large(board) else 1
