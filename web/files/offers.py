"""What the dialog "Load" offers to do with the text that was read, as questions. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from kt_core.board import Board, Square
from kt_core.files.boards import Drawing
from kt_core.files.verdicts import Reading, ReadingQuestion
from kt_core.graph import KNIGHT
from kt_core.language import Sentence, whole
from kt_core.tour import Puzzle
from web.files.reading import ProgramText, TaskText, TourOrBoard
from web.lab.play.account import game_with_path
from web.question.change import with_field, with_tour
from web.question.question import OWN, Question, first_square
from web.state.state import State

#: The names of the buttons.
SHOW, PLAY, SOLVE, RUN, BEGIN = "lab", "on", "solve", "run", "begin"


def question_of(found: TourOrBoard | None) -> ReadingQuestion | None:
    """Return the question about a text that the reader has to answer first."""
    return found.question if isinstance(found, Reading) else None


def offers(state: State) -> dict[str, Question]:
    """Return the question of the page after each button; none while a text is being read."""
    return {name: question for name, question, why in _judged_offers(state) if not why}


def refusal(state: State) -> str:
    """Return the reason why no button applies to the text, as a sentence; "" if one does."""
    dialog = state.dialog
    if dialog and isinstance(dialog.found, Reading) and dialog.found.leaper != KNIGHT:
        return Sentence(
            "This is a tour of the {leaper} leaper; the page shows the knight’s.",
            leaper=dialog.found.leaper,
        )
    reasons = [why for _, _, why in _judged_offers(state)]
    if not reasons or not all(reasons):
        return ""
    if dialog and isinstance(dialog.found, TaskText):
        return whole(reasons[0])
    if dialog and isinstance(dialog.found, Drawing):
        return Sentence("This board asks for another question, and {why}.", why=reasons[0])
    return Sentence("This tour asks for another question, and {why}.", why=reasons[0])


def _judged_offers(state: State) -> list[tuple[str, Question, str]]:
    """Return each button, its question, and why the task forbids it ("" if it does not)."""
    dialog = state.dialog
    if not (dialog and dialog.found) or dialog.text or question_of(dialog.found):
        return []
    possible = _offers(state.question, dialog.found)
    return [
        (name, question, _why_not(state, name, question)) for name, question in possible.items()
    ]


def _why_not(state: State, name: str, question: Question) -> str:
    """Return a clause if the task forbids a question from elsewhere, otherwise ""."""
    task = state.task
    if name == BEGIN:
        has_host = state.place.framed or state.question.settings.embed  # which sets the task
        elsewhere = Sentence("another task cannot begin here")
        return elsewhere if task.is_set or has_host else ""
    why = task.breach(state.question, question)
    if why or name != PLAY or not ("tour" in task.locked or (task.is_set and task.scores)):
        return why
    return Sentence("another tour cannot be shown here")


def _offers(question: Question, found: TourOrBoard) -> dict[str, Question]:
    if isinstance(found, TaskText):
        return {BEGIN: found.question}
    if isinstance(found, ProgramText):
        own = with_field(question, "ordering", OWN)
        return {RUN: replace(own, code=found.text, mode="watch", step=None)}
    if isinstance(found, Drawing):
        return {SOLVE: _of_board(question, found.board, found.start, closed=False)}
    if found.leaper != KNIGHT:
        return {}
    if found.tour:
        return {SHOW: with_tour(question, found.tour)}
    possible = {}
    if found.verdict == "wrong" and found.path:
        possible[SHOW] = _of_board(question, found.board, found.path[0], closed=found.closed)
    with suppress(ValueError):
        possible[PLAY] = game_with_path(question, found)
    if found.has_board:
        start = found.path[0] if found.path else None
        possible[SOLVE] = _of_board(question, found.board, start, closed=found.closed)
    return possible


def _of_board(question: Question, board: Board, start: Square | None, *, closed: bool) -> Question:
    """Return the question for a tour of a board, watched from its beginning."""
    first = first_square(board) if start is None else start
    puzzle = Puzzle(board, first, None, closed or question.puzzle.closed)
    plain = replace(question, famous="", given=(), race="", symmetry="")
    return replace(plain, puzzle=puzzle, mode="watch", step=None)
