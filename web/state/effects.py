"""Effects: frozen values for actions outside the state, each carried out once. Pure.

`update` returns them; `web.page.effects` carries them out as soon as the document shows the state.
The document itself follows from `view(state)`, and long work is `doing`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.tour import Tour


@dataclass(frozen=True)
class Effect:
    """An action outside the state."""


@dataclass(frozen=True)
class Focus(Effect):
    """Focus an element; scroll to the element `above` if that is above the window."""

    selector: str
    above: str = ""


@dataclass(frozen=True)
class Scroll(Effect):
    """Scroll to a section of the chapter; "": to the top of the page."""

    section: str


@dataclass(frozen=True)
class ScrollToBoard(Effect):
    """Scroll to the board, if it is not completely visible."""


@dataclass(frozen=True)
class Push(Effect):
    """Push a history entry, so that Back returns to the previous address."""


@dataclass(frozen=True)
class Draw(Effect):
    """Draw a random question for a section."""

    section: str


@dataclass(frozen=True)
class Copy(Effect):
    """Copy a line of the open dialog, by its name."""

    line: str


@dataclass(frozen=True)
class Save(Effect):
    """Save a file of the open dialog: its kind, and its size."""

    kind: str
    value: str = ""


# --- Messages to the host page, if there is one --------------------------------------------------


@dataclass(frozen=True)
class HostEffect(Effect):
    """An effect of the bridge to the host page; without a host page nothing happens."""


@dataclass(frozen=True)
class StartClock(HostEffect):
    """Start to measure the time of the next tour."""


@dataclass(frozen=True)
class ReportTour(HostEffect):
    """Report a tour found by the "reader", by "code", or by the "page"."""

    tour: Tour
    by: str
    hints: int
    undos: int


@dataclass(frozen=True)
class ReportScore(HostEffect):
    """Report the number of starts with a tour by the reader's code within a step limit."""

    found: int
    starts: int
    steps: int


@dataclass(frozen=True)
class ReportFaults(HostEffect):
    """Report the faults of an address, in sentences."""

    faults: tuple[str, ...]


@dataclass(frozen=True)
class Record(HostEffect):
    """Send a course the result of an act in a task of this kind."""

    kind: str
