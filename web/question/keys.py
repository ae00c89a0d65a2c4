"""The keys of the address, a row each: every other list of keys is made from these rows. Pure.

Locks, messages, the element and its scripts, links, course packages: what they do with a key is
said here alone. README has a row for each as well, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from kt_core.language import N_
from web.question.packing import packed_code, packed_path
from web.question.question import LOADING, MOST_HOLES, NO_SYMMETRY, PANELS, THEMES, Question
from web.question.values import among, hints, language, one_of, switch

HELP = "hints"  # may be locked, too: hints, and whether a tour is still possible


@dataclass(frozen=True)
class Key:
    """One key of the address."""

    name: str
    #: What an address says of a question, also where that is as by default; None: it is a setting.
    write: Callable[[Question], str] | None = None
    read: Callable[[str], Any] = str  # of a setting; `ValueError` says what is accepted
    noun: str = ""  # what a lock calls it; "": it cannot be locked
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


def _holes(question: Question) -> str:
    # More than there is room for are left out: what is too long is not read at all.
    board = question.board
    few = len(board.holes) <= MOST_HOLES
    return ",".join(map(board.name, sorted(board.holes))) if few else ""


def _end(question: Question) -> str:
    end = question.puzzle.end
    return "" if end is None else question.board.name(end)


def _closed(question: Question) -> str:
    return str(int(question.puzzle.closed))


def _path(question: Question) -> str:
    if not question.given:
        return ""
    return packed_path(question.board, question.given)


def _code(question: Question) -> str:
    if not (question.code and (question.is_own or question.check)):
        return ""
    return packed_code(question.code)


KEYS: tuple[Key, ...] = (
    Key("tour", lambda asked: asked.famous, noun=N_("the famous tour")),
    Key("board", lambda asked: str(asked.board), noun=N_("the board"), example=True),
    Key("holes", _holes, noun=N_("the holes"), example=True),
    Key("start", lambda asked: asked.board.name(asked.start), noun=N_("the start"), example=True),
    Key("end", _end, noun=N_("the end"), example=True),
    Key(
        "closed",
        lambda asked: str(int(asked.puzzle.closed)),
        noun=N_("the kind of tour"),
        example=True,
    ),
    Key("path", _path, attribute=False),
    Key("ordering", lambda asked: asked.ordering, noun=N_("the move ordering")),
    Key("seed", lambda asked: str(asked.seed), noun=N_("the seed")),
    Key("symmetry", lambda asked: asked.symmetry or NO_SYMMETRY, noun=N_("the symmetry")),
    Key("race", lambda asked: asked.race, noun=N_("the race")),
    Key("code", _code, noun=N_("the code")),
    Key("check", lambda asked: str(asked.check or ""), task=True),
    Key("mode", lambda asked: asked.mode, noun=N_("your part")),
    Key("prune", lambda asked: str(int(asked.prune)), noun=N_("the choice to skip moves")),
    Key(
        "show",
        lambda asked: ",".join(asked.show) or "none",
        noun=N_("what is shown"),
        asks=False,
        recorded=False,
    ),
    Key(
        "step",
        lambda asked: step_text(asked.step),
        noun=N_("the step"),
        asks=False,
        recorded=False,
    ),
    Key("view", asks=False, recorded=False, task=True),
    Key("at", asks=False, recorded=False),
    Key("said", asks=False, reader=True),
    Key("lang", read=language, asks=False),
    Key("embed", read=switch, asks=False, settable=False, attribute=False, task=True, page=True),
    Key("lock", asks=False, task=True),
    Key(HELP, read=hints, asks=False, task=True),
    Key("game", attribute=False, reader=True),
    Key("loading", read=partial(one_of, LOADING), asks=False, settable=False, page=True),
    Key("splice", read=switch, asks=False, task=True, embed=True),
    Key("present", read=switch, asks=False, attribute=False, page=True),
    Key("theme", read=partial(one_of, THEMES), asks=False, embed=True),
    Key("panels", read=partial(among, PANELS), asks=False, embed=True),
)

#: The names of `Settings`, in the order in which an address says them.
SETTINGS = tuple(key.name for key in KEYS if not key.write)
#: What locks may name, with its noun; and `HELP`.
LOCKABLE = {key.name: key.noun for key in KEYS if key.noun}


def key_names(which: Callable[[Key], bool]) -> frozenset[str]:
    """Return the names of the keys of which something holds.

    >>> sorted(key_names(lambda key: key.reader))
    ['game', 'said']
    """
    return frozenset(key.name for key in KEYS if which(key))
