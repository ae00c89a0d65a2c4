"""The plain texts that `reader` reads: any text normalized, or a Python value written as a text.

A plain text has ordinary spaces, line breaks, digits and signs, and no markup. The Python values
are matrices, lists and dicts of squares.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Any

from kt_core.events import Progress
from kt_core.files.tokens import slices
from kt_core.language import short, value_error

#: A part of every text that the pattern matches, the pattern, and the replacement.
_REWRITTEN = tuple(
    (sign, re.compile(pattern, re.ASCII), new)
    for sign, pattern, new in (
        ("\x1b", r"\x1b\[[0-9;]*[A-Za-z]", ""),  # colors of a terminal
        ("<", r"<(/?(?:t[a-z]+|span|div|p|font|a|li|[ou]l|code|pre|b|i))\s[^<>]*>", r"<\1>"),
        ("np.", r"\bnp\.[a-z]+[0-9]+\((-?[0-9]+)\)", r"\1"),  # np.int64(3)
        ("'", r"'([A-Za-z])' *, *([1-9])", r"\1\2"),  # a square: ('a', 1)
        ("\\", r"(?<!\\)\\[A-Za-z]+\*?", " "),  # \textbf{12}, \hline
        ("|-", r"(?m)^ *\|-+ *$|(?<=\|)\|(?= *-?[0-9])", ""),  # rows of a wiki, | 1 || 2
        ("_", r"(?<=[0-9])_{1,4}|(?<!_)_{1,4}(?=[0-9]| *[0-9]+_)", " "),  # a1_b3, |_1_|
        ("", r"\b[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})\b", r"(\1, \2)"),  # R1C2
        ("x", r"(?<=[0-9])x(?=[a-z]+[1-9])", " "),  # Na1xb3
    )
)
_JOINED = re.compile(r"(?<![\w.])(?:[A-Za-z]{1,3}[1-9][0-9]{0,2}){2,}(?!\w)", re.ASCII)  # a1b3
_LAST_DIGIT = re.compile(r"(?<=[0-9])(?=[A-Za-z])")
_END, _TAG_END = re.compile(r"[\s>)]"), re.compile(r"[\n>]")
MOST_SQUARES = 1_000_000
MOST_DEPTH = 3  # pairs within pairs: a move is a pair of squares, each a pair of numbers
NUMBER_LIMIT = 10**7
_WORD = re.compile(r"[A-Za-z]{0,3}[0-9]{1,7}|[.#*_x-]|", re.ASCII)


class _Signs(dict[int, str]):
    """Maps full-width signs, spaces, and digits of other scripts to ordinary signs."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if 0xFF01 <= code <= 0xFF5E:
            sign = chr(code - 0xFEE0)
        elif sign.isdecimal():
            sign = str(int(sign))
        elif sign.isspace() and code > ord(" "):
            sign = " "
        self[code] = sign
        return sign


_SIGNS = _Signs({0x2212: "-"} | dict.fromkeys((0x200B, 0x200C, 0x200D, 0xFEFF), ""))


def plain(text: str) -> Generator[Progress, None, str]:
    """Return a normalized text, in slices."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    is_ascii, parts = text.isascii(), list[str]()
    rewritten = [(pattern, new) for sign, pattern, new in _REWRITTEN if sign in text]
    for begin, end in slices(text, _TAG_END if "<" in text else _END):
        part = text[begin:end]
        if not is_ascii:
            part = part.translate(_SIGNS)
        for pattern, new in rewritten:
            part = pattern.sub(new, part)
        parts.append(_JOINED.sub(lambda names: _LAST_DIGIT.sub(" ", names[0]), part))
        yield Progress("reading")
    return "".join(parts)


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
    if entry is None or (type(entry) is int and abs(entry) < NUMBER_LIMIT):
        return str(entry)
    if type(entry) is float and entry.is_integer() and abs(entry) < NUMBER_LIMIT:
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
