"""What a proof is written in: numbers, words, lists and objects, one token after the other.

A file and a value in memory make the same tokens, so that one grammar reads both. There are only
whole numbers of nine digits at most, and no token is made before it is asked for: what is nested
too deeply, or goes on for too long, is refused before it takes memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any

from kt_core.language import N_, Sentence, short, value_error

MOST_DEPTH = 150  # lists and objects in each other
MOST_TOKENS = 12_000_000  # that of a flow through a million squares has 7 million
MOST_NUMBER = 999_999_999
WINDOW_CHARACTERS = 1 << 16  # in which a token has to end, of a text that comes in parts


class Mark(Enum):
    """Where lists and objects begin and end."""

    LIST, LIST_END, OBJECT, OBJECT_END = "[", "]", "{", "}"


#: The members of an object are each a word and a value.
Token = Mark | str | int | bool | None

_LEXEME = re.compile(
    r"""[ \t\n\r]*(?:([\[\]{},:])"""
    r"""|(0|-?[1-9][0-9]{0,8})(?![0-9.eE])"""
    r"""|"([^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+)\""""
    r"""|(true|false|null)(?!\w))"""
)
_SPACE = re.compile(r"[ \t\n\r]*")
_CONSTANTS = {"true": True, "false": False, "null": None}
#: What may come next: "w" is a word, "v" another plain value.
_VALUE, _FIRST, _KEY, _FIRST_KEY, _COLON, _END = "wv[{", "wv[{]", "w", "w}", ":", ""
_BEHIND = {(): _END, ("[",): ",]", ("{",): ",}"}  # by what it is in


def of_text(parts: Iterable[str]) -> Iterator[Token]:
    """Yield the tokens of a JSON text that comes in parts; `ValueError` where it is none.

    >>> [*of_text(['{"a": [1, tr', 'ue]}'])][1:]
    ['a', <Mark.LIST: '['>, 1, True, <Mark.LIST_END: ']'>, <Mark.OBJECT_END: '}'>]
    """
    due, inside = _VALUE, list[str]()
    for kind, token in _lexemes(parts):
        if kind not in due:
            raise value_error(
                "this proof is not JSON: {token} is not due", token=short(_source(token))
            )
        if kind in ",:":
            due = _KEY if kind == "," and inside[-1] == "{" else _VALUE
            continue
        yield token
        if kind in "[{":
            inside.append(kind)
            _check_depth(inside)
            due = _FIRST if kind == "[" else _FIRST_KEY
        elif due in (_KEY, _FIRST_KEY) and kind == "w":
            due = _COLON
        else:
            if kind in "]}":
                inside.pop()
            due = _BEHIND[tuple(inside[-1:])]
    if due != _END:
        raise value_error("this proof is not JSON: its text ends too early")


def _lexemes(parts: Iterable[str]) -> Iterator[tuple[str, Token]]:
    """Yield what a text consists of, each with its kind, as `of_text` names it."""
    rest, at, coming = "", 0, iter(parts)
    while True:
        found = _LEXEME.match(rest, at)
        if found and (found.end() < len(rest) or found[1] or found[3] is not None):
            at = found.end()
            yield _token(found)
            continue
        more = next(coming, None)
        if more is not None and len(rest) - at < WINDOW_CHARACTERS:
            rest, at = rest[at:] + more, 0
        elif found:
            yield _token(found)
            at = found.end()
        else:
            begin = _SPACE.match(rest, at)
            left = rest[begin.end() if begin else at :][:40]
            if not left and more is None:
                return
            raise value_error(
                "this proof is not JSON with whole numbers alone: {left} is not", left=short(left)
            )


def _token(found: re.Match[str]) -> tuple[str, Token]:
    mark, number, word, constant = found.groups()
    if mark:
        return mark, Mark(mark) if mark in "[]{}" else mark
    if number:
        return "v", int(number)
    if constant:
        return "v", _CONSTANTS[constant]
    return "w", _unescape(word)


def _unescape(word: str) -> str:
    if "\\" not in word:
        return word
    try:
        text: str = json.loads(f'"{word}"')
    except ValueError:
        raise value_error(
            "this proof is not JSON: {word} is no text", word=short(word[:50])
        ) from None
    return text


def of_value(value: object) -> Iterator[Token]:
    """Yield the tokens of a value in memory; `ValueError` where it has what JSON has not."""
    rest, inside = [iter([value])], list[Mark]()
    while rest:
        for each in rest[-1]:
            if isinstance(each, str) or each is None or type(each) in (int, bool):
                yield _check(each)
                continue
            mark, end, members = _members(each)
            yield mark
            inside.append(end)
            _check_depth(inside)
            rest.append(members)
            break
        else:
            rest.pop()
            if rest:
                yield inside.pop()


def _members(value: Any) -> tuple[Mark, Mark, Iterator[Any]]:
    if isinstance(value, dict):
        return Mark.OBJECT, Mark.OBJECT_END, _pairs(value)
    if isinstance(value, Sequence | AbstractSet) and not isinstance(value, bytes | bytearray):
        return Mark.LIST, Mark.LIST_END, iter(value)
    raise ValueError(_not_due(value))


def _pairs(members: dict[Any, Any]) -> Iterator[Any]:
    for key, value in members.items():
        if not isinstance(key, str) and type(key) is not int:
            raise ValueError(_not_due(key))
        yield str(key)
        yield value


def _check(value: Any) -> Token:
    if type(value) is int and abs(value) > MOST_NUMBER:
        raise ValueError(_not_due(value))
    token: Token = value
    return token


def _check_depth(inside: Collection[object]) -> None:
    if len(inside) > MOST_DEPTH:
        raise value_error("this proof is nested too deeply; {most} is the most", most=MOST_DEPTH)


def _not_due(value: object) -> Sentence:
    told = N_("a proof has whole numbers, words, lists and objects alone, and not {value}")
    if type(value) is int:
        return Sentence(told, value=Sentence("a number of more than nine digits"))
    return Sentence(told, value=repr(value) if type(value) is float else type(value).__name__)


def _source(token: Token) -> object:
    return token.value if isinstance(token, Mark) else token


class Reader:
    """Reads tokens as what they are to be; `ValueError` where they are something else.

    `where` is what a sentence calls the whole: "the log", "the witness".
    """

    def __init__(self, tokens: Iterator[Token], where: str) -> None:
        self._tokens, self._where, self._read = tokens, where, 0
        self._next = self._following()

    def _following(self) -> Token:
        self._read += 1
        if self._read > MOST_TOKENS:
            raise value_error("{where} of this proof is too long", where=Sentence(self._where))
        return next(self._tokens, Mark.OBJECT_END)

    def _take(self) -> Token:
        token, self._next = self._next, self._following()
        return token

    def _is(self, mark: Mark) -> bool:
        return self._next is mark

    def elements(self) -> Iterator[None]:
        """Go through a list: each element is to be read before the next is asked for."""
        self.begin()
        while not self._is(Mark.LIST_END):
            yield
        self.end()

    def begin(self) -> None:
        """Read the beginning of a list."""
        if not self._is(Mark.LIST):
            raise self.wrong(N_("a list"))
        self._take()

    def end(self) -> None:
        """Read the end of a list."""
        if not self._is(Mark.LIST_END):
            raise self.wrong(N_("the end of a list"))
        self._take()

    def members(self) -> Iterator[str]:
        """Go through an object: yield each key, no two of them equal, whose value is to be read."""
        if not self._is(Mark.OBJECT):
            raise self.wrong(N_("an object"))
        self._take()
        known = set[str]()
        while not self._is(Mark.OBJECT_END):
            key = self.word()
            if key in known:
                raise value_error(
                    "{where} of this proof has {key} twice",
                    where=Sentence(self._where),
                    key=short(key),
                )
            known.add(key)
            yield key
        self._take()

    def word(self) -> str:
        """Return a text."""
        if not isinstance(self._next, str):
            raise self.wrong(N_("a text"))
        token = self._take()
        assert isinstance(token, str)
        return token

    def number(self) -> int:
        """Return a whole number."""
        token = self._next
        if type(token) is not int:
            raise self.wrong(N_("a whole number"))
        self._next = self._following()
        return token

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self._next, bool):
            raise self.wrong(N_("true or false"))
        return bool(self._take())

    def is_none(self) -> bool:
        """Return whether there is nothing here, which is read, or else something, which is not."""
        if self._next is not None:
            return False
        self._take()
        return True

    def is_end(self) -> bool:
        """Return whether all was read."""
        return self._next is Mark.OBJECT_END and next(self._tokens, None) is None

    def wrong(self, wanted: str) -> ValueError:
        """Return what is wrong where something else is wanted."""
        found = _source(self._next)
        told = N_("{where} of this proof has {found} where there must be {wanted}")
        where, wanted = Sentence(self._where), Sentence(wanted)
        return value_error(told, where=where, found=short(found), wanted=wanted)
