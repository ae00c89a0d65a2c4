"""The layout of a figure: its drawing, its layers, its controls and the reader's guess. Pure.

The name of a region is appended to the figure's selector: "-drawing" is the drawing, "-drawing
[data-layer=moves]" a layer in it, " [name=square]" a control beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import Layer, center, circle, escape, group, number, text_on, whole_edge
from kt_core.graph import Edge
from kt_core.language import N_, _
from web.chapter.content.controls import SKIPPED
from web.chapter.content.figures import Figure
from web.chapter.text import Values, Words, sentences_text
from web.draw.patch import Lazy, Patches, attributes, rim

DRAWING = "-drawing"
YES_OR_NO = (N_("Yes"), N_("No"))


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


def grid_line(left: float, right: float, y: float, label: str) -> str:
    """Return a horizontal line of a chart, with its label."""
    at = number(y)
    return (
        f'<path d="M{number(left)} {at}H{number(right)}" stroke="{light("line")}"/>'
        f'<text x="{number(left - 8)}" y="{at}" text-anchor="end" dominant-baseline="central">'
        f"{label}</text>"
    )


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


def numbers(board: Board, by_square: Mapping[Square, int]) -> Layer:
    """Yield a number on each square."""
    texts = (text_on(board, square, str(n), below=0.14) for square, n in by_square.items())
    look = {"fill": light("ink"), "font_size": ".4", "text_anchor": "middle"}
    return group("numbered", texts, **look)


def turns(dial: str) -> Callable[[Square], str]:
    """Return the attributes of a square that turns a dial to its number."""
    return lambda square: f' data-turn="{dial}" data-value="{square}"'


def with_layers(drawn: str, layers: Mapping[str, str]) -> str:
    """Return a drawing with its empty layers filled, for paper."""
    for name, parts in layers.items():
        drawn = drawn.replace(f'<g data-layer="{name}"></g>', f"<g>{parts}</g>")
    return drawn


def slider(value: int, description: str, most: int | None = None) -> Lazy:
    """Return the patch of a slider: its value, a description, and its maximum if that changes."""
    end = {} if most is None else {"max": str(most)}
    return Lazy(dict, {"value": str(value), **end, "aria-valuetext": description})


def choice(value: int) -> Lazy:
    """Return the patch of a list with this choice selected."""
    return Lazy(dict, {"value": str(value)})


def turn_button(dial: str, value: str, label: str, look: str = "plain") -> str:
    """Return a button that turns a dial to a value."""
    turns = f'data-turn="{dial}" data-value="{value}"'
    return f'<button class="{look}" type="button" {turns}>{escape(label)}</button>'


@dataclass(frozen=True)
class Guess:
    """A question about a search, whose buttons replace Play until the reader has guessed.

    It has the question, its two answers, and the number of the right one; 0 until it is known.
    """

    asks: Callable[[Words, Values], str]
    right: Callable[[Words, Values], int]
    answers: Callable[[Words, Values], tuple[str, str]] = lambda *_: YES_OR_NO

    def regions(self, figure: Figure, values: Values) -> Patches:
        """Yield the guess; until it is made, the button that runs the figure is hidden."""
        bet = figure.value_of("bet", values)
        right = self.right(figure.words, values) if bet not in (0, SKIPPED) else 0
        asks = self.asks(figure.words, values)
        yield "-guess", Lazy(_look, asks, self.answers(figure.words, values), bet, right)
        yield " [name=run]@hidden", attributes(hidden=not bet)


def _look(asks: str, answers: tuple[str, str], bet: int, right: int) -> dict[str, object]:
    names = [_(each) for each in answers]
    if bet in (0, SKIPPED):
        skip = turn_button("bet", str(SKIPPED), _("Just play"), "word")
        buttons = "".join(turn_button("bet", str(n), name) for n, name in enumerate(names, start=1))
        html = f"<span>{escape(asks)}</span>{buttons}{skip}"
        return {"html": html, "hidden": bet == SKIPPED}
    sentence = _("Your guess: {answer}.", answer=escape(names[bet - 1]))
    if right:
        verdict = N_("It was right.") if bet == right else N_("It was wrong.")
        sentence = sentences_text(sentence, _(verdict))
    return {"html": f"<span>{escape(asks)} {sentence}</span>", "hidden": False}
