"""Python's values as texts that `reader` reads: matrices, lists and dicts of squares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kt_core.language import short, value_error

MOST_SQUARES = 1_000_000
MOST_DEPTH = 3  # a list of moves, each from one pair to another
MOST_DIGITS = 10**7
_WORD = re.compile(r"[A-Za-z]{0,3}[0-9]{1,7}|[.#*_x-]|", re.ASCII)


def text_of_value(value: object) -> str:
    r"""Return the text of a matrix, a dict of squares and numbers, or a list of squares.

    >>> text_of_value([[1, None, 3], [0, 2, -1]])
    '1 None 3\n0 2 -1'
    >>> text_of_value({(0, 0): 1, (1, 2): 2})
    '(0, 0): 1\n(1, 2): 2'

    Only values of exactly the builtin types are accepted, so that no code of a program runs;
    `ValueError` for others.
    """
    if type(value) is str:
        return value
    return "\n".join(_lines(value))


def _lines(value: Any) -> Iterator[str]:
    if type(value) not in (list, tuple, dict):
        raise _error(value)
    if len(value) > MOST_SQUARES:
        raise value_error(
            "{n:,} entries are too many; a board has {most:,} squares at most",
            n=len(value),
            most=MOST_SQUARES,
        )
    left = MOST_SQUARES
    for entry in value:
        if type(value) is dict:
            yield f"{_entry(entry)}: {_entry(value[entry])}"
            continue
        is_row = type(entry) in (list, tuple) and len(entry) != 2
        left -= len(entry) if is_row else 1
        if left < 0:
            raise value_error("a board has {most:,} squares at most", most=MOST_SQUARES)
        yield " ".join(map(_entry, entry)) if is_row else _entry(entry)


def _entry(entry: Any, depth: int = 1) -> str:
    """Return a number, a name, the mark of a hole, or a pair of them."""
    if entry is None or (type(entry) is int and abs(entry) < MOST_DIGITS):
        return str(entry)
    if type(entry) is float and entry.is_integer() and abs(entry) < MOST_DIGITS:
        return str(int(entry))
    if type(entry) is str and _WORD.fullmatch(entry.strip()):
        return entry.strip() or "."
    if type(entry) in (list, tuple) and len(entry) == 2 and depth < MOST_DEPTH:
        return f"({_entry(entry[0], depth + 1)}, {_entry(entry[1], depth + 1)})"
    raise _error(entry)


def _error(value: object) -> ValueError:
    return value_error(
        "{value} is no square and no number of a step; give a matrix, a list or a dict of them",
        value=short(value) if type(value) in (int, float, str) else type(value).__name__,
    )
