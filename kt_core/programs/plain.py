"""A program's values as lists, tuples, dicts, numbers and texts, and as paths.

The reader of tours accepts only builtin types; this module converts arrays, objects with
coordinates and the like. A value is called a wrong tour only if most steps are knight's moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import Any

from kt_core.programs.squares import Pair, element_of, is_knight_move, names_in

MOST_ITEMS = 100_000
LEAST_SQUARES = 5  # a path needs at least this many squares,
LEAST_SHARE = 0.6  # and this share of its steps must be knight's moves
SURE_SQUARES, SURE_SHARE = 8, 0.75  # the same, if nothing else shows a knight's path


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
    counted = Counter(numbers.values())
    order = sorted((mark, square) for square, mark in numbers.items() if counted[mark] == 1)
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

    Any numbers in a list make knight's moves on a board of some width.
    """
    squares = steps_of(value)
    is_numbers = type(value) is list and all(type(item) is int for item in value)
    return not is_numbers and len(squares) >= SURE_SQUARES and share_of_moves(squares) >= SURE_SHARE


def looks_like_queens(squares: Sequence[Pair]) -> bool:
    """Return True if no row, or no column, has two of the squares, and a step is no knight's."""
    count = len(squares)
    return share_of_moves(squares) < 1 and any(
        len({square[axis] for square in squares}) == count for axis in (0, 1)
    )
