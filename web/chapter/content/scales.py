"""The ranges of dials: boards, rules, and numbers of visits. Pure."""

from __future__ import annotations

#: Boards and rules to choose from; the largest side whose path is shown step by step; and the
#: number of dial positions for a longer path.
BOARDS = (5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 80, 100, 130)
ORDERS = ("warnsdorff", "roth", "pohl", "random", "most-moves", "static-degree")
LIVE_SIDE, LONG_POSITIONS, MOST_SEED = 12, 200, 99
SKIPPED = 3  # instead of a bet, whose answers are 1 and 2
#: Visits per dial position, and the number of positions, by the side of the board.
VISITS, POSITIONS = {4: 20, 8: 10_000}, {4: 112, 8: 100}


def positions(side: int) -> int:
    """Return the last dial position of a path through a board."""
    return side * side - 1 if side <= LIVE_SIDE else LONG_POSITIONS


def squares_at(side: int, position: int) -> int:
    """Return the length of the path at a dial position."""
    return position + 1 if side <= LIVE_SIDE else max(position * side * side // LONG_POSITIONS, 1)
