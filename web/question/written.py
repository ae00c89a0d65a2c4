"""Text that people write in fields, in any script: checking and cleaning. Pure."""

from __future__ import annotations

import re

from kt_core.language import value_error

#: Characters that no line of text contains: control characters, line separators, direction
#: overrides (they show letters in reverse), lone surrogates, and two that XML forbids.
_REFUSED = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202d\u202e\ud800-\udfff\ufffe\uffff]")
#: Spaces of any width, joiners and direction marks: ignored around a value.
_AROUND = " \t\r\n\xa0\u3000\u200b-\u200f\u2060\ufeff"
_OUTER = re.compile(rf"\A[{_AROUND}\s]+|[{_AROUND}\s]+\Z")
_ASCII_OF_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {ord("、"): ord(",")}


def line_of_text(text: str) -> str:
    """Return a line of text without outer space; `ValueError` names a wrong character.

    >>> line_of_text("　找一条巡游　")
    '找一条巡游'
    """
    if found := _REFUSED.search(text):
        raise value_error(
            "a line of text cannot hold the character {code}; leave it out",
            code=f"U+{ord(found[0]):04X}",
        )
    return _OUTER.sub("", text)


def half_width(text: str) -> str:
    """Return a text with the ASCII form of each sign that a Chinese keyboard writes wide."""
    return text.translate(_ASCII_OF_WIDE)


def plain_value(text: str) -> str:
    """Return the value that was typed in a field for squares or numbers.

    >>> plain_value("　c3、d4 ")
    'c3,d4'
    """
    return _OUTER.sub("", half_width(text))
