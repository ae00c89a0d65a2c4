"""Handlers that change only the view, not the question or the answer. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.board import Square
from web.lab import intents
from web.lab.zoom import WHOLE, most, place
from web.question import address
from web.state.effects import Focus
from web.state.intents import Present, ReportError, SetLanguage, handlers
from web.state.state import State


def point_at_square(state: State, intent: intents.PointAtSquare) -> State:
    """Store the square under the pointer; the pointer is ignored in a lecture."""
    if state.question.settings.present:
        return state
    square = _on_board(state, intent.square)
    return state.with_look(pointed=square, past=None)


def move_cursor(state: State, intent: intents.MoveCursor) -> State:
    """Move the focus to a neighboring square or hole; at the edge it stays."""
    board, zoom, square = state.question.board, state.look.zoom, _on_board(state, intent.square)
    if square is None:
        return state.with_look(cursor=None, pointed=None, past=None)
    row, column = square // board.columns + intent.up, square % board.columns + intent.right
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return state
    square = row * board.columns + column
    if zoom != WHOLE:
        zoom = zoom.showing(*place(board, square))
    after = state.with_look(cursor=square, pointed=square, past=None, zoom=zoom)
    return after.then(Focus(f'#board [data-square="{board.name(square)}"]'))


def enlarge(state: State, intent: intents.Enlarge) -> State:
    """Enlarge or shrink the board around a point."""
    right, down = intent.right, intent.down
    zoom = state.look.zoom.by(intent.factor, right, down, most(state.question.board))
    return state.with_look(zoom=zoom)


def pan(state: State, intent: intents.Pan) -> State:
    """Move the visible part of the board."""
    return state.with_look(zoom=state.look.zoom.after_move(intent.right, intent.down))


def point_at_timeline(state: State, intent: intents.PointAtTimeline) -> State:
    """Preview the step under the pointer on the timeline."""
    trace = state.search.answer.longest
    if intent.share is None or not trace or state.question.settings.present:
        return state.with_look(past=None)
    return state.with_look(past=round(min(max(intent.share, 0), 1) * trace.length), pointed=None)


def next_panel(state: State, intent: intents.NextPanel) -> State:
    """Select and focus the nth panel from the current one, as arrow keys do on tabs."""
    panels = state.question.panels
    if not panels:
        return state
    name = panels[(panels.index(state.tab) + intent.by) % len(panels)]
    return state.with_look(panel=name).then(Focus(f"#tab-{name}"))


def set_language(state: State, intent: SetLanguage) -> State:
    """Set the language; the sentences of a state are stored without a language."""
    return replace(state, question=address.with_language(state.question, intent.language))


def present(state: State, intent: Present) -> State:
    """Enter or leave the full-screen board."""
    after = state.with_look(pointed=None, past=None)
    return replace(after, question=state.question.with_settings(present=intent.on))


def report_error(state: State, intent: ReportError) -> State:
    """Report an internal error in the answer area, and stop the work."""
    mistake = f"{type(intent.fault).__name__}: {intent.fault}"
    return replace(state.with_work(None), mistake=mistake, dialog=None)


def _on_board(state: State, square: Square | None) -> Square | None:
    """Return the square or hole if it is on the board; a touch may come from an earlier one."""
    board = state.question.board
    is_inside = square is not None and 0 <= square < board.rows * board.columns
    return square if is_inside else None


def show_panel(state: State, intent: intents.ShowPanel) -> State:
    """Show a panel."""
    return state.with_look(panel=intent.name)


def show_recursive(state: State, intent: intents.ShowRecursive) -> State:
    """Show the recursive form of the search, or the form with an explicit stack."""
    return state.with_look(recursive=intent.on)


HANDLERS = handlers(globals())
