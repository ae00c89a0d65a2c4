"""The values that a run has returned and stored, and the boards on which it was watched."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from kt_core.judge import verdict
from kt_core.programs.evidence import MOST_VALUES, ShownValue
from kt_core.programs.recording import Frame, frame_of_board
from kt_core.programs.run import Run
from kt_core.programs.squares import Pair, attributes_of
from kt_core.programs.values import is_meant_as_path, items_of, plain, whole_board

MOST_NAMES = 300  # limit for the variables that are examined
MOST_FRAMES = 20
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


def returned_values(run: Run) -> tuple[ShownValue, ...]:
    """Return the values that may be paths and that functions returned last, the last one last."""
    watched, values = run.follower.container if run.follower else None, [*run.results.values()]
    match run.tree.body[-1:] if run.tree else []:
        case [ast.Expr(ast.Name(name))]:  # a notebook shows it
            values.append(run.namespace.get(name))
    return tuple(each for value in values for each in _values_in(value, watched))


def stored_values(run: Run) -> tuple[ShownValue, ...]:
    """Return the values that may be paths and are left in variables; none that the text has."""
    watched = run.follower.container if run.follower else None
    given = _constants(run.tree) if run.tree else {}
    seen, found = {id(value) for value in run.results.values()}, list[ShownValue]()
    for name, value in _variables(run):
        if id(value) not in seen and (each := _value(name, value, watched)):
            is_given = name in given and each.value == plain(given[name])
            found += [] if is_given else [each]
        seen.add(id(value))
    # The watched container may be a variable of a function, but not one that has another value now.
    is_inner = run.store and run.store.name not in run.namespace and id(watched) not in seen
    if run.store and is_inner and (each := _value(run.store.name, watched, None)):
        found.append(each)
    return tuple(found)


def _values_in(value: Any, watched: Any) -> list[ShownValue]:
    """Return a returned value, or those in a tuple or dict with a few results."""
    if found := _value("", value, watched):
        return [found]
    inner = [*dict.values(value)] if type(value) is dict else items_of(value) or []
    few = inner if len(inner) <= MOST_TOGETHER else []
    return [found for each in few if (found := _value("", each, watched))]


def _value(name: str, value: Any, watched: Any) -> ShownValue | None:
    """Return a value that may be a path, a board, or a list of several; None for others."""
    items = items_of(value) or []
    one = items[0] if items and type(items[0]) in (list, dict) else None
    if one is not None and len(items) > 1 and all(item is one for item in items):
        inner = plain(one)
        if one is watched or _is_result(inner) or _is_emptied(inner):
            return ShownValue(name[:40], [inner], len(items))
    inner = plain(value)
    if _is_result(inner):
        return ShownValue(name[:40], inner)
    is_list = type(inner) is list and 0 < len(inner) <= MOST_VALUES
    return ShownValue(name[:40], inner) if is_list and all(map(_is_result, inner)) else None


def _is_result(value: Any) -> bool:
    is_matrix = type(value) is list and len(value) > 2 and all(type(row) is list for row in value)
    return is_meant_as_path(value) or bool(is_matrix and whole_board(value))


def _is_emptied(value: Any) -> bool:
    """Return True if a result is an empty list or an emptied board."""
    if type(value) is list and value and all(type(row) is list for row in value):
        marks = [mark for row in value for mark in row]
        return len(marks) >= 9 and all(type(m) is type(marks[0]) and m == marks[0] for m in marks)
    return type(value) is list and not value


def _constants(tree: ast.Module) -> dict[str, Any]:
    """Return the lists, tuples and dicts that the text assigns to names of the module."""
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.List, ast.Tuple, ast.Dict)):
            with suppress(ValueError, TypeError):
                value = ast.literal_eval(node.value)
                found |= {each.id: value for each in node.targets if isinstance(each, ast.Name)}
    return found


def _variables(run: Run) -> Iterator[tuple[str, Any]]:
    """Yield the program's variables, and the attributes of its objects, with their names."""
    own = [
        (name, value)
        for name, value in run.namespace.items()
        if not name.startswith("__") and type(value).__module__ != "types"
    ][:MOST_NAMES]
    yield from own
    for name, value in own:
        if type(value).__module__ == "__main__":
            for attribute, inner in [*attributes_of(value).items()][:20]:
                yield f"{name}.{attribute}", inner
