"""A tour and a reader's code as short texts for the address, both in base64. Pure."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence
from itertools import pairwise

from kt_core.board import Board, Square
from kt_core.graph import steps
from kt_core.language import Sentence
from kt_core.tour import Tour
from web.question.question import short

LONGEST_PATH = 4_096  # characters: a tour of about 8,000 squares
MOVES = steps()  # a move is its place among these
LONGEST_CODE = 8_192  # characters of an address that code may take
MOST_BYTES = 100_000  # of code that was unpacked: a short text may come to gigabytes


def packed_path(board: Board, path: Sequence[Square]) -> str:
    """Return the moves of a path, each in three bits; "" where that would be too long.

    >>> packed_path(Board(3, 4), [0, 6, 8, 1])
    'A2E'
    """
    if (len(path) - 1) * 3 > LONGEST_PATH * 6:
        return ""
    bits = 1  # in front, so that moves of the number 0 count
    for a, b in pairwise(path):
        up, right = b // board.columns - a // board.columns, b % board.columns - a % board.columns
        bits = bits << 3 | MOVES.index((up, right))
    whole = bits.to_bytes((bits.bit_length() + 7) // 8, "big")
    return _letters(whole)


def unpacked_tour(board: Board, start: Square, text: str, *, closed: bool) -> Tour:
    """Return the tour, proven; `ValueError` where the text is none of this board from `start`."""
    try:
        path = unpacked_path(board, start, text)
        if len(path) == len(board):
            return Tour(board, path, closed)
    except ValueError:
        pass
    named = board.name(start)
    raise ValueError(
        Sentence("these moves are no tour of {board} from {start}", board=board, start=named)
    )


def unpacked_path(board: Board, start: Square, text: str) -> list[Square]:
    """Return the squares that these moves lead over from `start`; `ValueError` where they leave.

    >>> unpacked_path(Board(3, 4), 0, packed_path(Board(3, 4), [0, 6, 8, 1]))
    [0, 6, 8, 1]
    """
    fault = Sentence("{text} is no list of moves", text=short(text))
    if len(text) > LONGEST_PATH + 4 or not text.isascii():
        raise ValueError(fault)
    try:
        bits = int.from_bytes(_bytes(text), "big")
    except (binascii.Error, ValueError):
        raise ValueError(fault) from None
    count, extra = divmod(bits.bit_length() - 1, 3)
    if extra or count < 0:
        raise ValueError(fault)
    path = [divmod(start, board.columns)]
    for i in reversed(range(count)):
        up, right = MOVES[bits >> 3 * i & 7]
        path.append((path[-1][0] + up, path[-1][1] + right))
    if not all(0 <= row < board.rows and 0 <= column < board.columns for row, column in path):
        raise ValueError(fault)
    return [row * board.columns + column for row, column in path]


def packed_code(code: str) -> str:
    """Return code as it stands in an address; "" where that would be too long.

    >>> unpacked_code(packed_code("def order(): ..."))
    'def order(): ...'
    """
    text = zlib.compress(code.encode("utf-8", "replace"), 9, wbits=-15)
    short = _letters(text)
    return short if len(short) <= LONGEST_CODE else ""


def unpacked_code(text: str) -> str:
    """Return the code in a text of an address; `ValueError` where there is none."""
    wrong = ValueError(Sentence("these letters are no code; copy the whole link"))
    if len(text) > LONGEST_CODE or not text.isascii():
        raise wrong
    opener = zlib.decompressobj(wbits=-15)
    try:
        whole = opener.decompress(_bytes(text), MOST_BYTES)
        code = whole.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise wrong from None
    if not opener.eof:
        raise wrong
    return code


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
