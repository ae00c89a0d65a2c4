"""Read the values of a proof strictly, because anybody may have written it.

A list may be any sequence or set, and an object any mapping, so a proof that was just made in
Python is read like one from a file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from kt_core.board import Board, Square
from kt_core.language import N_, Sentence, short, value_error

MOST_NUMBER = 999_999_999
MOST_DEPTH = 150  # depth of nested lists and objects
FROM, TO = -1, -2  # the added vertices


def items(value: Any) -> Iterator[Any]:
    """Return the items of a list; `ValueError` for anything else."""
    if _is_list(value):
        return iter(value)
    raise wrong_type(value, N_("a list"))


def members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield each key of an object as a text, with its value; `ValueError` for a repeated key."""
    if not isinstance(value, Mapping):
        raise wrong_type(value, N_("an object"))
    known = set[str]()
    for key, each in value.items():
        if not isinstance(key, str) and type(key) is not int:
            raise wrong_type(key, N_("a text"))
        name = str(key)
        if name in known:
            raise value_error("this proof has {key} twice", key=short(name))
        known.add(name)
        yield name, each


def fields(value: Any, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Return an object that has these members and no others."""
    found = dict(members(value))
    for key in found:
        if key not in required and key not in optional:
            known = ", ".join((*required, *optional))
            raise value_error(
                "a proof has no {key}; its parts are {known}", key=short(key), known=known
            )
    for key in required:
        if key not in found:
            raise value_error("this proof has no {key}", key=short(key))
    return found


def word(value: Any) -> str:
    """Return a text."""
    if isinstance(value, str):
        return value
    raise wrong_type(value, N_("a text"))


def number(value: Any) -> int:
    """Return a whole number of at most nine digits."""
    if type(value) is int and abs(value) <= MOST_NUMBER:
        return value
    raise wrong_type(value, N_("a whole number"))


def square(board: Board, value: Any) -> Square:
    """Return the number of a square of the board."""
    found = number(value)
    if found not in board:
        raise value_error("{square} in this proof is no square of the board", square=found)
    return found


def squares(board: Board, value: Any) -> array[int]:
    """Return a list of squares of the board."""
    return array("i", (square(board, each) for each in items(value)))


def wrong_type(value: Any, wanted: str) -> ValueError:
    """Return the error for a value where another type is wanted."""
    found = short(value) if value is None or isinstance(value, str) else type(value).__name__
    if isinstance(value, dict) or _is_list(value):
        found = "{" if isinstance(value, dict) else "["
    elif type(value) in (int, bool, float):
        is_long = type(value) is int and abs(value) > MOST_NUMBER
        found = Sentence("a number of more than nine digits") if is_long else repr(value)
    template = N_("this proof has {found} where there must be {wanted}")
    return value_error(template, found=found, wanted=Sentence(wanted))


def _is_list(value: Any) -> bool:
    is_text = isinstance(value, str | bytes | bytearray)
    return isinstance(value, Sequence | AbstractSet) and not is_text
