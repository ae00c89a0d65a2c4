"""Handlers for the dialog "Load", loaded when a dialog is opened. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import Sentence
from web.state import intents
from web.state.intents import handlers
from web.state.state import Dialog, State

LONGEST_CHARACTERS = 8_000_000  # limit for an opened text: a tour of about 900 x 900
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
