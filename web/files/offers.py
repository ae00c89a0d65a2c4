"""The dialog "Load": the text to read, the offers for it, and their handlers. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from kt_core.board import Board, Square
from kt_core.files.boards import Drawing
from kt_core.files.reader import LONGEST_CHARACTERS, too_long
from kt_core.files.walks import Reading, ReadingQuestion
from kt_core.graph import KNIGHT
from kt_core.language import Sentence, whole
from kt_core.tour import Puzzle
from web.programs.update import run_code
from web.question.change import in_mode, with_field, with_puzzle, with_tour
from web.question.question import BEST, OWN, Question, first_square
from web.question.reading import ProgramText, PuzzleText, TaskText, TourOrBoard
from web.search.answer import Answer
from web.search.game import game_with_path
from web.search.recording import Outcome
from web.state import intents
from web.state.begin import beginning, with_opened_question, with_question, with_task
from web.state.intents import ReadText, RunCode, handlers
from web.state.state import Dialog, Push, ScrollToBoard, Solving, State

READING = Sentence("Reading …")
#: The names of the buttons.
SHOW, PLAY, SOLVE, RUN, BEGIN = "lab", "on", "solve", "run", "begin"


def begin_reading(state: State, intent: ReadText) -> State:
    """Begin to read a text, which may be dropped while no dialog is open; stop if it is empty."""
    dialog = state.dialog
    if not intent.text:
        stopped = Sentence("Stopped: nothing was loaded.")
        message = stopped if dialog and dialog.text else ""
        return replace(state, dialog=replace(dialog, message=message, text=0) if dialog else None)
    if not (dialog and dialog.name == "open"):
        dialog = Dialog("open")
    if not intent.options:
        dialog = replace(dialog, found=None, asked=None)
    dialog = replace(dialog, options=intent.options, share=0.0, text=0)
    if intent.characters > LONGEST_CHARACTERS:
        return replace(
            state, dialog=replace(dialog, message=whole(str(too_long(intent.characters))))
        )
    return replace(state, dialog=replace(dialog, message=READING, text=intent.text))


def question_of(found: TourOrBoard | None) -> ReadingQuestion | None:
    """Return the question that the reader must answer before a text can be used, if any."""
    return found.question if isinstance(found, Reading | PuzzleText) else None


def offers(state: State) -> dict[str, Question]:
    """Return the lab's question for each button that the task allows; none while a text is read."""
    return {name: question for name, question, why in _judged_offers(state) if not why}


def refusal(state: State) -> str:
    """Return the reason why no button applies to the text, as a sentence; "" if one does."""
    dialog = state.dialog
    found = dialog and dialog.found
    read = found.puzzle if isinstance(found, PuzzleText) else found
    if isinstance(read, Reading | Puzzle) and read.leaper != KNIGHT:
        return Sentence(
            "These are moves of the {leaper} leaper; the page shows only the knight’s.",
            leaper=read.leaper,
        )
    reasons = [why for _, _, why in _judged_offers(state)]
    if not reasons or not all(reasons):
        return ""
    if dialog and isinstance(dialog.found, TaskText):
        return whole(reasons[0])
    if state.task.kind in ("play", "predict") and "mode" in state.task.locked:
        return Sentence("In this task, nothing can be loaded.")
    if dialog and isinstance(dialog.found, Drawing | PuzzleText):
        return Sentence("This board asks for another question, and {why}.", why=reasons[0])
    return Sentence("This tour asks for another question, and {why}.", why=reasons[0])


def _judged_offers(state: State) -> list[tuple[str, Question, str]]:
    """Return each button, its question, and the reason why the task forbids it, or ""."""
    dialog = state.dialog
    if not (dialog and dialog.found) or dialog.text:
        return []
    if isinstance(dialog.found, Reading) and dialog.found.question:
        return []
    possible = _offers(state.question, dialog.found)
    return [
        (name, question, _why_not(state, name, question)) for name, question in possible.items()
    ]


def _why_not(state: State, name: str, question: Question) -> str:
    """Return, as a clause, why the task forbids the question of a button; "" if it allows it."""
    task = state.task
    if name == BEGIN:
        # In a host page, the host sets the task.
        has_host = state.place.framed or state.question.settings.embed
        reason = Sentence("another task cannot begin here")
        return reason if task.is_set or has_host else ""
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
        return {SOLVE: _board_question(question, found.board, found.start, closed=False)}
    if isinstance(found, PuzzleText):
        return _puzzle_offers(question, found.puzzle)
    return _path_offers(question, found) if found.leaper == KNIGHT else {}


def _path_offers(question: Question, found: Reading) -> dict[str, Question]:
    if found.tour:
        return {SHOW: with_tour(question, found.tour)}
    possible = {}
    if found.verdict == "wrong" and found.path:
        possible[SHOW] = _board_question(question, found.board, found.path[0], closed=found.closed)
    with suppress(ValueError):
        possible[PLAY] = game_with_path(question, found)
    if found.has_board:
        start = found.path[0] if found.path else None
        possible[SOLVE] = _board_question(question, found.board, start, closed=found.closed)
    return possible


def _puzzle_offers(question: Question, puzzle: Puzzle | None) -> dict[str, Question]:
    """Return the questions to play a puzzle, and to watch a search."""
    order = "warnsdorff" if question.ordering in (BEST, OWN) else question.ordering
    with suppress(ValueError):
        if puzzle:
            plain = replace(question, ordering=order, mode="watch", race="")
            watched = with_puzzle(plain, puzzle)
            return {PLAY: in_mode(watched, "play"), SOLVE: replace(watched, step=0)}
    return {}


def _board_question(
    question: Question, board: Board, start: Square | None, *, closed: bool
) -> Question:
    """Return the question for a tour of a board, watched from its beginning."""
    first = first_square(board) if start is None else start
    puzzle = Puzzle(board, first, None, closed or question.puzzle.closed)
    plain = replace(question, famous="", opened=(), race="", symmetry="")
    return replace(plain, puzzle=puzzle, mode="watch", step=None)


def show(state: State, intent: intents.ShowReading) -> State:
    """Show how a text was read; a question about it stays in the dialog after the answer."""
    if not state.dialog:
        return state
    found = intent.found
    question = question_of(found)
    dialog = replace(state.dialog, message="", text=0, share=0.0, found=found)
    return replace(state, dialog=replace(dialog, asked=question or dialog.asked))


def use(state: State, intent: intents.UseReading) -> State:
    """Use the text that was read, if the task allows it; a puzzle to watch is played at once.

    A task begins as if the page had been opened with its address.
    """
    question, found = offers(state).get(intent.offer), state.dialog and state.dialog.found
    if not question:
        return state
    closed = replace(state, dialog=None)
    if intent.offer == RUN:
        loaded = closed.with_programs(text=question.code).with_look(panel="own")
        after = run_code(loaded, RunCode())
    elif intent.offer == SHOW and isinstance(found, Reading):
        after = _with_path(closed, question, found)
    else:
        begun = with_task(closed, question) if intent.offer == BEGIN else closed
        after = with_opened_question(begun, question, (), wanted=True)
        doing = after.search.doing
        if intent.offer == SOLVE and question.puzzle.given and isinstance(doing, Solving):
            after = after.with_work(replace(doing, plays=True))
    return after.then(ScrollToBoard(), Push())


def _with_path(state: State, question: Question, found: Reading) -> State:
    """Show the loaded tour in the lab; or a wrong tour's correct part, wrong move and reason."""
    if found.tour:
        return with_question(state, question)
    part = Outcome(
        judged=found.sentence, path=found.path, loaded=True, bad=found.bad, steps=len(found.path)
    )
    after = beginning(state, question)
    return replace(after, search=replace(after.search, answer=Answer(whole=part), doing=None))


HANDLERS = handlers(globals())
