"""Evidence: what a run showed and did, as plain data.

The process or worker that runs a program sends it as JSON; another one reads it, trusts nothing in
it, and judges it: see `verdict`. `read` accepts values of these types and bounded sizes only. The
verdict is never part of it. A sentence in it is one of this package, by its template.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from types import CodeType, FunctionType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from kt_core.files.envelope import json_value
from kt_core.language import Sentence
from kt_core.programs.environment import loaded_modules
from kt_core.programs.recording import MOST_SIDE, Frame
from kt_core.programs.squares import Pair

STDIN = "sys.stdin"  # the question of a program that reads a line of standard input
MOST_SENTENCES = 12
LONGEST_TEXT = 400  # characters of a value in a sentence
LONGEST_OUTPUT = 500_000  # characters of the output's end that are judged
LONGEST_TRACE = 6_000
LONGEST_NAME = 200
LARGEST_NUMBER = 1 << 53
MOST_VALUES = 2_000
DEEPEST = 4  # sentences within sentences
PACKAGE = "kt_core.programs."
#: More modules whose sentences may be in evidence.
OTHERS = ("kt_core.files.reader", "kt_core.language", "kt_core.own_search")
#: The fields of a template are names, perhaps with a format; others could read attributes.
_TEMPLATE = re.compile(r"(?:[^{}]|\{[A-Za-z_]+(?::,)?\}){1,600}")


class EvidenceError(ValueError):
    """A text is not evidence."""


@dataclass(frozen=True)
class WatchedStore:
    """A container that was or could be watched."""

    key: str
    kind: str
    name: str
    line: int
    sentence: Sentence


@dataclass(frozen=True)
class WatchedBoard:
    """A board that was watched, and the numbers of visits and backtracks on it."""

    frame: Frame
    visits: int
    backtracks: int
    deepest: int


@dataclass(frozen=True)
class Evidence:
    """What a run showed and did."""

    ended: str = "returned"
    exit: int | str | None = None
    seconds: float = 0.0
    limit: float = 0.0  # the time that the run was given
    line: int = 0  # the line that was stopped, or that of the error
    error: Sentence | str | None = None  # a text is one of Python
    causes: tuple[Sentence, ...] = ()
    trace: Annotated[str, LONGEST_TRACE] = ""
    question: str | None = None  # the prompt of input() without an answer
    answers: tuple[str, ...] = ()  # the answers to input() that were used
    printed: Annotated[str, LONGEST_OUTPUT] = ""  # the end of the output
    returned: tuple[list[Any], ...] = ()  # the last one was returned last
    frames: tuple[Frame, ...] = ()  # the boards of the search, each size once, the last first
    boards: tuple[WatchedBoard, ...] = ()
    visits: int = 0
    is_undone: bool = False  # every visit was taken back
    start: Pair | None = None  # the first square, if it may be that there is no tour from it
    walked: tuple[Pair, ...] = ()  # the first path over all squares of the first frame
    walked_visits: int = 0  # visits before that path was complete
    stores: tuple[WatchedStore, ...] = ()  # the first was watched
    notes: tuple[Sentence, ...] = ()
    reasons: tuple[Sentence, ...] = ()  # why there is no tour, if there is none
    names: tuple[str, ...] = ()  # the functions and classes of a program that calls none of them
    call: str = ""  # a call to add

    is_cut: bool = False  # a part of what was shown is missing, because it is too long

    def to_json(self) -> str:
        """Return the text that `read` parses."""
        return json.dumps(_plain(self), ensure_ascii=False)

    def to_bytes(self, most: int) -> bytes:
        """Return the text that `read` parses in at most so many bytes, with less evidence."""
        found, cut = self, {"is_cut": True}
        for change in (
            {},
            {"boards": self.boards[:1], "walked": ()},
            {"printed": self.printed[-most // 8 :], **cut},
            {"returned": self.returned[-1:], **cut},
            {"returned": (), **cut},
        ):
            found = replace(found, **change)
            text = found.to_json().encode("utf-8", "replace")
            if len(text) <= most:
                return text
        return replace(Evidence(ended=self.ended), is_cut=True).to_json().encode()


def _plain(value: Any) -> Any:
    """Return a value as one for JSON: a dataclass is the list of its fields."""
    if isinstance(value, Sentence):
        return sentence_fields(value)
    if is_dataclass(value):
        found = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return found if isinstance(value, Evidence) else [*found.values()]
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def sentence_fields(sentence: str) -> Any:
    """Return a sentence as values for JSON: a text, or its templates and its values."""
    if not isinstance(sentence, Sentence):
        return str(sentence)[:LONGEST_TEXT]
    _make, (one, many, values) = sentence.__reduce__()
    plain = {
        name: each if type(each) is int else sentence_fields(each) for name, each in values.items()
    }
    return {"one": one, "many": many, "values": plain}


# --- Reading --------------------------------------------------------------------------------------


def read(text: str) -> Evidence:
    """Return the evidence of a text; `EvidenceError` for any other text."""
    try:
        found = json_value(text)
        return Evidence(**{name: _read(kind, found[name]) for name, kind in _hints(Evidence)})
    except (KeyError, IndexError, TypeError, ValueError, RecursionError, MemoryError) as wrong:
        raise EvidenceError(str(wrong)[:LONGEST_NAME]) from None


def number(value: Any) -> int:
    """Return a whole number from 0 on; `EvidenceError` for any other value."""
    if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
        raise EvidenceError("no number")
    return value


def text(value: Any, most: int = LONGEST_NAME) -> str:
    """Return the first characters of a text; `EvidenceError` for any other value."""
    if type(value) is not str:
        raise EvidenceError("no text")
    return value[:most].encode("utf-8", "replace").decode()


def sentence(value: Any, depth: int = 0, *, known: bool = True) -> Sentence:
    """Return a sentence; `EvidenceError` unless its template is one of this package, if `known`."""
    if type(value) is not dict or depth > DEEPEST or len(value["values"]) > 8:
        raise EvidenceError("no sentence")
    one, many = value["one"], value["many"]
    is_ours = not known or {one, many or one} <= templates()
    if not is_ours or not all(map(_TEMPLATE.fullmatch, (one, many or one))):
        raise EvidenceError("no sentence of ours")
    values = {
        str(name): _value_in_sentence(each, depth, known=known)
        for name, each in value["values"].items()
    }
    if many:
        return Sentence.plural(one, many, number(values.pop("n")), **values)
    return Sentence(one, **values)


def _value_in_sentence(value: Any, depth: int, *, known: bool) -> Any:
    if type(value) is int:
        return value if abs(value) < LARGEST_NUMBER else 0
    if type(value) is str:
        return text(value, LONGEST_TEXT)
    return sentence(value, depth + 1, known=known)


def sentences(values: Any) -> tuple[Sentence, ...]:
    """Return the first sentences of a list, but for those that are not of this package."""
    found = list[Sentence]()
    for each in values[:MOST_SENTENCES]:
        with suppress(EvidenceError):
            found.append(sentence(each))
    return tuple(found)


@cache
def templates() -> frozenset[str]:
    """Return the texts of this package that may be in evidence: all but those of verdicts."""
    import_module(f"{PACKAGE}findings")
    found = set[str]()
    for name, module in loaded_modules().items():
        if name in OTHERS or (name.startswith(PACKAGE) and name != f"{PACKAGE}verdict"):
            found.update(_texts_in(vars(module)))
    return frozenset(found)


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts among constants and in the code of functions."""
    if type(value) is str:
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts_in(each)
    elif isinstance(value, dict):
        yield from _texts_in([*value.values()])
    elif isinstance(value, property | classmethod):
        yield from _texts_in(value.fget if isinstance(value, property) else value.__func__)
    elif isinstance(value, FunctionType | CodeType):
        code = value if isinstance(value, CodeType) else value.__code__
        yield from _texts_in(code.co_consts)
    elif isinstance(value, type) and value.__module__.startswith("kt_core."):
        yield from _texts_in(dict(vars(value)))


def _read(kind: Any, value: Any) -> Any:
    """Return a JSON value as one of a type; `EvidenceError` for any other value."""
    if kind in _CHECKS:
        return _CHECKS[kind](value)
    parts = get_args(kind)
    if isinstance(kind, UnionType):
        meant = Sentence if type(value) is dict else type(value)
        return _read(meant if meant in parts else parts[0], value)
    if get_origin(kind) is Annotated:
        return text(value, parts[1])
    if type(value) is not list:
        raise EvidenceError("no list")
    if isinstance(kind, type):  # a dataclass
        given = zip(_hints(kind), value, strict=True)
        return kind(*(_read(each, inner) for (_name, each), inner in given))
    if len(value) > (LARGEST_NUMBER if parts[0] == Pair else MOST_VALUES):
        raise EvidenceError("a long list")
    return tuple(_read(parts[0], each) for each in value)


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and the types of the fields of a dataclass."""
    return (*get_type_hints(kind, include_extras=True).items(),)


def _exit(value: Any) -> Any:
    return value if value is None or type(value) is int else text(value)


def _time(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < LARGEST_NUMBER:
        raise EvidenceError("no time")
    return float(value)


def _frame(value: Any) -> Frame:
    rows, columns, first, known, top_down, least = value
    if min(side(rows), side(columns)) < 1:
        raise EvidenceError("no board")
    return Frame(rows, columns, _pair(first), known is True, top_down is True, number(least))


def side(value: Any) -> int:
    """Return a number of rows or columns; `EvidenceError` for any other value."""
    if type(value) is not int or abs(value) > MOST_SIDE:
        raise EvidenceError("no side")
    return value


def _pair(value: Any) -> Pair:
    row, column = map(side, value)
    return row, column


def _plain_value(value: Any, depth: int = 0) -> Any:
    if type(value) is list and depth < DEEPEST:
        return [_plain_value(each, depth + 1) for each in value]
    return value if value is None or type(value) is int else text(value)


#: The checks by type; all other types are made of these.
_CHECKS: Mapping[Any, Callable[[Any], Any]] = {
    str: text,
    int: number,
    float: _time,
    bool: lambda value: value is True,
    type(None): lambda value: value,
    int | str | None: _exit,
    Pair: _pair,
    Frame: _frame,
    Sentence: sentence,
    tuple[Sentence, ...]: sentences,
    list[Any]: _plain_value,
}
