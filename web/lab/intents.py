"""Intents of the lab: the question, the board, the steps, games, and reports of work. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kt_core.board import Square
from web.lab.search.answer import Answer
from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first game
    from web.lab.play.game import Game, GameVerdict


# --- The question ---------------------------------------------------------------------------------


class OpenPreset(Wish):
    """Show an example question, by its address, and perhaps play it at once."""

    address: str
    plays: bool = False


class Type(Wish):
    """Apply a field's text while it is being typed, if it is valid."""

    field: str
    text: str  # "1" or "" for a switch


class Enter(Wish):
    """Apply the entered value of a field, or show why it is wrong."""

    field: str
    text: str


class UseBestMethod(Wish):
    """Choose the best method with the button that covers the list of orderings."""


class Submit(Wish):
    """Apply the entered value of a field, and solve."""

    field: str
    text: str


class Resize(Wish):
    """Change the board's "rows" or "columns" by a number."""

    side: str
    by: int


class ShowForm(Aside):
    """Show the controls of the question, with the focus on a field, or hide them."""

    field: str = ""


class ToggleOptions(Aside):
    """Show the rarer controls of the question instead of the others, or the others again."""


class ToggleLayer(Aside):
    """Show a layer of the board, or hide it."""

    layer: str


class Solve(Wish):
    """Search for an answer, from the beginning."""


class ShowOffer(Wish):
    """Show the answer that is offered beside a search."""


class StopSearch(Wish):
    """Stop the search at its present step."""


# --- The board ------------------------------------------------------------------------------------


class Choose(Wish):
    """Choose a square: as the start, a move, a prediction, or a hole."""

    square: Square
    hole: bool = False


class UseHoleTool(Aside):
    """Pick up the hole tool, or put it down."""

    on: bool


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


class Speed(Aside):
    """Set the playback speed: an index into `SPEEDS`."""

    speed: int


class PointAtTimeline(Aside):
    """Note the pointer's place on the timeline, a share from 0 to 1; None if it has left."""

    share: float | None


class ShowPanel(Aside):
    """Show a panel, by name."""

    name: str


class ShowRecursive(Aside):
    """Show the search as the recursive program, or as the one with an explicit stack."""

    on: bool


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


class GiveHint(Wish):
    """Give a hint."""


class JudgeGame(Wish):
    """Judge whether a tour is still possible."""


class GameJudged(Intent):
    """A game was judged: whether a tour is still possible."""

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
