"""A game that a person plays with a program: the path of the answers to its input().

The answers with two numbers, or the name of a square, are the board's size, the start, and moves. A
program refuses what is no knight's move to a new square, so only such moves count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.graph import is_move

LEAST_SIDE, LONGEST_SIDE = 3, 56
_TWO_NUMBERS = re.compile(r"\s*(\d{1,2})[\s,;x]+(\d{1,2})\s*")


@dataclass(frozen=True)
class Game:
    """The board, and the player's path: squares of the board."""

    board: Board
    path: tuple[Square, ...]


def game_of(answers: Sequence[str], *, is_over: bool) -> Game | None:
    """Return the game that a person plays; None if the answers are none.

    The first pair is the board's size, columns before rows, and the second the start, column before
    row and from 1. A game that is over, unlike a program that asks for its start, has a move.

    >>> game_of(["4 3", "1 1", "y", "2 3", "2 2", "4 2"], is_over=False)
    Game(board=Board(3, 4), path=(0, 9, 7))
    """
    pairs = [(int(one), int(other)) for one, other in _pairs(answers)]
    if len(pairs) < 2:
        return None
    (columns, rows), *squares = pairs
    sides = (columns, rows)
    if not all(LEAST_SIDE <= side <= LONGEST_SIDE for side in sides):
        return None
    if not all(1 <= column <= columns and 1 <= row <= rows for column, row in squares[:1]):
        return None
    board, path = Board(rows, columns), list[Square]()
    for column, row in squares:
        square = (row - 1) * columns + column - 1
        inside = 1 <= column <= columns and 1 <= row <= rows
        if inside and (not path or (square not in path and is_move(board, path[-1], square))):
            path.append(square)
    return Game(board, tuple(path)) if len(path) > 1 or not is_over else None


def _pairs(answers: Sequence[str]) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for each in answers if (found := _TWO_NUMBERS.fullmatch(each))]
