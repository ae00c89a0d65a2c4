"""The controls of figures: the ranges of their dials, and the names that texts repeat. Pure.

`{{label order most-moves}}` in a Markdown file becomes the name of that menu item in the language
of the file, so the text always agrees with the menu.
"""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.language import N_

Labels = Mapping[str, str]

#: The orderings of the menu "Rule", with their names.
ORDER_NAMES: Labels = {
    "warnsdorff": N_("Fewest onward moves first"),
    "roth": N_("Fewest, ties far from the center (Roth)"),
    "pohl": N_("Fewest, ties by looking one move ahead (Pohl)"),
    "random": N_("Fewest, random ties"),
    "most-moves": N_("Most onward moves first"),
    "static-degree": N_("Fewest, counted on the empty board"),
}
#: The name of a figure or of an action -> the label of its button.
BUTTONS: Labels = {
    "game": N_("Still possible?"),
    "growth": N_("Estimate it here"),
    "rule": N_("Try every start"),
    "play": N_("Play"),
    "step": N_("Step"),
    "run": N_("Run"),
    "task": N_("Make a task"),
}
DIALS: Labels = {"graph": N_("Graph"), "board": N_("Board")}
TABS: Labels = {"own": N_("Your program")}

LABELS: Mapping[str, Labels] = {"order": ORDER_NAMES, "button": BUTTONS, "dial": DIALS, "tab": TABS}
ORDERS = tuple(ORDER_NAMES)
#: The sides of the boards to choose from; the largest side whose path is shown step by step; the
#: number of dial positions for a longer path; and the largest seed.
BOARDS = (5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 80, 100, 130)
LIVE_SIDE, LONG_POSITIONS, MOST_SEED = 12, 200, 99
SKIPPED = 3  # the reader made no prediction; predictions are 1 and 2
#: Visits per dial position, and the number of positions, by the side of the board.
VISITS, POSITIONS = {4: 20, 8: 10_000}, {4: 112, 8: 100}


def label(control: str, name: str) -> str:
    """Return the English name of a control; `ValueError` lists the known names."""
    known = LABELS.get(control, {})
    if name not in known:
        names = [f"{kind} {each}" for kind, labels in LABELS.items() for each in labels]
        raise ValueError(f"no control is called {control} {name}; there are {', '.join(names)}")
    return known[name]


def positions(side: int) -> int:
    """Return the last dial position of a path through a board."""
    return side * side - 1 if side <= LIVE_SIDE else LONG_POSITIONS


def squares_at(side: int, position: int) -> int:
    """Return the length of the path at a dial position."""
    return position + 1 if side <= LIVE_SIDE else max(position * side * side // LONG_POSITIONS, 1)
