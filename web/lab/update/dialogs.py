"""Handlers that all dialogs share, and of a text for the dialog "Load". Pure.

They are loaded when a dialog is opened.
"""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import Sentence
from web.state.intents import ClearText, OpenDialog, ReadText, ReportProgress, handlers
from web.state.state import Dialog, Save, State

STOP = "stop"  # the kind of file that ends the film being made
LONGEST_CHARACTERS = 8_000_000  # limit for an opened text: a tour of about 900 x 900
READING = Sentence("Reading …")


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


def makes_film(dialog: Dialog) -> bool:
    """Return True if a film is being made in a dialog, and no text is being read."""
    return dialog.share > 0 and not dialog.text


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
        return replace(state, dialog=replace(dialog, message=_too_long(intent.characters)))
    return replace(state, dialog=replace(dialog, message=READING, text=intent.text))


def forget_text(state: State, intent: ClearText) -> State:
    """Forget the text that was read."""
    return replace(state, dialog=Dialog("open")) if state.dialog else state


def _too_long(size: int) -> str:
    """Return the reason why a text of this size is not read."""
    return Sentence(
        "This text has {size:,} characters; {most:,} are the most that can be loaded.",
        size=size,
        most=LONGEST_CHARACTERS,
    )


HANDLERS = handlers(globals())
