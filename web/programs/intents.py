"""Intents of the reader's own program. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.state.intents import Aside, Intent, Wish
from web.state.state import Attempt

if TYPE_CHECKING:  # loaded with the first run
    from web.programs.reports import Begin, Mistake, ProgramOutput, ProgramReport


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
    """Set a limit of a run, "steps", "visits" or "seconds", or the "seed" of random."""

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
    printed: ProgramOutput | None = None
    why: str = ""


@dataclass(frozen=True)
class WorkersUnavailable(Intent):
    """No worker can start: "barred" by the page's surroundings, or a part of the page is "lost"."""

    why: str


@dataclass(frozen=True)
class ProgramBegins(Intent):
    """The program of this run has a board now; its events follow."""

    run: int
    begin: Begin


@dataclass(frozen=True)
class ProgramRuns(Intent):
    """The program of this run has printed more, or it is known why it takes long."""

    run: int
    output: ProgramOutput | None = None
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class StopProgram(Wish):
    """Stop the program, or the search by the reader's function."""


@dataclass(frozen=True)
class ProgramEnds(Intent):
    """The program of this run has ended, with a report, or without one as `why` says."""

    run: int
    report: ProgramReport | None
    why: str = ""


@dataclass(frozen=True)
class SetArguments(Aside):
    """Set the program's own arguments, as on a command line."""

    text: str


@dataclass(frozen=True)
class AnswerInput(Wish):
    """Run the program again, with one more answer to its input()."""

    text: str


@dataclass(frozen=True)
class WatchStore(Wish):
    """Run the program again, and watch another of its containers."""

    key: str


@dataclass(frozen=True)
class WatchBoard(Wish):
    """Run the program again, and show another of its boards; the first is 0."""

    number: int


@dataclass(frozen=True)
class AddCall(Wish):
    """Add a call at the end of the program, and run it."""

    call: str
