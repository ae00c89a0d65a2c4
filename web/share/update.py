"""Handlers for the dialogs "Share" and "Make a task", and the task that is chosen there. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kt_core.language import Sentence
from web.chapter.book import has_question, sections_with_questions
from web.lab.update.dialogs import STOP, makes_film
from web.question.question import Question
from web.question.templates import FIRST_TEXT
from web.share.assignment import Assignment
from web.share.lines import hosted_page, known_title
from web.state.intents import CopyLine, Export, handlers
from web.state.state import Copy, Save, State

FILM_FIRST = Sentence("The film is still being made: wait for it, or press Stop.")


def first_assignment(question: Question) -> Assignment:
    """Return the first choices of the dialog "Make a task"; the dialog offers each of them."""
    first = Assignment.of(question)
    if has_question(first.section.partition(".")[0]):
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


def shared_question(state: State) -> Question:
    """Return the question that the open dialog shares: the task chosen there, or the visible one.

    `ValueError` if there is no such task.
    """
    if state.dialog and state.dialog.name == "assign":
        return task_question(state)
    hides = state.dialog and dict(state.dialog.chosen).get("hide")
    return state.question.with_settings(solutions=False) if hides else state.question


@dataclass(frozen=True)
class Target:
    """The address of the page in lines to copy, and the title, or why they are refused."""

    location: str
    title: str = ""  # "": the default
    fault: str = ""  # why they are refused


def target(state: State) -> Target:
    """Return the address of the page and the title in the open dialog."""
    chosen = dict(state.dialog.chosen) if state.dialog else {}
    where, named = chosen.get("where", ""), chosen.get("title", "")
    try:
        location = hosted_page(where) if where else state.place.location
        return Target(location, known_title(named) if named else "")
    except ValueError as why:
        return Target(state.place.location, fault=str(why))


def editor_text(state: State) -> str:
    """Return the text in the editor, "" if it has not changed."""
    return "" if state.programs.text == FIRST_TEXT else state.programs.text


def _passes(state: State, steps: int) -> bool:
    """Return True if the code in the editor found a tour from every start within the step limit."""
    tried = state.programs.tried
    found = all(each.why == "found" and each.visits <= steps for each in tried)
    return state.programs.whole and bool(tried) and found


def copy_line(state: State, intent: CopyLine) -> State:
    """Copy a line of the open dialog."""
    return state.then(Copy(intent.line))


def save_file(state: State, intent: Export) -> State:
    """Save a file, unless a film is being made."""
    dialog = state.dialog
    if dialog and makes_film(dialog) and intent.kind != STOP:
        return replace(state, dialog=replace(dialog, message=FILM_FIRST))
    return state.then(Save(intent.kind, intent.value))


HANDLERS = handlers(globals())
