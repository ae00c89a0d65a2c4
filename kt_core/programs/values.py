"""Values of a program as plain values: numbers, marks, names and lists of them.

A board is a list of rows, a path a list of pairs, names or numbers. No method of the program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from kt_core.programs.squares import element_of, names_in

MOST_ITEMS = 100_000
LEAST_SQUARES = 4  # least number of squares of a path
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
