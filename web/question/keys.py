"""The keys of the address, a row each: every other list of keys is made from these rows. Pure.

Reading, writing, locks, messages, the element and its scripts, links, course packages: what they do
with a key is said here alone. What each means to a reader is told by `web.make.meanings`, a row for
each as well, of which docs/address.md is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kt_core.board import Board
from kt_core.language import N_
from kt_core.tour import Puzzle
from web.question.change import in_mode, with_example, with_field, with_tour
from web.question.question import (
    FIRST_STEP,
    LOADING,
    MOST_HOLES,
    NO_SYMMETRY,
    PANELS,
    THEMES,
    Question,
    first_square,
    integer,
    known_ordering,
)
from web.question.values import (
    allowance,
    among,
    language,
    layers,
    one_of,
    packed_code,
    packed_path,
    sentence,
    step_of,
    switch,
    task_steps,
    unpacked_code,
    unpacked_tour,
)

HELP = "hints"  # may be locked, too: hints, and whether a tour is still possible


@dataclass(frozen=True)
class Key:
    """One key of the address."""

    name: str
    #: Return the question with what a text says; `ValueError` tells what is accepted.
    read: Callable[[Question, str], Question]
    #: Return what an address says of a question, also where that is as by default.
    write: Callable[[Question], str]
    #: Return the question that an address asks which says nothing of this key.
    without: Callable[[Question], Question] = lambda asked: asked
    noun: str = ""  # what a lock calls it; "": it cannot be locked
    setting: bool = False  # is not asked, but one of `Settings`
    switch: bool = False  # is 0 or 1
    example: bool = False  # an example says it by itself
    asks: bool = True  # another value asks another question; else the same is seen otherwise
    settable: bool = True  # by the page around
    attribute: bool = True  # of the element <knights-tour>
    recorded: bool = True  # worth a record in a course
    task: bool = False  # sets a task, or says of which kind it is
    reader: bool = False  # says what a reader has done, so is of no use to another
    page: bool = False  # says how this very page stands
    embed: bool = False  # says something of an embed alone


def step_text(step: int | None) -> str:
    """Return a step as an address says it; None is the end."""
    return "end" if step is None else str(step)


def _setting(name: str, value: Callable[[str], Any] = str, **more: Any) -> Key:
    """Return the row of a setting, whose texts `value` reads; an empty one says nothing."""

    def read(asked: Question, text: str) -> Question:
        return asked.with_settings(**{name: value(text)}) if text else asked

    def write(asked: Question) -> str:
        setting = getattr(asked.settings, name)
        if isinstance(setting, tuple):
            return ",".join(setting)
        if isinstance(setting, bool):
            return "1" if setting else ""
        return "" if setting is None else str(setting)

    row = {"asks": False, "switch": value is switch, **more}
    return Key(name, read, write, setting=True, **row)


def _on_board(asked: Question, board: Board) -> Question:
    return replace(asked, puzzle=Puzzle(board, first_square(board)))


def _board(asked: Question, text: str) -> Question:
    return _on_board(asked, Board.parse(text))


def _holes(asked: Question, text: str) -> Question:
    return _on_board(asked, Board.parse(str(asked.board), text))


def _holes_text(asked: Question) -> str:
    # More than there is room for are left out: what is too long is not read at all.
    board = asked.board
    few = len(board.holes) <= MOST_HOLES
    return ",".join(map(board.name, sorted(board.holes))) if few else ""


def _start(asked: Question, text: str) -> Question:
    return replace(asked, puzzle=replace(asked.puzzle, start=asked.board.square(text)))


def _closed(asked: Question, text: str) -> Question:
    return replace(asked, puzzle=replace(asked.puzzle, closed=switch(text)))


def _end(asked: Question, text: str) -> Question:
    puzzle = asked.puzzle
    ending = Puzzle.of(puzzle.board, start=asked.start, end=text or None, closed=puzzle.closed)
    return replace(asked, puzzle=ending)


def _end_text(asked: Question) -> str:
    end = asked.puzzle.end
    return "" if end is None else asked.board.name(end)


def _example(asked: Question, slug: str) -> Question:
    return with_example(with_field(asked, "famous", ""), slug) if slug else asked


def _path(asked: Question, text: str) -> Question:
    if not text:
        return asked
    closed = asked.puzzle.closed
    return with_tour(asked, unpacked_tour(asked.board, asked.start, text, closed=closed))


def _path_text(asked: Question) -> str:
    return packed_path(asked.board, asked.given) if asked.given else ""


def _code_text(asked: Question) -> str:
    if not (asked.code and (asked.is_own or asked.check)):
        return ""
    return packed_code(asked.code)


def _lock(text: str) -> tuple[str, ...]:
    """Return the keys that a lock names; with "all", where it names what cannot be locked.

    >>> _lock("board,strat")
    ('board', 'all')
    """
    names = dict.fromkeys(text.split(","))
    known = tuple(name for name in names if name in LOCKS)
    return known if len(known) == len(names) else tuple(dict.fromkeys((*known, "all")))


#: In the order in which an address is read and written: a later key may overrule one before.
KEYS: tuple[Key, ...] = (
    Key("board", _board, lambda asked: str(asked.board), noun=N_("the board"), example=True),
    Key("holes", _holes, _holes_text, noun=N_("the holes"), example=True),
    Key(
        "start",
        _start,
        lambda asked: asked.board.name(asked.start),
        noun=N_("the start"),
        example=True,
    ),
    Key(
        "closed",
        _closed,
        lambda asked: str(int(asked.puzzle.closed)),
        noun=N_("the kind of tour"),
        switch=True,
        example=True,
    ),
    Key("end", _end, _end_text, noun=N_("the end"), example=True),
    Key(
        "ordering",
        lambda asked, text: replace(asked, ordering=known_ordering(text)),
        lambda asked: asked.ordering,
        noun=N_("the move ordering"),
    ),
    Key(
        "seed",
        lambda asked, text: replace(asked, seed=integer(text)),
        lambda asked: str(asked.seed),
        noun=N_("the seed"),
    ),
    Key(
        "prune",
        lambda asked, text: replace(asked, prune=switch(text)),
        lambda asked: str(int(asked.prune)),
        noun=N_("the choice to skip moves"),
        switch=True,
    ),
    Key(
        "mix",
        lambda asked, text: replace(asked, mix=switch(text)),
        lambda asked: str(int(asked.mix)),
        switch=True,
    ),
    Key(
        "symmetry",
        lambda asked, text: with_field(asked, "symmetry", text),
        lambda asked: asked.symmetry or NO_SYMMETRY,
        noun=N_("the symmetry"),
    ),
    Key("mode", in_mode, lambda asked: asked.mode, noun=N_("your part")),
    Key(
        "race",
        lambda asked, text: with_field(asked, "race", text),
        lambda asked: asked.race,
        noun=N_("the race"),
    ),
    Key("tour", _example, lambda asked: asked.famous, noun=N_("the famous tour")),
    Key(
        "code",
        lambda asked, text: replace(asked, code=unpacked_code(text) if text else ""),
        _code_text,
        noun=N_("the code"),
    ),
    Key(
        "check",
        lambda asked, text: replace(asked, check=task_steps(text)),
        lambda asked: str(asked.check or ""),
        task=True,
    ),
    Key("path", _path, _path_text, attribute=False),
    Key(
        "show",
        lambda asked, text: replace(asked, show=layers(text)),
        lambda asked: ",".join(asked.show) or "none",
        noun=N_("what is shown"),
        asks=False,
        recorded=False,
    ),
    Key(
        "step",
        lambda asked, text: replace(asked, step=step_of(text)),
        lambda asked: step_text(asked.step),
        lambda asked: replace(asked, step=FIRST_STEP[asked.mode]),
        noun=N_("the step"),
        asks=False,
        recorded=False,
    ),
    _setting("view", recorded=False, task=True),
    _setting("at", recorded=False),
    _setting("said", reader=True),
    _setting("lang", language),
    _setting("embed", switch, settable=False, attribute=False, task=True, page=True),
    _setting("lock", _lock, task=True),
    _setting(HELP, allowance, task=True),
    _setting("undos", allowance, task=True),
    _setting("ask", sentence, task=True),
    _setting("game", asks=True, attribute=False, reader=True),
    _setting("loading", partial(one_of, LOADING), settable=False, page=True),
    _setting("splice", switch, task=True, embed=True),
    _setting("present", switch, attribute=False, page=True),
    _setting("theme", partial(one_of, THEMES), embed=True),
    _setting("panels", partial(among, PANELS), embed=True),
)

#: The names of `Settings`, in the order in which an address says them.
SETTINGS = tuple(key.name for key in KEYS if key.setting)
#: What locks may name, with its noun; and `HELP`.
LOCKABLE = {key.name: key.noun for key in KEYS if key.noun}
LOCKS = (*LOCKABLE, HELP, "all")  # the names in a lock


def key_names(which: Callable[[Key], bool]) -> frozenset[str]:
    """Return the names of the keys of which something holds.

    >>> sorted(key_names(lambda key: key.reader))
    ['game', 'said']
    """
    return frozenset(key.name for key in KEYS if which(key))
