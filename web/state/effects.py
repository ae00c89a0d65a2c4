"""What an update wants to be done outside the page's state: frozen values, each done once. Pure.

`update` leaves them in `State.effects`; `web.page.effects` does them, as soon as the document shows
the state. What is seen is no effect but `view(state)`, nor is what takes long: that is `doing`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.tour import Tour


@dataclass(frozen=True)
class Effect:
    """Anything that an update wants to be done."""


@dataclass(frozen=True)
class Focus(Effect):
    """Give the focus to an element, and bring another into sight if that is above the window."""

    selector: str
    above: str = ""


@dataclass(frozen=True)
class Scroll(Effect):
    """Bring a section of the chapter to the top of the window; "": the top of the page."""

    section: str


@dataclass(frozen=True)
class ScrollToBoard(Effect):
    """Bring the board into the window, where it is not wholly there."""


@dataclass(frozen=True)
class Push(Effect):
    """Let the browser's Back lead from the next address to the one before."""


@dataclass(frozen=True)
class Draw(Effect):
    """Draw by chance which question a section asks."""

    section: str


@dataclass(frozen=True)
class Copy(Effect):
    """Copy a line of the open dialog, by its name."""

    line: str


@dataclass(frozen=True)
class Save(Effect):
    """Save a file about what the dialog shows: its kind, and its size."""

    kind: str
    value: str = ""


# --- What concerns the page around, where there is one -------------------------------------------


@dataclass(frozen=True)
class HostEffect(Effect):
    """What its bridge does; where there is no page around, nothing."""


@dataclass(frozen=True)
class StartClock(HostEffect):
    """Count the seconds of the next tour from now on."""


@dataclass(frozen=True)
class TellTour(HostEffect):
    """Tell of a tour that was found by the "reader", by "code", or by the "page"."""

    tour: Tour
    by: str
    hints: int
    undos: int


@dataclass(frozen=True)
class TellScore(HostEffect):
    """Tell from how many of all starts the reader's code has a tour within so many steps."""

    found: int
    starts: int
    steps: int


@dataclass(frozen=True)
class TellFaults(HostEffect):
    """Tell what is wrong with an address, in sentences."""

    faults: tuple[str, ...]


@dataclass(frozen=True)
class Record(HostEffect):
    """Let a course record what an act in a task of this kind has come to."""

    kind: str
