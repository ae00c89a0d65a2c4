"""Values of a program as plain values: numbers, marks, names and lists of them.

A board is a list of rows, a path a list of pairs, names or numbers. No method of the program runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from operator import itemgetter
from typing import Any

from kt_core.programs.squares import Pair, element_of, is_knight_move, names_in

MOST_ITEMS = 100_000
LEAST_SQUARES = 4  # least number of squares of a path
LEAST_NUMBERS = 9  # least number of squares of a path whose squares are numbers
LEAST_SHARE = 0.6  # share of a path's steps that must be knight's moves
MOST_DIGITS = 7  # limit for numbers in texts
LONGEST_MARK = 20  # characters
LARGEST_NUMBER = 1e9


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as builtin types, with squares in place of objects; None if impossible."""
    kind = type(value)
    if kind in (int, str, float):
        return _plain_scalar(value)
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
        return plain(value.tolist(), depth)
    if issubclass(kind, dict) and dict.__len__(value) <= MOST_ITEMS:
        return _rows_of([*dict.items(value)], depth)
    items = items_of(value)
    if items is not None and depth < 4:
        return [plain(item, depth + 1) for item in items]
    element = element_of(value)
    return list(element) if type(element) is tuple else element


def _plain_scalar(value: float | str) -> Any:
    if isinstance(value, str):
        text = value.strip()
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            return int(text)
        names = names_in(value)
        return names if len(names) >= LEAST_SQUARES else value[:LONGEST_MARK]
    return int(value) if abs(value) < LARGEST_NUMBER and value == value // 1 else None


def items_of(value: Any) -> list[Any] | None:
    """Return the items of a list, tuple or deque that is not too long."""
    kind = type(value)
    is_deque = (kind.__module__, kind.__name__) == ("collections", "deque")
    if (kind is list or kind is tuple or is_deque) and len(value) <= MOST_ITEMS:
        return [*value]
    return None


def _rows_of(items: Sequence[tuple[Any, Any]], depth: int) -> list[Any] | None:
    """Return the rows of a dict of squares and marks, or of rows; None for other dicts."""
    if depth > 1:
        return None
    if all(type(key) is int and items_of(row) is not None for key, row in items):
        return [plain(row, depth + 1) for _, row in sorted(items, key=itemgetter(0))]
    marks: dict[Any, Any] = {}
    for key, mark in items:
        element = element_of(key)
        if type(element) is not tuple or len(element) != 2:
            return None
        marks[element] = plain(mark, depth + 2)
    rows, columns = (sorted({square[axis] for square in marks}) for axis in (0, 1))
    if len(rows) * len(columns) > 4 * len(marks):
        return None
    return [[marks.get((row, column)) for column in columns] for row in rows]


def is_board(value: Any) -> bool:
    """Return True for rows of equal length, at least three of each."""
    if type(value) is not list or len(value) < 3 or type(value[0]) is not list:
        return False
    width = len(value[0])
    return width > 2 and all(
        type(row) is list and len(row) == width and not any(type(mark) is list for mark in row)
        for row in value
    )


def whole_board(rows: Sequence[Sequence[Any]]) -> list[list[int]] | None:
    """Return the rows of a board with a number on every square; None if one lacks its number.

    The numbers are those from 0 or 1 on, each once. The first row and column are left out if the
    rest is such a board: they are unused, because the program counts from 1.
    """
    filled = [[*row] for row in rows if row]
    for top, left in ((0, 0), (1, 1), (0, 1), (1, 0)):
        inner = [row[left:] for row in filled[top:]]
        marks = [mark for row in inner for mark in row]
        is_full = len({len(row) for row in inner}) == 1 and min(len(inner), len(inner[0])) > 2
        if is_full and all(type(mark) is int for mark in marks):
            least = min(marks)
            if least in (0, 1) and {*marks} == {*range(least, least + len(marks))}:
                return inner
    return None


def without_labels(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the rows of a board without the labels of its rows and columns.

    Labels count up or down by 1, which neighbors on a path by knight's moves do not.
    """
    lines = [[*row] for row in rows]
    for _axis in range(2):
        for end in (0, -1):
            if len(lines) > 3 and _are_labels(lines[end]):
                del lines[end]
        lines = [*map(list, zip(*lines, strict=True))]
    return lines


def _are_labels(marks: Sequence[Any]) -> bool:
    if not all(type(mark) is int for mark in marks):
        return False
    return {other - one for one, other in pairwise(marks)} in ({1}, {-1})


def steps_of(value: Any) -> list[Pair]:
    """Return the squares of a plain value in order, if it is a path or a numbered board."""
    if type(value) is not list or len(value) < 3:
        return []
    if is_board(value):
        return _in_order(value)
    if all(type(item) is int for item in value):
        return _numbers_in_order(value)
    elements = [element_of(item) for item in value]
    pairs = [(each[0], each[1]) for each in elements if type(each) is tuple]
    return pairs if len(pairs) == len(value) else []


def _in_order(rows: list[list[Any]]) -> list[Pair]:
    marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
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
    are_numbers = type(value) is list and all(type(item) is int for item in value)
    return (
        len(squares) >= (LEAST_NUMBERS if are_numbers else LEAST_SQUARES)
        and share_of_moves(squares) >= LEAST_SHARE
        and not looks_like_queens(squares)
    )


def looks_like_queens(squares: Sequence[Pair]) -> bool:
    """Return True if no row and no column has two of the squares, and a step is no move."""
    count = len(squares)
    return share_of_moves(squares) < 1 and all(
        len({square[axis] for square in squares}) == count for axis in (0, 1)
    )
