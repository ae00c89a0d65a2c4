"""Intents: everything that reaches the page, each as one frozen value. Pure.

Locks apply to a `Wish`, which comes from the reader; they do not apply to the host page or to the
opened address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from types import FunctionType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from kt_core.board import Square
from web.search.answer import Answer
from web.state.state import Attempt, Frozen, Place, State

if TYPE_CHECKING:  # loaded on first use
    from web.programs.reports import Begin, Mistake, ProgramOutput, ProgramReport, ShownTest
    from web.question.reading import TourOrBoard
    from web.search.game import Game, GameVerdict


class Intent(Frozen):
    """Anything that reaches the page."""


class Wish(Intent):
    """An intent of the reader; one that the host page sends is not subject to locks."""

    from_host: bool = field(default=False, kw_only=True)


class Aside(Wish):
    """A wish that changes at most how the question is shown: not its answer, nor the work on it."""


# --- The address and the host page ----------------------------------------------------------------


class Open(Intent):
    """Show the question of the address that the page was opened with, and set its task."""

    address: str
    place: Place | None = None


class Navigate(Wish):
    """Show the question of an address that the reader typed, followed, or went back to."""

    address: str
    place: Place | None = None


class SetKeys(Intent):
    """Change keys of the address, locked or not, and of the task: sent by the host page."""

    keys: Mapping[str, str]


class RestoreWork(Intent):
    """Restore the work that a course system saved; locked keys do not change."""

    keys: Mapping[str, str]
    score: float = 0.0
    done: bool = False


# --- The page as a whole --------------------------------------------------------------------------


class SetLanguage(Aside):
    """Show the page in another language, a key of `languages`."""

    language: str


class Present(Aside):
    """Show the board alone and large, for a lecture, or leave that view."""

    on: bool


class OpenDialog(Aside):
    """Open a dialog by name, or close it ("").

    In an open dialog, set choices: pairs of a field and its value, "1" or "" for a switch.
    """

    dialog: str
    place: Place | None = None
    chosen: tuple[tuple[str, str], ...] = ()


class ReportProgress(Intent):
    """Show a sentence in the open dialog, with the share of the work done; None: it has ended."""

    sentence: str
    share: float | None = None


class CopyLine(Aside):
    """Copy a line of the open dialog, by its name."""

    line: str


class Export(Aside):
    """Save a file of a kind and size: about the question that the dialog shows, or the "code"."""

    kind: str
    value: str = ""


class ReportError(Intent):
    """An internal error occurred."""

    fault: Exception


# --- The question ---------------------------------------------------------------------------------


class OpenPreset(Wish):
    """Show an example question, by its address, and perhaps play it at once."""

    address: str
    plays: bool = False


class Enter(Wish):
    """Apply the entered value of a field, or show why it is wrong."""

    field: str
    text: str  # "1" or "" for a switch


class Type(Enter):
    """Apply a field's text while it is being typed, if it is valid."""


class Submit(Enter):
    """Apply the entered value of a field, and solve."""


class Resize(Wish):
    """Change the board's "rows" or "columns" by a number."""

    side: str
    by: int


class ShowForm(Aside):
    """Show the controls of the question, with the focus on a field, or hide them."""

    field: str = ""


class SetLook(Aside):
    """Change a field of `Look`: the "speed", "panel", "recursive" form, "cutting", "more"."""

    name: str
    value: str | int


class ToggleLayer(Aside):
    """Show a layer of the board, or hide it."""

    layer: str


class Solve(Wish):
    """Search for an answer, from the beginning."""


class ShowOffer(Wish):
    """Show the answer that is offered beside a search."""


# --- The board ------------------------------------------------------------------------------------


class Choose(Wish):
    """Choose a square: as the start, a move, a prediction, or a hole."""

    square: Square
    hole: bool = False


class PointAtSquare(Aside):
    """Note the square that has the pointer or the focus; None if no square has it."""

    square: Square | None


class MoveCursor(Aside):
    """Move the focus from a square by some rows up and columns to the right."""

    square: Square
    up: int = 0
    right: int = 0


class Enlarge(Aside):
    """Enlarge the board by a factor around a point of the visible part; 0 shows the whole board.

    The point is given as shares, 0 to 1, of the visible width and height.
    """

    factor: float
    right: float = 0.5
    down: float = 0.5


class Pan(Aside):
    """Move the visible part of the board, by multiples of its width and height."""

    right: float
    down: float


# --- The steps ------------------------------------------------------------------------------------


class Go(Wish):
    """Go to a step."""

    step: int


class StepBy(Wish):
    """Go some steps forward, or back."""

    by: int


class Jump(Wish):
    """Go to the next dead end, or to the one before."""

    by: int  # 1 or -1


class Skip(Wish):
    """Go to the end of the next path that is longer than any before, else to the search's end."""


class Finish(Wish):
    """Go to the end of the search."""


class PlaySteps(Wish):
    """Play the steps from the step shown, or from the beginning if it is the last."""


class ShowInferences(Wish):
    """Step through the inferences of a refutation, or leave them."""

    on: bool


class Pause(Wish):
    """Stop playing, and stop a search under way."""


# --- Games and predictions ------------------------------------------------------------------------


class ShowPlace(Wish):
    """Show a place of the page: "watch", "play" or "own"."""

    name: str


class SetMode(Wish):
    """Set the mode: watch, predict or play."""

    mode: str


class Undo(Wish):
    """Undo the last move."""


class Redo(Wish):
    """Redo the move that was undone last."""


class StartAgain(Wish):
    """Start the game again."""


class JudgeGame(Wish):
    """Judge whether a tour is still possible, and give a hint if one is wanted."""

    advises: bool = False


class GameJudged(Intent):
    """A game was judged: whether a tour is still possible, with a hint if one was wanted."""

    game: Game
    verdict: GameVerdict


# --- Reports of work ------------------------------------------------------------------------------


class SearchReport(Intent):
    """The work for a generation reports its answer so far."""

    generation: int
    answer: Answer
    done: bool = False


class StepsPlayed(Intent):
    """Playback reached a step."""

    generation: int
    answer: Answer
    step: int
    owed: float = 0.0  # the share of the next step whose time has passed


# --- The chapter ----------------------------------------------------------------------------------


class ShowSection(Aside):
    """Show a section of the chapter, or the lab ("")."""

    name: str


class SectionInView(Aside):
    """The reader scrolled to a section."""

    section: str


class OfSection(Aside):
    """A wish about a figure or a question of a section; Python draws it from then on."""

    section: str


class TurnDial(OfSection):
    """Turn a dial of a section's figure: to a number ("3"), or by a step ("+1")."""

    dial: str
    text: str


class Highlight(OfSection):
    """Highlight the part of a section's figure under the pointer; "": none."""

    value: str


class GiveAnswer(OfSection):
    """Answer the question of a section."""

    text: str


class AskAnother(OfSection):
    """Ask another question in a section, drawn from a random number."""

    chance: int


class RunFigure(OfSection):
    """Play the figure of a section; "": stop playing."""


class Measure(OfSection):
    """Begin the measurement of a section's figure in this browser, or stop it."""


class Measured(Intent):
    """A measurement has new results, after some milliseconds."""

    section: str
    values: tuple[int, ...]
    milliseconds: int
    done: bool = False


class Counted(Intent):
    """The figure of a section has new counts; the last number is the progress."""

    section: str
    values: tuple[int, ...]


class TryInLab(Wish):
    """Ask in the lab the question of a section's figure, or of a link in its text."""

    section: str
    address: str = ""


# --- The reader's own program ---------------------------------------------------------------------


class EditCode(Aside):
    """Store the editor's text."""

    text: str


class LoadTemplate(Aside):
    """Replace the program by one of the templates."""

    name: str


class SetRun(Aside):
    """Set the "steps", "visits" or "seconds" of a run, its "seed" of random, or its "arguments"."""

    field: str
    text: str


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


# --- The dialog Load ------------------------------------------------------------------------------


class ReadText(Aside):
    """Read a text of this many characters; 0: stop reading."""

    text: int  # a number that identifies the text
    characters: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)  # what the reader chose for `read`


class ShowReading(Intent):
    """Show in the dialog how a text was read, and offer the actions that apply to it."""

    found: TourOrBoard


class UseReading(Wish):
    """Use the text of the dialog as a button offers: "lab", "on", "solve", "run" or "begin"."""

    offer: str


# --- Checks by tests ------------------------------------------------------------------------------


class CheckProgram(Wish):
    """Check the program by the tests of the task."""


class StopCheck(Aside):
    """Stop the check; the results until now remain."""


class WatchFailingCall(Wish):
    """Watch the first failing call."""


class RestoreStarter(Wish):
    """Replace the program by the starter of the task."""


class CheckRuns(Intent):
    """The tests of the check of this number, with their results, and its call if it takes long."""

    number: int
    tests: tuple[ShownTest, ...]
    call: str = ""


class CheckEnds(Intent):
    """The check of this number has ended; `why` is the reason if it ended early, else ""."""

    number: int
    why: str = ""


# --- Handlers -------------------------------------------------------------------------------------

Handler = Callable[[State, Any], State]
Handlers = dict[type[Intent], Handler]


def handlers(names: Mapping[str, Any]) -> Handlers:
    """Return kind of intent -> handler: the module's functions that have a parameter `intent`."""
    found: Handlers = {}
    for function in names.values():
        is_own = isinstance(function, FunctionType) and function.__module__ == names["__name__"]
        if is_own and "intent" in function.__annotations__:
            kind = get_type_hints(function)["intent"]
            kinds = get_args(kind) or (kind,)
            assert not found.keys() & set(kinds), "an intent has one handler"
            found |= dict.fromkeys(kinds, function)
    return found
