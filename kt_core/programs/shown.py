"""The paths and boards that a program shows, judged: what it printed, and what it returned.

A result is certified only if it is whole: a number on every square of a rectangle, or a list of all
its squares. A board with other marks is at most a part of a path, because a mark may mean anything.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isqrt
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import result_of
from kt_core.files.reader import Unreadable, read
from kt_core.files.walks import Reading, order_of
from kt_core.graph import is_move
from kt_core.judge import PathVerdict, verdict
from kt_core.language import N_, Sentence
from kt_core.programs.recording import Frame, frame_around
from kt_core.programs.squares import SQUARE_NAME, Pair, names_in
from kt_core.programs.values import (
    LEAST_NUMBERS,
    is_board,
    is_meant_as_path,
    plain,
    share_of_moves,
    steps_of,
    whole_board,
    without_labels,
)

PRINTED = N_("printed")
FROM_0 = N_("Numbered from 0, it is no tour: {wrong}.")
LEAST_PRINTED = 9  # least number of correct squares of a printed path that counts as a wrong tour
LEAST_TEXT = 9  # characters
MOST_SQUARES = 10_000  # the largest board of a partial list
_JOINED_NAMES = re.compile(r"\b(?:[A-Za-z][1-9][0-9]?){5,}\b")
_COLORS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_BETWEEN = re.compile(r"[\[\],;|\u2502\u2503\u2551\uff5c]+")  # commas, brackets and frames
_RULE = re.compile(r"[-+=_|\s\u2500-\u257f]*")  # the line of a frame
_PAIR, _NAME = re.compile(r"\((\d{1,3}), ?(\d{1,3})\)"), re.compile(r"\b[A-Za-z][1-9][0-9]?\b")
_MARK = re.compile(r"-?\d{1,7}\.?|[^\w\s]{1,4}|_{1,4}|None|[XxKkN]")
_LISTED = re.compile(r"\d\D+\d|\b[A-Za-z][1-9]")  # a line that may be a part of a path


@dataclass(frozen=True)
class Result:
    """One result: its place, its board, the part of its path before the first error, and the error.

    `bad` is the square of the wrong step. `several` is True for one of a list of results.
    """

    form: str  # such as a board or a list
    board: Board
    path: tuple[Square, ...]
    wrong: str = ""
    bad: Square | None = None
    closed: bool = False
    is_tour: bool = False
    is_whole: bool = False  # it has as many squares as its board
    several: bool = False
    note: str = ""  # another way to read it
    where: str = ""  # set last, by `results_of_value` and `results_in_text`


def _of_verdict(judged: PathVerdict, form: str, wrong: str, *, is_whole: bool) -> Result:
    return Result(
        form,
        judged.board,
        judged.path,
        "" if judged.kind == "tour" or not judged.fault else wrong,
        judged.bad,
        judged.closed,
        is_tour=judged.kind == "tour",
        is_whole=is_whole,
    )


def result_of_value(value: Any, frames: Sequence[Frame]) -> Result | None:
    """Return the judged result that a plain value is; None if it is not meant as a path.

    `frames` are the boards on which the program was watched.
    """
    if type(value) is list and [*map(type, value)].count(list) == len(value) > 2:
        value = [row for row in value if row]  # row 0 may be empty, if a program counts from 1
        if (rows := whole_board(value)) and is_meant_as_path(rows):
            return _of_rows(rows)
    if not is_meant_as_path(value) or (_are_numbers(value) and not frames and not _is_full(value)):
        return None
    return _of_part(value) if is_board(value) else _of_list(value, frames)


def _are_numbers(value: list[Any]) -> bool:
    return all(type(item) is int for item in value)


def _is_full(numbers: list[int]) -> bool:
    """Return True for the numbers from 0 or 1 on, each once, in any order."""
    least = min(numbers)
    return least in (0, 1) and {*numbers} == {*range(least, least + len(numbers))}


def _of_rows(rows: list[list[int]]) -> Result:
    """Return the result of a board with a number on every square; row 0 is drawn on top."""
    height, columns = len(rows), len(rows[0])
    squares = {
        number: (height - 1 - row) * columns + column
        for row, numbers in enumerate(rows)
        for column, number in enumerate(numbers)
    }
    board, path = Board(height, columns), [squares[number] for number in sorted(squares)]
    judged = verdict(board, path)
    wrong = judged.wrong(lambda step: _place(board, path[step]))
    if 0 in squares and len(judged.path) == 1:  # 0 may mark the last square, which is not visited
        from_1 = verdict(board, path[1:])
        if not from_1.fault:
            note = Sentence(FROM_0, wrong=wrong)
            return replace(_of_verdict(from_1, "board", "", is_whole=False), note=note)
    return _of_verdict(judged, "board", wrong, is_whole=True)


def _place(board: Board, square: Square) -> str:
    """Return a square as the program writes it, row 0 on top, and its name: "board[2][3] (d3)"."""
    row, column = divmod(square, board.columns)
    return f"board[{board.rows - 1 - row}][{column}] ({board.name(square)})"


def _of_part(rows: list[list[Any]]) -> Result:
    """Return the result of a board without a number on every square, which is never a tour."""
    board = Board(len(rows), len(rows[0]))
    marks = [mark for row in reversed(rows) for mark in row]
    numbers = [m if type(m) is int and 0 <= m <= len(board) else -1 for m in marks]
    is_from_0 = numbers.count(0) == numbers.count(1) == 1 and is_move(
        board, numbers.index(0), numbers.index(1)
    )
    indices, length, fault = result_of(
        order_of(numbers, 0 if is_from_0 else 1, partial(_place, board))
    )
    judged = verdict(board, [*indices[:length]])
    wrong = judged.wrong(lambda step: _place(board, indices[step])) if judged.fault else fault
    return Result("board", board, judged.path, wrong, judged.bad)


def _of_reading(reading: Reading) -> Result:
    """Return the result of a text; a board with holes is a part of the board without them."""
    board, is_tour = reading.board, reading.verdict == "tour" and not reading.board.holes
    if board.holes:
        board = Board(board.rows, board.columns)
    return Result(
        "text", board, reading.path, reading.wrong, reading.bad,
        closed=is_tour and reading.closed, is_tour=is_tour, is_whole=is_tour,
    )  # fmt: skip


def _of_list(value: list[Any], frames: Sequence[Frame]) -> Result:
    """Return the result of a list of pairs, names or numbers."""
    if _are_numbers(value):
        return _of_numbers(value, frames)
    pairs = steps_of(value)
    if any(type(item) is str and SQUARE_NAME.fullmatch(item) for item in value):
        frames = [Frame(each.rows, each.columns) for each in frames if each.is_known]
        names = [str(item) for item in value]
    else:
        names = [f"({row}, {column})" for row, column in pairs]
    return _of_pairs(pairs, names, frames)


def _of_numbers(numbers: list[int], frames: Sequence[Frame]) -> Result:
    """Return the result of square numbers, with the row width that fits best."""
    known = [frame.columns for frame in frames if frame.is_known]
    widths = dict.fromkeys((*known, isqrt(max(numbers)) + 1, isqrt(len(numbers)), *range(3, 17)))
    names, found = [*map(str, numbers)], list[tuple[float, Result]]()
    for width in (width for width in widths if width > 2):
        for base in (0, 1) if min(numbers) > 0 else (0,):
            pairs = [divmod(number - base, width) for number in numbers]
            share = share_of_moves(pairs)
            if not found or share > found[0][0]:
                result = _of_pairs(pairs, names, frames, width=width)
                found = [(share, result)]
                if result.is_tour:
                    return result
    return found[0][1]


def _of_pairs(
    pairs: Sequence[Pair], names: Sequence[str], frames: Sequence[Frame], width: int = 0
) -> Result:
    """Return the result on the board of a frame that it covers, or on the smallest that fits.

    A path over a smaller board than that of the program is a part.
    """
    edges = [(pairs[0][0], 0), (pairs[0][0], width - 1)] if width else []
    smallest = frame_around([*pairs, *edges])
    fitting = [each for each in frames if None not in map(each.square, pairs)]
    known = [each for each in fitting if each.is_known]
    largest = max((each.total for each in known), default=0)
    for frame in [*known, *([smallest] if smallest and smallest.total <= len(pairs) else [])]:
        result = _on_frame(pairs, names, frame)
        if result.is_tour and (frame.total >= largest or frame in known):
            return result
    base = (1, 1) if min(map(min, pairs)) >= 1 else (0, 0)
    around = frame_around([*pairs, *edges, base])
    is_small = around is not None and around.total <= MOST_SQUARES
    among = known or fitting or ([around] if around and is_small else [*frames, Frame(3, 3)])
    return _on_frame(pairs, names, max(among, key=lambda each: each.total))


def _on_frame(pairs: Sequence[Pair], names: Sequence[str], frame: Frame) -> Result:
    squares = [frame.square(pair) for pair in pairs]
    is_ring = len(pairs) == len(frame.board) + 1 and pairs[0] == pairs[-1]
    judged = verdict(frame.board, squares[:-1] if is_ring else squares, closed=is_ring or None)
    is_whole = len(pairs) >= len(frame.board)
    return _of_verdict(judged, "list", judged.wrong(names.__getitem__), is_whole=is_whole)


def results_of_value(value: Any, where: Sentence, frames: Sequence[Frame]) -> list[Result]:
    """Return the result that a plain value is, or the results in a list of several."""
    result = result_of_value(value, frames)
    found = [result] if result else []
    if not found and type(value) is list:
        several = [result_of_value(each, frames) for each in value]
        found = [each for each in several if each] if None not in several else []
    return [replace(each, where=where, several=len(found) > 1) for each in found]


def results_in_text(text: str, frames: Sequence[Frame]) -> list[Result]:
    """Return the results in the output of a program, in order.

    The boards and lists are taken out first, each judged alone; the rest is read as one text.
    """
    lines = _COLORS.sub("", text).splitlines()
    found = [
        (end, replace(result, where=Sentence(PRINTED)))
        for begin, end, value in _values_in(lines)
        if (result := result_of_value(value, frames)) and _take(lines, begin, end)
    ]
    rest = "\n".join(lines)
    if len(rest) >= LEAST_TEXT and (result := _result_in_rest(rest, frames)):
        last = max((at for at, line in enumerate(lines) if _LISTED.search(line)), default=0)
        found.append((last, replace(result, where=Sentence(PRINTED))))
    return [result for _end, result in sorted(found, key=lambda each: each[0])]


def _take(lines: list[str], begin: int, end: int) -> bool:
    """Remove lines from the text that is read later."""
    lines[begin:end] = [""] * (end - begin)
    return True


def _values_in(lines: Sequence[str]) -> Iterator[tuple[int, int, Any]]:
    """Yield the values that lines show, each with its first line and the line after it.

    A value is a list in one line, a line of names, or a board: rows one below the other.
    """
    rows, begin = list[list[Any]](), 0
    for at, line in enumerate([*lines, ""]):
        row = _row_of(line)
        if row and (not rows or len(row) == len(rows[0])):
            begin = begin if rows else at
            rows.append(row)
        elif rows and not row and line.strip() and _RULE.fullmatch(line):
            continue
        else:
            board = without_labels(rows)
            if whole_board(board) or (is_board(board) and is_meant_as_path(board)):
                yield begin, at, board
            elif len(rows) == 1 and len(rows[0]) >= LEAST_NUMBERS:
                yield begin, at, rows[0]
            rows, begin = ([row], at) if row else ([], at)
        if (value := _list_in(line)) is not None:
            yield at, at + 1, value


def _row_of(line: str) -> list[Any]:
    """Return the numbers and marks of a line that has nothing else; none for other lines."""
    marks = _BETWEEN.sub(" ", line).split()
    if len(marks) < 3 or not all(map(_MARK.fullmatch, marks)):
        return []
    return [
        int(mark.rstrip(".")) if mark[-1].isdigit() or mark[:-1].isdigit() else mark
        for mark in marks
    ]


def _list_in(line: str) -> Any:
    """Return the list that a line is, as Python writes it or as names; None for other lines."""
    text = line.strip()
    if names := names_in(text):
        return names
    if text[:1] not in "[({" or len(text) < LEAST_TEXT:
        return None
    try:
        value = plain(ast.literal_eval(text))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return value if type(value) is list and not _are_numbers(value) else None


def _result_in_rest(text: str, frames: Sequence[Frame]) -> Result | None:
    """Return the result in a text without boards and lists; None if it has none."""
    text = _JOINED_NAMES.sub(lambda found: " ".join(names_in(found[0])), text)
    boards = dict.fromkeys(Board(f.rows, f.columns) for f in frames if f.is_known)
    found = list[Result]()
    for board in (*boards, None):
        try:
            reading = read(text, board)
        except (Unreadable, ValueError):
            continue
        result = _of_reading(reading)
        if result.is_tour and any(len(each) > len(result.board) for each in boards):
            continue
        if result.is_tour:
            return result
        found.append(result)
    best = max(found, key=lambda each: (not each.wrong, len(each.path)), default=None)
    if best and len(best.path) >= LEAST_PRINTED:
        return best
    pairs = [[int(row), int(column)] for row, column in _PAIR.findall(text)]
    return result_of_value(max(_NAME.findall(text), pairs, key=len), frames)
