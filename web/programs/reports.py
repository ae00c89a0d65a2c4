"""Check a worker's report on a program: nothing in it is trusted, so its tour is checked too."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kt_core.board import Board
from kt_core.drawing.shapes import LARGE_AREA
from kt_core.language import Sentence
from kt_core.tour import Tour
from web.programs.feed import MessageError

KINDS = ("tour", "wrong", "many", "none")
MOST_SENTENCES = 12
MOST_PRINTED = 60_000
MOST_TRACE = 6_000
MOST_NAME = 200
MOST_OUTPUT_STEPS = 20_000
DEEPEST = 4  # limit for sentences nested in a sentence
#: The allowed fields of a template: names, perhaps with a comma for thousands. Others could read
#: attributes of values.
_TEMPLATE = re.compile(r"(?:[^{}]|\{[A-Za-z_]+(?::,)?\}){0,600}")


@dataclass(frozen=True)
class Mistake:
    """An error in a reader's function: a sentence, the line (0 if unknown), and the traceback."""

    sentence: Sentence
    line: int = 0
    trace: str = ""


@dataclass(frozen=True)
class Begin:
    """The board of a program, once it is known, and the first square of the search."""

    board: Board
    start: int
    watching: Sentence | None = None  # a description of how it was recognized


@dataclass(frozen=True)
class ProgramReport:
    """The result of a program's run, as the tab shows it."""

    kind: str
    sentence: Sentence
    details: tuple[Sentence, ...] = ()
    notes: tuple[Sentence, ...] = ()
    watching: Sentence | None = None
    stores: tuple[tuple[str, str], ...] = ()  # containers that could be watched: key, name
    board: Board | None = None
    path: tuple[int, ...] = ()
    bad: int | None = None  # the square of the wrong move after the path
    line: int = 0  # the line of an error
    trace: str = ""
    boards: int = 0  # number of boards on which the program visited squares
    call: str = ""  # the call to add at the end
    question: str | None = None  # the prompt of input()
    ended: str = ""  # how the run ended, such as "returned" or "visits"


@dataclass(frozen=True)
class ProgramOutput:
    """The output of a program so far, with its length at each step of the search."""

    text: str = ""  # the first characters of the output
    count: int = 0  # number of all characters
    steps: tuple[int, ...] = ()  # steps at which the output grew
    counts: tuple[int, ...] = ()  # length of the output at each of those steps

    def by(self, step: int | None) -> str:
        """Return the output at a step; all output for None."""
        if step is None or not self.steps:
            return self.text
        at = bisect_right(self.steps, step) - 1
        return self.text[: self.counts[at] if at >= 0 else 0]

    def plus(self, text: str, count: int) -> ProgramOutput:
        """Return the output with another part of its text."""
        return replace(self, text=(self.text + text)[:MOST_PRINTED], count=count)

    def with_growth(self, pairs: Iterable[tuple[int, int]]) -> ProgramOutput:
        """Return the output with its length at some more steps."""
        steps, counts = list[int](), list[int]()
        last = self.counts[-1] if self.counts else -1
        for step, count in pairs:
            if count != last and len(self.steps) + len(steps) < MOST_OUTPUT_STEPS:
                steps.append(step)
                counts.append(count)
                last = count
        if not steps:
            return self
        return replace(self, steps=(*self.steps, *steps), counts=(*self.counts, *counts))


def begin_of(fields: Mapping[str, Any]) -> Begin:
    """Return the board and the first square of a message; `MessageError` if one is invalid."""
    value, start, watching = fields.get("board"), fields.get("begin"), fields.get("watching")
    if not isinstance(value, list) or len(value) != 3 or not isinstance(value[2], list):
        raise MessageError("no board")
    rows, columns, holes = value
    sizes = type(rows) is int and type(columns) is int and 0 < rows * columns <= LARGE_AREA
    if not sizes or not all(type(hole) is int for hole in holes) or type(start) is not int:
        raise MessageError("no board")
    try:
        board = Board(rows, columns, holes)
    except ValueError as wrong:
        raise MessageError(str(wrong)) from None
    if start not in board:
        raise MessageError("no start")
    return Begin(board, start, _sentence(watching) if watching else None)


def report_of(fields: Mapping[str, Any]) -> ProgramReport:
    """Return a report from a message; `MessageError` if it has none, or claims a false tour."""
    try:
        report = _report(fields)
    except (KeyError, TypeError, AttributeError):
        raise MessageError("no report") from None
    if report.kind == "tour":
        try:
            Tour(report.board, report.path)  # type: ignore[arg-type]
        except (ValueError, TypeError, AttributeError):
            raise MessageError("a tour that is none") from None
    return report


def _report(fields: Mapping[str, Any]) -> ProgramReport:
    shape, path = fields["shape"], fields["path"]
    if fields["kind"] not in KINDS or not _are_numbers(shape) or not _are_numbers(path):
        raise MessageError("no report")
    watching, question, bad = fields["watching"], fields["question"], fields["bad"]
    board = _board(shape)
    if bad is not None and (board is None or _number(bad) not in board):
        raise MessageError("no square")
    return ProgramReport(
        kind=fields["kind"],
        sentence=_sentence(fields["sentence"]),
        details=sentences_of(fields["details"]),
        notes=sentences_of(fields["notes"]),
        watching=None if watching is None else _sentence(watching),
        stores=tuple(_store(each) for each in fields["stores"][:6]),
        board=board,
        path=tuple(path),
        bad=bad,
        line=_number(fields["line"]),
        trace=_text(fields["trace"], MOST_TRACE),
        boards=_number(fields["boards"]),
        call=_text(fields["call"], MOST_NAME),
        question=None if question is None else _text(question, MOST_NAME),
        ended=_text(fields["ended"], 20),
    )


def _are_numbers(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 2 * LARGE_AREA
        and all(type(each) is int and 0 <= each < 1_000_000 for each in value)
    )


def _board(shape: list[int]) -> Board | None:
    if not shape:
        return None
    rows, columns, *holes = shape
    try:
        return Board(rows, columns, holes)
    except ValueError as wrong:
        raise MessageError(str(wrong)) from None


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise MessageError("no number")
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str):
        raise MessageError("no text")
    return value[:most].encode("utf-8", "replace").decode()


def _store(value: object) -> tuple[str, str]:
    key, _, name = _text(value, 2 * MOST_NAME).partition("\n")
    return key, name


def mistake_of(fields: Mapping[str, Any]) -> Mistake:
    """Return the error that a message describes; `MessageError` if it describes none."""
    return Mistake(
        _sentence(fields.get("error")),
        _number(fields.get("line")),
        _text(fields.get("trace"), MOST_TRACE),
    )


def printed_of(fields: Mapping[str, Any]) -> tuple[str, int]:
    """Return the next part of the output, and the length of all; `MessageError` if invalid."""
    return _text(fields["printed"], MOST_PRINTED), _number(fields.get("count"))


def growth_of(data: bytes) -> list[tuple[int, int]]:
    """Return the growth of the output; `MessageError` if it is incomplete or not in order."""
    if len(data) % 8:
        raise MessageError("no growth")
    numbers = array("I")
    numbers.frombytes(data)
    pairs = [*zip(numbers[::2], numbers[1::2], strict=True)]
    if any(one > other for (one, _), (other, _) in pairwise(pairs)):
        raise MessageError("no growth")
    return pairs


def sentences_of(values: object) -> tuple[Sentence, ...]:
    """Return the first sentences of a list; `MessageError` if it is not a list of sentences."""
    if not isinstance(values, list):
        raise MessageError("no sentences")
    return tuple(_sentence(each) for each in values[:MOST_SENTENCES])


def _sentence(value: object, depth: int = 0) -> Sentence:
    """Return a sentence; its templates refer to values by plain names only."""
    if isinstance(value, str):
        return Sentence("{text}", text=_text(value, 400))
    if not isinstance(value, dict) or depth > DEEPEST:
        raise MessageError("no sentence")
    one, many, values = value.get("one"), value.get("many"), value.get("values")
    if not isinstance(values, dict) or len(values) > 8:
        raise MessageError("no sentence")
    for template in (one, many):
        if not isinstance(template, str) or not _TEMPLATE.fullmatch(template):
            raise MessageError("no sentence")
    plain = {str(name): _value(each, depth) for name, each in values.items()}
    try:
        if many:
            return Sentence.plural(str(one), str(many), int(plain.pop("n")), **plain)
        return Sentence(str(one), **plain)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise MessageError("no sentence") from None


def _value(value: object, depth: int) -> Any:
    if type(value) is int:
        return value if abs(value) < 1 << 53 else 0
    return _text(value, 400) if isinstance(value, str) else _sentence(value, depth + 1)
