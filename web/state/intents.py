"""What may be wished of the page, and what its work reports: one frozen value for each. Pure.

A `Wish` is the reader's, and held to the locks. The page around and the address are not. Modules of
handlers say by `on` which takes what, so that mypy sees an intent that would reach the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from kt_core.board import Square
from kt_core.tour import Tour
from web.lab.search.answer import Answer
from web.state.state import Attempt, Place, State

if TYPE_CHECKING:  # which a page starts without
    from kt_core.files.reading import EndsEarly
    from web.lab.play.game import Game, Verdict
    from web.programs.feed import Mistake, Output


class Intent:
    """Anything that reaches the page."""


@dataclass(frozen=True)
class Wish(Intent):
    """What a reader does; the page around may wish the same, and no lock holds it."""

    from_host: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Aside(Wish):
    """A wish that leaves the question, its answer and all that is under way as they are."""


# --- The question ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open(Intent):
    """Show what the address asks with which the page was opened; it may set a task."""

    address: str
    place: Place | None = None


@dataclass(frozen=True)
class Navigate(Wish):
    """Show what an address asks to which the reader has come: by hand, a link, or going back."""

    address: str
    place: Place | None = None


@dataclass(frozen=True)
class Begin(Wish):
    """Show one of the questions to begin with, by its address; it may play at once."""

    address: str
    plays: bool = False


@dataclass(frozen=True)
class Type(Wish):
    """Follow what is being typed, as far as it makes sense."""

    field: str
    text: str  # "1" or "" for a switch


@dataclass(frozen=True)
class Enter(Wish):
    """Take over what was entered, or say what is wrong with it."""

    field: str
    text: str


@dataclass(frozen=True)
class TakeBest(Wish):
    """Take the best method, by the button that lies over the field of orderings."""


@dataclass(frozen=True)
class Submit(Wish):
    """Take over what was entered, and solve."""

    field: str
    text: str


@dataclass(frozen=True)
class Resize(Wish):
    """Make the board's "rows" or "columns" more or fewer."""

    side: str
    by: int


@dataclass(frozen=True)
class More(Aside):
    """Show more of the question, or less, whatever of it is set."""


@dataclass(frozen=True)
class Show(Aside):
    """Show a layer that was not shown, or the other way round."""

    layer: str


@dataclass(frozen=True)
class Bring(Wish):
    """Show a tour of the reader's own."""

    tour: Tour


@dataclass(frozen=True)
class Solve(Wish):
    """Look for an answer, from the beginning."""


@dataclass(frozen=True)
class Reveal(Wish):
    """Show the answer that is offered beside a search."""


@dataclass(frozen=True)
class Stop(Wish):
    """Leave the search where it is."""


# --- The board ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choose(Wish):
    """Put the knight on a square, move it there, predict it, or cut it out."""

    square: Square
    hole: bool = False


@dataclass(frozen=True)
class Cut(Aside):
    """Take the hole tool up, or put it down."""

    on: bool


@dataclass(frozen=True)
class Point(Aside):
    """Tell of the square under the pointer or with the focus; None: of no square."""

    square: Square | None


@dataclass(frozen=True)
class Walk(Aside):
    """Go from a square with the arrow keys: so many rows up, and columns to the right."""

    square: Square
    up: int = 0
    right: int = 0


@dataclass(frozen=True)
class Enlarge(Aside):
    """Show the board larger by a factor, 0: whole, around a point of what is seen.

    That point is so far right and down in what is seen, 0 to 1.
    """

    factor: float
    right: float = 0.5
    down: float = 0.5


@dataclass(frozen=True)
class Pan(Aside):
    """Show what is beside what is seen: so many times its width right, and its height down."""

    right: float
    down: float


# --- The steps ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Go(Wish):
    """Go to a step."""

    step: int


@dataclass(frozen=True)
class Step(Wish):
    """Go so many steps further, or back."""

    by: int


@dataclass(frozen=True)
class Jump(Wish):
    """Go to the next dead end, or to the one before."""

    by: int  # 1 or -1


@dataclass(frozen=True)
class Finish(Wish):
    """Go to the end of the search."""


@dataclass(frozen=True)
class Play(Wish):
    """Let the steps go by, from the beginning if this is the end."""


@dataclass(frozen=True)
class Deduce(Wish):
    """Go through what forced moves come to, one inference after the other, or leave that."""

    on: bool


@dataclass(frozen=True)
class Pause(Wish):
    """Stay here; a search on its way is stopped."""


@dataclass(frozen=True)
class Speed(Aside):
    """Let the steps go by so fast: a place in `SPEEDS`."""

    speed: int


@dataclass(frozen=True)
class Recall(Aside):
    """Tell what happened so far along the timeline, 0 to 1; None: tell nothing."""

    share: float | None


@dataclass(frozen=True)
class Panel(Aside):
    """Show another panel."""

    name: str


@dataclass(frozen=True)
class NextPanel(Aside):
    """Show the panel so many tabs further, round and round, and let its tab have the focus."""

    by: int


@dataclass(frozen=True)
class Speak(Aside):
    """Say everything in another language: a key of `languages`."""

    language: str


@dataclass(frozen=True)
class Present(Aside):
    """Show the board alone, large, for a lecture, or leave that."""

    on: bool


@dataclass(frozen=True)
class Recurse(Aside):
    """Tell of the search in the form that calls itself, or in that with a stack of its own."""

    on: bool


# --- The reader's part -------------------------------------------------------------------------


@dataclass(frozen=True)
class Take(Wish):
    """Take a part: watch, predict, play."""

    mode: str


@dataclass(frozen=True)
class Undo(Wish):
    """Take the last move back."""


@dataclass(frozen=True)
class Redo(Wish):
    """Make the move again that was taken back last."""


@dataclass(frozen=True)
class Anew(Wish):
    """Begin the game anew."""


@dataclass(frozen=True)
class Advise(Wish):
    """Give a hint."""


@dataclass(frozen=True)
class Judge(Wish):
    """Tell whether a tour still goes on from here."""


# --- The reader's own code -----------------------------------------------------------------------


@dataclass(frozen=True)
class Write(Aside):
    """Take what stands in the editor."""

    text: str


@dataclass(frozen=True)
class Start(Aside):
    """Begin with one of the texts to begin with."""

    name: str


@dataclass(frozen=True)
class Spend(Aside):
    """Let a run take so many "steps" or "seconds"."""

    field: str
    text: str


@dataclass(frozen=True)
class Keep(Aside):
    """Save what stands in the editor as a file."""


@dataclass(frozen=True)
class Execute(Wish):
    """Run the reader's code from the start of the question."""


@dataclass(frozen=True)
class TryAll(Wish):
    """Run the reader's code from every start."""


@dataclass(frozen=True)
class Heard(Intent):
    """The run of a generation tells something: where it stands, what was printed, how it ended."""

    generation: int
    tried: Attempt | None = None
    mistake: Mistake | None = None
    printed: Output | None = None
    why: str = ""


@dataclass(frozen=True)
class Bar(Intent):
    """No worker can start here: "barred" by what is around the page, or a part is "lost"."""

    why: str


# --- Dialogs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ask(Aside):
    """Open the dialog "share" or "open"; "" closes it. In an open one, choose."""

    dialog: str
    place: Place | None = None
    chosen: tuple[tuple[str, str], ...] = ()  # fields and their values, "1" or "" of a switch


@dataclass(frozen=True)
class CopyLine(Aside):
    """Copy a line of the open dialog, by its name."""

    line: str


@dataclass(frozen=True)
class Export(Aside):
    """Save a file of a kind, and a size, about what the dialog shows, as is chosen there."""

    kind: str
    value: str = ""


@dataclass(frozen=True)
class Read(Aside):
    """Read a text that is brought, so many characters long; 0: stop reading."""

    text: int  # its number; each has another
    characters: int = 0


@dataclass(frozen=True)
class Say(Intent):
    """Say something in the open dialog: of a text that is read so far, or, None, that is not."""

    sentence: str
    share: float | None = None


@dataclass(frozen=True)
class Offer(Intent):
    """Offer in the dialog to play on where the path ends that was brought."""

    early: EndsEarly


@dataclass(frozen=True)
class PlayOn(Wish):
    """Play on where the path ends that was brought."""


# --- The chapter -------------------------------------------------------------------------------


@dataclass(frozen=True)
class View(Aside):
    """Show a section of the chapter, or the lab."""

    name: str


@dataclass(frozen=True)
class Sight(Aside):
    """Tell of the section that a reader of the chapter has come to."""

    section: str


@dataclass(frozen=True)
class Turn(Aside):
    """Turn a dial of a section's figure: to a number, or by a step."""

    section: str
    dial: str
    text: str


@dataclass(frozen=True)
class Light(Aside):
    """Light what the pointer is on in a section's figure; "": nothing."""

    section: str
    value: str


@dataclass(frozen=True)
class Reply(Aside):
    """Answer the question of a section."""

    section: str
    text: str


@dataclass(frozen=True)
class Another(Aside):
    """Ask another question of a section, drawn from a number that came by chance."""

    section: str
    chance: int


@dataclass(frozen=True)
class Run(Aside):
    """Let the figure of a section go on by itself; "": let none."""

    section: str


@dataclass(frozen=True)
class Measure(Aside):
    """Measure in this browser what a section's figure tells of; while that lasts: stop."""

    section: str


@dataclass(frozen=True)
class Measured(Intent):
    """A measurement has come so far, in so many milliseconds."""

    section: str
    values: tuple[int, ...]
    milliseconds: int
    done: bool = False


@dataclass(frozen=True)
class Counted(Intent):
    """The figure of a section has counted something, so far as the last number says."""

    section: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Try(Wish):
    """Ask in the lab what a section's figure shows, or what its text links to."""

    section: str
    address: str = ""


# --- The page around ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Set(Intent):
    """Change keys of the address, locked or not, and so perhaps the task."""

    keys: Mapping[str, str]


@dataclass(frozen=True)
class Restore(Intent):
    """Go on from what a course has kept, which changes nothing that is locked."""

    keys: Mapping[str, str]
    score: float = 0.0
    done: bool = False


# --- The work ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report(Intent):
    """The work of a generation has come so far."""

    generation: int
    answer: Answer
    done: bool = False


@dataclass(frozen=True)
class Played(Intent):
    """The steps went by, up to this one."""

    generation: int
    answer: Answer
    step: int
    owed: float = 0.0


@dataclass(frozen=True)
class Judged(Intent):
    """It is worked out whether a tour goes on from where a game was."""

    game: Game
    verdict: Verdict


@dataclass(frozen=True)
class Fail(Intent):
    """The page made a mistake."""

    fault: Exception


# --- Who handles them ----------------------------------------------------------------------------

Kind = TypeVar("Kind", bound=Intent)
Handlers = dict[type[Intent], Callable[[State, Any], State]]


def on(kind: type[Kind], handler: Callable[[State, Kind], State]) -> Handlers:
    """Return a row of a table of handlers, whose intent and handler mypy has seen to fit."""
    return {kind: handler}
