"""Wishes that leave question and answer as they are: what is looked at, and dialogs. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.board import Square
from web.question import address
from web.state import intents
from web.state.intents import on
from web.state.state import Dialog, State
from web.state.zoom import WHOLE, most, place


def point(state: State, intent: intents.Point) -> State:
    """Tell of a square, or of none."""
    square = _on_board(state, intent.square)
    return replace(state, pointed=square, past=None)


def walk(state: State, intent: intents.Walk) -> State:
    """Go to a square with the arrow keys."""
    square, zoom = _on_board(state, intent.square), state.zoom
    if square is not None and zoom != WHOLE:
        zoom = zoom.showing(*place(state.question.board, square))
    return replace(state, cursor=square, pointed=square, past=None, zoom=zoom)


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
    if intent.share is None or not trace:
        return replace(state, past=None)
    return replace(state, past=round(min(max(intent.share, 0), 1) * trace.length), pointed=None)


def panel(state: State, intent: intents.Panel) -> State:
    """Show another panel."""
    return replace(state, panel=intent.name)


def speak(state: State, intent: intents.Speak) -> State:
    """Say everything in another language; no state holds a sentence in one of them."""
    return replace(state, question=address.with_language(state.question, intent.language))


def present(state: State, intent: intents.Present) -> State:
    """Show the board alone, or leave that."""
    on = "1" if intent.on else ""
    return replace(state, question=address.with_setting(state.question, "present", on))


def recurse(state: State, intent: intents.Recurse) -> State:
    """Tell of the other form of the search."""
    return replace(state, recursive=intent.on)


def ask(state: State, intent: intents.Ask) -> State:
    """Open a dialog about what is seen now, or close it."""
    place = intent.place or state.place
    dialog = (
        Dialog(intent.dialog, replace(state, dialog=None, place=place)) if intent.dialog else None
    )
    return replace(state, dialog=dialog, place=place)


def say(state: State, intent: intents.Say) -> State:
    """Say something in the open dialog."""
    if not state.dialog:
        return state
    return replace(state, dialog=replace(state.dialog, said=intent.sentence, share=intent.share))


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
    **on(intents.Speak, speak),
    **on(intents.Present, present),
    **on(intents.Recurse, recurse),
    **on(intents.Ask, ask),
    **on(intents.Say, say),
    **on(intents.Fail, fail),
}
