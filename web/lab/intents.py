"""Intents of the lab: the question, the board, the steps, games, and reports of work. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kt_core.board import Square
from web.lab.search.answer import Answer
from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first game
    from web.lab.play.game import Game, GameVerdict


# --- The question ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenPreset(Wish):
    """Show an example question, by its address, and perhaps play it at once."""

    address: str
    plays: bool = False


@dataclass(frozen=True)
class Type(Wish):
    """Apply a field's text while it is being typed, as far as it is valid."""

    field: str
    text: str  # "1" or "" for a switch


@dataclass(frozen=True)
class Enter(Wish):
    """Apply the entered value of a field, or show why it is wrong."""

    field: str
    text: str


@dataclass(frozen=True)
class UseBestMethod(Wish):
    """Choose the best method with the button that covers the list of orderings."""


@dataclass(frozen=True)
class Submit(Wish):
    """Apply the entered value of a field, and solve."""

    field: str
    text: str


@dataclass(frozen=True)
class Resize(Wish):
    """Change the board's "rows" or "columns" by a number."""

    side: str
    by: int


@dataclass(frozen=True)
class ToggleOptions(Aside):
    """Show the rest of the question's controls, or hide them."""


@dataclass(frozen=True)
class ToggleLayer(Aside):
    """Show a layer of the board, or hide it."""

    layer: str


@dataclass(frozen=True)
class Solve(Wish):
    """Search for an answer, from the beginning."""


@dataclass(frozen=True)
class ShowOffer(Wish):
    """Show the answer that is offered beside a search."""


@dataclass(frozen=True)
class StopSearch(Wish):
    """Stop the search where it is."""


# --- The board ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choose(Wish):
    """Choose a square: as the start, a move, a prediction, or a hole."""

    square: Square
    hole: bool = False


@dataclass(frozen=True)
class UseHoleTool(Aside):
    """Pick up the hole tool, or put it down."""

    on: bool


@dataclass(frozen=True)
class PointAtSquare(Aside):
    """The square under the pointer, or with the focus, changed; None: no square."""

    square: Square | None


@dataclass(frozen=True)
class MoveCursor(Aside):
    """Move the focus from a square by some rows up and columns to the right."""

    square: Square
    up: int = 0
    right: int = 0


@dataclass(frozen=True)
class Enlarge(Aside):
    """Enlarge the board by a factor around a point of the visible part; 0 shows the whole board.

    The point is given as shares, 0 to 1, of the visible width and height.
    """

    factor: float
    right: float = 0.5
    down: float = 0.5


@dataclass(frozen=True)
class Pan(Aside):
    """Move the visible part of the board, by multiples of its width and height."""

    right: float
    down: float


# --- The steps ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Go(Wish):
    """Go to a step."""

    step: int


@dataclass(frozen=True)
class StepBy(Wish):
    """Go some steps forward, or back."""

    by: int


@dataclass(frozen=True)
class Jump(Wish):
    """Go to the next dead end, or to the one before."""

    by: int  # 1 or -1


@dataclass(frozen=True)
class Skip(Wish):
    """Go to the end of the next path that is longer than any before, else to the search's end."""


@dataclass(frozen=True)
class Finish(Wish):
    """Go to the end of the search."""


@dataclass(frozen=True)
class PlaySteps(Wish):
    """Play the steps, from the beginning if this is the end."""


@dataclass(frozen=True)
class ShowInferences(Wish):
    """Step through the inferences of a refutation, or leave them."""

    on: bool


@dataclass(frozen=True)
class Pause(Wish):
    """Stop playing, and stop a search under way."""


@dataclass(frozen=True)
class Speed(Aside):
    """Set the playback speed: an index into `SPEEDS`."""

    speed: int


@dataclass(frozen=True)
class PointAtTimeline(Aside):
    """The pointer moved along the timeline, to a share of it, 0 to 1; None: it left."""

    share: float | None


@dataclass(frozen=True)
class ShowPanel(Aside):
    """Show a panel, by name."""

    name: str


@dataclass(frozen=True)
class NextPanel(Aside):
    """Select the nth tab from here, wrapping, and focus it."""

    by: int


@dataclass(frozen=True)
class ShowRecursive(Aside):
    """Show the search as the recursive program, or as the one with an explicit stack."""

    on: bool


# --- Games and predictions ------------------------------------------------------------------------


@dataclass(frozen=True)
class SetMode(Wish):
    """Set the mode: watch, predict or play."""

    mode: str


@dataclass(frozen=True)
class Undo(Wish):
    """Undo the last move."""


@dataclass(frozen=True)
class Redo(Wish):
    """Redo the move that was undone last."""


@dataclass(frozen=True)
class StartAgain(Wish):
    """Start the game again."""


@dataclass(frozen=True)
class GiveHint(Wish):
    """Give a hint."""


@dataclass(frozen=True)
class JudgeGame(Wish):
    """Find out whether a tour is still possible."""


@dataclass(frozen=True)
class GameJudged(Intent):
    """Whether a tour was still possible in a game has been found out."""

    game: Game
    verdict: GameVerdict


# --- Reports of work ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchReport(Intent):
    """The work for a generation has an answer so far."""

    generation: int
    answer: Answer
    done: bool = False


@dataclass(frozen=True)
class StepsPlayed(Intent):
    """Playback reached a step."""

    generation: int
    answer: Answer
    step: int
    owed: float = 0.0
