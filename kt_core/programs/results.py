"""The values that a run has returned, and the boards on which it was watched."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

from kt_core.judge import verdict
from kt_core.programs.evidence import MOST_VALUES
from kt_core.programs.recording import Frame, frame_of_board
from kt_core.programs.run import Run
from kt_core.programs.squares import Pair, items_of, plain

MOST_FRAMES = 20
LEAST_ENTRIES = 3  # entries of the shortest path or board
MOST_TOGETHER = 8  # values that a function returns together


@dataclass(frozen=True)
class FullPath:
    """The first path of a run over all squares of its board, in the program's coordinates."""

    squares: list[Pair]
    frame: Frame
    visits: int  # visits before the path was complete
    step: int  # events before the path was complete

    @property
    def is_tour(self) -> bool:
        """True if it is a path of knight's moves."""
        squares = [self.frame.square(pair) for pair in self.squares]
        return verdict(self.frame.board, squares).kind == "tour"


def full_path(run: Run) -> FullPath | None:
    """Return the first path over all squares of the board; None if there was none."""
    recording = run.recording
    board = max(recording.boards, key=lambda each: each.deepest)
    number = recording.boards.index(board)
    frame = frame_of(run, number)
    if frame is None or board.deepest < frame.total:
        return None
    path = recording.path_at(board.deepest_at)
    return FullPath(path, frame, board.deepest_visits, board.deepest_at)


def frames_of(run: Run) -> list[Frame]:
    """Return the boards of a run, each size once, the last board first."""
    found: dict[Frame, None] = {}
    recording = run.recording
    for number in reversed(range(len(recording.boards))):
        if recording.boards[number].visits and len(found) < MOST_FRAMES:
            frame = frame_of(run, number)
            if frame is not None:
                found[frame] = None
    return [*found]


def frame_of(run: Run, number: int) -> Frame | None:
    """Return the frame of board `number` of a run."""
    sizes = {
        value
        for name, value in run.namespace.items()
        if type(value) is int and 3 <= value <= 200 and not name.startswith("__")
    }
    frame = frame_of_board(run.recording, number, sizes)
    if frame is None:
        return None
    return replace(frame, is_top_down=run.store is None or run.store.is_top_down)


def returned_values(run: Run) -> tuple[list[Any], ...]:
    """Return the values that may be paths and that functions returned last, the last one last."""
    values = [*run.results.values()]
    match run.tree.body[-1:] if run.tree else []:
        case [ast.Expr(ast.Name(name))]:  # a notebook shows it
            values.append(run.namespace.get(name))
    return tuple(each for value in values for each in _values_in(value))


def _values_in(value: Any) -> list[Any]:
    """Return a returned value, or those in a tuple or dict with a few results."""
    if found := _value(value):
        return [found]
    inner = [*dict.values(value)] if type(value) is dict else items_of(value) or []
    few = inner if len(inner) <= MOST_TOGETHER else []
    return [found for each in few if (found := _value(each))]


def _value(value: Any) -> Any:
    """Return a plain value that may be a path, a board, or a list of several; None for others."""
    inner = plain(value)
    is_list = type(inner) is list and 0 < len(inner) <= MOST_VALUES
    return inner if _is_result(inner) or (is_list and all(map(_is_result, inner))) else None


def _is_result(value: Any) -> bool:
    """Return True if a plain value may be a path or a board."""
    return type(value) is list and len(value) >= LEAST_ENTRIES
