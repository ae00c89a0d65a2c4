"""Handlers that all dialogs share; they are loaded when a dialog is opened. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import Sentence
from web.state.intents import CopyLine, Export, OpenDialog, ReportProgress, handlers
from web.state.state import Copy, Dialog, Save, State

STOP = "stop"  # the kind of file that ends the film being made
FILM_FIRST = Sentence("The film is still being made: wait for it, or press Stop.")


def change_dialog(state: State, intent: OpenDialog) -> State:
    """Open a dialog, choose something in it, or close it."""
    dialog = state.dialog
    if dialog and intent.chosen:
        fresh = [*intent.chosen]
        if any(name == "exercise" for name, _ in fresh):  # another exercise brings its texts
            fresh += [("starter", ""), ("tests", "")]
        message = dialog.message if makes_film(dialog) else ""  # it was about the earlier choices
        return replace(
            state, dialog=replace(dialog, chosen=(*dialog.chosen, *fresh), message=message)
        )
    new = Dialog(intent.dialog) if intent.dialog else None
    if dialog and new:  # "Make a task" keeps the address from "Share"
        new = replace(new, chosen=tuple(each for each in dialog.chosen if each[0] == "where"))
    after = replace(state, dialog=new, place=intent.place or state.place)
    return after.then(Save(STOP)) if dialog and makes_film(dialog) else after


def show_progress(state: State, intent: ReportProgress) -> State:
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


HANDLERS = handlers(globals())
