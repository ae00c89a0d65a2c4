"""JSON, read in slices: what `json.loads` returns, without a pause that is felt.

Brackets are counted before: each of them is a generator within another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from json import JSONDecodeError
from typing import Any

from kt_core.events import Progress

HANDFUL_CHARACTERS = 1 << 14  # of a list that are read between two words of progress: about 1 ms
HANDFUL_MEMBERS = 500  # of an object, likewise

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()

Found = tuple[Any, int]  # a value, and where it ends


def value_of(text: str) -> Generator[Progress, None, Any]:
    """Return the value that a text is; `JSONDecodeError` says what is wrong first, and where."""
    value, end = yield from _value(text, _skip(text, 0))
    if _skip(text, end) != len(text):
        raise JSONDecodeError("Extra data", text, _skip(text, end))
    return value


def _value(text: str, at: int) -> Generator[Progress, None, Found]:
    if text.startswith("{", at):
        return (yield from _members(text, at + 1))
    if text.startswith("[", at):
        return (yield from _elements(text, at + 1))
    return _plain(text, at)


def _members(text: str, at: int) -> Generator[Progress, None, Found]:
    members: dict[str, Any] = {}
    at = _skip(text, at)
    if text.startswith("}", at):
        return members, at + 1
    while True:
        if not text.startswith('"', at):
            wanted = "Expecting property name enclosed in double quotes"
            raise JSONDecodeError(wanted, text, at)
        key, at = _plain(text, at)
        at = _skip(text, at)
        if not text.startswith(":", at):
            raise JSONDecodeError("Expecting ':' delimiter", text, at)
        members[key], at = yield from _value(text, _skip(text, at + 1))
        at = _skip(text, at)
        if text.startswith("}", at):
            return members, at + 1
        at = _behind_comma(text, at)
        if len(members) % HANDFUL_MEMBERS == 0:
            yield Progress("reading", at / len(text))


def _elements(text: str, at: int) -> Generator[Progress, None, Found]:
    elements: list[Any] = []
    at = _skip(text, at)
    if text.startswith("]", at):
        return elements, at + 1
    while True:
        many, at = _handful(text, at)
        elements += many
        yield Progress("reading", at / len(text))
        if many:
            continue
        value, at = yield from _value(text, at)
        elements.append(value)
        at = _skip(text, at)
        if text.startswith("]", at):
            return elements, at + 1
        at = _behind_comma(text, at)


def _handful(text: str, at: int) -> tuple[list[Any], int]:
    """Return some of a list's elements, each with its comma, at once; none where that fails.

    A text whose brackets make it a list is that list, so what ends before a comma is whole.
    """
    comma = text.rfind(",", at, at + HANDFUL_CHARACTERS)
    if comma < 0 or text.find("]", at, comma) >= 0:
        return [], at
    try:
        many: list[Any] = json.loads(f"[{text[at:comma]}]")
    except ValueError:
        return [], at
    return (many, _skip(text, comma + 1)) if many else ([], at)


def _plain(text: str, at: int) -> Found:
    return _DECODER.raw_decode(text, at)


def _behind_comma(text: str, at: int) -> int:
    if not text.startswith(",", at):
        raise JSONDecodeError("Expecting ',' delimiter", text, at)
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
