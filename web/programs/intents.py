"""Intents of the reader's own program. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.state.intents import Aside, Intent, Wish
from web.state.state import Attempt

if TYPE_CHECKING:  # loaded with the first run
    from web.programs.reports import Begin, Mistake, ProgramOutput, ProgramReport


class EditCode(Aside):
    """Store the editor's text."""

    text: str


class LoadTemplate(Aside):
    """Replace the program by one of the templates."""

    name: str


class SetBudget(Aside):
    """Set a limit of a run, "steps", "visits" or "seconds", or the "seed" of random."""

    field: str
    text: str


class SaveCode(Aside):
    """Save the editor's text as a file."""


class RunCode(Wish):
    """Run the program from the start of the question."""


class TryAll(Wish):
    """Run the program from every start."""


class RunReport(Intent):
    """The run of a generation reports its progress, its output, or its end."""

    generation: int
    tried: Attempt | None = None
    mistake: Mistake | None = None
    printed: ProgramOutput | None = None
    why: str = ""


class WorkersUnavailable(Intent):
    """No worker can start, or one can again.

    `why` is "barred" if the host or the browser forbids workers, "lost" if a part did not arrive,
    and "" if a worker can start.
    """

    why: str


class ProgramBegins(Intent):
    """The program of this run has a board now; its events follow."""

    run: int
    begin: Begin


class ProgramRuns(Intent):
    """The program of this run has new output, or new explanations of a slow search."""

    run: int
    output: ProgramOutput | None = None
    details: tuple[str, ...] = ()


class StopProgram(Wish):
    """Stop the program, or the search by the reader's function."""


class ProgramEnds(Intent):
    """The program of this run has ended, with a report, or for the reason `why` without one."""

    run: int
    report: ProgramReport | None
    why: str = ""


class SetArguments(Aside):
    """Set the program's arguments, as on a command line."""

    text: str


class AnswerInput(Wish):
    """Run the program again, with one more answer to its input()."""

    text: str


class WatchStore(Wish):
    """Run the program again, and watch another of its containers."""

    key: str


class WatchBoard(Wish):
    """Run the program again, and show another of its boards; the first is 0."""

    number: int


class AddCall(Wish):
    """Add a call at the end of the program, and run it."""

    call: str
