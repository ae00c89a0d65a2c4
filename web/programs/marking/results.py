"""The tests of a check and their results, as the page shows them. No message is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.drawing.shapes import LARGE_AREA
from web.programs.feed import MessageError
from web.programs.reports import sentence_of, value_of

WATCHABLE = ("failed", "unfinished")  # the kinds of results whose call is worth a look
KINDS = ("passed", *WATCHABLE, "unrun")
SETS = ("right", "wrong", "missing")  # the kinds of squares in a picture
MOST_TESTS = 100
MOST_TEXT, MOST_CALL = 600, 250_000


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
