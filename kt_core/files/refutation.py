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
import zlib
from array import array
from base64 import b64decode, b64encode
from binascii import Error
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

from kt_core.board import Board, Square, place
from kt_core.events import Progress
from kt_core.language import N_, short, value_error
from kt_core.proofs.grammar import Grammar, Proof
from kt_core.proofs.tokens import Reader, of_text
from kt_core.tour import NoTour, Puzzle

MOST_BYTES = 1 << 26  # of a log that is unpacked: that of a million squares has 40 million
CHUNK_BYTES = 1 << 16
_FILES = 20_000  # more than there are names of files


def proof_json(no: NoTour) -> str:
    """Return a refutation as JSON; `ValueError` where it does not say of which puzzle it is."""
    puzzle = no.puzzle
    if puzzle is None:
        raise ValueError("this refutation does not say of which puzzle it is")
    board, name = puzzle.board, puzzle.board.name
    ends = {"start": puzzle.start, "end": puzzle.end}
    told = {
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
    return json.dumps(told)


def reading(text: str) -> Generator[Progress, None, tuple[Puzzle, Proof]]:
    """Return, in slices, the question and the proof that a text tells, well-formed but unchecked.

    `ValueError` says what is wrong first.
    """
    told, reader = dict[str, Any](), Reader(of_text([text.removeprefix("\ufeff")]), _WHERE)
    for key in reader.members():
        if key not in _PARTS:
            raise value_error(
                "a proof has no {key}; its parts are {known}",
                key=short(key),
                known=", ".join(_PARTS),
            )
        told[key] = _PARTS[key](reader)
        yield Progress("reading")
    if not reader.is_end():
        raise reader.wrong(N_("its end"))
    for key in _PARTS:
        if key not in told and key not in _OPTIONAL:
            raise value_error("this proof has no {key}", key=short(key))
    puzzle = _puzzle(told)
    yield Progress("reading")
    grammar = Grammar(puzzle.board)
    witness = {what: _squares(puzzle.board, places) for what, places in told["witness"].items()}
    log = Reader(of_text(_decompress(told["log"])), N_("the log"))
    found = yield from grammar.log(log)
    if not log.is_end():
        raise log.wrong(N_("its end"))
    return puzzle, Proof(told["proof"], witness, found)


def _puzzle(told: Mapping[str, Any]) -> Puzzle:
    if told["v"] != 1:
        raise value_error('"v" is {value}; only version 1 of the format is known', value=told["v"])
    whole = Board(told["rows"], told["columns"])
    is_hole = bytearray(len(whole))
    for hole in _squares(whole, told["holes"]):
        is_hole[hole] = 1
    board = Board(whole.rows, whole.columns, (s for s, hole in enumerate(is_hole) if hole))
    return Puzzle.of(
        board,
        start=told.get("start"),
        end=told.get("end"),
        closed=told["closed"],
        leaper=told["leaper"],
        symmetry=told.get("symmetry"),
    )


def _places(reader: Reader) -> array[int]:
    """Return squares by name, of any board, as one number each: a name takes ten times as much."""
    return array("i", (_place(reader) for _ in reader.elements()))


def _place(reader: Reader) -> int:
    name = reader.word()
    found = place(name)
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


def _witness(reader: Reader) -> Mapping[str, array[int]]:
    return {name: _places(reader) for name in reader.members()}


def _leaper(reader: Reader) -> tuple[int, ...]:
    return tuple(reader.number() for _ in reader.elements())


def _maybe(reader: Reader) -> str | None:
    return None if reader.is_none() else reader.word()


_WHERE = N_("the file")
#: How each part is read.
_PARTS: Mapping[str, Callable[[Reader], Any]] = {
    "v": Reader.number,
    "rows": Reader.number,
    "columns": Reader.number,
    "holes": _places,
    "closed": Reader.flag,
    "start": _maybe,
    "end": _maybe,
    "leaper": _leaper,
    "symmetry": _maybe,
    "reason": Reader.word,
    "proof": Reader.word,
    "witness": _witness,
    "log": Reader.word,
}
_OPTIONAL = ("start", "end", "symmetry", "reason")


def _decompress(log: str) -> Iterator[str]:
    """Yield the text of a log in parts; `ValueError` where it is cut short, or is not over then."""
    packed, size, decoder = zlib.decompressobj(), 0, getincrementaldecoder("utf-8")()
    try:
        rest = b64decode(log.encode(), validate=True)
        while not packed.eof:
            part = packed.decompress(rest, CHUNK_BYTES)
            if not part and not packed.eof:
                raise value_error("the log of this proof is cut short")
            rest = packed.unconsumed_tail
            size += len(part)
            if size > MOST_BYTES:
                raise value_error(
                    "the log of this proof is too long; {most:,} bytes are the most",
                    most=MOST_BYTES,
                )
            yield decoder.decode(part)
        decoder.decode(b"", final=True)
    except (Error, zlib.error, UnicodeError):
        raise value_error("the log of this proof cannot be read") from None
    if packed.unused_data:
        raise value_error("the log of this proof has something behind its end")
