"""Wishes that leave question and answer as they are: what is looked at, and dialogs. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.board import Square
from kt_core.language import Sentence
from web.question import address
from web.state import intents
from web.state.effects import Copy, Focus, Save
from web.state.intents import on
from web.state.state import Dialog, State
from web.state.zoom import WHOLE, most, place

LONGEST_CHARACTERS = 8_000_000  # of a text that is opened: a tour of about 900 x 900
READING = Sentence("Reading …")


def point(state: State, intent: intents.Point) -> State:
    """Tell of a square, or of none; in a lecture a pointer that rests changes nothing."""
    if state.question.settings.present:
        return state
    square = _on_board(state, intent.square)
    return replace(state, pointed=square, past=None)


def walk(state: State, intent: intents.Walk) -> State:
    """Go to the square, or hole, beside one, which then has the focus; at the rim stay there."""
    board, zoom, square = state.question.board, state.zoom, _on_board(state, intent.square)
    if square is None:
        return replace(state, cursor=None, pointed=None, past=None)
    row, column = square // board.columns + intent.up, square % board.columns + intent.right
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return state
    square = row * board.columns + column
    if zoom != WHOLE:
        zoom = zoom.showing(*place(board, square))
    there = replace(state, cursor=square, pointed=square, past=None, zoom=zoom)
    return there.then(Focus(f'#board [data-square="{board.name(square)}"]'))


def enlarge(state: State, intent: intents.Enlarge) -> State:
    """Show the board larger or smaller, around a point."""
    right, down = intent.right, intent.down
    zoom = state.zoom.by(intent.factor, right, down, most(state.question.board))
    return replace(state, zoom=zoom)


def pan(state: State, intent: intents.Pan) -> State:
    """Show what is beside what is seen."""
    return replace(state, zoom=state.zoom.moved(intent.right, intent.down))


def recall(state: State, intent: intents.Recall) -> State:
    """Tell what happened at a step of the past."""
    trace = state.answer.longest
    if intent.share is None or not trace or state.question.settings.present:
        return replace(state, past=None)
    return replace(state, past=round(min(max(intent.share, 0), 1) * trace.length), pointed=None)


def panel(state: State, intent: intents.Panel) -> State:
    """Show another panel."""
    return replace(state, panel=intent.name)


def next_panel(state: State, intent: intents.NextPanel) -> State:
    """Show the panel beside, as tabs do under arrow keys."""
    there = state.question.panels
    if not there:
        return state
    name = there[(there.index(state.tab) + intent.by) % len(there)]
    return replace(state, panel=name).then(Focus(f"#tab-{name}"))


def speak(state: State, intent: intents.Speak) -> State:
    """Say everything in another language; no state holds a sentence in one of them."""
    return replace(state, question=address.with_language(state.question, intent.language))


def present(state: State, intent: intents.Present) -> State:
    """Show the board alone, or leave that."""
    there = replace(state, pointed=None, past=None)
    return replace(there, question=state.question.with_settings(present=intent.on))


def recurse(state: State, intent: intents.Recurse) -> State:
    """Tell of the other form of the search."""
    return replace(state, recursive=intent.on)


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


def fail(state: State, intent: intents.Fail) -> State:
    """Own up to a mistake where it is seen, and leave whatever was under way."""
    said = f"{type(intent.fault).__name__}: {intent.fault}"
    return replace(state, mistake=said, doing=None, dialog=None)


def _on_board(state: State, square: Square | None) -> Square | None:
    """Return the square, or hole, if there is one; what was touched may be a board before this."""
    board = state.question.board
    there = square is not None and 0 <= square < board.rows * board.columns
    return square if there else None


HANDLERS: intents.Handlers = {
    **on(intents.Point, point),
    **on(intents.Walk, walk),
    **on(intents.Enlarge, enlarge),
    **on(intents.Pan, pan),
    **on(intents.Recall, recall),
    **on(intents.Panel, panel),
    **on(intents.NextPanel, next_panel),
    **on(intents.Speak, speak),
    **on(intents.Present, present),
    **on(intents.Recurse, recurse),
    **on(intents.Ask, ask),
    **on(intents.Say, say),
    **on(intents.CopyLine, copy_line),
    **on(intents.Export, export),
    **on(intents.Read, read),
    **on(intents.Fail, fail),
}
