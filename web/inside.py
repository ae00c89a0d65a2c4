"""Inside the search: the tabs beside the board, and the one panel that is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kt_core.search import RECURSION_LIMIT, recursive
from web.question.question import BEST
from web.search.context import Context
from web.search.record import Moment
from web.view import words

LINE = 24  # CSS pixels that a current line needs to be seen in whole


class Inside:
    """Knows which panel is shown, and draws it."""

    def __init__(self, document: Any) -> None:
        self.panel = "code"
        self._tabs, self._panel = map(document.getElementById, ("tabs", "panel"))

    def choose(self, panel: str) -> None:
        """Turn to the panel of this name."""
        self.panel = panel
        for tab in self._tabs.querySelectorAll("[role=tab]"):
            chosen = tab.name == panel
            tab.setAttribute("aria-selected", "true" if chosen else "false")
            tab.setAttribute("tabindex", "0" if chosen else "-1")
        self._panel.setAttribute("aria-labelledby", f"tab-{panel}")

    def beside(self, by: int) -> str:
        """Return the name of the panel so many tabs further, round and round."""
        names = [tab.name for tab in self._tabs.querySelectorAll("[role=tab]")]
        return str(names[(names.index(self.panel) + by) % len(names)])

    def focus(self) -> None:
        """Give the focus to the tab that is chosen."""
        self._tabs.querySelector(f"[name={self.panel}]").focus()

    def draw(self, context: Context, moment: Moment) -> None:
        """Show the panel as it is at this moment, its current line in sight."""
        self._panel.innerHTML = _drawn(self.panel, context, moment)
        here = self._panel.querySelector(".here")
        box = here.closest(".code, .scroll") if here else None
        if box:
            top = here.getBoundingClientRect().top - box.getBoundingClientRect().top
            if not 0 <= top <= box.clientHeight - LINE:
                box.scrollTop += top - box.clientHeight / 2


def _drawn(panel: str, context: Context, moment: Moment) -> str:
    from web.view.panels import PANELS  # with the drawings, which a page starts without

    if context.ordering == BEST and panel in ("code", "stack", "tree"):
        return f'<p class="caption">{words.SHOWN if context.shown else words.NO_SEARCH}</p>'
    if panel == "stack" and len(context.graph) > RECURSION_LIMIT:
        return f'<p class="caption">{words.TOO_DEEP}</p>'
    # Recursion tells the same events, so it would stand at the same step.
    shown = replace(context, solver=recursive) if panel == "stack" else context
    return PANELS[panel](shown, moment)
