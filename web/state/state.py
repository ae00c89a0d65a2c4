"""The state of the page, from which the view is computed, and effects. Pure and frozen.

The state only describes long work, in `doing`; `engine` does it.

Effects are actions outside the state, each carried out once. `update` returns them;
`web.page.effects` carries them out as soon as the document shows the state. They do not change the
document, which `view(state)` determines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, dataclass_transform

from kt_core.board import Board, Square
from kt_core.drawing.shapes import center
from kt_core.language import ENGLISH, languages
from kt_core.tour import Claim, Tour
from web.question.question import Question
from web.question.task import FREE, Task
from web.question.templates import FIRST_TEXT
from web.search.answer import SPEEDS, USUAL, Answer, at_end, inferences, scene
from web.search.recording import Outcome

if TYPE_CHECKING:
    from kt_core.files.walks import ReadingQuestion
    from web.programs.reports import Mistake, ProgramOutput, ProgramReport, ShownTest
    from web.question.reading import TourOrBoard
    from web.search.game import Game

LEAST_SQUARES = 6  # squares along a side at the largest magnification
SMALL_TIMES = 4.0  # largest magnification of a small board
RIM = 0.06  # width of the rim, as a share of the visible part; squares in it count as hidden


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Each subclass is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Solving(Frozen):
    """A search: for an answer, or up to the step `to`."""

    to: int | None = None
    timed: bool = False  # whether the answer states how long it took
    wanted: bool = True  # False: the page started it without the reader
    #: "dead end" or "longer path" if the search looks for one; `to` then ends the next part of it.
    seeks: str = ""
    through: bool = False  # whether it continues past a known answer to the search's end
    plays: bool = False  # whether the tour is then played from its beginning
    quiet: bool = True  # nothing is known yet, so the earlier view remains for a moment


class Playing(Frozen):
    """Playback, with the fraction of the next step that is due."""

    owed: float = 1.0  # the first step is due at once


class Judging(Frozen):
    """The work of finding out whether this game can still become a tour."""

    game: Game
    advises: bool = False  # whether a hint is wanted, too


class StartsTrial(Frozen):
    """The trial of the reader's code from every start."""


Doing = Solving | Playing | Judging | StartsTrial


class Attempt(Frozen):
    """The result of the reader's code from one start."""

    start: Square
    why: str  # "found", or the reason why not
    visits: int


class Playground(Frozen):
    """The reader's program and the results of its runs; a tour that it finds is the answer."""

    text: str = FIRST_TEXT
    came: bool = False  # whether the code is from the address and has not run yet
    steps: int = 20_000  # limit for a search
    seconds: int = 10  # limit for a run
    generation: int = -1  # generation of the last run
    tried: tuple[Attempt, ...] = ()
    whole: bool = False  # whether every start was tried
    mistake: Mistake | None = None
    why: str = ""  # how the last run ended
    barred: str = ""  # why no worker can start: "barred" or "lost"
    visits: int = 300_000  # limit for a program
    arguments: str = ""  # a program's arguments, as on a command line
    seed: int = 1  # seed of `random` in a program
    answers: tuple[str, ...] = ()  # replies to a program's input()
    call: str = ""  # a call to watch, as JSON; "" to run the program
    store: str = ""  # the key of the container to watch; "": the likeliest
    number: int = 0  # the board to show, of several
    run: int = 0  # counts the runs of programs
    is_program: bool = False  # whether the last run is that of a program
    active: bool = False  # whether a program is running
    begun: bool = False  # whether its board is known
    watching: str = ""  # a description of its board
    output: ProgramOutput | None = None  # what was printed so far
    details: tuple[str, ...] = ()  # explanations of a slow search, so far
    report: ProgramReport | None = None  # the report on a program's last run


class Marking(Frozen):
    """The check of the reader's program by the tests of a task, with the results so far."""

    number: int = 0  # counts the checks; reports of an earlier one are dropped
    source: str = ""  # the program that is checked
    active: bool = False
    tests: tuple[ShownTest, ...] = ()  # all tests with their results, once they are known
    running: str = ""  # the call that is running, if it takes long
    why: str = ""  # why the check ended early; "": it did not
    changed: str = ""  # the first line of a locked part that the program lacks
    refused: str = ""  # the first line of a locked part that the reader tried to change
    generation: int = -1  # the generation of the search before the check; a run makes another

    @property
    def score(self) -> float:
        """The weighted share of passed tests among all, 0 to 1."""
        total = sum(test.weight for test in self.tests)
        earned = sum(test.weight for test in self.tests if test.kind == "passed")
        return earned / total if total else 0.0


class Draft(Frozen):
    """The text of a field that is not, or not literally, in the question."""

    text: str
    wrong: str = ""  # why it is invalid, as a sentence


class ReaderProgress(Frozen):
    """The reader's game or predictions."""

    game: Game | None = None
    remark: tuple[str, ...] = ()  # sentences about the last action, instead of the verdict
    hinted: Square | None = None
    wrong: Square | None = None  # the end of a move that contradicts a given number
    proof: Tour | None = None  # a tour that continues some part of the game
    lost: frozenset[tuple[Square, ...]] = frozenset()  # paths that no tour continues, proven
    hints: int = 0  # hints taken in this game, or in all games of a task
    undos: int = 0  # undone moves, counted in the same way
    ahead: tuple[Square, ...] = ()  # squares of moves to redo, the next one last
    right: int = 0  # number of right predictions
    guesses: int = 0  # number of predictions


class Waiting(Frozen):
    """A game that was left unfinished."""

    question: Question
    reader: ReaderProgress


class Credit(Frozen):
    """The credit for the reader's acts in a task."""

    acted: bool = False  # whether the reader has acted in the task
    score: float = 0.0  # the best score so far, 0 to 1, which never decreases
    done: bool = False  # whether the task is done


class Place(Frozen):
    """The location of this page, for its links."""

    location: str = ""
    one_file: bool = True  # whether it is the single-file page, knights-tour.html
    framed: bool = False  # whether it is in a sandboxed frame, where downloads may be forbidden
    language: str = ENGLISH  # the language of the browser


class Dialog(Frozen):
    """An open dialog. It shows the state that it is part of, so it follows the search."""

    name: str  # "share", "assign", "open" or "help"
    message: str = ""  # the result of the last action in it
    chosen: tuple[tuple[str, str], ...] = ()  # fields and values; later ones override
    text: int = 0  # the number of the text that is being read; 0: none
    share: float = 0.0  # the share of it that has been read, 0 to 1
    found: TourOrBoard | None = None  # how the last text was read
    asked: ReadingQuestion | None = None  # the question about how to read that text
    options: Mapping[str, Any] = field(default_factory=dict)  # what the reader chose for `read`


class ChapterState(Frozen):
    """The chapter's state outside the question: running work, and the pointer."""

    runs: str = ""  # the section whose figure is playing
    lit: tuple[str, str] = ("", "")  # a section, and the part of its figure under the pointer
    left: str = ""  # the section from which the reader went to the lab
    tries: bool = False  # whether the lab shows the question of a figure or a link
    touched: frozenset[str] = frozenset()  # sections that differ from the built page
    measures: str = ""  # the section whose measurement is under way
    measured: Mapping[str, tuple[tuple[int, ...], int]] = field(default_factory=dict)  # values, ms
    #: The counts for figures; the last number is the progress.
    counted: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class SearchProgress(Frozen):
    """The answer of the question so far, and the work under way."""

    answer: Answer = field(default_factory=Answer)
    doing: Doing | None = None
    generation: int = 0  # counts the questions; reports about an earlier one are dropped
    reached: int = 0  # the last step of this search that was shown
    opened: Tour | None = None  # a tour shown without a search by the reader
    won: Tour | None = None  # the last tour found here
    inference: int | None = None  # number of inferences shown; None: the whole answer
    stopped: bool = False  # whether the reader stopped the search and did nothing since


class Form(Frozen):
    """The controls of the question."""

    drafts: Mapping[str, Draft] = field(default_factory=dict)  # field's name -> draft
    changing: str = ""  # the field changed last; consecutive changes of it are one history entry
    opened: bool = False  # whether the controls are shown
    faults: tuple[str, ...] = ()  # faults of the address, in sentences


class Zoom(Frozen):
    """The visible part of the board: its magnification, and the position of its center.

    Positions are shares, 0 to 1, of the board's width from its left and of its height from its top,
    so they do not depend on the size of the board.

    >>> Zoom().by(2, 0, 0, 4)
    Zoom(times=2.0, x=0.25, y=0.25)
    """

    times: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The visible part: left, top, width, height."""
        share = 1 / self.times
        return self.x - share / 2, self.y - share / 2, share, share

    def by(self, factor: float, right: float, down: float, most: float) -> Zoom:
        """Return the part enlarged by a factor, up to `most` times, around a fixed point.

        The point is given as shares of the visible part, from its left and top. Factor 0 shows the
        whole board.
        """
        times = min(max(self.times * factor, 1.0), most)
        by = 1 / self.times - 1 / times
        x, y = self.x + (right - 0.5) * by, self.y + (down - 0.5) * by
        return _within(times, x, y)

    def after_move(self, right: float, down: float) -> Zoom:
        """Return the part moved right and down, by multiples of its width and height."""
        return _within(self.times, self.x + right / self.times, self.y + down / self.times)

    def showing(self, x: float, y: float) -> Zoom:
        """Return this part if the point is inside its rim, else a part around the point."""
        reach = (0.5 - RIM) / self.times
        in_sight = abs(x - self.x) <= reach and abs(y - self.y) <= reach
        return self if in_sight else _within(self.times, x, y)


NO_ZOOM = Zoom()


class Look(Frozen):
    """Settings that change only the view, not the question or its answer."""

    speed: int = USUAL
    panel: str = "code"
    recursive: bool = False  # whether the panels show the recursive form of the search
    more: bool = False  # whether the rarer controls of the question replace the others
    cutting: bool = False  # whether a click on a square makes it a hole
    pointed: Square | None = None  # the square under the pointer, or with the focus
    zoom: Zoom = NO_ZOOM  # the visible part of the board
    cursor: Square | None = None  # the square that Tab moves the focus to; None: the start


class State(Frozen):
    """The question, its answer so far, and the view: one field for each part."""

    question: Question = field(default_factory=Question)
    task: Task = FREE  # set by an address or by the host page; no reader changes it
    earned: Credit = Credit()
    search: SearchProgress = field(default_factory=SearchProgress)
    form: Form = field(default_factory=Form)
    look: Look = Look()
    reader: ReaderProgress = field(default_factory=ReaderProgress)
    waiting: Waiting | None = None  # a game that the reader can resume
    programs: Playground = field(default_factory=Playground)
    marking: Marking = Marking()
    chapter: ChapterState = ChapterState()
    dialog: Dialog | None = None
    place: Place = Place()
    notice: str = ""  # why the last wish was refused, as a sentence
    mistake: str = ""  # an internal error, as a sentence
    #: Effects of the update under way. `update` returns them beside the state, and empties this.
    effects: tuple[Effect, ...] = field(default=(), compare=False)

    def with_work(self, doing: Doing | None) -> State:
        """Return the state with other work under way."""
        return self.with_progress(doing=doing)

    def with_step(self, step: int | None) -> State:
        """Return the state whose question shows another step; None: the last."""
        return replace(self, question=replace(self.question, step=step))

    def with_progress(self, **changes: Any) -> State:
        """Return the state with other fields of `search`, by their names."""
        return replace(self, search=replace(self.search, **changes))

    def with_form(self, **changes: Any) -> State:
        """Return the state with other fields of `form`, by their names."""
        return replace(self, form=replace(self.form, **changes))

    def with_look(self, **changes: Any) -> State:
        """Return the state with other fields of `look`, by their names."""
        return replace(self, look=replace(self.look, **changes))

    def with_chapter(self, **changes: Any) -> State:
        """Return the state with other fields of `chapter`, by their names."""
        return replace(self, chapter=replace(self.chapter, **changes))

    def with_reader(self, **changes: Any) -> State:
        """Return the state with other fields of `reader`, by their names."""
        return replace(self, reader=replace(self.reader, **changes))

    def with_programs(self, **changes: Any) -> State:
        """Return the state with other fields of `programs`, by their names."""
        return replace(self, programs=replace(self.programs, **changes))

    def then(self, *effects: Effect) -> State:
        """Return the state whose update also has these effects."""
        return replace(self, effects=(*self.effects, *effects))

    @property
    def language(self) -> str:
        """The language of the page: that of the address, otherwise that of the browser."""
        wanted = self.question.settings.lang or self.place.language
        return wanted if wanted in languages() else ENGLISH

    @property
    def chosen(self) -> dict[str, str]:
        """The values of the changed fields in the open dialog; none if no dialog is open."""
        return dict(self.dialog.chosen) if self.dialog else {}

    @property
    def tab(self) -> str:
        """The panel shown: the reader's choice, else the first one available."""
        panels = self.question.panels
        return self.look.panel if self.look.panel in panels else panels[0] if panels else ""

    @property
    def where(self) -> str:
        """The place of the page that is shown: "chapter", "play", "own" or "watch"."""
        if self.question.settings.view:
            return "chapter"
        if self.question.mode == "play":
            return "play"
        return "own" if self.tab == "own" else "watch"

    @property
    def tells_check(self) -> bool:
        """Whether the words tell the last check; a task shows no words before the first run."""
        return self.programs.run > 0 and self.marking.generation == self.search.generation

    @property
    def searching(self) -> bool:
        """Whether a search is running and the page shows that."""
        return isinstance(self.search.doing, Solving) and not self.search.doing.quiet

    @property
    def ended_game(self) -> Waiting | None:
        """The game that a change of the question has ended, until the new game has a move."""
        game = self.reader.game
        return self.waiting if game and len(game.path) == 1 and not self.task.is_set else None

    @property
    def predicts(self) -> bool:
        """Whether the reader has to predict the next square, which nothing may reveal."""
        return self.question.mode == "predict" and not at_end(self.question, self.search.answer)

    @property
    def hides_next(self) -> bool:
        """Whether the steps after the last predicted one are hidden from the reader."""
        answer = self.search.answer
        predicted = answer.ended and self.search.reached >= answer.length
        return self.question.mode == "predict" and not predicted

    @property
    def playing(self) -> bool:
        """Whether the steps are playing."""
        return isinstance(self.search.doing, Playing)

    @property
    def hurries(self) -> bool:
        """Whether the steps play at the highest speed, so that not all of them are drawn."""
        if self.search.inference is not None:
            return False
        searched = bool(self.search.answer.traces) or not self.search.answer.has_steps
        return self.playing and SPEEDS[self.look.speed] is None and searched

    @property
    def settled(self) -> bool:
        """Whether the view shows the present answer, not an earlier one."""
        return not (isinstance(self.search.doing, Solving) and self.search.doing.quiet)


def has_fixed_start(state: State) -> bool:
    """Return True if a task or a puzzle fixes the start of a game."""
    puzzle = state.question.puzzle
    return "start" in state.task.locked or (bool(puzzle.given) and puzzle.start is not None)


def outcome(state: State, number: int = 0) -> Outcome:
    """Return the outcome that a board shows, by its number: of a game, or of a search at a step.

    During a prediction, it does not show the search's next step.
    """
    if game := state.reader.game:
        others = dict(game.pieces)
        return Outcome(
            path=others.pop(game.first),
            first=game.first,
            others=others,
            tour=game.tour,
            steps=len(game.number_of),
            bad=state.reader.wrong,
        )
    if state.search.inference is not None:  # the remaining moves are drawn separately
        steps = inferences(state.question, state.search.answer)[: state.search.inference]
        return Outcome(witness=steps[-1].shown if steps and isinstance(steps[-1], Claim) else {})
    seen = scene(state.question, state.search.answer, number)
    hides = state.question.mode == "predict" and not state.search.answer.ended
    if state.question.mode == "predict" and (seen.whole or (hides and seen.reason)):
        return replace(seen, whole=(), reason="", witness={})
    return seen


def largest_zoom(board: Board) -> float:
    """Return the largest magnification of a board."""
    return max(SMALL_TIMES, max(board.rows, board.columns) / LEAST_SQUARES)


def position_on(board: Board, square: Square) -> tuple[float, float]:
    """Return the position of a square's center."""
    x, y = center(board, square)
    return x / board.columns, y / board.rows


def _within(times: float, x: float, y: float) -> Zoom:
    rim = 0.5 / times
    return Zoom(times, min(max(x, rim), 1 - rim), min(max(y, rim), 1 - rim))


# --- Effects --------------------------------------------------------------------------------------


class Effect(Frozen):
    """An action outside the state."""


class Focus(Effect):
    """Focus an element."""

    selector: str


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
