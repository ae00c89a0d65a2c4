"""The layers of a board: squares, names, the knight graph, what may be done, what is marked.

A layer comes in parts, lazily, so that a page can draw a large board between frames.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing import marks
from kt_core.drawing.colours import light
from kt_core.drawing.curve import centre, number
from kt_core.drawing.picture import is_large, mark_scale
from kt_core.drawing.shapes import (
    Layer,
    circle,
    exit_shade,
    group,
    half_edge,
    landing,
    legal_move,
    rect,
    stretches,
    target_disc,
    text_at,
    text_on,
)
from kt_core.graph import knight_graph, onward

KNIGHT = (
    "M30 77C28 60 47 57 48 42C43 48 38 48 34 51C31 55 30 60 25 60Q22 60 20 58L14 53Q11 49 14 45"
    "L29 25C32 20 37 17 42 16L44 6L53 14.5C71 18 81 36 79 77ZM40 27.4a3.3 3.3 0 1 0 .01 0Z"
    "M60 24C69 34 72 52 70 67C77 52 75 32 60 24ZM27 83H83Q86 83 86 86V91H24V86Q24 83 27 83Z"
)  # in a square of 100


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


def knight(board: Board, square: Square, size: float = 1) -> Layer:
    """Yield the knight on its square; a smaller one stands further in the lower left corner."""
    (x, y), aside = centre(board, square), 0.62 * (1 - size)
    scale = number(mark_scale(board) * size)
    place = f"translate({number(x - aside)} {number(y + aside)}) scale({scale})"
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width=".055"'
    ring = f'<circle r=".325" {look}/>'
    horse = (
        f'<path transform="translate(-.225 -.235) scale(.0045)" d="{KNIGHT}" fill-rule="evenodd"/>'
    )
    return group("piece", (ring, horse), transform=place, fill=light("ink"))


def witness(board: Board, sets: Mapping[str, Collection[Square]]) -> Layer:
    """Yield named sets of squares, such as `NoTour.witness`, each with its sign.

    Of loose squares the first four sets are drawn; of parts and chains, see `Linked`, all. Sets
    of more than 20,000 squares are left out: nobody could tell their squares apart.
    """
    return marks.witness(board, sets, scale=mark_scale(board))


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
