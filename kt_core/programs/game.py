"""A game that a person plays with a program: the path of the answers to its input().

The numbers among the answers are the board's size, the start, and moves. A program refuses
all but knight's moves to new squares, so only those count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.graph import is_move

LEAST_SIDE, LONGEST_SIDE = 3, 56
LEAST_PATH = 3  # squares of a game that is over; a solver may ask for two squares
_NUMBERS = re.compile(r"\s*(\d{1,2})(?:[\s,;x]+(\d{1,2}))?\s*")


@dataclass(frozen=True)
class PlayedGame:
    """The board, and the player's path: squares of the board."""

    board: Board
    path: tuple[Square, ...]


def game_of(answers: Sequence[str], *, is_over: bool) -> PlayedGame | None:
    """Return the game that a person plays; None if the answers are none.

    The first numbers are the sides of the board, columns before rows, then those of the start,
    column before row. A program that has ended needs a move to be a game.

    >>> game_of(["4 3", "1 1", "y", "2 3", "2 2", "4 2"], is_over=False)
    PlayedGame(board=Board(3, 4), path=(0, 9, 7))
    """
    given = [
        [int(each) for each in found.groups() if each]
        for found in map(_NUMBERS.fullmatch, answers)
        if found
    ]
    sides = next((each for each in given if min(each) >= LEAST_SIDE), None)
    if sides is None or max(sides) > LONGEST_SIDE:
        return None
    columns, rows = sides[0], sides[-1]
    board, path = Board(rows, columns), list[Square]()
    pairs = _pairs(given[given.index(sides) + 1 :])
    base = 0 if any(0 in pair for pair in pairs) else 1
    for column, row in pairs:
        square = (row - base) * columns + column - base
        inside = base <= column < columns + base and base <= row < rows + base
        if inside and (not path or (square not in path and is_move(board, path[-1], square))):
            path.append(square)
    least = LEAST_PATH if is_over else 1
    return PlayedGame(board, tuple(path)) if len(path) >= least else None


def _pairs(given: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the answers with two numbers; if there are none, each two numbers as a pair."""
    pairs = [(each[0], each[1]) for each in given if len(each) == 2]
    single = [each[0] for each in given]
    return pairs or [*zip(single[::2], single[1::2], strict=False)]
