"""The envelope of a path, a JSON object or a drawing: its board, its kind, its leaper.

    JSON = {"v": 1, "rows": 8, "columns": 8, "holes": [SQUARE...], "closed": false,
            "leaper": [1, 2], "path": [SQUARE...]}
    a puzzle has no "path", but "given": {"d7": 1, ...}
    SVG = <svg data-board="8x8" data-holes="c3 ..." data-tour="a1 b3 ...">

Every key but "path" may be left out, except that rows and columns belong together.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import Leaper, leaper_of
from kt_core.language import N_, short, value_error

MOST_DEPTH = 50  # brackets in brackets: far more than a tour has
MOST_READ = 4_000  # digits of a number
NO_JSON = N_("this is not JSON, from its character {n:,} on")
NAMES_PER_YIELD = 500  # about 2 ms in a page
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[][{}]")
_DRAWING = re.compile(r"<svg\b([^<>]*)>")
_DATA = re.compile(r'\bdata-(board|holes|tour)="([^"<>]*)"')


@dataclass(frozen=True)
class Envelope:
    """A path as text, with the fields beside it; None for missing ones."""

    path: str
    board: Board | None = None
    closed: bool | None = None
    leaper: Leaper | None = None
    tells_holes: bool = True  # False for a drawing that names no holes
    given: Mapping[Square, int] | None = None  # the numbers of a puzzle


def envelope_of(text: str) -> Generator[Progress, None, Envelope | None]:
    """Return the envelope of a path, None if there is none; `ValueError` for a wrong one."""
    if text.lstrip()[:1] == "{":
        return (yield from _of_json(text))
    drawing = _DRAWING.search(text) if "data-tour" in text else None
    data = dict(_DATA.findall(drawing[1])) if drawing else {}
    if not {"board", "tour"} <= data.keys():
        return None
    whole, holes = Board.parse(data["board"]), data.get("holes", "").split()
    board = yield from _board_without(whole, holes)
    return Envelope(data["tour"].strip().replace(" ", ","), board, tells_holes=bool(holes))


def _of_json(text: str) -> Generator[Progress, None, Envelope | None]:
    try:
        fields = json_value(text)
    except json.JSONDecodeError as wrong:
        if '"holes"' in text:
            raise value_error(NO_JSON, n=wrong.pos + 1) from None
        return None
    path = fields.get("path")
    is_puzzle = path is None and "given" in fields
    are_objects = path and all(type(each) is dict for each in path)
    if not is_puzzle and (type(path) is not list or (are_objects and "rows" not in fields)):
        return None
    yield Progress("reading")
    found = yield from question_of(fields)
    return replace(found, path=json.dumps(path)[1:-1] if path else "")


def question_of(fields: Mapping[str, Any]) -> Generator[Progress, None, Envelope]:
    """Return the envelope of a path that is not known yet, from an object without it."""
    board = yield from _board(fields)
    has_given = "given" in fields and (board or "path" not in fields)
    given = _given(fields, board) if has_given else None
    leaper = leaper_of(fields["leaper"]) if "leaper" in fields else None
    return Envelope("", board, _closed(fields), leaper, given=given)


def json_value(text: str, parse_int: Callable[[str], int] | None = None) -> Any:
    """Return the value of a JSON text; `ValueError` if it is nested too deeply, or no JSON.

    Deeply nested brackets would exhaust the stack, which in a browser ends Python. Python refuses
    to read more than 4,300 digits, so a longer number is cut.
    """
    if text.count("[") + text.count("{") > MOST_DEPTH:
        signs = _BRACKET.findall(_STRING.sub("", text))
        depths = accumulate(1 if sign in "[{" else -1 for sign in signs)
        if max(depths, default=0) > MOST_DEPTH:
            raise value_error("this JSON is nested more than {most} deep", most=MOST_DEPTH)
    cut = parse_int or (lambda digits: int(digits[:MOST_READ]))
    return json.loads(text, object_pairs_hook=_object, parse_int=cut)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise value_error("this JSON has {key} twice", key=short(twice))
    return found


def _given(fields: Mapping[str, Any], board: Board | None) -> Mapping[Square, int]:
    """Return the given numbers of a puzzle by square; `ValueError` for other values."""
    given = fields.get("given")
    if not board or not isinstance(given, dict):
        raise value_error(
            'a puzzle has "rows", "columns" and "given", as in {example}',
            example='{"rows":8,"columns":8,"given":{"d7":1,"e7":18}}',
        )
    found = dict[Square, int]()
    for square, number in given.items():
        if type(number) is not int:
            raise value_error(
                "{square} is given the number {number}; give a whole number",
                square=short(square),
                number=short(number),
            )
        if (known := found.setdefault(board.square(square), number)) != number:
            template = "{square} is given two numbers, {one} and {other}"
            raise value_error(template, square=short(square), one=known, other=number)
    return found


def _board(fields: Mapping[str, Any]) -> Generator[Progress, None, Board | None]:
    if fields.get("v", 1) != 1 or type(fields.get("v", 1)) is not int:
        raise value_error(
            '"v" is {value}; only version 1 of the format is known', value=short(fields["v"])
        )
    sides = [fields.get("rows"), fields.get("columns")]
    if sides == [None, None]:
        return None
    if None in sides:
        raise value_error("this JSON has no {key}", key=("rows", "columns")[sides.index(None)])
    whole = Board(*sides)  # type: ignore[arg-type]
    holes = fields.get("holes", [])
    if type(holes) is not list or not all(type(each) in (str, int) for each in holes):
        raise value_error('"holes" is {value}; it must be a list of squares', value=short(holes))
    return (yield from _board_without(whole, holes))


def _board_without(whole: Board, holes: Sequence[str | Square]) -> Generator[Progress, None, Board]:
    squares = set[Square]()
    for begin in range(0, len(holes), NAMES_PER_YIELD):
        squares.update(map(whole.square, holes[begin : begin + NAMES_PER_YIELD]))
        yield Progress("reading")
    return whole.without(frozenset(squares))


def _closed(fields: Mapping[str, Any]) -> bool | None:
    closed = fields.get("closed")
    if "closed" in fields and type(closed) is not bool:
        raise value_error('"closed" is {value}; it must be true or false', value=short(closed))
    return closed
