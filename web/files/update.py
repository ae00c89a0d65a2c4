"""Handlers for the dialogs "Share" and "Load", loaded when one is opened. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import Sentence
from web.chapter.book import has_question, sections_with_questions
from web.files import intents
from web.programs.templates import FIRST_TEXT
from web.question.question import Question
from web.share.assignment import Assignment
from web.state.intents import CopyLine, Export, OpenDialog, handlers
from web.state.state import Copy, Dialog, Save, State

LONGEST_CHARACTERS = 8_000_000  # limit for an opened text: a tour of about 900 x 900
STOP = "stop"  # the kind of file that ends the film being made
FILM_FIRST = Sentence("The film is still being made: wait for it, or press Stop.")
READING = Sentence("Reading …")


#: Intents about a text that was read.
OfReading = (
    intents.ShowReading
    | intents.LoadIntoLab
    | intents.PlayOn
    | intents.SolveBoard
    | intents.RunProgram
    | intents.BeginTask
)


def change_dialog(state: State, intent: OpenDialog) -> State:
    """Open a dialog, choose something in it, or close it."""
    dialog = state.dialog
    if dialog and intent.chosen:
        fresh = [*intent.chosen]
        if any(name == "exercise" for name, _ in fresh):  # another exercise brings its texts
            fresh += [("starter", ""), ("tests", "")]
        return replace(state, dialog=replace(dialog, chosen=(*dialog.chosen, *fresh)))
    new = Dialog(intent.dialog) if intent.dialog else None
    after = replace(state, dialog=new, place=intent.place or state.place)
    return after.then(Save(STOP)) if dialog and makes_film(dialog) else after


def first_assignment(question: Question) -> Assignment:
    """Return the first choices of the dialog "Make a task"; the dialog offers each of them."""
    first = Assignment.of(question)
    if has_question(first.section):
        return first
    view = question.settings.view
    return replace(first, section=view if has_question(view) else sections_with_questions()[0])


def assignment(state: State) -> Assignment:
    """Return the choices in the open dialog "Make a task"."""
    chosen = dict(state.dialog.chosen) if state.dialog else {}
    return first_assignment(state.question).with_choices(chosen)


def task_question(state: State) -> Question:
    """Return the question that sets the task chosen in the dialog; `ValueError` if there is none.

    A task to write code begins with the text in the editor, unless that text is the solution.
    """
    question = assignment(state).question(state.question, editor_text(state))
    if question.check and _passes(state, question.check):
        raise ValueError(
            Sentence("This code passes already: change it, or the task is done at once.")
        )
    return question


def editor_text(state: State) -> str:
    """Return the text in the editor, "" if it has not changed."""
    return "" if state.programs.text == FIRST_TEXT else state.programs.text


def _passes(state: State, steps: int) -> bool:
    """Return True if the code in the editor found a tour from every start within the step limit."""
    tried = state.programs.tried
    found = all(each.why == "found" and each.visits <= steps for each in tried)
    return state.programs.whole and bool(tried) and found


def show_progress(state: State, intent: intents.ReportReading) -> State:
    """Show a sentence in the open dialog, with the share of the text that has been read."""
    if not state.dialog:
        return state
    message, dialog = intent.sentence, state.dialog
    if intent.share is not None:
        return replace(state, dialog=replace(dialog, message=message, share=intent.share))
    share = dialog.share if makes_film(dialog) else 0.0
    return replace(state, dialog=replace(dialog, message=message, text=0, share=share))


def copy_line(state: State, intent: CopyLine) -> State:
    """Copy a line of the open dialog."""
    return state.then(Copy(intent.line))


def save_file(state: State, intent: Export) -> State:
    """Save a file, unless a film is being made."""
    dialog = state.dialog
    if dialog and makes_film(dialog) and intent.kind != STOP:
        return replace(state, dialog=replace(dialog, message=FILM_FIRST))
    return state.then(Save(intent.kind, intent.value))


def makes_film(dialog: Dialog) -> bool:
    """Return True if a film is being made in a dialog, and no text is being read."""
    return dialog.share > 0 and not dialog.text


def begin_reading(state: State, intent: intents.ReadText) -> State:
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
        return replace(state, dialog=replace(dialog, message=_too_long(intent.characters)))
    return replace(state, dialog=replace(dialog, message=READING, text=intent.text))


def forget_text(state: State, intent: intents.ClearText) -> State:
    """Forget the text that was read."""
    return replace(state, dialog=Dialog("open")) if state.dialog else state


def handle_reading(state: State, intent: OfReading) -> State:
    """Handle an intent about a text that was read."""
    from web.files import offers  # not needed by Share

    return offers.HANDLERS[type(intent)](state, intent)


def _too_long(size: int) -> str:
    """Return the reason why a text of this size is not read."""
    return Sentence(
        "This text has {size:,} characters; {most:,} are the most that can be loaded.",
        size=size,
        most=LONGEST_CHARACTERS,
    )


HANDLERS = handlers(globals())
