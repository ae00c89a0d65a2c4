"""Values that the tests and a program exchange: plain data as a text of limited length.

Numbers, texts, None, lists, tuples, sets, dicts, ranges and iterators are allowed, up to limits for
depth and size. Everything else, such as an object of a class of the program, raises
`NotPlainError`. A function of the program is sent as its name.

>>> encode([(0, 1), {"a1": None}])
'[{"tuple": [0, 1]}, {"dict": ["a1", null]}]'
>>> decode(encode({(1, 2), (2, 1)})) == {(1, 2), (2, 1)}
True
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Sequence,
    ValuesView,
)
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from typing import Any

from kt_core.language import N_

MOST_CHARACTERS = 200_000  # limit for a value's text; a worker's message may have 262,144 bytes
MOST_ITEMS = 50_000
DEEPEST = 12  # limit for the levels of nested containers
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BEGIN, _END = frozenset("[{"), frozenset("]}")
#: Exact types of the values that JSON has too.
_PLAIN = (type(None), bool, int, float, str)


TOO_LARGE = N_("a value that is too large")
TOO_DEEP = N_("a value in which containers are nested too deeply")
TOO_LONG = N_("a number with too many digits")
OBJECT = N_("an object of the class {name}")
FUNCTION = N_("a function")
REASONS = (TOO_LARGE, TOO_DEEP, TOO_LONG, OBJECT, FUNCTION)


class NotPlainError(ValueError):
    """A value is not plain data, or too large or too deep: `reason` is one of `REASONS`."""

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason)
        self.reason, self.name = reason, name


@dataclass(frozen=True)
class ProgramFunction:
    """A function of the program, by its name; `call` calls it."""

    name: str
    call: Callable[..., Any] = field(compare=False, repr=False)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the result of the program's function."""
        return self.call(self.name, arguments, named)

    def __repr__(self) -> str:
        return self.name


def encode(value: object) -> str:
    """Return the text of a value; `NotPlainError` if it cannot be sent."""
    try:
        text = json.dumps(_Encoder().value(value))
    except NotPlainError:
        raise
    except ValueError:  # a whole number with more digits than Python writes
        raise NotPlainError(TOO_LONG) from None
    if len(text) > MOST_CHARACTERS:
        raise _too_large()
    return text


def decode(text: str, function: Callable[[str], Any] | None = None) -> Any:
    """Return the value of a text from `encode`; `NotPlainError` for any other text.

    `function` returns the program's function of a name; without it, no function is accepted.
    """
    if len(text) > MOST_CHARACTERS or _depth(text) > 2 * DEEPEST + 2:
        raise _too_large()
    try:
        return _value(json.loads(text), function)
    except NotPlainError:
        raise
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotPlainError(f"{type(error).__name__}: {error}") from None


def literal(value: object) -> str:
    """Return Python's text for a decoded value.

    >>> literal(decode(encode([{1: float("inf")}, iter([2])])))
    "[{1: float('inf')}, iter([2])]"
    """
    kind = type(value)
    if isinstance(value, float) and not isfinite(value):
        return f"float('{value}')"
    if kind in (list, set, frozenset, tuple):
        return _literal_of_items(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Iterator):
        return f"iter({literal(list(value))})"
    return repr(value)


def _literal_of_items(value: Any) -> str:
    inner = ", ".join(map(literal, value))
    match value:
        case list():
            return f"[{inner}]"
        case tuple():
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case frozenset():
            return f"frozenset([{inner}])"
        case _:
            return f"{{{inner}}}" if value else "set()"


def _too_large() -> NotPlainError:
    return NotPlainError(TOO_LARGE)


class _Encoder:
    """Turns values into JSON values, up to the limit of items."""

    def __init__(self) -> None:
        self._left = MOST_ITEMS

    def value(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        for plain in (int, float, str):  # a subclass, such as an enumeration
            if isinstance(value, plain):
                return plain(value)
        if depth >= DEEPEST:
            raise NotPlainError(TOO_DEEP)
        if isinstance(value, ProgramFunction):
            return {"function": value.name}
        tag, items = _items(value)
        parts = [self.value(item, depth + 1) for item in self._bounded_items(items)]
        return {tag: parts} if tag else parts

    def _bounded_items(self, items: Iterable[Any]) -> list[Any]:
        found = [*islice(items, self._left + 1)]
        self._left -= len(found)
        if self._left < 0:
            raise _too_large()
        return found


#: Containers and their subclasses: the type, the tag ("" for a list), and a function to the items.
_CONTAINERS: Sequence[tuple[type | tuple[type, ...], str, Callable[[Any], Iterable[Any]]]] = (
    (list, "", list.__iter__),
    (tuple, "tuple", tuple.__iter__),
    (dict, "dict", lambda value: (part for item in dict.items(value) for part in item)),
    (set, "set", set.__iter__),
    (frozenset, "frozenset", frozenset.__iter__),
    (deque, "", deque.__iter__),
    (range, "range", lambda value: (value.start, value.stop, value.step)),
    ((KeysView, ValuesView, ItemsView), "", iter),
    (Iterator, "iterator", iter),
)


def _items(value: Any) -> tuple[str, Iterable[Any]]:
    """Return the tag of a container and its items."""
    for kind, tag, items in _CONTAINERS:
        if isinstance(value, kind):
            return tag, items(value)
    if hasattr(value, "tolist"):  # an array
        return "", value.tolist()
    raise NotPlainError(OBJECT, type(value).__name__)


def _depth(text: str) -> int:
    """Return the depth of nested brackets in JSON."""
    depth = deepest = 0
    for character in _STRING.sub("", text):
        if character in _BEGIN:
            depth += 1
            deepest = max(deepest, depth)
        elif character in _END:
            depth -= 1
    return deepest


def _value(value: Any, function: Callable[[str], Any] | None) -> Any:
    if isinstance(value, list):
        return [_value(item, function) for item in value]
    if not isinstance(value, dict):
        return value
    ((tag, inner),) = value.items()
    if tag == "function":
        if function is None or not isinstance(inner, str):
            raise NotPlainError(FUNCTION)
        return function(inner)
    items = [_value(item, function) for item in inner]
    return _MAKERS[tag](items)


_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": lambda items: dict(zip(items[::2], items[1::2], strict=True)),
    "range": lambda items: range(*items),
    "iterator": iter,
}
