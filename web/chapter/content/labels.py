"""The names of controls that both a figure and the text of the chapter show. Pure.

`{{label order most-moves}}` in a Markdown file becomes the name of that menu item in the language
of the file, so the text cannot differ from the menu.
"""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.language import N_

Labels = Mapping[str, str]

#: The name of each ordering of `scales.ORDERS` in the menu "Rule".
ORDERS: Labels = {
    "warnsdorff": N_("Fewest onward moves first"),
    "roth": N_("Fewest, ties far from the center (Roth)"),
    "pohl": N_("Fewest, ties by looking one move ahead (Pohl)"),
    "random": N_("Fewest, random ties"),
    "most-moves": N_("Most onward moves first"),
    "static-degree": N_("Fewest, counted on the empty board"),
}
#: The buttons of figures, by the name of the figure or of the action.
BUTTONS: Labels = {
    "game": N_("Still possible?"),
    "growth": N_("Estimate it here"),
    "rule": N_("Try every start"),
    "play": N_("Play"),
    "step": N_("Step"),
    "run": N_("Run"),
    "task": N_("Make a task"),
}
DIALS: Labels = {"graph": N_("Graph"), "kind": N_("Kind"), "board": N_("Board")}
TABS: Labels = {"own": N_("Your program")}

LABELS: Mapping[str, Labels] = {"order": ORDERS, "button": BUTTONS, "dial": DIALS, "tab": TABS}


def label(control: str, name: str) -> str:
    """Return the English name of a control; `ValueError` lists the known names."""
    known = LABELS.get(control, {})
    if name not in known:
        names = [f"{kind} {each}" for kind, labels in LABELS.items() for each in labels]
        raise ValueError(f"no control is called {control} {name}; there are {', '.join(names)}")
    return known[name]
