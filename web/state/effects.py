"""Effects: frozen values for actions outside the state, each carried out once. Pure.

`update` returns them; `web.page.effects` carries them out as soon as the document shows the state.
They do not change the document, which `view(state)` determines, and do not begin long work, which
the state describes in `doing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform

from kt_core.tour import Tour


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Each subclass is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Effect(Frozen):
    """An action outside the state."""


class Focus(Effect):
    """Focus an element; if the element `above` is above the window, scroll to it."""

    selector: str
    above: str = ""


class Scroll(Effect):
    """Scroll to a section of the chapter; "": to the top of the page."""

    section: str


class ScrollToBoard(Effect):
    """Scroll to the board, if it is not completely visible."""


class Push(Effect):
    """Push a history entry, so that Back returns to the previous address."""


class Draw(Effect):
    """Draw a random question for a section."""

    section: str


class Copy(Effect):
    """Copy a line of the open dialog, by its name."""

    line: str


class Save(Effect):
    """Save a file of the open dialog: its kind, and its size."""

    kind: str
    value: str = ""


# --- Messages to the host page, if there is one --------------------------------------------------


class HostEffect(Effect):
    """An effect of the bridge to the host page; without a host page it does nothing."""


class StartClock(HostEffect):
    """Start to measure the time of the next tour."""


class ReportTour(HostEffect):
    """Report a tour found by the "reader", by "code", or by the "page"."""

    tour: Tour
    by: str
    hints: int
    undos: int


class ReportScore(HostEffect):
    """Report the number of starts with a tour by the reader's code within a step limit."""

    found: int
    starts: int
    steps: int


class ReportFaults(HostEffect):
    """Report the faults of an address, in sentences."""

    faults: tuple[str, ...]


class Record(HostEffect):
    """Send a course the result of an action in a task of this kind."""

    kind: str
