"""Refutations as text: a JSON object that tells the question, the proof, and how to check it.

    {"v": 1, "rows": 3, "columns": 4, "holes": ["a1"], "closed": true, "start": null, "end": null,
     "leaper": [1, 2], "symmetry": null, "reason": "…", "proof": kind, "witness": {"…": ["b1"]},
     "log": "…"}

Its log, which may be long, is compressed: base64 of zlib of JSON; `proofs.grammar` says what a
witness and a log are. The reason is for people, and nothing goes by it. What may be null may be
left out.
"""

from __future__ import annotations

import json
import re
import zlib
from array import array
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable, Generator, Mapping
from typing import Any

from kt_core.board import Board, Square, place
from kt_core.events import Progress
from kt_core.language import N_, short, value_error
from kt_core.proofs.grammar import (
    MOST_DEPTH,
    Grammar,
    Proof,
    elements,
    members,
    number,
    word,
    wrong_type,
)
from kt_core.tour import NoTour, Puzzle

MOST_BYTES = 1 << 26  # of a log that is unpacked: that of a million squares has 40 million
MOST_VALUES = 16_000_000  # brackets and commas of a text: that one has 11 million
_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_NO_SIGNS = bytes({*range(256)} - {*b"[]{},"})
_FILES = 20_000  # more than there are names of files


def proof_json(no: NoTour) -> str:
    """Return a refutation as JSON; `ValueError` where it does not say of which puzzle it is."""
    puzzle = no.puzzle
    if puzzle is None:
        raise ValueError("this refutation does not say of which puzzle it is")
    board, name = puzzle.board, puzzle.board.name
    ends = {"start": puzzle.start, "end": puzzle.end}
    fields = {
        "v": 1,
        "rows": board.rows,
        "columns": board.columns,
        "holes": board.names(sorted(board.holes)).split(),
        "closed": puzzle.closed,
        **{what: None if square is None else name(square) for what, square in ends.items()},
        "leaper": puzzle.leaper,
        "symmetry": puzzle.symmetry,
        "reason": no.reason,
        "proof": no.proof,
        "witness": {what: board.names(squares).split() for what, squares in no.witness.items()},
        "log": b64encode(zlib.compress(json.dumps(no.log).encode(), 9)).decode(),
    }
    return json.dumps(fields)


def reading(text: str) -> Generator[Progress, None, tuple[Puzzle, Proof]]:
    """Return, in slices, the question and the proof that a text tells, well-formed but unchecked.

    `ValueError` says what is wrong first.
    """
    fields = dict[str, Any]()
    for key, value in members(_json(text.removeprefix("\ufeff"))):
        if key not in _PARTS:
            raise value_error(
                "a proof has no {key}; its parts are {known}",
                key=short(key),
                known=", ".join(_PARTS),
            )
        fields[key] = _PARTS[key](value)
        yield Progress("reading")
    for key in _PARTS:
        if key not in fields and key not in _OPTIONAL:
            raise value_error("this proof has no {key}", key=short(key))
    puzzle = _puzzle(fields)
    yield Progress("reading")
    grammar = Grammar(puzzle.board)
    witness = {what: _squares(puzzle.board, places) for what, places in fields["witness"].items()}
    log = _json(_decompress(fields["log"]))
    yield Progress("reading")
    found = yield from grammar.log(log)
    return puzzle, Proof(fields["proof"], witness, found)


def _puzzle(fields: Mapping[str, Any]) -> Puzzle:
    if fields["v"] != 1:
        raise value_error(
            '"v" is {value}; only version 1 of the format is known', value=fields["v"]
        )
    whole = Board(fields["rows"], fields["columns"])
    is_hole = bytearray(len(whole))
    for hole in _squares(whole, fields["holes"]):
        is_hole[hole] = 1
    board = Board(whole.rows, whole.columns, (s for s, hole in enumerate(is_hole) if hole))
    return Puzzle.of(
        board,
        start=fields.get("start"),
        end=fields.get("end"),
        closed=fields["closed"],
        leaper=fields["leaper"],
        symmetry=fields.get("symmetry"),
    )


def _places(value: Any) -> array[int]:
    """Return squares by name, of any board, as one number each: a name takes ten times as much."""
    return array("i", map(_place, elements(value)))


def _place(name: Any) -> int:
    found = place(word(name))
    if not found:
        raise value_error("{name} is no name of a square, such as a1", name=short(name))
    row, column = found
    return row * _FILES + column


def _squares(board: Board, places: array[int]) -> array[Square]:
    squares = array("i")
    for each in places:
        row, column = divmod(each, _FILES)
        if row >= board.rows or column >= board.columns:
            raise value_error(
                "a square of this proof is not of {board}: row {row}, column {column}",
                board=board,
                row=row + 1,
                column=column + 1,
            )
        squares.append(board.square(row * board.columns + column))
    return squares


def _witness(value: Any) -> Mapping[str, array[int]]:
    return {name: _places(squares) for name, squares in members(value)}


def _leaper(value: Any) -> tuple[int, ...]:
    return tuple(map(number, elements(value)))


def _maybe(value: Any) -> str | None:
    return None if value is None else word(value)


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise wrong_type(value, N_("true or false"))


#: How each part is read.
_PARTS: Mapping[str, Callable[[Any], Any]] = {
    "v": number,
    "rows": number,
    "columns": number,
    "holes": _places,
    "closed": _flag,
    "start": _maybe,
    "end": _maybe,
    "leaper": _leaper,
    "symmetry": _maybe,
    "reason": word,
    "proof": word,
    "witness": _witness,
    "log": word,
}
_OPTIONAL = ("start", "end", "symmetry", "reason")


def _json(text: str) -> Any:
    """Return what a JSON text says; `ValueError` where it is none, or has too many values."""
    signs = _TEXT.sub("", text).encode(errors="replace").translate(None, _NO_SIGNS)
    if len(signs) > MOST_VALUES:
        raise value_error(
            "this proof is too long; {most:,} brackets and commas are the most", most=MOST_VALUES
        )
    # Brackets in brackets in brackets would exhaust the stack, which in a browser ends Python.
    brackets = signs.replace(b",", b"")
    for _ in range(MOST_DEPTH):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets:
        raise value_error(
            "the brackets of this proof do not match, or are nested more than {most} deep",
            most=MOST_DEPTH,
        )
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole)
    except json.JSONDecodeError as wrong:
        raise value_error(
            "this proof is not JSON, from its character {n:,} on", n=wrong.pos + 1
        ) from None


def _whole(digits: str) -> int:
    return number(int(digits[:11]))  # what is longer is too large by then


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        known = set[str]()
        twice = next(key for key, _ in pairs if key in known or known.add(key))  # type: ignore[func-returns-value]
        raise value_error("this proof has {key} twice", key=short(twice))
    return found


def _decompress(log: str) -> str:
    """Return the text of a log; `ValueError` where it is cut short, or is not over then."""
    packed = zlib.decompressobj()
    try:
        data = packed.decompress(b64decode(log.encode(), validate=True), MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise value_error(
                "the log of this proof is too long; {most:,} bytes are the most", most=MOST_BYTES
            )
        if not packed.eof:
            raise value_error("the log of this proof is cut short")
        if packed.unused_data:
            raise value_error("the log of this proof has something behind its end")
        return data.decode()
    except (Error, zlib.error, UnicodeError):
        raise value_error("the log of this proof cannot be read") from None
