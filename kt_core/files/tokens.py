"""A text as tokens: names of squares and whole numbers, and the gaps between them.

    BLOCK = TOKEN (GAP TOKEN)*
    TOKEN = NAME | NUMBER
    NAME = FILE RANK: a1, H8, aa12, and b3 in Nb3
    NUMBER = -1, 07, 59., 3.0; not the 8 of 8x8

A gap that has a word ends a block, unless it recurs throughout the text, as in "Step 1: (0, 0)" on
every line. A text may have some million tokens, so they are scanned in slices, into plain memory.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import pairwise

from kt_core.board import column
from kt_core.events import Progress

CHARACTERS_PER_YIELD = 1 << 13  # scanned between two yields: about 2 ms
TOKENS_PER_YIELD = 1 << 12  # looked at between two yields
LONGEST_TOKEN = 1 << 10  # characters without a separator; longer texts are cut
WIDTH = 20_000  # a place is row * WIDTH + column; the last column with a name is 18,278
NAME = 1 << 28  # a name's code is NAME + its place; a number's code is the number
NO_NUMBER = -9_999_998  # the code of 0.03, and of a number with more digits than these
MOST_DIGITS = 8  # with the sign
RECURS = 16  # a gap recurs if it is at least one in this many
MOST_BLOCKS = 40  # of each kind; the longest ones
FEW_TOKENS = 1 << 15  # from this number on, a text must have enough different tokens for a path
TOKENS_PER_SQUARE = 8  # at most

_TOKEN = re.compile(
    r"(?:(?:(?<![A-Za-z0-9_])|(?<=(?<![A-Za-z0-9_])[A-Z])(?=[a-z]))"
    r"([a-z]{1,3}|[A-Z]{1,3})(?=[1-9][0-9]{0,3}\b)|(?<![A-Za-z0-9_])(?<![0-9]\.))"
    r"(-?[0-9]+)(\.[0-9]*)?(?![A-Za-z0-9_])",
    re.ASCII,
)
TITLE = "step,square,row,column"  # of our table
_CUT = re.compile(r"[^\w.\-]|(?<=\w)-")
_WORD = re.compile(r"[^\W_](?<![A-Z])|[A-Z](?!$)")  # all but the letter of a piece, as in Nb3


@dataclass(frozen=True)
class Block:
    """Consecutive tokens: their codes, and for each the gap before it, as an index of `texts`."""

    codes: Sequence[int]
    gaps: Sequence[int]
    texts: Sequence[str]  # a gap without its spaces; " " or a line break if it is nothing else
    begin: int = 0  # the number of tokens before the block

    def __len__(self) -> int:
        return len(self.codes)

    def has_period(self, period: int) -> Generator[Progress, None, bool]:
        """Return True if the gaps between groups of `period` tokens differ from those inside."""
        if len(self) < period or len(self) % period:
            return False
        between, within = set[int](), set[int]()
        for begin in range(0, len(self), TOKENS_PER_YIELD * period):
            gaps = self.gaps[begin : begin + TOKENS_PER_YIELD * period]
            between.update(gaps[0 if begin else period :: period])
            for i in range(1, period):
                within.update(gaps[i::period])
            if not between.isdisjoint(within):
                return False
            yield Progress("reading")
        return True


@dataclass(frozen=True)
class Tokens(Block):
    """All tokens of a text, and the gaps with a word."""

    counts: Mapping[int, int] = field(default_factory=dict)  # of each gap
    words: Sequence[int] = ()
    tail: str = ""  # the text after the last one

    @property
    def is_plain(self) -> bool:
        """True if the text has no word except the title of our table."""
        title = self.texts[self.gaps[0]].strip() == TITLE if self.gaps else False
        return len(self.words) <= title and not _WORD.search(self.tail)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks, the longest first: ended by a word, by a rare one, by a unique gap."""
        often = {gap for gap, n in self.counts.items() if n > 1 and n * RECURS >= len(self)}
        rare = [i for i in self.words if self.gaps[i] not in often]
        once = [gap for gap, n in self.counts.items() if n == 1]
        cuts = {(*self.words,): None, (*rare,): None}
        if len(once) < MOST_BLOCKS:
            cuts[(*sorted({*rare, *map(self.gaps.index, once)}),)] = None
        spans = dict[tuple[int, int], None]()
        for cut in cuts:
            ends = pairwise(dict.fromkeys((0, *cut, len(self))))
            spans.update(dict.fromkeys(nlargest(MOST_BLOCKS, ends, lambda span: span[1] - span[0])))
        for begin, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
            part = slice(begin, end)
            yield Block(self.codes[part], self.gaps[part], self.texts, begin)


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


class _Columns(dict[str, int]):
    """The column of each file, in small or capital letters."""

    def __missing__(self, letters: str) -> int:
        found = self[letters] = column(letters.lower())
        return found


def scanned(text: str) -> Generator[Progress, None, Tokens]:
    """Return the tokens of a text, in slices.

    It stops early if the tokens cannot be a path, because too few of them differ.
    """
    codes, gaps, words = array("i"), array("i"), array("i")
    ids, columns, counts = _Gaps(), _Columns(), Counter[int]()
    differ, before = set[int](), ""
    for begin, end in slices(text):
        gap, *parts = _TOKEN.split(text[begin:end])
        some = [
            NO_NUMBER
            if len(digits) > MOST_DIGITS or (rest and rest.rstrip("0") != ".")
            else int(digits)
            if letters is None
            else NAME + (int(digits) - 1) * WIDTH + columns[letters]
            for letters, digits, rest in zip(parts[::4], parts[1::4], parts[2::4], strict=True)
        ]
        found = [ids[each] for each in (before + gap, *parts[3:-1:4])] if some else []
        before = parts[-1] if parts else (before + gap)[-LONGEST_TOKEN:]
        words.extend([i for i, gap in enumerate(found, start=len(codes)) if gap in ids.words])
        codes.extend(some)
        gaps.extend(found)
        counts.update(found)
        if len(codes) < FEW_TOKENS:
            differ.update(some)
        elif len(differ) ** 2 * TOKENS_PER_SQUARE < len(codes):
            break
        yield Progress("reading", end / len(text))
    return Tokens(codes, gaps, ids.texts, 0, counts, words, before.strip())


def slices(text: str, cut: re.Pattern[str] = _CUT) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the parts of a text; each ends at a separator, so no token is cut."""
    begin = 0
    while begin < len(text):
        end = min(begin + CHARACTERS_PER_YIELD, len(text))
        found = cut.search(text, end, end + LONGEST_TOKEN)
        end = found.end() if found else min(end + LONGEST_TOKEN, len(text))
        yield begin, end
        begin = end
