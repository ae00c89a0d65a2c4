"""Intents of the reader's own program. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.state.intents import Aside, Intent, Wish
from web.state.state import Attempt

if TYPE_CHECKING:  # loaded with the first run
    from web.programs.feed import Mistake, Output


@dataclass(frozen=True)
class EditCode(Aside):
    """Store the editor's text."""

    text: str


@dataclass(frozen=True)
class LoadTemplate(Aside):
    """Replace the program by one of the templates."""

    name: str


@dataclass(frozen=True)
class SetBudget(Aside):
    """Set the limit of a run in "steps" or "seconds"."""

    field: str
    text: str


@dataclass(frozen=True)
class SaveCode(Aside):
    """Save the editor's text as a file."""


@dataclass(frozen=True)
class RunCode(Wish):
    """Run the program from the start of the question."""


@dataclass(frozen=True)
class TryAll(Wish):
    """Run the program from every start."""


@dataclass(frozen=True)
class RunReport(Intent):
    """The run of a generation reports where it is, what it printed, or how it ended."""

    generation: int
    tried: Attempt | None = None
    mistake: Mistake | None = None
    printed: Output | None = None
    why: str = ""


@dataclass(frozen=True)
class WorkersUnavailable(Intent):
    """No worker can start: "barred" by the page's surroundings, or a part of the page is "lost"."""

    why: str
