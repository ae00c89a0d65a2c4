"""Layers of a board: squares, names, the knight graph, possible moves, marks, and a path.

For tours, two layers show results of `analysis`: the image of the line under a symmetry, and the
sums of rows and columns.

A layer is a lazy stream of text, so that the page can draw a large board between frames.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil

from kt_core import analysis
from kt_core.board import Board, Square, Symmetry, images
from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import (
    END_WIDTH,
    START_WIDTH,
    Layer,
    bends,
    center,
    circle,
    circles,
    cross,
    end_mark,
    group,
    half_edge,
    is_large,
    landing,
    legal_move,
    mark_place,
    mark_scale,
    move,
    number,
    rect,
    section_paths,
    start_mark,
    step_disc,
    stretches,
    stroke,
    text_at,
    text_on,
    whole_edge,
)
from kt_core.graph import knight_graph, onward
from kt_core.tour import Tour

KNIGHT = (
    "M30 77C28 60 47 57 48 42C43 48 38 48 34 51C31 55 30 60 25 60Q22 60 20 58L14 53Q11 49 14 45"
    "L29 25C32 20 37 17 42 16L44 6L53 14.5C71 18 81 36 79 77ZM40 27.4a3.3 3.3 0 1 0 .01 0Z"
    "M60 24C69 34 72 52 70 67C77 52 75 32 60 24ZM27 83H83Q86 83 86 86V91H24V86Q24 83 27 83Z"
)  # drawn in a square of side 100
RADIUS = 0.185  # radius of the ring around a choice
RING = 0.055  # the radius of a vertex


def squares(board: Board, cell: Callable[[Square], str] | None = None) -> Layer:
    """Yield the squares, a group for each row, a1 first.

    `cell` returns extra attributes for a square; with it, the squares have the roles of a grid.
    """
    if is_large(board):
        return _ground(board)
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    grid, row = ({"role": "grid"}, {"role": "row"}) if cell else ({}, {})
    extra = cell or (lambda _: "")
    rows = (group("row", (_square(board, s, extra(s)) for s in rank), **row) for rank in ranks)
    return group("squares", map("".join, rows), **grid)


def names(board: Board, among: Iterable[Square] | None = None) -> Layer:
    """Yield the name of each square, below its center, where no straight move passes.

    Here and in the layers below, `among` limits the layer to some squares.
    """
    texts = (
        text_on(board, s, board.name(s), below=0.38) for s in _squares_with_labels(board, among)
    )
    return group("names", texts, fill=light("soft"), font_size=".13", text_anchor="middle")


def coordinates(board: Board) -> Layer:
    """Yield ranks and files, outside the board, for pictures without the names of squares.

    On a long board only every second is named, or every third, so that they do not overlap.
    """
    if is_large(board):
        return
    high = 0.021 * max(board.rows, board.columns)  # the same size in print for every board
    most = 0.03 * max(board.rows, board.columns)  # the size in the page, which is larger
    wide = 0.7 * most * len(board.files[-1])
    rows, columns = range(0, board.rows, ceil(most)), range(0, board.columns, ceil(wide))
    gap = min(0.15, 0.9 * high)  # limited, so that coordinates stay near the board
    ranks = (text_at(-gap, board.rows - row - 0.5, str(row + 1)) for row in rows)
    letters = (text_at(i + 0.5, board.rows + gap, board.files[i]) for i in columns)
    size = number(high)
    yield from group("ranks", ranks, text_anchor="end", dominant_baseline="central", font_size=size)
    yield from group(
        "files", letters, text_anchor="middle", dominant_baseline="hanging", font_size=size
    )


def edges(board: Board, among: Iterable[Square] | None = None, *, alone: bool = False) -> Layer:
    """Yield the knight graph. Each directed edge is half a line, starting at its own square.

    The graph is pale, to be drawn behind a path; with `alone` it is more prominent.
    """
    return _graph(_half_edges(board, among), alone=alone)


def edges_at_once(board: Board, among: Iterable[Square] | None = None) -> Layer:
    """Yield the knight graph for large boards: one visible element, and hidden ones with the names.

    This is faster, because a browser processes every visible element at each frame.
    """
    graph = knight_graph(board)
    lines = (
        whole_edge(board, a, b)
        for a in _squares_with_labels(board, among)
        for b in graph[a]
        if a < b
    )
    single = group("each", _half_edges(board, among), display="none")
    return _graph(chain(('<path d="',), lines, ('"/>',), single))


def _half_edges(board: Board, among: Iterable[Square] | None) -> Iterator[str]:
    graph = knight_graph(board)
    return (half_edge(board, a, b) for a in _squares_with_labels(board, among) for b in graph[a])


def _graph(parts: Iterable[str], *, alone: bool = False) -> Layer:
    color, width = ("field", ".018") if alone else ("edge", ".013")
    return group("graph", parts, fill="none", stroke=light(color), stroke_width=width)


def vertices(
    board: Board, path: Collection[Square] = (), among: Iterable[Square] | None = None
) -> Layer:
    """Yield a ring on each square that is not on the path: the white vertices, as one element."""
    gray = frozenset(() if is_large(board) else path)
    places = (center(board, s) for s in _squares_with_labels(board, among) if s not in gray)
    look = {"fill": light("surface"), "stroke": light("field"), "stroke_width": ".02"}
    return group("white", circles(places, RING), **look)


def degrees(board: Board, among: Iterable[Square] | None = None) -> Layer:
    """Yield the degree of each square: its number of moves on the empty board."""
    graph = knight_graph(board)
    return _counts(board, "degrees", {s: len(graph[s]) for s in _squares_with_labels(board, among)})


def exits(
    board: Board,
    path: Collection[Square] = (),
    here: Square | None = None,
    among: Iterable[Square] | None = None,
) -> Layer:
    """Yield the number of onward moves on each square that is not on the path.

    Warnsdorff's rule compares these numbers; on the empty board they are the degrees. The moves
    from `here` are left out, because `choices` shows their numbers in rings.
    """
    graph, visited = knight_graph(board), frozenset(() if is_large(board) else path)
    taken = visited if here is None else visited.union(graph[here])
    free = (square for square in _squares_with_labels(board, among) if square not in taken)
    return _counts(board, "exits", {s: len(onward(graph, visited, s)) for s in free})


def _counts(board: Board, name: str, counts: Mapping[Square, int]) -> Layer:
    texts = (text_on(board, s, str(n), right=0.36, below=-0.3) for s, n in counts.items())
    return group(name, texts, fill=light("accent"), font_size=".17", text_anchor="middle")


def given(board: Board, numbers: Mapping[Square, int]) -> Layer:
    """Yield the given numbers of a puzzle on their squares, with a rim above a path."""
    texts = (text_on(board, s, str(n), below=0.14) for s, n in numbers.items())
    rim = {"stroke": light("surface"), "stroke_width": ".07", "paint_order": "stroke"}
    look = {"font_size": ".4", "font_weight": "bold", "text_anchor": "middle"}
    return group("given", texts, fill=light("ink"), **look, **rim)


def moves(
    board: Board, square: Square, path: Collection[Square] = (), *, counted: bool = True
) -> Layer:
    """Yield the moves from a square to unvisited squares, each with its number of onward moves.

    On the empty board those are the degrees. Unless `counted`, the rings are empty.
    """
    graph, visited = knight_graph(board), frozenset(path)
    ends = onward(graph, visited, square)
    counts = {to: len(onward(graph, visited, to)) if counted else None for to in ends}
    return choices(board, square, counts, name="moves")


def legal(
    board: Board,
    squares: Iterable[Square],
    onward: Mapping[Square, int] | None = None,
    chosen: Square | None = None,
) -> Layer:
    """Yield a disc on each square where the knight may go, with its onward moves if given."""
    counts = onward or {}
    marks = (landing(board, s, counts.get(s), chosen=s == chosen) for s in squares)
    return group("legal", marks, font_size=".235", text_anchor="middle")


def knight(
    board: Board, square: Square, *, size: float = 1, zoom: float = 1, lift: float = 0
) -> Layer:
    """Yield the knight on its square; the smaller its `size`, the nearer to the lower left corner.

    `lift`, in squares, raises the knight and shrinks it by as much, so that the square's name stays
    visible. `zoom` is the enlargement of a large board.
    """
    (x, y), aside = mark_place(board, square, zoom), 0.62 * (1 - size)
    scale = number(mark_scale(board, zoom) * (size - lift))
    place = f"translate({number(x - aside)} {number(y + aside - lift)}) scale({scale})"
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".055"'
    ring = f'<circle r=".325" {look}/>'
    horse = (
        f'<path transform="translate(-.225 -.235) scale(.0045)" d="{KNIGHT}" fill-rule="evenodd"/>'
    )
    return group("piece", (ring, horse), transform=place, fill=light("ink"))


def wrong_move(board: Board, square: Square, to: Square) -> Layer:
    """Yield a move that is not allowed: a dashed line, and the shade and cross of its end."""
    (x, y), (u, v), scale = center(board, square), center(board, to), mark_scale(board)
    shade = f'x="{number(u - 0.5)}" y="{number(v - 0.5)}" width="1" height="1"'
    line = f'x1="{number(x)}" y1="{number(y)}" x2="{number(u)}" y2="{number(v)}"'
    look = f'stroke-width="{number(0.07 * scale)}" stroke-dasharray="{number(0.16 * scale)}"'
    yield f'<g class="wrong-move" fill="none" stroke="{light("wrong")}">'
    yield f'<rect {shade} fill="{light("wrong")}" fill-opacity=".28" stroke="none"/>'
    yield f"<line {line} {look}/>"
    yield f'<path stroke-width="{number(0.07 * scale)}" d="{cross(u, v, 0.16 * scale)}"/></g>'


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
        return rect(center(board, square), "hole", "line", mark)
    shade = "square" if board.color(square) else "square-b"
    return rect(center(board, square), "sq" if board.color(square) else "sq b", shade, mark)


def _squares_with_labels(board: Board, among: Iterable[Square] | None = None) -> Iterable[Square]:
    if is_large(board):
        return ()
    return board.squares if among is None else (square for square in among if square in board)


def choices(
    board: Board,
    square: Square,
    onward: Mapping[Square, int | None],
    *,
    chosen: Square | None = None,
    tried: Collection[Square] = (),
    skipped: Collection[Square] = (),
    name: str = "choices",
) -> Layer:
    """Yield the moves from a square: a dashed line to each, and a ring with its onward moves.

    If those are None, the ring is empty. The ring of the chosen move is filled, those of skipped
    moves are faint, and a move that was tried has the sign of a dead end instead.
    """

    def kind(to: Square) -> str:
        if to == chosen:
            return "chosen"
        return "tried" if to in tried else "skipped" if to in skipped else "open"

    lines = (legal_move(board, square, to) for to in onward if to not in tried)
    rings = (choice(board, to, count, kind(to)) for to, count in onward.items())
    return group(name, chain(lines, rings), font_size=".235", text_anchor="middle")


def choice(board: Board, square: Square, count: int | None, kind: str = "open") -> str:
    """Return the ring of a move's target, with the number of its onward moves, or its cross."""
    if kind == "tried":
        return "".join(group("choice tried", (dead_ends.tried_move(board, square),)))
    ring, ink = ("field", "soft") if kind == "skipped" else ("accent", "accent")
    fill, ink = ("accent", "on-accent") if kind == "chosen" else ("surface", ink)
    look = f' fill="{light(fill)}" stroke="{light(ring)}" stroke-width=".032"'
    parts = [circle(center(board, square), RADIUS, look)]
    if count is not None:
        parts.append(text_on(board, square, str(count), below=0.085))
    return "".join(group(f"choice {kind}", parts, fill=light(ink), font_weight="600"))


# --- The path -------------------------------------------------------------------------------------


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
        return long_line(board, path, closed=closed, of=of or len(path))
    return _line(board, path, closed=closed, of=of or len(path))


def piece(
    board: Board,
    path: Sequence[Square],
    first: int,
    *,
    of: int,
    before: Sequence[Square] = (),
    after: Sequence[Square] = (),
    is_thin: bool = False,
) -> Layer:
    """Yield a piece of a line: the moves along `path`, after `first` earlier moves.

    It bends as if it came from the square in `before` and continued to the one in `after`, if
    given. `of` is the number of moves of the complete path. The future path `is_thin`.
    """
    points = [center(board, square) for square in (*before, *path, *after)]
    moves = bends(points, closed=False)[len(before) :][: len(path) - 1]
    timeline = ((d, (first + i + 0.5) / of) for i, d in enumerate(moves))
    if is_thin:
        yield from group("line to-come", (stroke(*each) for each in timeline), **TO_COME)
        return
    strokes = (move(*each) for each in timeline)
    yield from group("line", strokes, fill="none", stroke_width=".092", stroke_linecap="round")
    dots = circles((center(board, square) for square in path), DOT)
    yield from group("gray", dots, fill=light("surface"))


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


def long_line(
    board: Board, path: Sequence[Square], *, closed: bool, of: int, moves: int = SECTION_MOVES
) -> Layer:
    """Yield a path as a line in sections of this number of moves, each with one color."""
    points = (center(board, square) for square in chain(path, path[:1] if closed else ()))
    last = max(of / moves, 1)
    strokes = (
        stroke(d, min((i + 0.5) / last, 1)) for i, d in enumerate(section_paths(points, moves))
    )
    look = {"fill": "none", "stroke_width": "1.45", "transform": "scale(.25)"}
    return group("line big", strokes, **look)


SUM_HEIGHT = 0.025  # height of a sum's digits, as a share of the longer side
#: The angle of a rotation, clockwise; for a mirror, the angle of its axis to the horizontal.
DEGREES: Mapping[str, int] = {
    "rot180": 180,
    "rot90": 90,
    "mirror left-right": 90,
    "mirror up-down": 0,
    "mirror diagonal": -45,
    "mirror antidiagonal": 45,
}


def ghost(tour: Tour, symmetry: Symmetry) -> Layer:
    """Yield the line as a transparent element, which the page turns or mirrors by `--by` degrees.

    Yields nothing if the tour does not have the symmetry.
    """
    known = [image.key for image in images(tour.board, symmetry)]
    degrees = [DEGREES[name] for name in analysis.symmetry(tour) if name in known]
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
