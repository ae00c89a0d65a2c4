"""The question that the page answers: one frozen value. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kt_core.board import Board, Square
from kt_core.language import N_, choices, short, value_error
from kt_core.orderings import ORDERINGS, ordering
from kt_core.svg import is_large
from kt_core.tour import SYMMETRIES, Puzzle, no_symmetry

BEST = "best"  # listed with the move orderings: the method that `solve` picks
OWN = "own"  # likewise: what the reader has written
NO_SYMMETRY = "none"
SHOWABLE = ("path", "graph", "numbers", "degrees", "names")
#: The orderings that go where the fewest onward moves are, as `kt_core` says of each.
BY_RULE = frozenset(name for name, known in ORDERINGS.items() if known.by_rule)
#: Those in whose tours a seed has a say.
SEEDED = frozenset((BEST, *(name for name, known in ORDERINGS.items() if known.seeded)))
#: The reader's part, and the step at which it begins: a search that is watched is shown whole.
FIRST_STEP: Mapping[str, int | None] = {"watch": None, "predict": 1, "play": 0}
MODES = tuple(FIRST_STEP)
THEMES = ("auto", "light", "dark")
LOADING = ("eager", "lazy", "click")  # when Python starts
PANELS = ("code", "own", "stack", "tree", "degrees", "facts")  # inside the search
#: Holes that an address, and the field of the form, have room for; a file may bring more.
MOST_HOLES = 2000
LONGEST_TEXT = 8 * MOST_HOLES  # characters of a field

YOURS, YOUR_RULE = N_("Your code"), N_("moves as your code lists them")
MOST_TASK_STEPS = 10_000  # that a task may allow for each start

_INTEGER = re.compile(r"-?[0-9]{1,15}", re.ASCII)


FIRST = Puzzle(Board(8, 8), start=0)  # what the page opens with


@dataclass(frozen=True)
class Settings:
    """The settings of an address beside the question: its view, and the limits of its task.

    Each is the key of the address with the same name; see `keys`.
    """

    view: str = ""  # a section of the chapter; "": the lab
    at: str = ""  # where figures of the chapter stand
    said: str = ""  # answers to its questions
    lang: str = ""  # "": the browser's
    embed: bool = False
    lock: tuple[str, ...] = ()  # as it is written: names of keys, "all"
    hints: int | None = None  # that a task allows; None: any number
    undos: int | None = None  # moves that may be taken back; None: any
    ask: str = ""  # what a teacher asks in words of the teacher's own
    game: str = ""  # how far the reader has come in a game, or with predictions
    loading: str = ""
    splice: bool = False  # True if a course book records the work
    present: bool = False
    theme: str = ""
    panels: tuple[str, ...] = ()  # of an embed

    def without(self, names: Container[str]) -> Settings:
        """Return these with some as by default."""
        there = {name: value for name, value in vars(self).items() if name not in names}
        return Settings(**there)


BUDGET = (300_000, 10)


@dataclass(frozen=True)
class Question:
    """A question: which tour, how to search for it, and what to show."""

    puzzle: Puzzle = FIRST
    ordering: str = "warnsdorff"
    seed: int = 0
    symmetry: str = ""  # of the tour, which only the best method can make so; "": any
    prune: bool = True
    mix: bool = True  # a large board's tour of seed 0 too, until no tile is seen in it
    show: tuple[str, ...] = ("path",)
    step: int | None = None  # events replayed; None: to the end
    famous: str = ""  # the tour of the gallery that is shown, by its name
    given: tuple[Square, ...] = ()  # the tour that the reader has opened, proven
    race: str = ""  # the ordering of a second search, beside the first
    mode: str = "watch"  # or the reader predicts the search, or moves the knight
    code: str = ""  # of the ordering that the reader has written
    check: int = 0  # a task: every start within so many steps; 0: none
    tests: str = ""  # a task: the tests of a program, as Python text; "": none
    budget: tuple[int, int] = BUDGET  # of each call that a test makes: visits, and seconds
    settings: Settings = Settings()

    @property
    def board(self) -> Board:
        """The board of the puzzle."""
        return self.puzzle.board

    @property
    def start(self) -> Square:
        """The start of the puzzle; on the page there always is one."""
        assert self.puzzle.start is not None
        return self.puzzle.start

    @property
    def is_shown(self) -> bool:
        """Whether its tour is there already, so that nothing is searched for."""
        return bool(self.famous or self.given)

    @property
    def can_be_watched(self) -> bool:
        """Whether its search can be watched; of a large board only the tour is."""
        return not is_large(self.board)

    @property
    def is_race(self) -> bool:
        """True if two searches race."""
        return bool(self.race) and self.mode != "play"

    @property
    def search_key(self) -> Question:
        """The question without how it is looked at: as long as this stays, so does its search."""
        return replace(self, show=(), step=None, mode="watch", settings=Settings())

    @property
    def is_own(self) -> bool:
        """True if the reader's own code searches, alone or in a race."""
        return OWN in (self.ordering, self.race)

    @property
    def panels(self) -> tuple[str, ...]:
        """The visible panels: all, but in an embed only those of the address or those needed."""
        if not self.settings.embed:
            return PANELS
        shown = [*self.settings.panels, *(["own"] if self.check or self.tests else [])]
        return tuple(name for name in PANELS if name in shown)

    def with_settings(self, **changes: Any) -> Question:
        """Return the same question with other settings, by their names."""
        return replace(self, settings=replace(self.settings, **changes))


def first_square(board: Board) -> Square:
    """Return a1, or the first square after it that is no hole."""
    return next(square for square in range(board.rows * board.columns) if square in board)


def known_ordering(name: str) -> str:
    """Return the name of a move ordering; `ValueError` lists the names there are."""
    if name not in (known := (*ORDERINGS, BEST, OWN)):
        raise value_error(
            "{name} is not a move ordering; there are {known}",
            name=short(name),
            known=choices(known),
        )
    return name


def title_of(name: str) -> str:
    """Return the title of a move ordering, in English."""
    return YOURS if name == OWN else ordering(name).title


def rule_of(name: str) -> str:
    """Return the rule of a move ordering, in English."""
    return YOUR_RULE if name == OWN else ordering(name).rule


def known_symmetry(name: str) -> str:
    """Return the name of a symmetry, "" for none; `ValueError` lists the names there are."""
    if name not in ("", NO_SYMMETRY, *SYMMETRIES):
        raise no_symmetry(name, (NO_SYMMETRY, *SYMMETRIES))
    return "" if name == NO_SYMMETRY else name


def integer(text: str) -> int:
    """Return a whole number of up to 15 digits."""
    if not _INTEGER.fullmatch(text.strip()):
        raise value_error("{text} is not a whole number of up to 15 digits", text=short(text))
    return int(text)
