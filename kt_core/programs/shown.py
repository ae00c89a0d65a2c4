"""The paths and boards that a program shows, judged: what it printed, and what it returned.

They are read as any text is, by `kt_core.files`. All that has the form of a whole path or board is
judged: a number on every square of a rectangle, or a list of as many squares. Only that is
certified. A board with other marks is at most a part of a path, because a mark may mean anything.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import result_of
from kt_core.files.reader import PartReading, boards_in, lists_in
from kt_core.files.tokens import plain as plain_text
from kt_core.files.tokens import tokens_of
from kt_core.files.walks import NOWHERE, PREVIEW, Reading, Request, Walk
from kt_core.graph import is_move
from kt_core.judge import verdict
from kt_core.language import N_, Sentence
from kt_core.programs.recording import Frame
from kt_core.programs.squares import LEAST_BOARD, LEAST_SQUARES, names_in, plain

PRINTED = N_("printed")
LEAST_NUMBERS = 9  # least number of squares of a path whose squares are numbers
LEAST_PRINTED = 9  # least number of squares of a path among other output
LEAST_SHARE = 0.6  # share of a path's steps that must be knight's moves
LEAST_TEXT = 9  # characters
#: A set of squares, as Python prints it: {(0, 0), (1, 2)} or {'a1', 'b3'}.
_SET = re.compile(r"\{(?:(?:\([^(){}]*\)|'[^'{}]*')(?:, |(?=\})))+\}")
MOST_PARTS = 64  # lists that blank lines divide


@dataclass(frozen=True)
class Result(Reading):
    """One result: its reading, its place, and whether it is whole.

    `several` is True for one of a list of results.
    """

    is_whole: bool = False  # it has as many squares as its board
    moves: int = 0  # knight's moves among its first steps
    steps: int = 0  # the number of these steps
    several: bool = False
    note: str = ""  # another way to read it
    end: int = 0  # the line after it, or the token
    where: str = ""  # set last, by `results_of_value` and `results_in_text`

    @property
    def is_tour(self) -> bool:
        """True if it is a tour."""
        return self.verdict == "tour"


def place_in_matrix(board: Board, square: Square) -> str:
    """Return a square as a program writes it, row 0 on top, and its name: "board[2][3] (d3)"."""
    row, column = divmod(square, board.columns)
    return f"board[{board.rows - 1 - row}][{column}] ({board.name(square)})"


BOARDS = Request(zeros="unvisited", place=place_in_matrix)


def results_of_value(value: Any, where: Sentence, frames: Sequence[Frame]) -> list[Result]:
    """Return the results that a plain value is: one, or those in a list of several.

    `frames` are the boards on which the program was watched.
    """
    found = _boards(repr(value), frames)[0] or _lists_of_value(value, frames)
    return [replace(each, where=where, several=len(found) > 1) for each in found]


def results_in_text(text: str, frames: Sequence[Frame]) -> list[Result]:
    """Return the results in the output of a program, in order.

    Each board is judged alone, and so is each list in a line; the rest is read as one text. Sets
    are left out, because they have no order.
    """
    where = Sentence(PRINTED)
    found, rest = _boards(result_of(plain_text(_SET.sub("", text))), frames)
    lines = rest.split("\n")
    for at, line in enumerate(lines, start=1):
        value = _list_in(line)
        if value and (results := results_of_value(value, where, frames)):
            found += [replace(each, end=at) for each in results]
            lines[at - 1] = ""
    found += _lists_in_rest(lines, frames)
    return [replace(each, where=where) for each in sorted(found, key=lambda each: each.end)]


def _lists_in_rest(lines: Sequence[str], frames: Sequence[Frame]) -> list[Result]:
    """Return the lists in lines; blank lines divide lists, unless all lines have a tour."""
    numbered = [*enumerate(lines)]
    groups = groupby(numbered, lambda each: bool(each[1].strip()))
    parts = [[*part] for is_text, part in groups if is_text]
    found = _lists_in_lines(numbered, frames)
    if any(each.is_tour for each in found) or not 1 < len(parts) <= MOST_PARTS:
        return found
    several = [each for part in parts for each in _lists_in_lines(part, frames)]
    return several if any(each.is_tour for each in several) else found


def _lists_in_lines(lines: Sequence[tuple[int, str]], frames: Sequence[Frame]) -> list[Result]:
    """Return the lists in numbered lines, each with the line after it."""
    found = _lists("\n".join(line for _at, line in lines), frames, LEAST_PRINTED)
    counts = [len(result_of(tokens_of(line))) for _at, line in (lines if found else ())]
    ends = [*accumulate(counts)]
    return [replace(each, end=lines[bisect_left(ends, each.end)][0] + 1) for each in found]


def _list_in(line: str) -> Any:
    """Return the list that a line is, as Python writes it or as names; None for other lines."""
    text = line.strip()
    if names := names_in(text):
        return names
    if text[:1] not in ("[", "(", "{") or len(text) < LEAST_TEXT:
        return None
    try:
        value = plain(ast.literal_eval(text))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return value if type(value) is list else None


def _boards(text: str, frames: Sequence[Frame]) -> tuple[list[Result], str]:
    """Return the boards in a text, and the text without them."""
    boards, rest = result_of(boards_in(text, BOARDS, None))
    return [_result_of_board(each) for each in boards if _is_judged(each, frames)], rest


def _lists_of_value(value: Any, frames: Sequence[Frame]) -> list[Result]:
    """Return the list that a value is, or the results in a list of several."""
    found = _lists(repr(value), frames)
    if found or type(value) is not list:
        return found
    several = [_boards(text, frames)[0] or _lists(text, frames) for text in map(repr, value)]
    return [each for some in several for each in some] if all(several) else []


def _lists(text: str, frames: Sequence[Frame], least: int = LEAST_SQUARES) -> list[Result]:
    """Return the lists in a text, on the board of a frame that fits, or on the smallest one.

    A tour of a smaller board than that of the program is a part. A list has at least `least`
    squares.
    """
    known = dict.fromkeys((each.board, min(each.first)) for each in frames if each.is_known)
    largest, best = max((len(board) for board, _ in known), default=0), list[Result]()
    for board, base in (*known, (None, None)) if len(text) >= LEAST_TEXT else ():
        request = Request(board, base=base if base in (0, 1) else None, by="rows")
        parts = result_of(lists_in(text, request, None, is_all=True))
        found = [_result(each) for each in parts if _is_judged(each, frames, least)]
        found.sort(key=lambda each: each.end)
        if not board:
            found = [each for each in found if not each.is_tour or len(each.board) >= largest]
        if any(each.is_tour for each in found):
            return found
        best = max(best, found, key=_quality)
    return best


def _quality(found: Sequence[Result]) -> tuple[bool, int]:
    best = max(found, key=lambda each: len(each.path), default=None)
    return (not best.wrong, len(best.path)) if best else (False, -1)


def _is_judged(part: PartReading, frames: Sequence[Frame], least: int = LEAST_SQUARES) -> bool:
    """Return True for a whole path or board, and for a part with enough knight's moves.

    A list of numbers may be anything, so it must have moves, and on an unknown board be whole.
    """
    walk, least = part.walk, LEAST_NUMBERS if part.walk.form == "squares" else least
    squares = [each for each in walk.part(0, PREVIEW) if each != NOWHERE]
    if walk.form == "squares":
        n = len({*squares})
        if n * 2 < len(squares) or (not frames and n < min(len(walk.board), PREVIEW)):
            return False
    moves, steps = _moves(walk, squares)
    if max(steps + 1, walk.length) >= least and moves >= LEAST_SHARE * steps:
        return moves == steps or not _look_like_queens(walk.board, squares)
    return _has_whole_form(walk, frames) and not _are_numbered(walk.board, squares)


def _moves(walk: Walk, squares: Sequence[Square]) -> tuple[int, int]:
    """Return the number of knight's moves among the first steps, and of these steps."""
    steps = [walk.part(i, i + 2) for i in walk.starts] or [*map(list, pairwise(squares))]
    return sum(is_move(walk.board, one, other) for one, other in steps), len(steps)


def _has_whole_form(walk: Walk, frames: Sequence[Frame]) -> bool:
    """Return True if there is a step for each square of its board, or of one that was watched."""
    sizes = {len(walk.board)} if walk.form != "squares" and not walk.fault else set()
    if walk.form in ("names", "pairs"):
        sizes.update(each.total for each in frames if each.is_known)
    return walk.length >= LEAST_BOARD and walk.length in sizes


def _are_numbered(board: Board, squares: Sequence[Square]) -> bool:
    """Return True if the squares are in the order of their rows, or of their columns."""
    rows, columns = ([divmod(each, board.columns)[i] for each in squares] for i in (0, 1))
    return any(each in (sorted(each), sorted(each)[::-1]) for each in (rows, columns))


def _look_like_queens(board: Board, squares: Sequence[Square]) -> bool:
    """Return True if no row and no column has two of the squares."""
    return all(len(lines) == len(squares) for lines in _lines(board, squares))


def _lines(board: Board, squares: Sequence[Square]) -> tuple[set[int], set[int]]:
    """Return the rows, from the lowest, and the columns of squares."""
    width = board.columns
    return {square // width for square in squares}, {square % width for square in squares}


def _result(part: PartReading) -> Result:
    moves, steps = _moves(part.walk, part.walk.part(0, PREVIEW))
    found = Result(**vars(part.reading), moves=moves, steps=steps, end=part.end)
    length = part.walk.length if found.wrong else found.length
    is_whole = found.is_tour or length >= len(found.board)
    return replace(found, closed=found.is_tour and found.closed, is_whole=is_whole)


def _result_of_board(part: PartReading) -> Result:
    """Return the result of a board, without row 0 and column 0 if a program does not use them."""
    result = replace(_result(part), note=next(iter(part.reading.notes), ""))
    board, path = result.board, result.path
    rows, columns = _lines(board, path)
    inner = Board(max(len(rows), 1), max(len(columns), 1))
    top, left = board.rows - inner.rows, board.columns - inner.columns
    is_padded = {*rows} == {*range(inner.rows)} and {*columns} == {*range(left, board.columns)}
    if max(top, left) != 1 or not is_padded or not LEAST_BOARD <= len(path) == len(inner):
        return result
    judged = verdict(inner, [s - s // board.columns * left - left for s in path])
    kind = judged.kind if not result.wrong else "wrong"
    found = replace(result, board=inner, path=judged.path, closed=judged.closed, is_whole=True)
    return replace(found, verdict=kind)
