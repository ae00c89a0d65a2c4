"""The moves of a game, a prediction or a finished tour: a list, and a button to copy it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from web.draw.board import PAINTED_SQUARES
from web.draw.elements import time_colour
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.question.change import applies
from web.state.state import State, outcome

NUMBERED_SQUARES = 400  # up to which each move is a numbered item


def moves(state: State) -> Patches:
    """Yield the list and the button; beside panels, which need the space, only the button."""
    path, board = copied_path(state), state.question.board
    yield "#moves", attributes(hidden=not path)
    yield "#moves button", attributes(hidden=len(path) < 2)
    listed = () if applies(state.question, "panels") else path
    yield "#move-list", Lazy(_list, board, listed)
    yield "#moves-copied", Lazy(_empty, path)


def copied_path(state: State) -> tuple[Square, ...]:
    """Return the path played or predicted so far, or a finished tour; empty if it is too long."""
    seen = outcome(state)
    moving = state.question.mode != "watch"
    path = seen.path if moving else seen.tour.path if seen.tour else ()
    return tuple(path) if len(path) <= PAINTED_SQUARES else ()


def move_text(board: Board, path: tuple[Square, ...]) -> str:
    """Return the names of the squares in order: "a1 b3 c5"."""
    return board.names(path)


def _list(board: Board, path: tuple[Square, ...]) -> Patch:
    if len(path) > NUMBERED_SQUARES:
        return {"html": escape(move_text(board, path))}
    return {"html": f"<ol>{''.join(_items(board, path))}</ol>" if path else ""}


def _items(board: Board, path: tuple[Square, ...]) -> Iterator[str]:
    """Yield an item for each square, with the color that it has on the board."""
    for place, square in enumerate(path):
        look, _color = time_colour(place / max(len(board) - 1, 1))
        here = ' aria-current="step"' if place == len(path) - 1 else ""
        yield f"<li {look}{here}>{escape(board.name(square))}</li>"


def _empty(_path: tuple[Square, ...]) -> Patch:
    """Return no text, to clear the confirmation: another path was copied."""
    return {"html": ""}
