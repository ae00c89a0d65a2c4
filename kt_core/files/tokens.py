"""A text as tokens: names of squares and whole numbers, and the gaps between them.

    BLOCK = TOKEN (GAP TOKEN)*
    TOKEN = NAME | NUMBER
    NAME = FILE RANK: a1, H8, aa12, and b3 in Nb3
    NUMBER = -1, 07, 59., 3.0; not the 8 of 8x8

A gap that has a word ends a block. It need not if it recurs throughout the text, as in "Step 1:
(0, 0)" on every line. A text may have millions of tokens, so they are scanned in slices and stored
in arrays.

Before the scan, `plain` normalizes a text: the result has ordinary spaces, line breaks, digits and
signs, and no terminal colors, TeX commands or attributes of tags.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import nlargest
from itertools import pairwise

from kt_core.board import column
from kt_core.events import Progress
from kt_core.language import Sentence

CHARACTERS_PER_YIELD = 1 << 13  # characters scanned between two yields: about 2 ms
LONGEST_TOKEN = 1 << 10  # limit for characters without a separator; longer tokens are cut
WIDTH = 20_000  # a place is row * WIDTH + column; the last column with a name is 18,278
NAME = 1 << 28  # a name's code is NAME + its place; a number's code is the number
NO_NUMBER = -9_999_998  # the code of a number that is not whole or has too many digits
MOST_DIGITS = 8  # limit for a number, including its sign
RECURS = 100  # a gap that occurs n times recurs if n * n * RECURS >= the number of tokens
MOST_BLOCKS = 40  # limit for each way to divide a text; the longest blocks are used

_TOKEN = re.compile(
    r"(?:(?:(?<![A-Za-z0-9_])|(?<=(?<![A-Za-z0-9_])[A-Z])(?=[a-z]))"
    r"([a-z]{1,3}|[A-Z]{1,3})(?=[1-9][0-9]{0,3}\b)|(?<![A-Za-z0-9_])(?<![0-9]\.))"
    r"(-?[0-9]+)(\.[0-9]*)?(?![A-Za-z0-9_])",
    re.ASCII,
)
TITLE = "step,square,row,column"  # the heading of our own table
_CUT = re.compile(r"[^\w.\-]|(?<=\w)-")
_WORD = re.compile(r"[^\W_](?<![A-Z])|[A-Z](?!$)")  # not the letter of a piece, as in Nb3
#: The label of a row: "Row 1: 1 6 15", "r0 = [1, 6, 15]", "- [1, 6, 15]".
_ROW_LABEL = (
    r"(?m)^ *(?:-(?= [\[({])|[^\s0-9|]+ ?[0-9]+[^\s0-9|]*? *[:=])"
    r"(?= *[\[({]?(?: *[0-9]+[, \t]+){2})"
)
#: A file and a rank: (a, 1), and the lines 1,a,1 of a table; o and x may be marks.
_FILE_RANK = (
    r"(?m)(\(|^(?:\W?[0-9]+\W{1,3})?)['\"]?([a-nA-N])['\"]?(?:, *|[; \t])['\"]?"
    r"([1-9][0-9]{0,2})['\"]?(?:\)|$)"
)
#: Each replacement: a string that the text must contain, the pattern, and the new text.
_REWRITTEN = tuple(
    (sign, re.compile(pattern, re.ASCII), new)
    for sign, pattern, new in (
        ("\x1b", r"\x1b\[[0-9;]*[A-Za-z]", ""),  # colors of a terminal
        ("<", r"<(/?(?:t[a-z]+|span|div|p|font|a|li|[ou]l|code|pre|b|i))\s[^<>]*>", r"<\1>"),
        ("np.", r"\bnp\.[a-z]+[0-9]+\((-?[0-9]+)\)", r"\1"),  # np.int64(3)
        ("", _FILE_RANK, r"\1\2\3"),
        ("rank", r"['\"]?file['\"]?: *['\"](\w)['\"], *['\"]?rank['\"]?: *([0-9]+)", r"\1\2"),
        ("\\", r"(?<!\\)\\(?:(?:begin|end)(?:\{[^{}]*\})+|[A-Za-z]+\*?)", " "),  # \textbf{12}
        ("", _ROW_LABEL, ""),
        ("", r"(?m)(?<=[0-9]) +(?:#|//) *[^\s!-@[-`{-~]{2}.*$", ""),  # a comment after numbers
        ("{|", r"(?m)^ *(?:\{\|.*|\|\} *)$|(?<=\|)\|", ""),  # wiki tables, | 1 || 2
        ("|-", r"(?m)^ *\|-+ *$", ""),
        ("#(", r"#\(", "("),  # vectors of Racket
        (" . ", r"\(([0-9]+) \. ([0-9]+)\)", r"(\1, \2)"),  # conses of Lisp
        ("_", r"(?<=[0-9])_{1,4}|(?<!_)_{1,4}(?=[0-9]| *[0-9]+_)", " "),  # a1_b3, |_1_|
        ("", r"\b[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})\b", r"(\1, \2)"),  # R1C2
        ("x", r"(?<=[0-9])x(?=[a-z]+[1-9])", " "),  # Na1xb3
        ("/*", r"(?m)^ *(?:/\*+|\*+/|\*(?= ))", " "),  # a comment of C
        ("j", r"\(?\b([0-9]+)\+([0-9]+)j\b\)?", r"(\1, \2)"),  # complex numbers
        ("j", r"(?<![\w+.-])([0-9]+)j\b", r"(0, \1)"),
    )
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")  # an escape in JSON
_JOINED = re.compile(r"(?<![\w.])(?:[A-Za-z]{1,3}[1-9][0-9]{0,2}){2,}(?!\w)", re.ASCII)  # a1b3
_LAST_DIGIT = re.compile(r"(?<=[0-9])(?=[A-Za-z])")
_SEPARATOR, _TAG_END = re.compile(r"[\s>)]"), re.compile(r"[\n>]")


@dataclass(frozen=True)
class Block:
    """Consecutive tokens: their codes, and for each the gap before it, as an index of `texts`."""

    codes: Sequence[int]
    gaps: Sequence[int]
    #: Each gap without spaces and quotes, with a line break at its end if it had any; " " if empty.
    texts: Sequence[str]
    begin: int = 0  # the number of tokens before the block
    end: int = 0  # the number of tokens up to the block's end

    def __len__(self) -> int:
        return len(self.codes)

    def has_period(self, period: int) -> bool:
        """Return True if the gaps between groups of `period` tokens differ from those inside."""
        if len(self) <= period or len(self) % period:
            return False
        inside = set[int]().union(*(self.gaps[i::period] for i in range(1, period)))
        return inside.isdisjoint(self.gaps[period::period])


@dataclass(frozen=True)
class Tokens(Block):
    """All tokens of a text, and where its words are."""

    counts: Mapping[int, int] = field(default_factory=dict)  # gap -> number of its occurrences
    words: Sequence[int] = ()  # the indices of the tokens after a gap with a word
    tail: str = ""  # the text after the last token

    @property
    def is_plain(self) -> bool:
        """True if the text has no word except the title of our table."""
        title = self.texts[self.gaps[0]].strip() == TITLE if self.gaps else False
        return len(self.words) <= title and not _WORD.search(self.tail)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks, the longest first; then all names, if no block has them all.

        The text is divided at rare words, and at rare words and unique gaps. A first number may be
        that of the squares.
        """
        recurring = {gap for gap, n in self.counts.items() if n > 1 and n * n * RECURS >= len(self)}
        rare = [i for i in self.words if self.gaps[i] not in recurring]
        once = [gap for gap, n in self.counts.items() if n == 1]
        unique = map(self.gaps.index, once) if len(once) < MOST_BLOCKS else ()
        spans = dict[tuple[int, int], None]()
        for cut in ({*rare}, {*rare, *unique}):
            ends = pairwise(sorted({0, *cut, len(self)}))
            spans.update(dict.fromkeys(nlargest(MOST_BLOCKS, ends, lambda span: span[1] - span[0])))
        for begin, end in [*spans]:
            rest = end - begin - 1
            if rest > 0 and self.codes[begin] in (rest, rest / 2):
                spans[begin + 1, end] = None
        for begin, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
            part = slice(begin, end)
            yield Block(self.codes[part], self.gaps[part], self.texts, begin, end)
        names = self.names
        if names and not any(b <= names.begin and names.end <= e for b, e in spans):
            yield names

    @cached_property
    def names(self) -> Block | None:
        """The names of a text, without its numbers and words; None if there are none."""
        where = [i for i, code in enumerate(self.codes) if code >= NAME]
        codes, gaps = (array("i", [all_[i] for i in where]) for all_ in (self.codes, self.gaps))
        return Block(codes, gaps, self.texts, where[0], where[-1] + 1) if where else None


class _Gaps(dict[str, int]):
    """The index in `texts` of each gap, and the indices of those that have a word."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.words: set[int] = set()
        self._known: dict[str, int] = {}

    def __missing__(self, gap: str) -> int:
        text = re.sub(r"[\s'\"]+", "", gap)[:200] + "\n" * ("\n" in gap) or " "
        found = self[gap] = self._known.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
            if _WORD.search(text):
                self.words.add(found)
        return found


def number_text(code: int) -> str:
    """Return the text of a number."""
    return Sentence("a number that is not whole or too large") if code == NO_NUMBER else str(code)


def tokens_of(text: str) -> Generator[Progress, None, Tokens]:
    """Return the tokens of a text, in slices."""
    codes, gaps, words = array("i"), array("i"), array("i")
    ids, column_of, counts = _Gaps(), cache(column), Counter[int]()
    before = ""
    for begin, end in slices(text):
        gap, *parts = _TOKEN.split(text[begin:end])
        some = [
            NO_NUMBER
            if len(digits) > MOST_DIGITS or (rest and rest.rstrip("0") != ".")
            else int(digits)
            if letters is None
            else NAME + (int(digits) - 1) * WIDTH + column_of(letters.lower())
            for letters, digits, rest in zip(parts[::4], parts[1::4], parts[2::4], strict=True)
        ]
        found = [ids[each] for each in (before + gap, *parts[3:-1:4])] if some else []
        before = parts[-1] if parts else (before + gap)[-LONGEST_TOKEN:]
        words.extend([i for i, gap in enumerate(found, start=len(codes)) if gap in ids.words])
        codes.extend(some)
        gaps.extend(found)
        counts.update(found)
        yield Progress("reading", end / len(text))
    return Tokens(codes, gaps, ids.texts, 0, len(codes), counts, words, before.strip())


def slices(text: str, cut: re.Pattern[str] = _CUT) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the parts of a text; only a token longer than LONGEST_TOKEN is cut."""
    begin = 0
    while begin < len(text):
        end = min(begin + CHARACTERS_PER_YIELD, len(text))
        found = cut.search(text, end, end + LONGEST_TOKEN)
        end = found.end() if found else min(end + LONGEST_TOKEN, len(text))
        yield begin, end
        begin = end


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


_SIGNS = _Signs({0x2212: "-", 0x2192: "->"} | dict.fromkeys((0x200B, 0x200C, 0x200D, 0xFEFF), ""))


def plain(text: str) -> Generator[Progress, None, str]:
    """Return a normalized text, in slices."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    is_ascii, has_escapes, parts = text.isascii(), "\\u" in text, list[str]()
    rewritten = [(pattern, new) for sign, pattern, new in _REWRITTEN if sign in text]
    for begin, end in slices(text, _TAG_END if "<" in text else _SEPARATOR):
        part = text[begin:end]
        if not is_ascii:
            part = part.translate(_SIGNS)
        if has_escapes:
            part = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), part)
        for pattern, new in rewritten:
            part = pattern.sub(new, part)
        parts.append(_JOINED.sub(lambda names: _LAST_DIGIT.sub(" ", names[0]), part))
        yield Progress("reading")
    return "".join(parts)
