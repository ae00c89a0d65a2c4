"""The ranges of the dials of figures, and the orderings of the menu "Rule". Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.language import N_

#: The orderings of the menu "Rule", with their names.
ORDER_NAMES: Mapping[str, str] = {
    "warnsdorff": N_("Fewest onward moves first"),
    "roth": N_("Fewest, ties far from the center (Roth)"),
    "pohl": N_("Fewest, ties by looking one move ahead (Pohl)"),
    "random": N_("Fewest, random ties"),
    "most-moves": N_("Most onward moves first"),
    "static-degree": N_("Fewest, counted on the empty board"),
}
ORDERS = tuple(ORDER_NAMES)
#: The sides of the boards to choose from; the largest side whose path is shown step by step; the
#: number of dial positions for a longer path; and the largest seed.
BOARDS = (5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 80, 100, 130)
LIVE_SIDE, LONG_POSITIONS, MOST_SEED = 12, 200, 99
SKIPPED = 3  # the reader made no prediction; predictions are 1 and 2
#: Visits per dial position, and the number of positions, by the side of the board.
VISITS, POSITIONS = {4: 20, 8: 10_000}, {4: 112, 8: 100}


def positions(side: int) -> int:
    """Return the last dial position of a path through a board."""
    return side * side - 1 if side <= LIVE_SIDE else LONG_POSITIONS


def squares_at(side: int, position: int) -> int:
    """Return the length of the path at a dial position."""
    return position + 1 if side <= LIVE_SIDE else max(position * side * side // LONG_POSITIONS, 1)
