"""The picture of a question: a board with a path, or a graph of letters. Pure.

Used by the chapter and by printed sheets.
"""

from __future__ import annotations

from itertools import chain

from kt_core import svg
from kt_core.language import N_
from web.chapter.content.questions import Exercise
from web.chapter.figures import letters
from web.chapter.words import translation
from web.draw.elements import rim


def exercise_picture(exercise: Exercise, language: str) -> str:
    """Return the picture of a question as SVG; "" if it has none."""
    if exercise.kind == "square":
        return _board(exercise)
    if exercise.kind != "letters":
        return ""
    layers = (letters.ground(), letters.edges(exercise.graph), letters.vertices(()))
    label = translation(language, N_("A graph of six vertices, A to F"))
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
    side = max(board.rows, board.columns)  # for the size of names in the style sheet
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" style="--side:{side}"'
        f' aria-hidden="true" viewBox="0 0 {board.columns} {board.rows}">'
        f"{rim(board.rows, board.columns)}{''.join(chain(*layers))}</svg>"
    )
