"""Tours as people write them: any text in; out comes a tour, a path, or the first error.

    text ── tokens ──▶ blocks ── lists, grids ──▶ walks ── verdicts ──▶ readings ──▶ one `Reading`

A text is scanned for tokens, blocks of them are read in each way that is possible, and each way is
followed to its end or first error. The reading whose steps are moves is the answer; where two are,
it has a question. Nothing in a text is trusted, and no reading is certified that was not proven.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from kt_core.board import Board, Square
from kt_core.events import Progress, result_of
from kt_core.files.grids import grids, with_marks
from kt_core.files.lists import lists
from kt_core.files.tokens import scanned
from kt_core.files.values import text_of_value
from kt_core.files.verdicts import Question, Reading, judged
from kt_core.files.walks import By, Request, Walk, Zeros
from kt_core.graph import KNIGHT, Leaper
from kt_core.language import Sentence, value_error
from kt_core.tour import Tour

#: Characters that are read at most: a tour of about 900x900, which a page can still take in.
LONGEST_CHARACTERS = 8_000_000
FEW_MOVES = 3  # that a block among words must begin with

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 32, 0xA0: 32}
_TAG = re.compile(r"<(/?[A-Za-z]+)[^<>]*>")
_LETTER = re.compile(r"'([A-Za-z])' *, *([1-9])")  # of a square: ('a', 1)

Answer = TypeVar("Answer")


class Unreadable(ValueError):
    """There is neither a tour nor a path in a text."""


@dataclass(frozen=True)
class _Candidate:
    """The alternatives of one way to read a block, and how well they fit."""

    moves: int
    begin: int
    walks: Sequence[Walk]


def encoding_of(begin: bytes) -> str:
    """Return the encoding of a text by its first two bytes: UTF-16 where they are its mark.

    That is what `>` writes in Windows PowerShell. Else UTF-8; with or without a mark, none is text.
    """
    return "utf-16" if begin[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"


def reading(
    text: str,
    board: Board | None = None,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool | None = None,
    leaper: Leaper = KNIGHT,
    base: int | None = None,
    by: By | None = None,
    zeros: Zeros | None = None,
    longest: int = LONGEST_CHARACTERS,
) -> Generator[Progress, None, Reading]:
    """Return what `read` returns, in slices: yields `Progress` every few milliseconds."""
    if len(text) > longest:
        raise value_error(
            "a text of {text:,} characters is too long to be read; {longest:,} is the most",
            text=len(text),
            longest=longest,
        )
    request = Request(board, start, end, closed, leaper, base, by, zeros)
    plain = _plain(text)
    found = yield from _within(_candidates(plain, request), 0.0, 0.4)
    marked = yield from _within(with_marks(plain), 0.4, 0.45)
    if marked != plain:
        found += yield from _within(_candidates(marked, request), 0.45, 0.6)
    return (yield from _within(_best(found, request), 0.6, 1.0))


def read(
    text: str,
    board: Board | None = None,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool | None = None,
    leaper: Leaper = KNIGHT,
    base: int | None = None,
    by: By | None = None,
    zeros: Zeros | None = None,
) -> Reading:
    """Return how a text is read, and the tour, the path or the first error that it has.

    >>> read("[(0, 0), (1, 2), (2, 0)]").sentence
    '3 of 9 squares visited; you can play on from here.'

    `board` is the board, if it is known, else the smallest that fits. `closed` is True where a tour
    must be closed, False where it counts as open, None where it is closed if its ends are a move
    apart. Rows, columns, squares or steps are counted from `base`, 0 or 1; `by` is "rows" or
    "columns", which comes first in a pair; `zeros` is "unvisited" or "holes". What is None is
    inferred. `Unreadable` where there is neither a tour nor a path in the text.
    """
    work = reading(
        text,
        board,
        start=start,
        end=end,
        closed=closed,
        leaper=leaper,
        base=base,
        by=by,
        zeros=zeros,
    )
    return result_of(work)


def read_value(
    value: object,
    board: Board | None = None,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool | None = None,
    leaper: Leaper = KNIGHT,
    base: int | None = None,
    by: By | None = None,
    zeros: Zeros | None = None,
) -> Reading:
    """Return the same for a value of Python's: a matrix, a list or a dict, as `values` has it."""
    try:
        text = text_of_value(value)
    except ValueError as wrong:
        raise Unreadable(wrong.args[0]) from None
    return read(
        text,
        board,
        start=start,
        end=end,
        closed=closed,
        leaper=leaper,
        base=base,
        by=by,
        zeros=zeros,
    )


def read_tour(text: str, board: Board | None = None, *, closed: bool | None = None) -> Tour:
    r"""Return the tour that a text has; `ValueError` says why there is none.

    >>> read_tour("a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    Tour(Board(3, 4), open, a1 to d3)
    >>> read_tour("3 8 5\n6 . 2\n1 4 7")
    Tour(Board(3, 3, holes=['b2']), closed, a1 to b3)

    `board` and `closed` mean what they mean for `read`, which accepts more options.
    """
    found = read(text, board, closed=closed)
    if not found.tour:
        raise ValueError(found.wrong or found.sentence)
    return found.tour


def _plain(text: str) -> str:
    """Return a text with ordinary spaces, line breaks and digits, and no attributes in tags."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = text.translate(_FULL_WIDTH)
    if "<" in text:
        text = _TAG.sub(r"<\1>", text)
    return _LETTER.sub(r"\1\2", text) if "'," in text else text


def _candidates(text: str, request: Request) -> Generator[Progress, None, list[_Candidate]]:
    tokens = yield from scanned(text)
    found = []
    for block in tokens.blocks():
        for work in chain(lists(block, request), grids(block, request)):
            walks = [walk for walk in (yield from work) if walk.length or walk.fault]
            moves = max((walk.score(request.leaper) for walk in walks), default=0)
            if walks and (moves >= FEW_MOVES or len(block) == len(tokens)):
                found.append(_Candidate(moves, block.begin, walks))
    return found


def _best(found: Sequence[_Candidate], request: Request) -> Generator[Progress, None, Reading]:
    """Return the first tour among the candidates that fit best, else the longest path."""
    most = max((each.moves for each in found), default=0)
    best = list[Reading]()
    for each in sorted(found, key=lambda each: (-each.moves, each.begin)):
        if each.moves * 2 < most:
            break
        readings = yield from _all_judged(each.walks, request)
        best.append(_with_question(readings, each.walks))
        if best[-1].tour:
            break
    if not best:
        raise Unreadable(_unreadable())
    return max(
        best, key=lambda each: (each.tour is not None, len(each.path), each.verdict == "path")
    )


def _all_judged(
    walks: Sequence[Walk], request: Request
) -> Generator[Progress, None, list[Reading]]:
    found = []
    for walk in walks:
        reading = yield from judged(walk, request)
        found.append(reading)
    return found


def _with_question(readings: Sequence[Reading], walks: Sequence[Walk]) -> Reading:
    """Return the first reading that is right so far; if it is no tour, ask about the others.

    So a board with zeros is a path until somebody says that they are holes.
    """
    right = [pair for pair in zip(readings, walks, strict=True) if pair[0].verdict != "wrong"]
    if not right:
        return max(readings, key=lambda each: len(each.path))
    choices = [(walk.choice, walk.options) for _, walk in right]
    if len(choices) < 2 or right[0][0].tour:
        return right[0][0]
    zeros = [options.get("zeros") for _, options in choices]
    sentence = Sentence("Counted from 0, or from 1?")
    if zeros == ["unvisited", "holes"]:
        sentence = Sentence("Not visited, or holes?")
    elif any(zeros):
        sentence = Sentence("What does 0 mean?")
    return replace(right[0][0], question=Question(sentence, choices))


def _unreadable() -> Sentence:
    return Sentence(
        "there is no tour in this text; give squares such as a1 b3 c5, pairs such as (0, 0) (1, 2),"
        " or a numbered board"
    )


def _within(
    work: Generator[Progress, None, Answer], begin: float, end: float
) -> Generator[Progress, None, Answer]:
    """Return what some work returns; its progress is from `begin` to `end` of the whole."""
    share = 0.0
    while True:
        try:
            progress = next(work)
        except StopIteration as done:
            answer: Answer = done.value
            return answer
        share = max(share, progress.share or 0.0)
        yield Progress("reading", begin + (end - begin) * share)
