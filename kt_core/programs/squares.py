"""Values of a program as squares: pairs, numbers, names such as "a1", objects with coordinates.

A program's own methods never run here: only values of builtin types are compared, and attributes
are read only from an object's dict and slots. An element is a pair, a triple or a number; a
`Projection` makes it a square. A plain value is a number, a mark, a name or a list of them: a board
is a list of rows, a path a list of pairs, names or numbers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import isqrt
from operator import itemgetter
from types import MemberDescriptorType
from typing import Any

Pair = tuple[int, int]
Element = tuple[int, ...] | int


MISSING = object()  # a value is absent or unknown

COORDINATES = (
    ("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("x", "y"), ("rank", "file"),
    ("_row", "_col"), ("_row", "_column"), ("_r", "_c"), ("_x", "_y"),
)  # fmt: skip
IDENTITIES = (
    "id", "key", "_key", "pos", "position", "coord", "coords", "coordinates", "location", "loc",
    "name", "square", "index", "data", "value", "_id", "_pos", "_position",
)  # fmt: skip
WIDTHS = (*range(3, 21), 32, 50, 64, 100)
LEAST_BOARD = 9  # squares of the smallest board, 3x3
LONGEST_TEXT = 5_000  # limit for a text that is read as a path
SQUARE_NAME = re.compile(r"([A-Za-z])([1-9][0-9]?)")
_NAMES = re.compile(r"(?:[A-Za-z][1-9][0-9]?[ ,>-]{0,4})+")
_TWO_NUMBERS = re.compile(r"[^\d-]{0,4}(-?\d{1,4})[^\d-]{1,4}(-?\d{1,4})[^\d-]{0,4}")


def is_knight_move(a: Pair, b: Pair) -> bool:
    """Return True if two squares are a knight's move apart."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == 5


def common_length(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return the number of first values that are equal in both."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def is_pair(key: Any) -> bool:
    """Return True if a key is a tuple of two numbers."""
    if type(key) is not tuple or len(key) != 2:
        return False
    one, other = key
    return type(one) is int and type(other) is int


def is_key(key: Any) -> bool:
    """Return True for a number, a text or a pair of numbers: its hash runs no other code."""
    kind = type(key)
    return kind is int or kind is str or is_pair(key)


@dataclass(frozen=True)
class Projection:
    """A way to read elements as squares: the place of a pair in a triple, or a row's width."""

    first: int = 0  # the place of the row in a pair or triple
    width: int = 0  # the width of a row if elements are numbers; 0 for pairs
    base: int = 0  # the number of the first square

    def __call__(self, element: Element | None) -> Pair | None:
        """Return the square of an element, None if this projection does not fit it."""
        if type(element) is int:
            return divmod(element - self.base, self.width) if self.width else None
        if type(element) is tuple and not self.width and len(element) >= self.first + 2:
            return element[self.first], element[self.first + 1]
        return None


def field(value: Any, name: str) -> Any:
    """Return an attribute that an object stores; `MISSING` if it stores none of this name."""
    attributes = attributes_of(value)
    if name in attributes:
        return attributes[name]
    for cls in type(value).__mro__:
        slot = cls.__dict__.get(name)
        if type(slot) is MemberDescriptorType:
            try:
                return slot.__get__(value)
            except AttributeError:
                return MISSING
    return MISSING


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes in the dict of an object; its own methods do not run."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return attributes if type(attributes) is dict else {}


def element_of(value: Any, depth: int = 0) -> Element | None:
    """Return a value as an element; None if it names no square."""
    kind = type(value)
    if kind is int:
        return int(value)
    if kind is list or issubclass(kind, tuple):
        return _element_of_sequence(value, depth)
    if kind is str:
        return _element_of_text(value)
    if kind is complex:
        return int(value.real), int(value.imag)
    if kind.__module__ == "builtins" or depth > 1:
        return None
    return _element_of_object(value, depth)


def _element_of_sequence(value: Any, depth: int) -> Element | None:
    length = list.__len__(value) if type(value) is list else tuple.__len__(value)
    if not 2 <= length <= 4:
        return None
    parts = [*(list if type(value) is list else tuple).__iter__(value)]
    if all(type(part) is int for part in parts) and length < 4:
        return tuple(parts)
    if depth > 1:
        return None
    inner = [element_of(part, depth + 1) for part in parts]
    pairs = (each for each in inner if type(each) is tuple)
    return next(pairs, next((each for each in inner if each is not None), None))


def _element_of_text(value: str) -> Element | None:
    if len(value) > 20:
        return None
    if name := SQUARE_NAME.fullmatch(value):
        return int(name[2]) - 1, ord(name[1].lower()) - ord("a")
    if numbers := _TWO_NUMBERS.fullmatch(value):
        return int(numbers[1]), int(numbers[2])
    return None


def names_in(text: str) -> list[str]:
    """Return the names of the squares in a text such as "a1b3"; none if it has other words."""
    if len(text) > LONGEST_TEXT or not _NAMES.fullmatch(text):
        return []
    return [found[0] for found in SQUARE_NAME.finditer(text)]


def _element_of_object(value: Any, depth: int) -> Element | None:
    for one, other in COORDINATES:
        row, column = field(value, one), field(value, other)
        if type(row) is int and type(column) is int:
            return row, column
    for name in IDENTITIES:
        inner = field(value, name)
        if inner is not MISSING and (element := element_of(inner, depth + 1)) is not None:
            return element
    return None


def projections(elements: Sequence[Element]) -> list[Projection]:
    """Return the ways to read elements as squares, that of a square board first."""
    if not elements:
        return []
    if any(type(each) is tuple for each in elements):
        triples = any(type(each) is tuple and len(each) == 3 for each in elements)
        return [Projection(0), Projection(1)] if triples else [Projection(0)]
    numbers = [each for each in elements if type(each) is int]
    largest = max(numbers) + 1
    if largest < LEAST_BOARD:
        return []
    likely = isqrt(max(largest - 1, 0)) + 1
    bases = (0, 1) if min(numbers) >= 1 else (0,)
    widths = sorted(
        {*WIDTHS, likely} if largest <= 10_000 else {likely}, key=lambda w: (abs(w - likely), w)
    )
    return [Projection(width=width, base=base) for width in widths if width > 2 for base in bases]


# --- Plain values ---------------------------------------------------------------------------------

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
    is_known = type(value) in (list, tuple, deque)
    return [*value] if is_known and len(value) <= MOST_ITEMS else None


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
