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

BEST = "best"  # the method that `solve` picks, listed with the move orderings
OWN = "own"  # the reader's code, listed with the move orderings
NO_SYMMETRY = "none"
SHOWABLE = ("path", "graph", "numbers", "degrees", "names")
#: The orderings that prefer the fewest onward moves.
BY_RULE = frozenset(name for name, known in ORDERINGS.items() if known.by_rule)
#: The orderings that use the seed.
SEEDED = frozenset((BEST, *(name for name, known in ORDERINGS.items() if known.seeded)))
#: The modes, and the step at which each begins; None: the end of the search.
FIRST_STEP: Mapping[str, int | None] = {"watch": None, "predict": 1, "play": 0}
MODES = tuple(FIRST_STEP)
THEMES = ("auto", "light", "dark")
LOADING = ("eager", "lazy", "click")  # the choices when Python starts
PANELS = ("code", "own", "stack", "tree", "degrees", "facts")  # panels with views of the search
#: The largest number of holes in an address or in the form's field; a file may have more.
MOST_HOLES = 2000
LONGEST_TEXT = 8 * MOST_HOLES  # limit for the characters in a field

YOURS, YOUR_RULE = N_("Your code"), N_("moves as your code lists them")
MOST_TASK_STEPS = 10_000  # limit for the steps that a task allows for each start

_INTEGER = re.compile(r"-?[0-9]{1,15}", re.ASCII)


FIRST = Puzzle(Board(8, 8), start=0)  # the question of the page without an address


@dataclass(frozen=True)
class Settings:
    """The settings of an address besides the question: its view, and the limits of its task.

    Each is the key of the address with the same name; see `keys`.
    """

    view: str = ""  # a section of the chapter; "": the lab
    at: str = ""  # the positions of the dials in the chapter's figures
    said: str = ""  # the reader's answers to the chapter's questions
    lang: str = ""  # "": the browser's
    embed: bool = False
    lock: tuple[str, ...] = ()  # names of keys, or "all", as written
    hints: int | None = None  # limit in a task; None: any number
    undos: int | None = None  # moves that may be taken back; None: any number
    ask: str = ""  # the teacher's own description of the task
    game: str = ""  # the reader's progress in a game or in predictions
    loading: str = ""
    splice: bool = False  # True if a course book records the work
    present: bool = False
    theme: str = ""
    panels: tuple[str, ...] = ()  # panels that an embed shows

    def without(self, names: Container[str]) -> Settings:
        """Return the settings with the named ones reset to their defaults."""
        others = {name: value for name, value in vars(self).items() if name not in names}
        return Settings(**others)


BUDGET = (300_000, 10)


@dataclass(frozen=True)
class Question:
    """A question: which tour, how to search for it, and what to show."""

    puzzle: Puzzle = FIRST
    ordering: str = "warnsdorff"
    seed: int = 0
    symmetry: str = ""  # the symmetry of the tour, which only the best method supports; "": any
    prune: bool = True
    mix: bool = True  # whether a large board's tour is mixed, with seed 0 too, to hide tiles
    show: tuple[str, ...] = ("path",)
    step: int | None = None  # number of events replayed; None: all
    famous: str = ""  # the name of the tour of the gallery
    given: tuple[Square, ...] = ()  # the proven tour that the reader opened
    race: str = ""  # the ordering of a second search, beside the first
    mode: str = "watch"  # one of `MODES`
    code: str = ""  # the reader's program
    check: int = 0  # a task: limit for the steps from each start; 0: no such task
    tests: str = ""  # a task: the tests of a program, as Python text; "": none
    budget: tuple[int, int] = BUDGET  # visits and seconds for each call in a test
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
        """Whether its tour is given, so that no search is needed."""
        return bool(self.famous or self.given)

    @property
    def can_be_watched(self) -> bool:
        """Whether its search can be watched; a large board shows only its tour."""
        return not is_large(self.board)

    @property
    def is_race(self) -> bool:
        """True if two searches race."""
        return bool(self.race) and self.mode != "play"

    @property
    def search_key(self) -> Question:
        """The question without its view; questions with equal keys share a search."""
        return replace(self, show=(), step=None, mode="watch", settings=Settings())

    @property
    def is_own(self) -> bool:
        """True if the reader's own code searches, alone or in a race."""
        return OWN in (self.ordering, self.race)

    @property
    def panels(self) -> tuple[str, ...]:
        """The visible panels: all; in an embed, those of the address and of the task."""
        if not self.settings.embed:
            return PANELS
        return tuple(name for name in PANELS if name in self.embedded_panels)

    @property
    def embedded_panels(self) -> tuple[str, ...]:
        """The panels of an embed: those of the address, and the editor in a task to write code."""
        named, asks = self.settings.panels, bool(self.check or self.tests)
        return (*named, "own") if asks and "own" not in named else named

    def with_settings(self, **changes: Any) -> Question:
        """Return the same question with other settings, by their names."""
        return replace(self, settings=replace(self.settings, **changes))


def first_square(board: Board) -> Square:
    """Return a1, or the first square after it that is not a hole."""
    return next(square for square in range(board.rows * board.columns) if square in board)


def known_ordering(name: str) -> str:
    """Return the name of a move ordering; `ValueError` lists the known names."""
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
    """Return the name of a symmetry, "" for none; `ValueError` lists the known names."""
    if name not in ("", NO_SYMMETRY, *SYMMETRIES):
        raise no_symmetry(name, (NO_SYMMETRY, *SYMMETRIES))
    return "" if name == NO_SYMMETRY else name


def integer(text: str) -> int:
    """Return a whole number of up to 15 digits."""
    if not _INTEGER.fullmatch(text.strip()):
        raise value_error("{text} is not a whole number of up to 15 digits", text=short(text))
    return int(text)
