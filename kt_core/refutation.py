"""Refutations as text: a JSON object that tells the question, the proof, and how to check it.

Its log, which may be long, is compressed: base64 of zlib of JSON.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from typing import Any

from kt_core.board import Board
from kt_core.tour import NoTour, Puzzle

MOST_BYTES = 200_000_000  # of a log that is unpacked
_WANTED = {"rows": int, "columns": int, "holes": list, "closed": bool, "leaper": list}
_WANTED |= {"reason": str, "proof": str, "witness": dict, "log": str}


def written(no: NoTour) -> str:
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
        "reason": no.reason,
        "proof": no.proof,
        "witness": {what: board.names(squares).split() for what, squares in no.witness.items()},
        "log": b64encode(zlib.compress(json.dumps(no.log).encode(), 9)).decode(),
    }
    return json.dumps(told)


def read(told: Mapping[str, Any]) -> NoTour:
    """Return the refutation that an object tells, unchecked; `ValueError` where it is none."""
    for key, kind in _WANTED.items():
        if type(told.get(key)) is not kind:
            raise ValueError(f'"{key}" of this proof must be of the kind {kind.__name__}')
    board = Board(told["rows"], told["columns"], told["holes"])
    start, end = told.get("start"), told.get("end")
    leaper = tuple(told["leaper"])
    puzzle = Puzzle.of(board, start=start, end=end, closed=told["closed"], leaper=leaper)
    witness = {what: [*map(board.square, names)] for what, names in told["witness"].items()}
    return NoTour(told["reason"], told["proof"], witness, _unpacked(told["log"])).of(puzzle)


def _unpacked(log: str) -> dict[str, Any]:
    try:
        data = zlib.decompressobj().decompress(b64decode(log, validate=True), MOST_BYTES)
        found: dict[str, Any] = json.loads(data)
    except (Error, zlib.error, ValueError, RecursionError):
        raise ValueError("the log of this proof cannot be read") from None
    return found
