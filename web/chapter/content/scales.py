"""The boards, rules and visits that the dials of some figures go through. Pure."""

from __future__ import annotations

#: Boards and rules to choose from; up to which side a path is walked at once, step by step; and how
#: many places the dial of a longer one has.
BOARDS = (5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 80, 100, 130)
ORDERS = ("warnsdorff", "roth", "pohl", "random", "most-moves", "static-degree")
LIVE_SIDE, LONG_POSITIONS, MOST_SEED = 12, 200, 99
SKIPPED = 3  # of a bet, whose answers are 1 and 2
#: Visits from one place of a dial to the next, and how many places, by the side of the board.
VISITS, POSITIONS = {4: 20, 8: 10_000}, {4: 112, 8: 100}


def positions(side: int) -> int:
    """Return where the dial of a path through a board ends."""
    return side * side - 1 if side <= LIVE_SIDE else LONG_POSITIONS


def squares_at(side: int, position: int) -> int:
    """Return how many squares a path has where its dial stands so."""
    return position + 1 if side <= LIVE_SIDE else max(position * side * side // LONG_POSITIONS, 1)
