"""Proof files: a refutation with its question, as JSON.

    {"v": 1, "rows": 3, "columns": 4, "holes": ["a1"], "closed": true, "start": null, "end": null,
     "leaper": [1, 2], "symmetry": null, "reason": "…", "proof": kind, "witness": {"…": ["b1"]},
     "log": "…"}

docs/proofs.md describes the format. The log is JSON, compressed by zlib, in base64.
"""

from __future__ import annotations

import binascii
import json
import zlib
from array import array
from collections.abc import Generator
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.files.envelope import NO_JSON, json_value, question_of
from kt_core.files.text import puzzle_fields
from kt_core.language import value_error
from kt_core.proofs.checker.reader import fields, items, members, number, word
from kt_core.tour import NoTour, Puzzle

MOST_BYTES = 1 << 26  # limit for an unpacked log; a board of a million squares needs 40 MB
MOST_VALUES = 16_000_000  # limit for commas; the log of that board has 11 million
_REQUIRED = ("v", "rows", "columns", "holes", "closed", "leaper", "proof", "witness", "log")
_OPTIONAL = ("start", "end", "symmetry", "reason", "given")


def proof_json(no: NoTour) -> str:
    """Return the file of a refutation; `ValueError` if its puzzle is not known."""
    puzzle = no.puzzle
    if puzzle is None:
        raise value_error("this refutation does not name its puzzle; give the puzzle")
    board, name = puzzle.board, puzzle.board.name
    ends = {"start": puzzle.start, "end": puzzle.end}
    fields_of_file = {
        **puzzle_fields(puzzle),
        **{what: None if square is None else name(square) for what, square in ends.items()},
        "symmetry": puzzle.symmetry,
        **({"given": {name(s): n for s, n in puzzle.given}} if puzzle.given else {}),
        "reason": no.reason,
        "proof": no.proof,
        "witness": {what: board.names(squares).split() for what, squares in no.witness.items()},
        "log": binascii.b2a_base64(
            zlib.compress(json.dumps(no.log).encode(), 9), newline=False
        ).decode(),
    }
    return json.dumps(fields_of_file)


def reading(text: str) -> Generator[Progress, None, tuple[Puzzle, NoTour]]:
    """Return the question of a file and its unchecked refutation; `ValueError` for a bad file.

    The reason is not read, because a check makes a sentence of the facts that it has verified.
    """
    content = fields(_json(text.removeprefix("\ufeff")), _REQUIRED, _OPTIONAL)
    yield Progress("reading")
    asked = yield from question_of(content)
    start, end, symmetry = (_word_or_none(content.get(key)) for key in _OPTIONAL[:3])
    assert asked.board
    assert asked.leaper
    puzzle = Puzzle.of(
        asked.board,
        start=start,
        end=end,
        closed=bool(asked.closed),
        leaper=asked.leaper,
        symmetry=symmetry,
        given=asked.given,
    )
    witness = {name: _squares(puzzle.board, each) for name, each in members(content["witness"])}
    yield Progress("reading")
    log = dict(members(_json(_unpack(word(content["log"])))))
    return puzzle, NoTour("", word(content["proof"]), witness, log)


def _squares(board: Board, names: Any) -> array[Square]:
    return array("i", (board.square(word(name)) for name in items(names)))


def _word_or_none(value: Any) -> str | None:
    return None if value is None else word(value)


def _json(text: str) -> Any:
    """Return the value of a JSON text; `ValueError` for too many values, or no JSON."""
    if text.count(",") > MOST_VALUES:
        raise value_error("this proof is too long; {most:,} commas are the most", most=MOST_VALUES)
    try:
        # Of a long number, enough digits are read to refuse it.
        return json_value(text, parse_int=lambda digits: number(int(digits[:11])))
    except json.JSONDecodeError as wrong:
        raise value_error(NO_JSON, n=wrong.pos + 1) from None


def _unpack(log: str) -> str:
    """Return the text of a packed log; `ValueError` if it is cut short or too long."""
    packed = zlib.decompressobj()
    try:
        data = packed.decompress(
            binascii.a2b_base64(log.encode(), strict_mode=True), MOST_BYTES + 1
        )
        if len(data) > MOST_BYTES:
            raise value_error(
                "the log of this proof is too long; {most:,} bytes are the most", most=MOST_BYTES
            )
        if not packed.eof:
            raise value_error("the log of this proof is cut short")
        if packed.unused_data:
            raise value_error("the log of this proof has something behind its end")
        return data.decode()
    except (binascii.Error, zlib.error, UnicodeError):
        raise value_error("the log of this proof cannot be read") from None
