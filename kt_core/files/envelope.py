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
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.events import Progress
from kt_core.graph import Leaper, leaper_of
from kt_core.language import Sentence, short, value_error

MOST_BRACKETS = 100  # far more than the JSON of a tour has, far fewer than would exhaust the stack
NAMES_PER_YIELD = 500  # about 2 ms in a page
CHARACTERS_PER_YIELD = 4000  # characters of a JSON list with about that many names
_LIST = re.compile(r'"(path|holes)"\s*:\s*\[')
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
    parts = (holes[i : i + NAMES_PER_YIELD] for i in range(0, len(holes), NAMES_PER_YIELD))
    board = yield from _board_without(whole, parts)
    return Envelope(data["tour"].strip().replace(" ", ","), board, tells_holes=bool(holes))


def _of_json(text: str) -> Generator[Progress, None, Envelope | None]:
    lists, rest = _without_lists(text)
    is_puzzle = "path" not in lists and '"given"' in rest
    if not is_puzzle and ("path" not in lists or "{" in lists["path"]):
        return None
    if rest.count("[") + rest.count("{") > MOST_BRACKETS:
        raise value_error(
            "this JSON has more than {brackets} brackets beside its path", brackets=MOST_BRACKETS
        )
    try:
        fields: Mapping[str, Any] = json.loads(rest)
    except ValueError:
        return None
    board = yield from _board(fields, lists.get("holes", ""))
    given = _given(fields, board) if is_puzzle else None
    return Envelope(lists.get("path", ""), board, _closed(fields), _leaper(fields), given=given)


def _given(fields: Mapping[str, Any], board: Board | None) -> Mapping[Square, int]:
    """Return the given numbers of a puzzle by square; `ValueError` for other values."""
    given = fields.get("given")
    if not board or not isinstance(given, dict):
        raise value_error(
            'a puzzle has "rows", "columns" and "given", as in {example}',
            example='{"rows":8,"columns":8,"given":{"d7":1,"e7":18}}',
        )
    for square, number in given.items():
        if type(number) is not int:
            raise value_error(
                "{square} is given the number {number}; give a whole number",
                square=short(square),
                number=short(number),
            )
    return {board.square(square): number for square, number in given.items()}


def _without_lists(text: str) -> tuple[dict[str, str], str]:
    """Return the lists of squares in a text, and the text with empty lists in their places."""
    lists, rest, at, begin = dict[str, str](), "", 0, 0
    while found := _LIST.search(text, begin):
        begin = found.end()
        if found[1] in lists:
            continue
        is_nested = text[begin : begin + 100].lstrip()[:1] == "["
        end = re.compile(r"\]\s*\]" if is_nested else r"\]").search(text, begin)
        if not end:
            break
        lists[found[1]] = text[begin : end.end() - 1]
        rest, at = rest + text[at:begin], end.end() - 1
        begin = at  # a list may have 100,000 names, none of which begins another list
    return lists, rest + text[at:]


def _board(fields: Mapping[str, Any], holes: str) -> Generator[Progress, None, Board | None]:
    if fields.get("v", 1) != 1 or type(fields.get("v", 1)) is not int:
        raise value_error(
            '"v" is {value}; only version 1 of the format is known', value=short(fields["v"])
        )
    if not fields.keys() & {"rows", "columns"}:
        return None
    for key in ("rows", "columns"):
        side = fields.get(key)
        if type(side) is not int or not 1 <= side <= LONGEST_SIDE:
            raise value_error(
                '"{key}" is {value}; it must be 1 to {most}',
                key=key,
                value=short(side),
                most=LONGEST_SIDE,
            )
    whole = Board(fields["rows"], fields["columns"])
    if type(fields.get("holes", [])) is not list:
        raise value_error('"holes" is {value}; it must be a list', value=short(fields["holes"]))
    return (yield from _board_without(whole, _names(holes)))


def _names(holes: str) -> Iterator[Sequence[str | Square]]:
    """Yield the elements of a list in JSON in parts, cut at commas: no square has one."""
    begin = 0
    while begin <= len(holes):
        end = holes.find(",", begin + CHARACTERS_PER_YIELD)
        end = len(holes) if end < 0 else end
        try:
            names = json.loads(f"[{holes[begin:end]}]")
        except ValueError:
            names = []
        if not names and holes.strip():
            raise value_error("the holes are {holes}; they must be squares", holes=short(holes))
        yield names
        begin = end + 1


def _board_without(
    whole: Board, parts: Iterable[Sequence[str | Square]]
) -> Generator[Progress, None, Board]:
    squares = set[Square]()
    for names in parts:
        squares.update(map(whole.square, names))
        yield Progress("reading")
    return whole.without(frozenset(squares))


def _closed(fields: Mapping[str, Any]) -> bool | None:
    closed = fields.get("closed")
    if closed is not None and type(closed) is not bool:
        raise value_error('"closed" is {value}; it must be true or false', value=short(closed))
    return closed


def _leaper(fields: Mapping[str, Any]) -> Leaper | None:
    try:
        return leaper_of(fields["leaper"]) if "leaper" in fields else None
    except ValueError:
        wanted = Sentence("two numbers from 0 to 999, not both 0, as in [1, 4]")
        raise value_error(
            '"leaper" is {said}; it must be {wanted}', said=short(fields["leaper"]), wanted=wanted
        ) from None
