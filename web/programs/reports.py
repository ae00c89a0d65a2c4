"""Read a worker's messages about a program and its tests.

Nothing in them is trusted: the page judges what a program shows.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.drawing.shapes import LARGE_AREA
from kt_core.language import Sentence
from web.programs.feed import MessageError

if TYPE_CHECKING:  # loaded with the first run
    from kt_core.programs.evidence import Evidence
    from kt_core.programs.verdict import Verdict

MOST_PRINTED = 60_000
MOST_TRACE = 6_000
LONGEST_TEXT = 400  # characters of a sentence that is a text
MOST_OUTPUT_STEPS = 20_000
WATCHABLE = ("failed", "unfinished")  # the kinds of results whose call is worth a look
KINDS = ("passed", *WATCHABLE, "unrun")
SETS = ("right", "wrong", "missing")  # the kinds of squares in a picture
MOST_TESTS = 100
MOST_TEXT, MOST_CALL = 600, 250_000


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
    """What a program's run showed and did, and the page's own verdict on it."""

    found: Evidence
    judged: Verdict

    @property
    def error_line(self) -> int:
        """The line of the program's error; 0 without one."""
        return self.found.line if self.found.error is not None else 0


@dataclass(frozen=True)
class ProgramOutput:
    """The output of a program so far, with its length at each step of the search."""

    text: str = ""  # the first characters of the output
    count: int = 0  # number of all characters
    growth: tuple[tuple[int, int], ...] = ()  # a step at which it grew, and its length then

    def by(self, step: int | None) -> str:
        """Return the output at a step; all output for None."""
        if step is None or not self.growth:
            return self.text
        known = bisect_right(self.growth, step, key=itemgetter(0))
        return self.text[: self.growth[known - 1][1] if known else 0]

    def plus(self, text: str, count: int) -> ProgramOutput:
        """Return the output with another part of its text."""
        return replace(self, text=(self.text + text)[:MOST_PRINTED], count=count)

    def with_growth(self, pairs: Iterable[tuple[int, int]]) -> ProgramOutput:
        """Return the output with its length at some more steps."""
        known = [*self.growth]
        for step, count in pairs:
            if len(known) < MOST_OUTPUT_STEPS and not (known and known[-1][1] == count):
                known.append((step, count))
        return replace(self, growth=(*known,))


def begin_of(fields: Mapping[str, Any]) -> Begin:
    """Return the board and the first square of a message; `MessageError` if one is invalid."""
    value, start, watching = fields.get("board"), fields.get("begin"), fields.get("watching")
    if not isinstance(value, list) or [*map(type, value)] != [int, int]:
        raise MessageError("no board")
    if type(start) is not int:
        raise MessageError("no start")
    rows, columns = value
    if min(value) < 1 or rows * columns > LARGE_AREA or not 0 <= start < rows * columns:
        raise MessageError("no board")
    board = Board(rows, columns)
    return Begin(board, start, sentence_of(watching, known=True) if watching else None)


def report_of(data: bytes) -> ProgramReport:
    """Return the report on a run, judged here by its evidence; `MessageError` for other data."""
    from kt_core.programs import evidence, verdict  # loaded with the first run

    try:
        found = evidence.read(data.decode())
        return ProgramReport(found, verdict.verdict(found))
    except Exception as wrong:  # noqa: BLE001 - the data may be anything, and the page must go on
        raise MessageError(f"{type(wrong).__name__}: {wrong}") from None


def mistake_of(fields: Mapping[str, Any]) -> Mistake:
    """Return the error that a message describes; `MessageError` if it describes none."""
    return Mistake(
        sentence_of(fields.get("error")),
        value_of("number", fields.get("line")),
        value_of("text", fields.get("trace"), MOST_TRACE),
    )


def printed_of(fields: Mapping[str, Any]) -> tuple[str, int]:
    """Return the next part of the output, and the length of all; `MessageError` if invalid."""
    return value_of("text", fields["printed"], MOST_PRINTED), value_of(
        "number", fields.get("count")
    )


def sentence_of(value: object, *, known: bool = False) -> Sentence:
    """Return a sentence, or a text as one; `MessageError` for any other value."""
    if isinstance(value, str):
        return Sentence("{text}", text=value_of("text", value, LONGEST_TEXT))
    sentence: Sentence = value_of("sentence", value, known=known)
    return sentence


def value_of(kind: str, *value: Any, **options: Any) -> Any:
    """Return a sentence, a number or a text, or sentences; `MessageError` if it is none."""
    from kt_core.programs import evidence  # loaded with the first run

    try:
        return getattr(evidence, kind)(*value, **options)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise MessageError(f"no {kind}") from None


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


# --- The results of tests -------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownTest:
    """A test and its result: a hint unless it passed, and the squares that it concerns."""

    name: str
    sentence: str
    kind: str = ""  # "": it has no result yet
    weight: float = 1.0
    hint: str = ""
    call: str = ""  # the call to watch, as JSON
    board: Board | None = None
    right: tuple[Square, ...] = ()
    wrong: tuple[Square, ...] = ()
    missing: tuple[Square, ...] = ()
    is_path: bool = False  # whether the right squares are a path


def plan_of(fields: Mapping[str, Any]) -> tuple[ShownTest, ...]:
    """Return the tests that a message lists; `MessageError` if it lists none."""
    listed = fields.get("tests")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_TESTS:
        raise MessageError("no tests")
    plan = tuple(_planned_test(each) for each in listed)
    if len({test.name for test in plan}) < len(plan):
        raise MessageError("a test is listed twice")
    return plan


def _planned_test(value: object) -> ShownTest:
    if not isinstance(value, list) or len(value) != 3:
        raise MessageError("no test")
    name, sentence, weight = value
    if type(weight) not in (int, float) or not 0 < weight <= 1_000:
        raise MessageError("no weight")
    return ShownTest(
        value_of("text", name, MOST_TEXT),
        value_of("text", sentence, MOST_TEXT),
        weight=float(weight),
    )


def result_of(fields: Mapping[str, Any], test: ShownTest) -> ShownTest:
    """Return a test with its result from a message; `MessageError` if there is none."""
    kind, hint = fields.get("kind"), sentence_of(fields.get("hint"))
    if kind not in KINDS:
        raise MessageError("no result")
    return replace(
        test,
        kind=str(kind),
        hint="" if kind == "passed" else hint,
        call=value_of("text", fields.get("call", ""), MOST_CALL),
        **_picture(fields),
    )


def watchable_test(tests: Iterable[ShownTest]) -> ShownTest | None:
    """Return the first failing test with a call to watch; a set of squares is drawn instead."""
    failing = (each for each in tests if each.call and each.kind in WATCHABLE)
    return next((each for each in failing if each.is_path or not each.board), None)


def _picture(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board and the squares of a message; no board if there is none or a large one."""
    if not fields.get("shape"):
        return {}
    shape, *sets = (_numbers(fields.get(name)) for name in ("shape", *SETS))
    if len(shape) != 2 or min(shape) < 1 or max(shape) > LONGEST_SIDE:
        raise MessageError("no board")
    if shape[0] * shape[1] > LARGE_AREA:
        return {}
    board = Board(shape[0], shape[1])
    if any(square not in board or set_.count(square) > 1 for set_ in sets for square in set_):
        raise MessageError("no squares")
    squares = {name: tuple(each) for name, each in zip(SETS, sets, strict=True)}
    return {"board": board, "is_path": fields.get("is_path") is True, **squares}


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or len(value) > LARGE_AREA or {*map(type, value)} - {int}:
        raise MessageError("no numbers")
    return value
