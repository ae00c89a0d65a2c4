"""A board's degrees, and its adjacency matrix as dots: a square lights its row and column. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import centre, number
from kt_core.drawing.shapes import circle
from kt_core.graph import directed_edges, fill_percent, knight_graph
from kt_core.language import N_
from web.draw.patch import Lazy
from web.figure.moves import line
from web.figure.parts import DRAWING, Patches, drawing, html, layer, move_counts, named, slider
from web.lesson.figures import Values
from web.lesson.words import counted, told

STRONGEST = 0.62  # opacity of the largest degree, behind a number that is to be read


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return both drawings; what is pointed at is shown before what is chosen."""
    board = Board.parse(words[0])
    square = int(lit) if lit.isdigit() and int(lit) in board else values[0]
    yield DRAWING, Lazy(html, _ground, board, language)
    yield layer("moves"), Lazy(html, _moves, board, square)
    yield layer("lines"), Lazy(html, _lines, board, square)
    yield " [name=square]", slider(values[0], sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return what the figure shows now, in a sentence."""
    board, square = Board.parse(words[0]), values[0]
    text = N_(
        "Square {square}, {name}: degree {degree}, so {degree} dots in its row of {of} entries."
    )
    degree = len(knight_graph(board)[square])
    shown = {"name": board.name(square), "degree": degree, "of": len(board)}
    return told(language, text, square=square, **shown)


def table(words: tuple[str, ...], language: str) -> list[list[str]]:
    """Return how many squares have each degree, and what that makes of edges."""
    board = Board.parse(words[0])
    degrees = [len(moves) for moves in knight_graph(board).values()]
    heads = (N_("Degree"), N_("Squares"), N_("Directed edges"))
    rows = [[told(language, head) for head in heads]]
    for degree in sorted(set(degrees)):
        count = degrees.count(degree)
        rows.append([counted(language, each) for each in (degree, count, degree * count)])
    total = [counted(language, each) for each in (len(board), directed_edges(board))]
    return [*rows, [told(language, "Together"), *total]]


def _ground(board: Board, language: str) -> Iterator[str]:
    counts = {square: len(moves) for square, moves in knight_graph(board).items()}
    layers = _heat(board, counts), move_counts(board, 0.34, 0.12)
    yield '<div class="pair">'
    yield drawing(board, told(language, "Degrees on the board"), layers, "moves")
    fill = f"{fill_percent(board):.1f}"
    caption = told(language, "Its adjacency matrix: {fill} % full", fill=fill)
    yield named(caption, _matrix(board, counts))
    yield "</div>"


def _heat(board: Board, degrees: dict[Square, int]) -> Iterator[str]:
    most = max(degrees.values())
    yield '<g class="squares">'
    for square, degree in degrees.items():
        x, y = (number(v - 0.5) for v in centre(board, square))
        strong = number(STRONGEST * degree / most)
        yield (
            f'<rect x="{x}" y="{y}" width="1" height="1" fill="{light("accent")}"'
            f' fill-opacity="{strong}" data-turn="square" data-value="{square}"/>'
        )
    yield "</g>"


def _matrix(board: Board, degrees: dict[Square, int]) -> str:
    graph, of = knight_graph(board), len(board)
    dots = "".join(f"M{b} {a}h1v1h-1z" for a in graph for b in graph[a])
    rows = "".join(
        f'<rect y="{a}" width="{of}" height="1" fill="none" pointer-events="all"'
        f' data-turn="square" data-value="{a}"/>'
        for a in degrees
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board matrix" aria-hidden="true"'
        f' viewBox="0 0 {of} {of}"><path d="{dots}" fill="{light("ink")}"/>{rows}'
        '<g data-layer="lines"></g></svg>'
    )


def _moves(board: Board, square: Square) -> Iterator[str]:
    look = f'fill="none" stroke="{light("ink")}" stroke-width=".05"'
    for to in knight_graph(board)[square]:
        yield f'<path d="{line(board, square, to)}" {look}/>'
        yield circle(centre(board, to), 0.09, f' fill="{light("ink")}"')
    ring = f' fill="none" stroke="{light("ink")}" stroke-width=".07"'
    yield circle(centre(board, square), 0.4, ring)


def _lines(board: Board, square: Square) -> Iterator[str]:
    of = len(board)
    band = f'fill="{light("accent")}" fill-opacity=".22"'
    yield f'<rect y="{square}" width="{of}" height="1" {band}/>'
    yield f'<rect x="{square}" width="1" height="{of}" {band}/>'
    for to in knight_graph(board)[square]:
        for x, y in ((to, square), (square, to)):
            yield f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r=".95" fill="{light("accent")}"/>'
