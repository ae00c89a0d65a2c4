"""The layout of a figure: its drawing, its layers, its controls and the reader's guess. Pure.

The name of a region is appended to the figure's selector: "-drawing" is the drawing, "-drawing
[data-layer=moves]" a layer in it, " [name=square]" a control beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import Layer, center, circle, escape, group, number, text_on, whole_edge
from kt_core.graph import Edge
from web.chapter.text import prose
from web.draw.patch import rim

DRAWING = "-drawing"


def layer(name: str) -> str:
    """Return the region of an empty layer of a drawing."""
    return f"-drawing [data-layer={name}]"


def drawing(board: Board, label: str, layers: Iterable[Iterable[str]], *empty: str) -> str:
    """Return the drawing of a board with its title; layers that follow the dials are empty."""
    groups = (f'<g data-layer="{name}"></g>' for name in empty)
    return with_title(label, board_svg(board, (*layers, groups)))


def board_svg(board: Board, layers: Iterable[Iterable[str]]) -> str:
    """Return the layers of a board as a picture."""
    side = max(board.rows, board.columns)  # the style sheet derives the size of names from it
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" style="--side:{side}"'
        f' aria-hidden="true" viewBox="0 0 {board.columns} {board.rows}">'
        f"{rim(board.rows, board.columns)}{''.join(chain(*layers))}</svg>"
    )


def chart(width: float, height: float, label: str, parts: str, empty: str = "") -> str:
    """Return a chart with its title; its last layer, if named, is empty."""
    group = f'<g data-layer="{empty}"></g>' if empty else ""
    box = f'viewBox="0 0 {number(width)} {number(height)}"'
    return with_title(
        label,
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" aria-hidden="true" {box}'
        f' font-size="13" fill="{light("soft")}">{parts}{group}</svg>',
    )


def words_at(x: float, y: float, text: str, more: str = "") -> str:
    """Return a text of a chart around a point, unless further attributes place it otherwise."""
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return f'<text x="{number(x)}" y="{number(y)}"{anchor}{more}>{text}</text>'


def bar(x: float, width: float, top: float, bottom: float, color: str, *, more: str = "") -> str:
    """Return a bar of a chart around an x; `more` are further attributes."""
    sides = f'x="{number(x - width / 2)}" y="{number(top)}" width="{number(width)}"'
    return f'<rect {sides} height="{number(bottom - top)}" fill="{light(color)}"{more}/>'


def with_title(label: str, picture: str) -> str:
    """Return a picture with its title above it."""
    above = f'<p class="named">{escape(label)}</p>' if label else ""
    return f'<div class="one">{above}{picture}</div>'


def move_line(board: Board, move: Edge, width: float, dash: str = "") -> str:
    """Return the line of a move."""
    look = f'fill="none" stroke="{light("accent")}" stroke-width="{number(width)}"{dash}'
    return f'<path d="{whole_edge(board, *move)}" {look}/>'


def rings(
    board: Board, squares: Iterable[Square], radius: float, width: float, color: str = "accent"
) -> Iterator[str]:
    """Yield a ring on each square."""
    look = f' fill="none" stroke="{light(color)}" stroke-width="{number(width)}"'
    return (circle(center(board, square), radius, look) for square in squares)


def colored_squares(
    board: Board, fill: Callable[[Square], str], more: Callable[[Square], str]
) -> Layer:
    """Yield the squares with these colors; `more` returns further attributes."""
    rects = (
        f'<rect x="{number(x - 0.5)}" y="{number(y - 0.5)}" width="1" height="1"'
        f' fill="{fill(square)}"{more(square)}/>'
        for square in board
        for x, y in (center(board, square),)
    )
    return group("squares", rects)


def dots(board: Board, squares: Iterable[Square], radius: float, more: str = "") -> Iterator[str]:
    """Yield a dot on each square; `more` are further attributes."""
    look = f' fill="{light("accent")}"{more}'
    return (circle(center(board, square), radius, look) for square in squares)


def numbers(board: Board, by_square: Mapping[Square, int]) -> Layer:
    """Yield a number on each square."""
    texts = (text_on(board, square, str(n), below=0.14) for square, n in by_square.items())
    look = {"fill": light("ink"), "font_size": ".4", "text_anchor": "middle"}
    return group("numbered", texts, **look)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return texts as a table; the first row and the first column are headings."""
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in rows[0])
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        f"{''.join(f'<td>{prose(each)}</td>' for each in rest)}</tr>"
        for first, *rest in rows[1:]
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def turns(dial: str) -> Callable[[Square], str]:
    """Return the attributes of a square that turns a dial to its number."""
    return lambda square: f' data-turn="{dial}" data-value="{square}"'


def with_layers(drawn: str, layers: Mapping[str, str]) -> str:
    """Return a drawing with its empty layers filled, for paper."""
    for name, parts in layers.items():
        drawn = drawn.replace(f'<g data-layer="{name}"></g>', f"<g>{parts}</g>")
    return drawn


def turn_button(dial: str, value: str, label: str, look: str = "plain") -> str:
    """Return a button that turns a dial to a value."""
    turns = f'data-turn="{dial}" data-value="{value}"'
    return f'<button class="{look}" type="button" {turns}>{escape(label)}</button>'
