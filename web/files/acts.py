"""Handlers for a text that was read in the dialog "Load". Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.files.verdicts import Reading
from web.files import intents
from web.files.offers import BEGIN, PLAY, RUN, SHOW, SOLVE, offers, question_of
from web.files.reading import ProgramText
from web.lab.search.answer import Answer
from web.lab.search.trace import Outcome
from web.lab.update.fields import show_tour
from web.programs.intents import RunCode
from web.programs.update import run_code
from web.question.question import Question
from web.state.begin import beginning, with_opened_question, with_task
from web.state.effects import Push, ScrollToBoard
from web.state.intents import handlers
from web.state.state import State


def show(state: State, intent: intents.ShowReading) -> State:
    """Show how a text was read; a question stays until another text is read."""
    if not state.dialog:
        return state
    found = intent.found
    question = question_of(found)
    dialog = replace(state.dialog, message="", text=0, share=0.0, found=found)
    return replace(state, dialog=replace(dialog, asked=question or dialog.asked))


def load(state: State, intent: intents.LoadIntoLab) -> State:
    """Show a tour in the lab; of a wrong one its right part and the wrong move, with the reason."""
    found, question = state.dialog and state.dialog.found, offers(state).get(SHOW)
    if not (question and isinstance(found, Reading)):
        return state
    if found.tour:
        return show_tour(state, intents.ShowTour(found.tour))
    part = Outcome(
        judged=found.sentence, path=found.path, loaded=True, bad=found.bad, steps=len(found.path)
    )
    after = beginning(replace(state, dialog=None), question)
    search = replace(after.search, answer=Answer(whole=part), doing=None)
    return replace(after, search=search).then(ScrollToBoard(), Push())


def play_on(state: State, intent: intents.PlayOn) -> State:
    """Continue the path that was read as a game."""
    return _with_offer(state, offers(state).get(PLAY))


def solve_board(state: State, intent: intents.SolveBoard) -> State:
    """Look for a tour of the board that was read."""
    return _with_offer(state, offers(state).get(SOLVE))


def _with_offer(state: State, question: Question | None) -> State:
    if not question:
        return state
    after = with_opened_question(replace(state, dialog=None), question, (), wanted=True)
    return after.then(ScrollToBoard(), Push())


def run_program(state: State, intent: intents.RunProgram) -> State:
    """Put the program of the dialog into the editor, and run it."""
    found = state.dialog and state.dialog.found
    if not isinstance(found, ProgramText) or RUN not in offers(state):
        return state
    own = replace(state.programs, text=found.text)
    shown = replace(state, dialog=None, programs=own, look=replace(state.look, panel="own"))
    return run_code(shown, RunCode()).then(ScrollToBoard(), Push())


def begin_task(state: State, intent: intents.BeginTask) -> State:
    """Set the task of the dialog, as if the page had been opened with its address."""
    question = offers(state).get(BEGIN)
    return _with_offer(with_task(state, question), question) if question else state


HANDLERS = handlers(globals())
