"""Wishes in the dialogs "Share" and "Open", without which a page starts. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import Sentence
from web.state import intents
from web.state.effects import Copy, Save
from web.state.intents import on
from web.state.state import Dialog, State

LONGEST_CHARACTERS = 8_000_000  # of a text that is opened: a tour of about 900 x 900
READING = Sentence("Reading …")


def ask(state: State, intent: intents.Ask) -> State:
    """Open a dialog about what is seen now, choose something in it, or close it."""
    dialog = state.dialog
    if dialog and intent.chosen:
        return replace(state, dialog=replace(dialog, chosen=(*dialog.chosen, *intent.chosen)))
    place = intent.place or state.place
    dialog = (
        Dialog(intent.dialog, replace(state, dialog=None, place=place)) if intent.dialog else None
    )
    return replace(state, dialog=dialog, place=place)


def say(state: State, intent: intents.Say) -> State:
    """Say something in the open dialog."""
    if not state.dialog:
        return state
    text = 0 if intent.share is None else state.dialog.text
    dialog = replace(state.dialog, said=intent.sentence, text=text, share=intent.share or 0.0)
    return replace(state, dialog=dialog)


def copy_line(state: State, intent: intents.CopyLine) -> State:
    """Let a line be copied."""
    return state.then(Copy(intent.line, intent.text))


def export(state: State, intent: intents.Export) -> State:
    """Let a file be saved."""
    return state.then(Save(intent.kind, intent.value, intent.chosen))


def read(state: State, intent: intents.Read) -> State:
    """Begin to read a text, which may be dropped where no dialog is open, or stop reading."""
    dialog = state.dialog
    if not intent.text:
        stopped = Sentence("Stopped: nothing was opened.")
        said = stopped if dialog and dialog.text else ""
        return replace(state, dialog=replace(dialog, said=said, text=0) if dialog else None)
    if not (dialog and dialog.name == "open"):
        dialog = Dialog("open", replace(state, dialog=None))
    if intent.characters > LONGEST_CHARACTERS:
        return replace(state, dialog=replace(dialog, said=_too_long(intent.characters), text=0))
    return replace(state, dialog=replace(dialog, said=READING, text=intent.text, share=0.0))


def _too_long(size: int) -> str:
    """Return why a text of this size is not looked at."""
    return Sentence(
        "This text has {size:,} characters; {most:,} are the most that can be opened.",
        size=size,
        most=LONGEST_CHARACTERS,
    )


HANDLERS: intents.Handlers = {
    **on(intents.Ask, ask),
    **on(intents.Say, say),
    **on(intents.CopyLine, copy_line),
    **on(intents.Export, export),
    **on(intents.Read, read),
}
