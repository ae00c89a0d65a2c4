"""Wishes that leave question and answer as they are: what is looked at. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.board import Square
from web.lab import intents
from web.lab.zoom import WHOLE, most, place
from web.question import address
from web.state.effects import Focus
from web.state.intents import Handlers, Present, ReportError, SetLanguage, on
from web.state.state import State


def point(state: State, intent: intents.PointAtSquare) -> State:
    """Tell of a square, or of none; in a lecture a pointer that rests changes nothing."""
    if state.question.settings.present:
        return state
    square = _on_board(state, intent.square)
    return replace(state, look=replace(state.look, pointed=square, past=None))


def walk(state: State, intent: intents.MoveCursor) -> State:
    """Go to the square, or hole, beside one, which then has the focus; at the rim stay there."""
    board, zoom, square = state.question.board, state.look.zoom, _on_board(state, intent.square)
    if square is None:
        return replace(state, look=replace(state.look, cursor=None, pointed=None, past=None))
    row, column = square // board.columns + intent.up, square % board.columns + intent.right
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return state
    square = row * board.columns + column
    if zoom != WHOLE:
        zoom = zoom.showing(*place(board, square))
    there = replace(
        state, look=replace(state.look, cursor=square, pointed=square, past=None, zoom=zoom)
    )
    return there.then(Focus(f'#board [data-square="{board.name(square)}"]'))


def enlarge(state: State, intent: intents.Enlarge) -> State:
    """Show the board larger or smaller, around a point."""
    right, down = intent.right, intent.down
    zoom = state.look.zoom.by(intent.factor, right, down, most(state.question.board))
    return replace(state, look=replace(state.look, zoom=zoom))


def pan(state: State, intent: intents.Pan) -> State:
    """Show what is beside what is seen."""
    return replace(
        state, look=replace(state.look, zoom=state.look.zoom.after_move(intent.right, intent.down))
    )


def recall(state: State, intent: intents.PointAtTimeline) -> State:
    """Tell what happened at a step of the past."""
    trace = state.search.answer.longest
    if intent.share is None or not trace or state.question.settings.present:
        return replace(state, look=replace(state.look, past=None))
    return replace(
        state,
        look=replace(
            state.look, past=round(min(max(intent.share, 0), 1) * trace.length), pointed=None
        ),
    )


def panel(state: State, intent: intents.ShowPanel) -> State:
    """Show another panel."""
    return replace(state, look=replace(state.look, panel=intent.name))


def next_panel(state: State, intent: intents.NextPanel) -> State:
    """Show the panel beside, as tabs do under arrow keys."""
    there = state.question.panels
    if not there:
        return state
    name = there[(there.index(state.tab) + intent.by) % len(there)]
    return replace(state, look=replace(state.look, panel=name)).then(Focus(f"#tab-{name}"))


def speak(state: State, intent: SetLanguage) -> State:
    """Say everything in another language; no state holds a sentence in one of them."""
    return replace(state, question=address.with_language(state.question, intent.language))


def present(state: State, intent: Present) -> State:
    """Show the board alone, or leave that."""
    there = replace(state, look=replace(state.look, pointed=None, past=None))
    return replace(there, question=state.question.with_settings(present=intent.on))


def recurse(state: State, intent: intents.ShowRecursive) -> State:
    """Tell of the other form of the search."""
    return replace(state, look=replace(state.look, recursive=intent.on))


def fail(state: State, intent: ReportError) -> State:
    """Own up to a mistake where it is seen, and leave whatever was under way."""
    mistake = f"{type(intent.fault).__name__}: {intent.fault}"
    return replace(state, mistake=mistake, dialog=None, search=replace(state.search, doing=None))


def _on_board(state: State, square: Square | None) -> Square | None:
    """Return the square, or hole, if there is one; what was touched may be a board before this."""
    board = state.question.board
    there = square is not None and 0 <= square < board.rows * board.columns
    return square if there else None


HANDLERS: Handlers = {
    **on(intents.PointAtSquare, point),
    **on(intents.MoveCursor, walk),
    **on(intents.Enlarge, enlarge),
    **on(intents.Pan, pan),
    **on(intents.PointAtTimeline, recall),
    **on(intents.ShowPanel, panel),
    **on(intents.NextPanel, next_panel),
    **on(SetLanguage, speak),
    **on(Present, present),
    **on(intents.ShowRecursive, recurse),
    **on(ReportError, fail),
}
