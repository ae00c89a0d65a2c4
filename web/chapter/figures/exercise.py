"""A question of the chapter as HTML: its text, its picture and its answer fields. Pure.

Printed sheets use the picture as well.
"""

from __future__ import annotations

from kt_core import svg
from kt_core.drawing.shapes import escape
from kt_core.language import N_, _
from web.chapter.content.questions import Exercise
from web.chapter.figures import letters
from web.chapter.figures.layout import board_svg
from web.chapter.text import prose


def exercise_html(exercise: Exercise, here: str) -> str:
    """Return a question; `here` is the prefix of ids."""
    head = escape(_("Question"))
    return (
        f'<p class="asks" id="{here}-asks"><b>{head}</b> {prose(exercise.asks)}</p>'
        f"{_picture(exercise)}{_choices(exercise, here) or _entry(exercise)}"
    )


def _picture(exercise: Exercise) -> str:
    picture = exercise_picture(exercise)
    return f'<div class="question-board one">{picture}</div>' if picture else ""


def _choices(exercise: Exercise, here: str) -> str:
    return "".join(
        f'<label class="choice"><input autocomplete="off" type="radio" name="{here}"'
        f' id="{here}-choice-{place}" value="{place}"><span>{prose(text)}</span></label>'
        for place, text in enumerate(exercise.choices, start=1)
    )


def _entry(exercise: Exercise) -> str:
    label, check = (escape(_(text)) for text in (N_("Your answer"), N_("Check")))
    mode = ' inputmode="decimal"' if exercise.kind == "number" else ""
    return (
        f'<p class="entry"><label><span>{label}</span><input autocomplete="off" class="field"'
        f' name="reply" spellcheck="false" autocapitalize="off" maxlength="120"{mode}></label>'
        f'<button class="plain" type="button" name="check">{check}</button></p>'
    )


def exercise_picture(exercise: Exercise) -> str:
    """Return the picture of a question as SVG; "" if it has none."""
    if exercise.kind == "square":
        return _board(exercise)
    if exercise.kind != "letters":
        return ""
    layers = (letters.ground(), letters.edges(exercise.graph), letters.vertices(()))
    label = _("A graph of six vertices, A to F")
    return letters.svg_of(map("".join, layers), label)


def _board(exercise: Exercise) -> str:
    """Return the board of a question about a square, with the path up to it."""
    board, path = exercise.position
    layers = (
        svg.squares(board, lambda square: f' data-reply="{board.name(square)}"'),
        svg.names(board),
        svg.line(board, path, of=len(board)),
        svg.ends(board, path),
        svg.knight(board, path[-1]),
    )
    return board_svg(board, layers)
