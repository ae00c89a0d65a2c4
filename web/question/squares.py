"""A tour as a short text for the address: three bits a move, in base64. Pure."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from itertools import pairwise

from kt_core.board import Board, Square
from kt_core.language import Sentence
from kt_core.leaper import steps
from kt_core.tour import Tour
from web.question.question import short

LONGEST_CHARACTERS = 4_096  # characters: a tour of about 8,000 squares
MOVES = steps()  # a move is its place among these


def packed(board: Board, path: Sequence[Square]) -> str:
    """Return the moves of a path by knight's moves; "" where that would be too long.

    >>> packed(Board(3, 4), [0, 6, 8, 1])
    'A2E'
    """
    if (len(path) - 1) * 3 > LONGEST_CHARACTERS * 6:
        return ""
    bits = 1  # in front, so that moves of the number 0 count
    for a, b in pairwise(path):
        up, right = b // board.columns - a // board.columns, b % board.columns - a % board.columns
        bits = bits << 3 | MOVES.index((up, right))
    whole = bits.to_bytes((bits.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def unpacked(board: Board, start: Square, text: str, *, closed: bool) -> Tour:
    """Return the tour, proven; `ValueError` where the text is none of this board from `start`."""
    try:
        path = walked(board, start, text)
        if len(path) == len(board):
            return Tour(board, path, closed)
    except ValueError:
        pass
    named = board.name(start)
    raise ValueError(
        Sentence("these moves are no tour of {board} from {start}", board=board, start=named)
    )


def walked(board: Board, start: Square, text: str) -> list[Square]:
    """Return the squares that these moves lead over from `start`; `ValueError` where they leave.

    >>> walked(Board(3, 4), 0, packed(Board(3, 4), [0, 6, 8, 1]))
    [0, 6, 8, 1]
    """
    fault = Sentence("{text} is no list of moves", text=short(text))
    if len(text) > LONGEST_CHARACTERS + 4 or not text.isascii():
        raise ValueError(fault)
    try:
        bits = int.from_bytes(base64.b64decode(_padded(text), b"-_", validate=True), "big")
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


def _padded(text: str) -> str:
    return text + "=" * (-len(text) % 4)
