"""Values that the tests and a program exchange: plain data as a Python literal of limited length.

Numbers, texts, None, lists, tuples, sets, dicts, ranges and iterators are allowed, up to limits for
depth and size. Everything else, such as an object of a class of the program, raises
`NotPlainError`. A function of the program is sent as its name.

>>> literal([(0, 1), {"a1": None}, iter([float("inf")])])
"[(0, 1), {'a1': None}, iter([float('inf')])]"
>>> decode(literal({(1, 2), (2, 1)})) == {(1, 2), (2, 1)}
True
"""

from __future__ import annotations

import ast
import re
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    MutableSequence,
    ValuesView,
)
from dataclasses import dataclass, field
from itertools import accumulate, islice
from math import isfinite
from typing import Any

from kt_core.language import N_

MOST_CHARACTERS = 200_000  # limit for a value's text; a worker's message may have 262,144 bytes
MOST_ITEMS = 50_000
DEEPEST = 12  # limit for the levels of nested containers
_STRING = re.compile(r"'(?:[^'\\]|\\.)*+'" r'|"(?:[^"\\]|\\.)*+"')
#: The text of a value without its strings: no operators and keywords, which could nest deeply.
_PLAIN = re.compile(
    r"""(?: (?:(?<![\w)\]}])-)?\d++(?:\.\d++)?(?:e[+-]?\d++)?      # a number
    | (?:None|True|False)(?!\w) | [^\W\d]\w*+(?!:)             # a constant or a function
    | [\[({] | [\])}](?![\[({\w]) | ,[ ] | :[ ] | ,(?=\)) | = )*+""",
    re.VERBOSE,
)
_NESTING = dict.fromkeys("[{(", 1) | dict.fromkeys("]})", -1)

TOO_LARGE = N_("a value that is too large")
TOO_DEEP = N_("a value in which containers are nested too deeply")
TOO_LONG = N_("a number with too many digits")
OBJECT = N_("an object of the class {name}")
REASONS = (TOO_LARGE, TOO_DEEP, TOO_LONG, OBJECT)


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


def literal(value: object) -> str:
    """Return the Python text of a value; `NotPlainError` if it cannot be sent."""
    text = _Writer().text(value)
    if len(text) > MOST_CHARACTERS:
        raise NotPlainError(TOO_LARGE)
    return text


def decode(text: str) -> Any:
    """Return the value of a text from `literal`; `NotPlainError` for any other text."""
    return value_of(parse(text))


def parse(text: str) -> ast.expr:
    """Return the syntax tree of a value or a call; `NotPlainError` for most other texts."""
    outside = _STRING.sub("", text[: MOST_CHARACTERS + 1])
    if len(text) > MOST_CHARACTERS or _depth(outside) > 2 * DEEPEST + 3:
        raise NotPlainError(TOO_LARGE)
    try:
        if not _PLAIN.fullmatch(outside):
            raise ValueError(outside[:20])
        return ast.parse(text, mode="eval").body
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise NotPlainError(f"{type(error).__name__}: {error}") from None


def value_of(node: ast.expr, function: Callable[[str], Any] | None = None) -> Any:
    """Return the value of a syntax tree; `function` returns the program's function of a name."""
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Name(id=name) if function:
            return function(name)
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            found = [value_of(each, function) for each in items]
            return _made({ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)], found)
        case ast.Dict(keys=keys, values=items) if None not in keys:
            pairs = zip(keys, items, strict=True)
            return _made(dict, [[value_of(each, function) for each in pair] for pair in pairs])  # type: ignore[arg-type]
        case ast.Call(func=ast.Name(id=name), args=items, keywords=[]) if name in _MAKERS:
            return _made(_MAKERS[name], *(value_of(each, function) for each in items))
    raise NotPlainError(type(node).__name__)


#: Functions in the text of a value.
_MAKERS: dict[str, Callable[..., Any]] = {
    "float": float, "set": set, "frozenset": frozenset, "iter": iter,
    "range": lambda *numbers: _bounded_range(range(*numbers)),
}  # fmt: skip


def _bounded_range(numbers: range) -> range:
    if numbers[MOST_ITEMS:]:
        raise NotPlainError(TOO_LARGE)
    return numbers


def _made(make: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return make(*arguments)
    except (TypeError, ValueError) as error:
        raise NotPlainError(str(error)) from None


def _depth(text: str) -> int:
    """Return the depth of nested brackets in a text without strings."""
    return max(accumulate(_NESTING.get(character, 0) for character in text), default=0)


class _Writer:
    """Writes values as text, up to the limit of items."""

    def __init__(self) -> None:
        self._left = MOST_ITEMS

    def text(self, value: Any, depth: int = 0) -> str:
        for plain in (int, float, str):  # subclasses, too
            if isinstance(value, plain) and type(value) is not bool:
                text = _text_of_plain(plain(value))
                is_odd = plain is float and not isfinite(float(text))
                return f"float('{text}')" if is_odd else text
        if value is None or isinstance(value, bool | ProgramFunction):
            return repr(value)
        if isinstance(value, range):
            return repr(_bounded_range(value))
        if depth >= DEEPEST:
            raise NotPlainError(TOO_DEEP)
        if isinstance(value, Mapping):
            items_of: Any = dict.items if isinstance(value, dict) else Mapping.items
            pairs = self._bounded(items_of(value), 2)
            texts = (f"{self.text(k, depth + 1)}: {self.text(v, depth + 1)}" for k, v in pairs)
            return f"{{{', '.join(texts)}}}"
        kind, items = _items(value)
        return _text_of_items(kind, [self.text(item, depth + 1) for item in self._bounded(items)])

    def _bounded(self, items: Iterable[Any], weight: int = 1) -> list[Any]:
        found = [*islice(items, self._left + 1)]
        self._left -= weight * len(found)
        if self._left < 0:
            raise NotPlainError(TOO_LARGE)
        return found


def _text_of_plain(value: float | str) -> str:
    try:
        return repr(value)
    except ValueError:  # a whole number with more digits than Python writes
        raise NotPlainError(TOO_LONG) from None


def _text_of_items(kind: Any, texts: list[str]) -> str:
    inner = ", ".join(texts)
    if kind is tuple:
        return f"({inner},)" if len(texts) == 1 else f"({inner})"
    if kind is set and texts:
        return f"{{{inner}}}"
    return f"[{inner}]" if kind is list else f"{kind.__name__}([{inner}])"


def _items(value: Any) -> tuple[object, Iterable[Any]]:
    """Return the kind of a container and its items; subclasses count as the kind."""
    kinds: tuple[Any, ...] = (list, tuple, set, frozenset)
    for kind in kinds:
        if isinstance(value, kind):
            return kind, kind.__iter__(value)
    if isinstance(value, MutableSequence | KeysView | ValuesView | ItemsView):
        return list, iter(value)
    if isinstance(value, Iterator):
        return iter, value
    if hasattr(value, "tolist"):  # an array
        return list, value.tolist()
    raise NotPlainError(OBJECT, type(value).__name__)
