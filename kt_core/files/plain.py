"""Normalization of texts: ordinary spaces, line breaks, digits and signs; no markup."""

from __future__ import annotations

import re
from collections.abc import Generator

from kt_core.events import Progress
from kt_core.files.tokens import slices

#: What a text must have, a pattern, and its replacement.
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


class _Signs(dict[int, str]):
    """An ordinary sign for each other one: full-width signs, digits of any script, spaces."""

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
