"""The parts of the chapter that are only printed: head, stills, boards, questions and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.language import _
from web.chapter.book import GivenAnswer, Section, section, sections_with_questions
from web.chapter.content.questions import Exercise
from web.chapter.content.trials import BOARDS, ORDERS
from web.chapter.figures import proof
from web.chapter.figures.figure import SKIPPED, Figure
from web.chapter.figures.layout import drawing, with_layers
from web.chapter.figures.search import LETTERS_STEPS
from web.chapter.text import Values, prose
from web.chapter.view import exercise_words, ident
from web.draw.patch import whole_patch

DRAWN_ON = ("3x4", "5x5", "6x6", "8x8")  # boards to draw on; the style sheet sets their columns
END = 63  # the last step of a tour of 8x8; a path that gets stuck ends earlier
#: Kind of figure -> the values of its dials in each printed picture, given the largest values.
ON_PAPER: Mapping[str, Callable[[Values], Iterable[Values]]] = {
    "search": lambda _: ((0, step, 0) for step in range(1, LETTERS_STEPS + 1)),
    "compare": lambda last: ((step, 0) for step in (2, 3, last[0])),
    "tour": lambda last: ((last[0] // 2,), (last[0],)),
    "rule": lambda _: (
        (BOARDS.index(8), ORDERS.index(order), 0, 0, SKIPPED, END)
        for order in ("warnsdorff", "most-moves")
    ),
    "proof": lambda _: ((case, proof.STEPS[case], 0) for case in (2, 3)),
    "tiles": lambda _: ((step, 0, 0) for step in (1, 3)),
}


def masthead() -> str:
    """Return the title with places for the page's address and its QR code."""
    title = escape(_("Knight’s Tour"))
    return (
        f'<div class="masthead paper"><p><b>{title}</b><br><span class="address"></span></p>'
        '<div class="qr"></div></div>'
    )


# --- Stills -------------------------------------------------------------------------------------


def stills(figure: Figure) -> str:
    """Return the pictures that replace a figure in print; "" if its first state is printed."""
    last = tuple(dial.most(figure.first) for dial in figure.dials)
    if figure.kind == "time":
        return f'<div class="figure paper">{_still(figure, last)}</div>\n'
    if figure.kind not in ON_PAPER:
        return ""
    states = map(figure.within_ends, ON_PAPER[figure.kind](last))
    pictures = [_still(figure, values) for values in states]
    across = min(len(pictures), 4)
    return f'<div class="strip paper" style="--across:{across}">{"".join(pictures)}</div>\n'


def _still(figure: Figure, values: Values) -> str:
    """Return a picture of a figure with these values of its dials, and its sentence."""
    layers = {
        region.partition("=")[2].rstrip("]"): str(whole_patch(part)["html"])
        for region, part in figure.regions(values, "")
        if region.startswith("-drawing")
    }
    picture = with_layers(layers.pop(""), layers)  # the region of the drawing has an empty name
    sentence = figure.sentence(values)
    if figure.kind == "search":  # the chapter's text has the code and the calls
        picture = f"{picture[picture.index('<svg') : picture.index('</svg>')]}</svg>"
    return f"<div>{picture}<p>{prose(sentence)}</p></div>"


def boards_to_draw_on() -> str:
    """Return empty boards of several sizes."""
    head = escape(_("Boards to draw on"))
    boards = "".join(
        drawing(board, f"{board.rows} × {board.columns}", (svg.squares(board),))
        for board in map(Board.parse, DRAWN_ON)
    )
    return (
        f'<div class="paper"><p class="named">{head}</p><div class="boards">{boards}</div></div>\n'
    )


# --- Questions and key --------------------------------------------------------------------------


def more_questions(part: Section) -> str:
    """Return all questions of a section except the first, which is also on the page."""
    return "".join(
        f'<div class="exercise paper">{_question(exercise)}</div>\n'
        for exercise in _more_exercises(part)
    )


def _more_exercises(part: Section) -> list[Exercise]:
    names = enumerate(part.question_names[1:], start=1)
    return [part.exercise(GivenAnswer(seed=seed, question=name)) for seed, name in names]


def _question(exercise: Exercise) -> str:
    choices = "".join(
        f'<p class="choice"><span>{prose(text)}</span></p>' for text in exercise.choices
    )
    return exercise_words(exercise) + (choices or '<p class="entry"></p>')


def answer_key(language: str) -> str:
    """Return the answers to all questions."""
    key = escape(_("Answers"))
    items = "".join(_answers(section(name, language)) for name in sections_with_questions())
    return f'<div class="paper answers"><h2>{key}</h2><ul>{items}</ul></div>'


def _answers(part: Section) -> str:
    """Return the answers to all questions of a section; the page fills in the first one."""
    others = "".join(
        f"<li>{prose(right.answer)}<br>{prose(right.reason)}</li>"
        for exercise in _more_exercises(part)
        for right in exercise.replies
        if right.right
    )
    return f'<li id="{ident(part.name, part.language)}-key"></li>{others}'
