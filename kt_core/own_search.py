"""Searches that readers write: the functions to write, and a validator of their events."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Backtrack, Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import short, value_error
from kt_core.tour import Puzzle

#: The functions that a reader can write, with their parameters: see `kt_core.programs.functions`.
SIGNATURES = {
    "order": ("choices", "onward", "path", "board"),
    "search": ("graph", "start", "ends"),
}


EVENTS = (Visit, Backtrack, Found)
_NAMES = {"Board": Board, "knight_graph": knight_graph, **{each.__name__: each for each in EVENTS}}
#: What a reader's function may import in a task: no solver and no ordering.
TASK_PACKAGE = dict.fromkeys(
    ("kt_core", "kt_core.board", "kt_core.events", "kt_core.graph"), _NAMES
)


class EventValidator:
    """Applies the events of a search to a path; `ValueError` for an event that is not valid.

    The puzzle must have a start.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        assert puzzle.start is not None
        self.graph, self._board = knight_graph(puzzle.board, puzzle.leaper), puzzle.board
        self.start, ends = puzzle.start, puzzle.ends(self.graph, puzzle.start)
        self.ends: Collection[Square] = self.graph if ends is None else ends
        self._began = False
        self.path: dict[Square, bool] = {}

    def take(self, event: object) -> None:
        """Apply an event to the path."""
        match event if type(event) in EVENTS else None:  # a subclass could do anything
            case Visit(square):
                self.visit(square)
            case Backtrack(square):
                self.leave(square)
            case Found(path):
                self.find(path)
            case _:
                raise value_error(
                    "{event} is no event; yield Visit, Backtrack or Found",
                    event=representation(event),
                )

    def visit(self, square: Any) -> None:
        """Extend the path by a knight's move to an unvisited square."""
        board = self._board
        if type(square) is not int or square not in board:
            raise value_error(
                "{square} is not a square of {board}", square=representation(square), board=board
            )
        last = next(reversed(self.path), None)
        if last is None:
            if self._began or square != self.start:
                raise value_error(
                    "the search begins on {square}; it is to begin on {start}, once",
                    square=board.name(square),
                    start=board.name(self.start),
                )
            self._began = True
        elif square in self.path:
            raise value_error("{square} is on the path already", square=board.name(square))
        elif square not in self.graph[last]:
            raise value_error(
                "the path jumps from {one} to {other}, which is no move of the knight",
                one=board.name(last),
                other=board.name(square),
            )
        self.path[square] = True

    def leave(self, square: Any) -> None:
        """Remove the last square from the path."""
        if not self.path:
            raise value_error("the search goes back, and its path is empty")
        last = next(reversed(self.path))
        known = type(square) is int and square in self._board
        if not known or square != last:
            raise value_error(
                "the search goes back from {square}, and stands on {last}",
                square=self._board.name(square) if known else representation(square),
                last=self._board.name(last),
            )
        del self.path[square]

    def find(self, path: Any) -> None:
        """Check that `path`, a tuple or list of squares, is the current path and a tour."""
        board, total = self._board, len(self._board)
        squares = type(path) in (tuple, list) and all(type(square) is int for square in path)
        if not squares or tuple(path) != tuple(self.path):
            raise value_error("the tour that was found is not the path of the search")
        if len(self.path) < total:
            raise value_error(
                "this is no tour: it has {n:,} of {total:,} squares", n=len(self.path), total=total
            )
        last = next(reversed(self.path))
        if last not in self.ends:
            raise value_error(
                "this is no such tour: it may not end on {last}", last=board.name(last)
            )


def representation(value: Any) -> str:
    """Return the short `repr` of a value; its type's name if `repr` fails."""
    try:
        text = short(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a reader's __repr__
        text = type(value).__name__
    return text.encode("utf-8", "backslashreplace").decode()
