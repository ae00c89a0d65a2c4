"""Texts of tours, boards, programs and tasks: how they are read, and the file of a task. Pure.

A task is a file if it is too long for a link: the keys of its address, as JSON. In it, the program
and the tests are plain text, so that a teacher can edit them:

    {"knights-tour-task": 1, "board": "8x8", "ordering": "own", "code": "…", "tests": "…"}

"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.files.boards import Drawing, begins_with_sides, read_drawing
from kt_core.files.reader import Unreadable, code_of_notebook, is_python, other_language, reading
from kt_core.files.walks import Reading, ReadingQuestion
from kt_core.language import Sentence, paragraph, value_error, whole
from kt_core.puzzles import judging, solutions_sentence
from kt_core.svg import is_large
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle
from web.question import address
from web.question.question import MOST_BYTES, Question, packed_code, too_large
from web.question.task import Task, demand

#: Matches lines that occur in Python programs, but in no tour, board or prose.
_STATEMENT = re.compile(
    r"^[ \t]*(?:def|class)[ \t]+\w.{0,300}:[ \t]*(?:#.*)?$"
    r"|^[ \t]*for[ \t]+[\w(\[].{0,100}[ \t]in[ \t].{0,200}:[ \t]*(?:#.*)?$"
    r"|^[ \t]*while[ \t]+\S.{0,200}:[ \t]*(?:#.*)?$"
    r"|^import[ \t]+[A-Za-z_][\w.]{0,80}[ \t]*$"
    r"|^from[ \t]+[\w.]{1,80}[ \t]+import[ \t]"
    r"|^[ \t]*print[ \t]*[(\"']",
    re.MULTILINE,
)
_LINK = re.compile(r"(?:https?|file)://\S+", re.IGNORECASE)
LEAST_PATH = 5  # names below the sides of a board are its holes, unless they are such a path
MOST_OF_DRAWING = 1 << 18  # characters: a board of 500x500
MOST_SLICES = 3000  # limit for the number of solutions, in slices of about 2 ms
#: The question about a puzzle in a text, which cannot name the kind of its tour.
KIND_QUESTION = ReadingQuestion(
    Sentence("Is it a move from the last number to 1?"),
    (
        (Sentence("No: an open tour"), {"closed": False}),
        (Sentence("Yes: a closed tour"), {"closed": True}),
    ),
)


@dataclass(frozen=True)
class ProgramText:
    """A text that is a Python program, which was not run."""

    text: str
    read_as: ClassVar = Sentence("It has statements of Python.")

    @property
    def sentence(self) -> Sentence:
        """The kind of the text, with its length."""
        lines = len(self.text.rstrip().split("\n"))
        return Sentence.plural(
            "A Python program of {n:,} line.", "A Python program of {n:,} lines.", lines
        )


@dataclass(frozen=True)
class TaskText:
    """A text that sets a task, as "Make a task" saves it."""

    question: Question
    read_as: ClassVar = Sentence("It is a task, saved by “Make a task”.")

    @property
    def sentence(self) -> str:
        """The instructions of the task."""
        return paragraph((self.question.settings.ask, demand(Task.of(self.question))))


@dataclass(frozen=True)
class PuzzleText:
    """A text that has some numbers of a tour, and the result of solving it."""

    board: Board
    given: Mapping[Square, int]
    read_as: str
    sentence: str  # its size, and whether it has one solution
    puzzle: Puzzle | None  # None if two numbers contradict each other
    question: ReadingQuestion | None = None


TourOrBoard = Reading | Drawing | ProgramText | TaskText | PuzzleText


def program_in(text: str) -> ProgramText | None:
    r"""Return the program in a text or a notebook; None if it has none.

    >>> program_in("for move in moves:\n    print(move)").text
    'for move in moves:\n    print(move)'
    >>> program_in("a1 b3 c5"), program_in("Now for example:\na1 b3 c5")
    (None, None)
    """
    program = code_of_notebook(text) or text
    if len(program) > MOST_BYTES or not _STATEMENT.search(program):
        return None
    if other_language(program) and not is_python(program):
        return None
    return ProgramText(program)


def understood(
    text: str, board: Board, options: Mapping[str, Any]
) -> Generator[Progress, None, TourOrBoard]:
    """Return the task, program, puzzle, tour, path or board that a text has, in slices.

    `board` is that of the page: a path that names no board is on it, if it fits. `options` are
    those of `read`. `ValueError` if the text has none of the six.
    """
    if not text.strip():
        raise Unreadable(Sentence("this text is empty"))
    if _LINK.fullmatch(text.strip()):
        raise Unreadable(Sentence("this is a link; open it in the address bar of the browser"))
    if other := task_in(text) or program_in(text):
        return other
    try:
        found = yield from reading(text, **options)
    except Unreadable as wrong:
        drawing = _drawing(text)
        if drawing is None:
            raise wrong from None
        return drawing
    if found.verdict == "puzzle":
        return (yield from _puzzle(found, names_kind=text.lstrip()[:1] == "{"))
    drawing = _drawing(text) if not options and _may_be_a_board(found, text) else None
    if drawing or found.tour or found.has_board:
        return drawing or found
    on_board = yield from reading(text, board, **options)
    fits = len(on_board.path) >= len(found.path) and (on_board.bad is None) == (found.bad is None)
    return replace(on_board, has_board=False) if fits else found


def _puzzle(found: Reading, *, names_kind: bool) -> Generator[Progress, None, PuzzleText]:
    """Return a puzzle with the number of its solutions, in slices.

    If the text does not name the kind of its tour, and only an open one is possible, it is that.
    """
    question, given = Puzzle(found.board, closed=found.closed, leaper=found.leaper), found.given
    puzzle, kinds, kind = None, None, list[str]()
    result: str
    if is_large(found.board):
        result = whole(str(too_large()))
    else:
        if not (names_kind or _why_not(question, given)):
            if why := _why_not(replace(question, closed=True), given):
                kind = [Sentence("Its tour is open, because none is closed."), why]
            else:
                kinds = KIND_QUESTION
        solutions, why = yield from judging(question, given, MOST_SLICES)
        result = solutions_sentence(solutions, why) if solutions else whole(why)
        with suppress(ValueError):
            puzzle = replace(question, given=tuple(given.items()))
    sentence = paragraph((found.sentence, *kind, result))
    return PuzzleText(found.board, given, found.read_as, sentence, puzzle, kinds)


def _why_not(question: Puzzle, given: Mapping[Square, int]) -> str:
    """Return a short reason, in sentences, why no tour has these numbers; "" if there is none."""
    try:
        refute(replace(question, given=tuple(given.items())))
    except NoTour as no:
        return no.reason
    except ValueError as wrong:  # two numbers contradict each other
        return whole(str(wrong))
    return ""


def _may_be_a_board(found: Reading, text: str) -> bool:
    """True if a text may be a board although it was read as a path.

    A list of names may be a board only after the sides of a board, as in 8x8 c3 d4. The signs of a
    drawing are read as a path without a move.
    """
    if found.tour:
        return False
    if begins_with_sides(text):
        return found.verdict == "wrong" or len(found.path) < LEAST_PATH
    return found.form != "names" and len(found.path) < 2


def _drawing(text: str) -> Drawing | None:
    try:
        return read_drawing(text) if len(text) <= MOST_OF_DRAWING else None
    except ValueError:
        return None


# --- Tasks as files -------------------------------------------------------------------------------

MARK, VERSION = "knights-tour-task", 1
PLAIN = ("code", "tests")  # keys whose values are packed in an address
MOST_CHARACTERS = 500_000


def task_file(question: Question) -> str:
    """Return the text of a file that sets the task of a question."""
    keys = {**address.non_default_keys(question), **address.settings(question)}
    plain = {name: getattr(question, name) for name in PLAIN if name in keys}
    return json.dumps({MARK: VERSION, **keys, **plain}, ensure_ascii=False, indent=1) + "\n"


def task_in(text: str) -> TaskText | None:
    """Return the task in a text from `task_file`; None if the text is something else.

    `ValueError` names the first wrong value.
    """
    keys = _keys(text)
    if keys is None:
        return None
    if not all(isinstance(value, str) for value in keys.values()):
        raise value_error("each value of a task is a text, in quotation marks")
    for name in PLAIN:
        if plain := keys.get(name):
            keys[name] = packed_code(plain) or _too_long(name)
    try:
        question = address.faultless(address.query(keys))
    except ValueError as why:
        raise value_error("This task file was not opened: {why}.", why=str(why)) from None
    if not Task.of(question).is_set:
        raise value_error("this file sets no task")
    return TaskText(question)


def _keys(text: str) -> dict[str, Any] | None:
    """Return the values in the text of a task; None for another text."""
    if MARK not in text[:200] or len(text) > MOST_CHARACTERS:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    version = found.pop(MARK, None) if isinstance(found, dict) else None
    if type(version) is int and version > VERSION:
        raise value_error("this task was saved by a newer version of this page")
    return found if version == VERSION else None


def _too_long(name: str) -> str:
    raise value_error("{name} is too long", name=name)
