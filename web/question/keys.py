"""The keys of the address, one row each; every other list of keys is made from these rows. Pure.

A row defines how a key is read and written, and how locks, messages, the element and its scripts,
links and course packages use it. The comments above the rows are the source of docs/address.md.
Each has three or four parts: group | values, with a constant in braces that lists them | meaning |
default. The default is given only where it differs from the text that `write` returns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kt_core.board import Board
from kt_core.language import N_
from kt_core.tour import Puzzle, symmetry_of
from web.question.change import in_mode, with_example, with_field, with_puzzle, with_tour
from web.question.question import (
    BUDGET,
    EVERY,
    FIRST_STEP,
    LOADING,
    MOST_HOLES,
    NO_SYMMETRY,
    PANELS,
    THEMES,
    Question,
    Settings,
    allowance,
    among,
    budget,
    first_square,
    integer,
    known_ordering,
    language,
    layers,
    numbers_of,
    one_of,
    packed_code,
    packed_path,
    questions,
    sentence,
    step_of,
    switch,
    task_steps,
    unpacked_code,
    unpacked_tour,
)

PLAIN = Settings()
HELP = "hints"  # can be locked like a key: hints, and the answer whether a tour is still possible


@dataclass(frozen=True)
class Key:
    """One key of the address."""

    name: str
    #: Return the question with the value of a text; `ValueError` names the accepted values.
    read: Callable[[Question, str], Question]
    #: Return the value in an address of a question, even if it is the default.
    write: Callable[[Question], str]
    #: Return the question of the same address without this key.
    without: Callable[[Question], Question] = lambda question: question
    noun: str = ""  # its name in sentences about locks; "": it cannot be locked
    setting: bool = False  # one of `Settings`, not part of the question
    switch: bool = False  # its values are 0 and 1
    example: bool = False  # an example sets it
    asks: bool = True  # changes the question; if False, only the view of it
    settable: bool = True  # the host page may set it
    attribute: bool = True  # the element <knights-tour> has it as an attribute
    recorded: bool = True  # a change of it is reported to a course book
    task: bool = False  # sets a task or determines its kind
    #: A regular expression, in Python and JavaScript, that matches texts that set a task; "": none.
    sets: str = ""
    closed: str = ""  # replaces a wrong value, if the default would protect nothing
    reader: bool = False  # the reader's own work, of no use to others
    page: bool = False  # describes this page, and is left out of links
    embed: bool = False  # only matters in an embed
    #: Return the stricter of two texts, where the key limits what the reader may do.
    stricter: Callable[[str, str], str] | None = None


def step_text(step: int | None) -> str:
    """Return a step as written in an address; None is the end."""
    return "end" if step is None else str(step)


def _part(
    name: str, value: Callable[[str], Any], write: Callable[[Any], str] = str, **more: Any
) -> Key:
    """Return the row of a field of the question; `value` parses its texts."""

    def read(question: Question, text: str) -> Question:
        return replace(question, **{name: value(text)})

    return Key(
        name, read, lambda question: write(getattr(question, name)), switch=value is switch, **more
    )


def _field(name: str, write: Callable[[str], str] = str, **more: Any) -> Key:
    """Return the row of a field that is set like its control in the form."""
    return Key(
        name,
        lambda question, text: with_field(question, name, text),
        lambda question: write(getattr(question, name)),
        **more,
    )


def _setting(name: str, value: Callable[[str], Any] = str, **more: Any) -> Key:
    """Return the row of a setting; `value` parses its texts, and "" changes nothing."""

    def read(question: Question, text: str) -> Question:
        return question.with_settings(**{name: value(text)}) if text else question

    def write(question: Question) -> str:
        setting = getattr(question.settings, name)
        if setting == getattr(PLAIN, name):
            return ""
        if isinstance(setting, tuple):
            return ",".join(setting)
        return str(int(setting) if isinstance(setting, bool) else setting)

    row = {"asks": False, "switch": value is switch, **more}
    return Key(name, read, write, setting=True, **row)


def _on_board(question: Question, board: Board) -> Question:
    return replace(question, puzzle=Puzzle(board, first_square(board)))


def _board(question: Question, text: str) -> Question:
    return _on_board(question, Board.parse(text))


def _holes(question: Question, text: str) -> Question:
    return _on_board(question, Board.parse(str(question.board), text))


def _holes_text(question: Question) -> str:
    # Names beyond the limit are left out, because a longer text would not be read.
    board = question.board
    few = len(board.holes) <= MOST_HOLES
    return ",".join(map(board.name, sorted(board.holes))) if few else ""


def _start(question: Question, text: str) -> Question:
    return replace(question, puzzle=replace(question.puzzle, start=question.board.square(text)))


def _with_closed(question: Question, text: str) -> Question:
    return replace(question, puzzle=replace(question.puzzle, closed=switch(text)))


def _end(question: Question, text: str) -> Question:
    puzzle = question.puzzle
    ending = Puzzle.of(puzzle.board, start=question.start, end=text or None, closed=puzzle.closed)
    return replace(question, puzzle=ending)


def _end_text(question: Question) -> str:
    end = question.puzzle.end
    return "" if end is None else question.board.name(end)


def _given(question: Question, text: str) -> Question:
    if not text:
        return question
    given = numbers_of(question.board, text)
    kind = symmetry_of(question.symmetry) if question.symmetry else None
    puzzle = replace(question.puzzle, start=None, symmetry=kind, given=given)
    return with_puzzle(replace(question, begin=question.start), puzzle)


def _given_text(question: Question) -> str:
    name = question.board.name
    return ",".join(f"{name(square)}:{number}" for square, number in question.puzzle.given)


def _example(question: Question, slug: str) -> Question:
    return with_example(with_field(question, "famous", ""), slug) if slug else question


def _path(question: Question, text: str) -> Question:
    if not text:
        return question
    closed = question.puzzle.closed
    return with_tour(question, unpacked_tour(question.board, question.start, text, closed=closed))


def _path_text(question: Question) -> str:
    return packed_path(question.board, question.opened) if question.opened else ""


def _code_text(question: Question) -> str:
    runs = question.is_own or question.check or question.tests
    return packed_code(question.code) if runs else ""


def _lock(text: str) -> tuple[str, ...]:
    """Return the keys that a lock names, and "all" if one of the names cannot be locked.

    >>> _lock("board,strat")
    ('board', 'all')
    """
    names = dict.fromkeys(text.split(","))
    known = tuple(name for name in names if name in LOCKS)
    return known if len(known) == len(names) else tuple(dict.fromkeys((*known, "all")))


def _both_locks(one: str, other: str) -> str:
    """Return a lock of everything that either text locks."""
    return ",".join(text for text in (one, other) if text)


def _lower(value: Callable[[str], int]) -> Callable[[str, str], str]:
    """Return a function that returns the text of the lower number, or the first if none is one."""

    def is_number(text: str) -> bool:
        try:
            return text != "" and value(text) >= 0
        except ValueError:
            return False

    def lower(one: str, other: str) -> str:
        return min(filter(is_number, (one, other)), key=value, default=one)

    return lower


def _rather(strict: str) -> Callable[[str, str], str]:
    """Return a function that returns `strict` if either text is, otherwise the first text."""
    return lambda one, other: strict if strict in (one, other) else one


#: In the order in which an address is read and written: a later key may overrule an earlier one.
KEYS: tuple[Key, ...] = (
    #: The question | rows x columns, each 1 to 1000 | The board.
    Key("board", _board, lambda question: str(question.board), noun=N_("the board"), example=True),
    #: The question | squares, as in `c3,d4` | Squares that are cut out of the board. | none
    Key("holes", _holes, _holes_text, noun=N_("the holes"), example=True),
    #: The question | a square, such as `c3` | Where the tour begins.
    Key(
        "start",
        _start,
        lambda question: question.board.name(question.start),
        noun=N_("the start"),
        example=True,
    ),
    #: The question | `0`, `1` | 1 asks for a closed tour, whose last square is one move from its
    #: first.
    Key(
        "closed",
        _with_closed,
        lambda question: str(int(question.puzzle.closed)),
        noun=N_("the kind of tour"),
        switch=True,
        example=True,
    ),
    #: The question | a square, such as `c3` | Where an open tour ends. | anywhere
    Key("end", _end, _end_text, noun=N_("the end"), example=True),
    #: The question | {ORDERINGS}, `best`, `own` | Which move the search tries first: see [the
    #: orderings](#the-move-orderings). `best` is the method that `solve` picks; `own` is the
    #: reader’s code.
    _part("ordering", known_ordering, noun=N_("the move ordering")),
    #: The question | a whole number | The random seed of `random` and `best`: the same seed gives
    #: the same tour.
    _part("seed", integer, noun=N_("the seed")),
    #: The question | `0`, `1` | 1 makes the search skip moves that strand a square.
    _part("prune", switch, "{:d}".format, noun=N_("the choice to skip moves")),
    #: The question | `0`, `1` | 1 mixes the `best` tour of a large board until its tiles are not
    #: visible, even if the seed is 0.
    _part("mix", switch, "{:d}".format),
    #: The question | `none`, {SYMMETRIES} | The tour is unchanged by this rotation or reflection.
    #: The key sets the ordering to `best`.
    _field("symmetry", lambda symmetry: symmetry or NO_SYMMETRY, noun=N_("the symmetry")),
    #: The reader’s part | {MODES} | The reader watches the search, predicts its next move, or moves
    #: the knight.
    Key("mode", in_mode, lambda question: question.mode, noun=N_("your part")),
    #: The question | a second ordering, or `best` | A second search with this ordering runs beside
    #: the first, step by step. | none
    _field("race", noun=N_("the race")),
    #: The question | squares with numbers, as in `d7:1,e7:18` | A puzzle: the steps of the tour on
    #: these squares, counted from 1, on a board of fewer than 1,600 squares. | none
    Key("given", _given, _given_text, noun=N_("the given numbers"), example=True),
    #: The question | a name, as in `jaenisch-1862` | A tour of [the
    #: gallery](#the-gallery). | none
    Key("tour", _example, lambda question: question.famous, noun=N_("the famous tour")),
    #: The reader’s part | the page writes it | The code for `ordering=own`, compressed, up to 32
    #: kB. It runs only when the reader presses Run. | none
    Key(
        "code",
        lambda question, text: replace(question, code=unpacked_code(text)),
        _code_text,
        noun=N_("the code"),
    ),
    #: The reader’s part | steps, 1 to {MOST_TASK_STEPS:,} | A task for that code: to find a tour
    #: from every start, each within this number of steps. | none
    _part(
        "check",
        task_steps,
        lambda steps: str(steps or ""),
        task=True,
        sets=r"^0*[1-9]\d*$",
        stricter=_lower(task_steps),
    ),
    #: The reader’s part | the page writes it | A task to write a program that passes these tests;
    #: compressed, up to 32 kB. | none
    _part(
        "tests",
        unpacked_code,
        packed_code,
        task=True,
        sets=r"^[\w-]{9,}$",
        stricter=lambda one, other: one if len(one) > 8 else other,
    ),
    #: The reader’s part | visits and seconds, as in `20000,5` | The limits for each call in a test.
    #: | `300000,10`
    _part(
        "budget",
        budget,
        lambda limits: ",".join(map(str, limits)) if limits != BUDGET else "",
        task=True,
        stricter=_lower(lambda text: budget(text)[0]),
    ),
    #: The question | the page writes it | The moves of a tour that was opened, packed, up to 4 kB.
    #: | none
    Key("path", _path, _path_text, attribute=False),
    #: How it is seen | any of {SHOWABLE}, or `none` | The layers drawn on the board.
    _part(
        "show",
        layers,
        lambda shown: ",".join(shown) or "none",
        noun=N_("what is shown"),
        asks=False,
        recorded=False,
    ),
    #: How it is seen | a number from 0 on, or `end` | The number of events of the search, or of
    #: reasons of a refutation, that are shown. | `end`; 1 in `predict`, 0 in `play`
    _part(
        "step",
        step_of,
        step_text,
        without=lambda question: replace(question, step=FIRST_STEP[question.mode]),
        noun=N_("the step"),
        asks=False,
        recorded=False,
    ),
    #: How it is seen | `lab`, `chapter`, {SECTIONS} | The lab, all of the chapter, or one section
    #: of it. | lab
    _setting("view", recorded=False, task=True),
    #: How it is seen | as in `graph:7,search:0.3` | The positions of the dials in the chapter’s
    #: figures. | those of the chapter
    _setting("at", recorded=False),
    #: The reader’s part | as in `graph:2` | The reader’s answers to the questions of the chapter. |
    #: none
    _setting("said", reader=True),
    #: How it is seen | `en`, `zh` | English or Chinese. | the browser’s
    _setting("lang", language),
    #: An embed | `0`, `1` | 1 shows only the board, the step controls and the answer. | 0
    _setting("embed", switch, settable=False, attribute=False, task=True, page=True),
    #: A task | names of keys, or `all`; and `hints` | The keys that the reader may not change.
    #: `hints` forbids hints and the question “Still possible?”. | none
    _setting("lock", _lock, task=True, sets=".", stricter=_both_locks),
    #: A task | 0 to {MOST_ALLOWED:,} | The largest number of hints, in all games of the task. | any
    #: number
    _setting(HELP, allowance, task=True, sets=r"^\d+$", stricter=_lower(allowance)),
    #: A task | 0 to {MOST_ALLOWED:,} | The largest number of moves taken back, in all games of the
    #: task. | any number
    _setting("undos", allowance, task=True, sets=r"^\d+$", stricter=_lower(allowance)),
    #: A task | text, up to {LONGEST_ASK} characters | A sentence of the teacher’s, shown
    #: without changes. | none
    _setting("ask", sentence, task=True, sets=r"\S"),
    #: A task | `any`, `all`, or a name, as in `degree` | The questions of a section that a task
    #: asks: one at random, all, or this one. | any
    _setting("questions", questions, task=True, stricter=_rather(EVERY)),
    #: A task | `0`, `1` | 0 hides the solutions of the chapter’s exercises. | 1
    _setting(
        "solutions",
        switch,
        task=True,
        closed="0",
        stricter=lambda one, other: one if one != "1" else other,
    ),
    #: The reader’s part | the page writes it | The reader’s progress. For a game: its moves,
    #: packed, and the numbers of hints and of moves taken back. For predictions: the step, and the
    #: numbers of right and of all predictions. | none
    _setting("game", asks=True, attribute=False, reader=True),
    #: How it is seen | {LOADING} | When Python starts. | eager; lazy in an embed
    _setting("loading", partial(one_of, LOADING), settable=False, page=True),
    #: An embed | `0`, `1` | 1 sends [SPLICE messages](messages.md#splice). | 0
    _setting("splice", switch, task=True, sets="^1$", embed=True, stricter=_rather("1")),
    #: How it is seen | `0`, `1` | 1 shows the board alone, for a lecture. | 0
    _setting("present", switch, attribute=False, page=True),
    #: How it is seen | {THEMES} | With `auto`, the element follows the background of its page, and
    #: a frame the `color-scheme` of its page; otherwise the reader’s system decides. | auto
    _setting("theme", partial(one_of, THEMES), embed=True),
    #: An embed | any of {PANELS} | Panels beside the board of an embed. | none
    _setting("panels", partial(among, PANELS), embed=True),
)

#: The keys that set a task, by name.
TASK_KEYS = {key.name: key for key in KEYS if key.sets}
#: The names of `Settings`, in the order in which an address lists them.
SETTINGS = tuple(key.name for key in KEYS if key.setting)
#: The keys that a lock may name, by name; and `HELP`.
LOCKABLE = {key.name: key for key in KEYS if key.noun}
LOCKS = (*LOCKABLE, HELP, "all")  # the names in a lock


def key_names(which: Callable[[Key], bool]) -> frozenset[str]:
    """Return the names of the keys that `which` selects.

    >>> sorted(key_names(lambda key: key.stricter is not None))
    ['budget', 'check', 'hints', 'lock', 'questions', 'solutions', 'splice', 'tests', 'undos']
    """
    return frozenset(key.name for key in KEYS if which(key))
