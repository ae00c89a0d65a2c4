"""The results of a run: everything returned, printed or stored that is meant as a tour."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt
from typing import Any

from kt_core.board import Board
from kt_core.files.reader import Unreadable, read, read_value
from kt_core.files.walks import Reading
from kt_core.language import N_, Sentence
from kt_core.programs.recording import Frame, frame_of_board
from kt_core.programs.run import Run
from kt_core.programs.squares import Pair, attributes_of, element_of, is_knight_move, names_in
from kt_core.tour import Tour

MOST_ITEMS = 100_000
LEAST_SQUARES = 5  # least number of squares of a path
LEAST_SHARE = 0.6  # share of a path's steps that must be knight's moves
SURE_SQUARES, SURE_SHARE = 8, 0.75  # the same limits if nothing else shows a knight's path
STOPPED = ("visits", "seconds")  # a run that ends so was still searching: its board is no result
MOST_PRINTED = 120_000  # characters of the output's end that are read
LEAST_PRINTED = 9  # least number of correct squares of a printed path that counts as a wrong tour
MOST_OF_SEVERAL = 2_000  # results in one list
MOST_NAMES = 300  # limit for the variables that are examined
MOST_FRAMES = 20
MARKS = (int, str, bool, type(None))
RETURNED = N_("returned")
PRINTED = N_("printed")
LEFT = N_("left in {name}")
_JOINED_NAMES = re.compile(r"\b(?:[A-Za-z][1-9][0-9]?){5,}\b")


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as builtin types, with squares in place of objects; None if impossible."""
    kind = type(value)
    if kind in (int, str, float):
        return _plain_scalar(value)
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
        return plain(value.tolist(), depth)
    if kind is dict and depth == 0 and len(value) <= MOST_ITEMS:
        return _plain_dict(value)
    items = items_of(value)
    if items is not None and depth < 3:
        return [plain(item, depth + 1) for item in items]
    element = element_of(value)
    return list(element) if type(element) is tuple else element


def _plain_scalar(value: float | str) -> Any:
    if type(value) is str:
        names = names_in(value)
        return names if len(names) >= LEAST_SQUARES else value
    if type(value) is float:
        return int(value) if value == value // 1 and abs(value) < 1e9 else None
    return value


def items_of(value: Any) -> list[Any] | None:
    """Return the items of a list, tuple or deque that is not too long."""
    kind = type(value)
    is_deque = (kind.__module__, kind.__name__) == ("collections", "deque")
    if (kind is list or kind is tuple or is_deque) and len(value) <= MOST_ITEMS:
        return [*value]
    return None


def _plain_dict(value: dict[Any, Any]) -> Any:
    found: dict[Any, Any] = {}
    for key, mark in value.items():
        element = element_of(key)
        if type(element) is not tuple or len(element) != 2:
            return None
        found[element] = plain(mark, 1)
    return found


def steps_of(value: Any) -> list[Pair]:
    """Return the squares of a plain value in order, if it is a path or a numbered board."""
    if type(value) is dict:
        return _in_order(value)
    if type(value) is not list or len(value) < 3:
        return []
    kinds = {type(item) for item in value}
    if kinds == {list} and all(len(row) > 2 for row in value):
        marks = {(r, c): mark for r, row in enumerate(value) for c, mark in enumerate(row)}
        return _in_order(marks)
    if kinds == {int}:
        return _numbers_in_order(value)
    elements = [element_of(item) for item in value]
    pairs = [(each[0], each[1]) for each in elements if type(each) is tuple]
    return pairs if len(pairs) == len(value) else []


def _in_order(marks: dict[Pair, Any]) -> list[Pair]:
    numbers = {square: mark for square, mark in marks.items() if type(mark) is int}
    counts = Counter(numbers.values())
    order = sorted((mark, square) for square, mark in numbers.items() if counts[mark] == 1)
    return [square for _mark, square in order]


def _numbers_in_order(numbers: list[int]) -> list[Pair]:
    """Return numbers as squares, with the row width that makes most steps knight's moves."""
    widths = dict.fromkeys((isqrt(max(1, *numbers)) + 1, *range(3, 17)))
    likely = [[divmod(number, width) for number in numbers] for width in widths]
    return max(likely, key=share_of_moves)


def share_of_moves(squares: Sequence[Pair]) -> float:
    """Return the share of steps that are knight's moves."""
    steps = [*pairwise(squares)]
    return sum(is_knight_move(one, other) for one, other in steps) / max(len(steps), 1)


def is_meant_as_path(value: Any) -> bool:
    """Return True if a plain value is meant as a knight's path, right or wrong."""
    squares = steps_of(value)
    return (
        len(squares) >= LEAST_SQUARES
        and share_of_moves(squares) >= LEAST_SHARE
        and not looks_like_queens(squares)
    )


def is_surely_path(value: Any) -> bool:
    """Return True if a plain value can only be a knight's path, even without a watched board.

    A list of numbers is never sure: on a board of some width, they may be knight's moves.
    """
    squares = steps_of(value)
    is_numbers = type(value) is list and all(type(item) is int for item in value)
    return not is_numbers and len(squares) >= SURE_SQUARES and share_of_moves(squares) >= SURE_SHARE


def looks_like_queens(squares: Sequence[Pair]) -> bool:
    """Return True if no row or no column has two of the squares, and a step is no move."""
    count = len(squares)
    return share_of_moves(squares) < 1 and any(
        len({square[axis] for square in squares}) == count for axis in (0, 1)
    )


@dataclass(frozen=True)
class Result:
    """One result: its place, its reading, and its number of squares (0: unknown)."""

    where: Sentence
    reading: Reading
    squares: int = 0


@dataclass(frozen=True)
class Several:
    """A list of results: their number, the number of tours, and the number of different tours."""

    where: Sentence
    count: int
    right: int
    different: int
    is_one_object: bool  # all results are the same list
    first: Reading | None  # the first tour among them
    first_wrong: Reading | None


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
        known = tuple(square for square in squares if square is not None)
        with suppress(ValueError):
            return len(known) == len(squares) and bool(Tour(self.frame.board, known))
        return False


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


def results(run: Run, frames: list[Frame]) -> Iterator[Result | Several]:
    """Yield the results of a run: returned, printed, then stored; the latest of each first."""
    watched = run.follower.container if run.follower else None
    seen: set[int] = set()
    for value in reversed([*run.results.values()]):
        yield from _of_value(value, Sentence(RETURNED), frames, seen, watched)
    yield from _results_in_output(run, frames)
    given = _constants(run.tree) if run.tree else {}
    variables = [*_variables(run)]
    rows = {id(row) for _, value in variables for row in _rows(value)}
    for name, value in variables:
        if name in given and plain(value) == plain(given[name]):
            continue  # the program's text has this value
        if id(value) in rows:
            continue  # a loop's variable: for row in board
        for each in _of_value(value, Sentence(LEFT, name=name), frames, seen, watched):
            if isinstance(each, Several) or run.ended not in STOPPED:
                yield each
    if run.store and run.ended in ("returned", "exit"):  # it may be a variable of a function
        where = Sentence(LEFT, name=run.store.name)
        yield from _of_value(watched, where, frames, seen, None)


def _constants(tree: ast.Module) -> dict[str, Any]:
    """Return the lists, tuples and dicts that the text assigns to names of the module."""
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.List, ast.Tuple, ast.Dict)):
            with suppress(ValueError, TypeError):
                value = ast.literal_eval(node.value)
                found |= {each.id: value for each in node.targets if isinstance(each, ast.Name)}
    return found


def _rows(value: Any) -> list[list[Any]]:
    """Return the rows of a matrix of marks; none for any other value."""
    is_matrix = type(value) is list and len({len(row) if type(row) is list else 0 for row in value})
    if is_matrix != 1 or type(value[0]) is not list:
        return []
    marks = (mark for row in value for mark in row)
    return value if all(type(mark) in MARKS for mark in marks) else []


def _of_value(
    value: Any, where: Sentence, frames: list[Frame], seen: set[int], watched: Any
) -> Iterator[Result | Several]:
    if id(value) in seen:
        return
    seen.add(id(value))
    several = _several(value, where, frames, watched)
    if several is not None:
        yield several
        return
    value = plain(value)
    if (reading := reading_of(value, frames)) is not None:
        yield Result(where, reading, _number_of_squares(value))


def _number_of_squares(value: Any) -> int:
    return len(steps_of(value)) if is_surely_path(value) else 0


def reading_of(value: Any, frames: list[Frame]) -> Reading | None:
    """Return the reading of a plain value as a path; None if it is not meant as one."""
    if value is None or not is_meant_as_path(value):
        return None
    reading = _best(value, frames, read_value)
    if frames or reading is None or reading.verdict == "tour" or is_surely_path(value):
        return reading
    return None


def _best(value: Any, frames: list[Frame], reads: Any) -> Reading | None:
    """Return the best reading on one of the boards, or on the smallest that fits."""
    found: list[Reading] = []
    among: list[Board | None] = [*(frame.board for frame in frames), None]
    for board in among:
        try:
            reading: Reading = reads(value, board)
        except (Unreadable, ValueError):
            continue
        if reading.verdict == "tour" and not _is_whole(reading.board, frames):
            reading = _as_part(reading)
        if reading.verdict == "tour":
            return reading
        found.append(reading)
    return max(found, key=lambda each: (each.verdict != "wrong", len(each.path)), default=None)


def _is_whole(board: Board, frames: list[Frame]) -> bool:
    """Return True if a tour of this board is a tour of the program's board.

    A path that ends early leaves squares without a number, which look like holes.
    """
    if not frames:
        return not board.holes
    return any(
        board == frame.board if frame.is_known else len(board) >= frame.least and not board.holes
        for frame in frames
    )


def _as_part(reading: Reading) -> Reading:
    """Return a reading as an incomplete path on the board without holes."""
    board = Board(reading.board.rows, reading.board.columns)
    return replace(reading, verdict="path", board=board, closed=False)


def _several(value: Any, where: Sentence, frames: list[Frame], watched: Any) -> Several | None:
    items = items_of(value)
    if not items or len(items) > MOST_OF_SEVERAL or type(items[0]) in (int, str):
        return None
    is_one_object = len(items) > 1 and all(item is items[0] for item in items)
    is_one_object = is_one_object and type(items[0]) in (list, dict)
    readings = [reading_of(plain(item), frames) for item in items[: 1 if is_one_object else None]]
    known = [reading for reading in readings if reading is not None]
    if not is_one_object and len(known) < len(items):
        return None
    if is_one_object and not (known or items[0] is watched or _is_emptied(items[0])):
        return None
    tours = [reading for reading in known if reading.verdict == "tour"]
    wrong = [reading for reading in known if reading.verdict != "tour"]
    return Several(
        where,
        len(items),
        len(tours),
        len({reading.path for reading in tours}),
        is_one_object,
        tours[0] if tours else None,
        wrong[0] if wrong else None,
    )


def _is_emptied(value: Any) -> bool:
    """Return True if a result is an empty list or an emptied board."""
    if type(value) is list and value and all(type(row) is list for row in value):
        marks = [mark for row in value for mark in row]
        return len(marks) >= 9 and all(type(m) is type(marks[0]) and m == marks[0] for m in marks)
    return type(value) in (list, dict) and not value


def _results_in_output(run: Run, frames: list[Frame]) -> Iterator[Result]:
    text = run.output.last or run.output.first
    text = text[-MOST_PRINTED:]
    if len(text) < 9:
        return
    reading = _best(_with_spaces(text), frames, read)
    if reading is not None and (reading.verdict == "tour" or len(reading.path) >= LEAST_PRINTED):
        yield Result(Sentence(PRINTED), reading)
    last = _last_value(text)
    if (squares := _number_of_squares(last)) and (reading := reading_of(last, frames)) is not None:
        yield Result(Sentence(PRINTED), reading, squares)


def _last_value(text: str) -> Any:
    """Return the last printed line as a plain value; None if it is no list."""
    lines = text.strip().rsplit("\n", 1)
    try:
        return plain(ast.literal_eval(lines[-1]))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _with_spaces(text: str) -> str:
    """Return a text with spaces between names that have none, as in "a1b3c5d3e5"."""
    return _JOINED_NAMES.sub(lambda found: " ".join(names_in(found[0])), text)


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
