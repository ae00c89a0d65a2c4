"""The knight's moves from a square, and the edges of the same vertex in the graph beside. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import centre, number
from kt_core.drawing.shapes import circle, group, text_at, text_on
from kt_core.graph import knight_graph
from kt_core.language import N_
from web.draw.patch import Lazy
from web.figure.parts import DRAWING, Patches, drawing, html, layer, slider
from web.lesson.figures import Values
from web.lesson.words import told

RADIUS = 0.23  # of a vertex


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return what is drawn: the ground once, and what follows the knight and the pointer."""
    board, square = Board.parse(words[0]), values[0]
    near = int(lit) if lit.isdigit() and int(lit) in knight_graph(board)[square] else None
    yield DRAWING, Lazy(html, _ground, board, language)
    yield layer("moves"), Lazy(html, _moves, board, square, near)
    yield layer("edges"), Lazy(html, _edges, board, square, near)
    yield " [name=square]", slider(square, sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return what the figure shows now, in a sentence."""
    board, square = Board.parse(words[0]), values[0]
    moves = knight_graph(board)[square]
    text = N_(
        "Square {square} is {name}. {count} moves, to {ends}: as many edges, to the same vertices."
    )
    ends = ", ".join(map(str, moves))
    return told(language, text, square=square, name=board.name(square), count=len(moves), ends=ends)


def _ground(board: Board, language: str) -> Iterator[str]:
    yield '<div class="pair">'
    names = (text_on(board, s, str(s), below=0.36) for s in board)
    look = {"fill": light("soft"), "font_size": ".17", "text_anchor": "middle"}
    layers = svg.squares(board, _turns), group("numbered", names, **look)
    yield drawing(board, told(language, "The board"), layers, "moves")
    yield drawing(board, told(language, "Its knight graph"), _graph(board), "edges")
    yield "</div>"


def _turns(square: Square) -> str:
    return f' data-turn="square" data-value="{square}"'


def _graph(board: Board) -> Iterable[Iterable[str]]:
    graph = knight_graph(board)
    edges = (line(board, a, b) for a in board for b in graph[a] if a < b)
    look = {"fill": "none", "stroke": light("edge"), "stroke_width": ".02"}
    yield group("lines", (f'<path d="{"".join(edges)}"/>',), **look)
    ring = f' fill="{light("paper")}" stroke="{light("field")}" stroke-width=".03"'
    yield group("rings", (circle(centre(board, s), RADIUS, ring + _turns(s)) for s in board))
    yield _numbers(board, board, "ink")


def _moves(board: Board, square: Square, near: Square | None) -> Iterator[str]:
    ends = knight_graph(board)[square]
    yield from _lit(board, square, ends, near)
    dot = f' fill="{light("accent")}"'
    yield from (circle(centre(board, s), 0.2 if s == near else 0.12, dot) for s in ends)
    yield from svg.knight(board, square)


def _edges(board: Board, square: Square, near: Square | None) -> Iterator[str]:
    ends = knight_graph(board)[square]
    yield from _lit(board, square, ends, near)
    for s in ends:
        fill = "wash" if s == near else "paper"
        ring = f' fill="{light(fill)}" stroke="{light("accent")}" stroke-width=".06"'
        yield circle(centre(board, s), RADIUS, ring)
    yield from _numbers(board, ends, "accent")
    yield circle(centre(board, square), RADIUS, f' fill="{light("accent")}"')
    yield from _numbers(board, (square,), "paper")


def _lit(
    board: Board, square: Square, ends: Iterable[Square], near: Square | None
) -> Iterator[str]:
    for s in ends:
        wide = ".11" if s == near else ".05"
        look = f'fill="none" stroke="{light("accent")}" stroke-width="{wide}"'
        yield f'<path d="{line(board, square, s)}" {look}/>'


def _numbers(board: Board, squares: Iterable[Square], ink: str) -> Iterator[str]:
    places = ((*centre(board, s), str(s)) for s in squares)
    texts = (text_at(x, y + 0.075, name) for x, y, name in places)
    look = {"fill": light(ink), "font_size": ".21", "text_anchor": "middle", "font_weight": "600"}
    return group("numbered", texts, **look)


def line(board: Board, a: Square, b: Square) -> str:
    """Return the `d` of the straight line between two squares."""
    (x, y), (u, v) = centre(board, a), centre(board, b)
    return f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
