"""The parts of the chapter that appear only on paper: head, stills, boards, and the key."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.chapter.content.figures import LETTERS_STEPS
from web.chapter.figures import letters, time
from web.chapter.figures.layout import drawing
from web.chapter.figures.search import trace_of
from web.chapter.lesson import sections_with_questions
from web.chapter.view import ident
from web.chapter.words import translation
from web.lab.search.trace import Outcome

BOARDS = ("3x4", "5x5", "6x6", "8x8")  # to draw on


def masthead(language: str) -> str:
    """Return the title, with room for the page's address and its QR code."""
    title = escape(translation(language, N_("Knight’s Tour")))
    return (
        f'<div class="masthead paper"><p><b>{title}</b><br><span class="address"></span></p>'
        '<div class="qr"></div></div>'
    )


def stills(kind: str, language: str) -> str:
    """Return the pictures below a figure on paper: all steps of a search, or its end."""
    if kind == "search":
        pictures = "".join(_still(step, language) for step in range(1, LETTERS_STEPS + 1))
        return f'<div class="strip paper">{pictures}</div>\n'
    return f'<div class="figure paper">{time.at_end(language)}</div>\n' if kind == "time" else ""


def _still(step: int, language: str) -> str:
    moment = trace_of("", 0).at(step)
    seen = Outcome(path=moment.path, steps=moment.step, dead_end=moment.dead_end)
    groups = ("".join(layer.value()) for layer in letters.layers(seen).values())
    name = translation(language, N_("Step {step}"), step=step)
    caption = f"{name}: {' '.join(moment.path)}"
    return f"<div>{letters.svg_of(groups, caption)}<p>{escape(caption)}</p></div>"


def last_pages(language: str) -> str:
    """Return boards to draw on, then the key to the questions."""
    draw = escape(translation(language, N_("Boards to draw on")))
    key = escape(translation(language, N_("Answers")))
    items = "".join(
        f'<li id="{ident(name, language)}-key"></li>' for name in sections_with_questions()
    )
    boards = "".join(_boards())
    return (
        f'<div class="paper"><h3>{draw}</h3><div class="boards">{boards}</div></div>'
        f'<div class="paper answers"><h3>{key}</h3><ul>{items}</ul></div>'
    )


def _boards() -> Iterator[str]:
    for sides in BOARDS:
        board = Board.parse(sides)
        yield drawing(board, f"{board.rows} × {board.columns}", (svg.squares(board),))
