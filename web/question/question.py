"""The question that the page answers, one frozen value, and parsers for the values in it. Pure.

Each parser explains a wrong value in a sentence. A tour and a reader's code are packed into short
texts in base64.
"""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kt_core.board import Board, Square
from kt_core.drawing.shapes import LARGE_AREA
from kt_core.graph import steps
from kt_core.language import N_, Sentence, choices, languages, short, value_error
from kt_core.orderings import ORDERINGS, ordering
from kt_core.svg import is_large
from kt_core.tour import SYMMETRIES, Puzzle, Tour, no_symmetry

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
EVERY = "all"  # a task asks all questions of a section
LOADING = ("eager", "lazy", "click")  # the choices when Python starts
#: The panels with views of the search.
PANELS = ("code", "own", "stack", "tree", "degrees", "facts", "about")
#: The largest number of holes in an address or in the form's field; a file may have more.
MOST_HOLES = 2000
LONGEST_TEXT = 8 * MOST_HOLES  # limit for the characters in a field

YOURS, YOUR_RULE = N_("Your code"), N_("moves as your code lists them")
MOST_TASK_STEPS = 10_000  # limit for the steps that a task allows for each start

_NAME = re.compile("[a-z]{1,20}")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)  # a given number
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
    questions: str = ""  # the name of a question in a task, or "all"; "": one at random
    solutions: bool = True  # whether the chapter offers solutions of its exercises
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
    begin: Square = 0  # the first square of a game if the puzzle lacks the number 1
    ordering: str = "warnsdorff"
    seed: int = 0
    symmetry: str = ""  # the symmetry of the tour, which only the best method supports; "": any
    prune: bool = True
    mix: bool = True  # whether a large board's tour is mixed, with seed 0 too, to hide tiles
    show: tuple[str, ...] = ("path",)
    step: int | None = None  # number of events replayed; None: all
    famous: str = ""  # the name of the tour of the gallery
    opened: tuple[Square, ...] = ()  # the proven tour that the reader opened
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
        """The start of the puzzle; if its numbers do not say it, the square to begin with."""
        return self.begin if self.puzzle.start is None else self.puzzle.start

    @property
    def is_shown(self) -> bool:
        """Whether its tour is given, so that no search is needed."""
        return bool(self.famous or self.opened)

    @property
    def can_be_watched(self) -> bool:
        """Whether its search can be watched; a large board shows only its tour."""
        return not is_large(self.board)

    @property
    def is_race(self) -> bool:
        """True if two searches race."""
        return bool(self.race) and self.mode != "play"

    @property
    def finds_start(self) -> bool:
        """Whether its search begins where a solution starts, because the number 1 is not given."""
        return self.puzzle.start is None and self.ordering != BEST and not self.is_own

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


def begin_of(puzzle: Puzzle, wanted: Square | None = None) -> Square:
    """Return the first square that may have the number 1, or the `wanted` one if it may.

    0 if the start is known; `ValueError` if no square may have the number 1.
    """
    if puzzle.start is not None:
        return 0
    for square in puzzle.board if wanted is None else (wanted, *puzzle.board):
        with suppress(ValueError):
            return with_one(puzzle, square)
    raise value_error("no square can have the number 1")


def with_one(puzzle: Puzzle, square: Square) -> Square:
    """Return a square that may have the number 1; `ValueError` names a number that forbids it."""
    replace(puzzle, given=(*puzzle.given, (square, 1)))
    return square


def known_ordering(name: str) -> str:
    """Return the name of a move ordering; `ValueError` lists the known names."""
    return one_of((*ORDERINGS, BEST, OWN), name)


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


# --- Values of an address -------------------------------------------------------------------------

MOST_ALLOWED = 1000  # limit for hints and for moves taken back in a task
LONGEST_ASK = 240  # limit for the characters of the teacher's description of a task
#: Characters that no line of text contains: control characters, line separators, direction
#: overrides (they show letters in reverse), lone surrogates, and two that XML forbids.
_REFUSED = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202d\u202e\ud800-\udfff\ufffe\uffff]")
#: Spaces of any width, joiners and direction marks, which are ignored around a value.
_AROUND = " \t\r\n\xa0\u3000\u200b-\u200f\u2060\ufeff"
_OUTER = re.compile(rf"\A[{_AROUND}\s]+|[{_AROUND}\s]+\Z")
#: The last two of the 64 letters, plain and in addresses. Importing `base64` would delay the start.
_TO_ADDRESS = bytes.maketrans(b"+/", b"-_")
_FROM_ADDRESS = bytes.maketrans(b"-_", b"+/")
_ASCII_OF_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {ord("、"): ord(",")}


def switch(text: str) -> bool:
    """Return the state of a switch, which is "0" or "1"."""
    if text not in ("0", "1"):
        raise value_error("{text} is not a switch; write 0 or 1", text=short(text))
    return text == "1"


def layers(text: str) -> tuple[str, ...]:
    """Return the named layers in the order of `SHOWABLE`; "none" for none."""
    names = () if text in ("", "none") else among(SHOWABLE, text)
    return tuple(layer for layer in SHOWABLE if layer in names)


def too_large() -> ValueError:
    """Return the error for given numbers on a large board, which shows only a line."""
    return value_error(
        "only boards of fewer than {most:,} squares have given numbers here", most=LARGE_AREA
    )


def numbers_of(board: Board, text: str) -> tuple[tuple[Square, int], ...]:
    """Return squares with their numbers, which may contradict each other.

    >>> numbers_of(Board(8, 8), "d7:1,e7:18")
    ((51, 1), (52, 18))
    """
    if is_large(board):
        raise too_large()
    numbers = list[tuple[Square, int]]()
    for each in text.split(","):
        name, _, number = each.partition(":")
        if not _NUMBER.fullmatch(number):
            raise value_error(
                "{text} is no given number; write a square and its number, as in {example}",
                text=short(each),
                example="d7:1",
            )
        numbers.append((board.square(name), int(number)))
    return tuple(numbers)


def step_of(text: str) -> int | None:
    """Return the number of events to replay; None for "end"."""
    if text == "end":
        return None
    if (step := integer(text)) < 0:
        raise value_error("{step} is not a step; write a number from 0 on, or end", step=step)
    return step


def task_steps(text: str) -> int:
    """Return the step limit of a task for each start; 0: no such task."""
    return _within(1, MOST_TASK_STEPS, text) if text else 0


def allowance(text: str) -> int:
    """Return a limit of hints, or of moves taken back."""
    return _within(0, MOST_ALLOWED, text)


def _within(least: int, most: int, text: str) -> int:
    if not least <= (n := integer(text)) <= most:
        raise value_error("{n} is not from {least} to {most:,}", n=n, least=least, most=most)
    return n


def one_of(known: Collection[str], text: str) -> str:
    """Return a name that is one of those known; `ValueError` for others."""
    if text not in known:
        raise not_among(known, text)
    return text


def not_among(known: Iterable[str], text: str) -> ValueError:
    """Return the error about an unknown name; it lists the known ones."""
    return value_error("{name} is not among {known}", name=short(text), known=choices(known))


def among(known: Collection[str], text: str) -> tuple[str, ...]:
    """Return the names in a list with commas; `ValueError` if one is not known."""
    return tuple(one_of(known, name) for name in text.split(","))


def questions(text: str) -> str:
    """Return the name of a question of a section, or "all"; "" for "any"."""
    if not _NAME.fullmatch(text):
        raise value_error("{name} is no name of a question, and not any or all", name=short(text))
    return "" if text == "any" else text


def language(text: str) -> str:
    """Return a language's key for its tag (RFC 5646): zh-Hans, zh_CN and ZH are zh, en-GB is en."""
    # Not when imported: a build imports this module before it makes the catalogs.
    known = tuple(languages())
    key = text.replace("_", "-").partition("-")[0].lower()
    return key if key in known else one_of(known, text)


def sentence(text: str) -> str:
    """Return a line of text, to be shown as plain text, never as markup."""
    return line_of_text(text, LONGEST_ASK)


MOST_BUDGET = (10_000_000, 600)  # visits and seconds for each call in a test


def budget(text: str) -> tuple[int, int]:
    """Return the visits and the seconds allowed for each call in a test; "" for the default.

    >>> budget("20000,5")
    (20000, 5)
    """
    if not text:
        return BUDGET
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 2 and all(part.isascii() and part.isdigit() for part in parts):
        visits, seconds = (int(part[:9]) for part in parts)
        if 0 < visits <= MOST_BUDGET[0] and 0 < seconds <= MOST_BUDGET[1]:
            return visits, seconds
    raise value_error(
        "{text} is no budget; give visits and seconds, as in 20000,5", text=short(text)
    )


LONGEST_PATH = 4_096  # characters: a tour of about 8,000 squares
MOVES = steps()  # a move is stored as its index in this list
LONGEST_CODE = 32_768  # the most characters of packed code
MOST_BYTES = 100_000  # limit for unpacked code: a short text may unpack to gigabytes


def packed_path(board: Board, path: Sequence[Square]) -> str:
    """Return the moves of a path, each in three bits; "" if that would be too long.

    >>> packed_path(Board(3, 4), [0, 6, 8, 1])
    'A2E'
    """
    if (len(path) - 1) * 3 > LONGEST_PATH * 6:
        return ""
    bits = 1  # a leading 1 preserves moves with the number 0
    for a, b in pairwise(path):
        up, right = b // board.columns - a // board.columns, b % board.columns - a % board.columns
        bits = bits << 3 | MOVES.index((up, right))
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "big")
    return _letters(data)


def unpacked_tour(board: Board, start: Square, text: str, *, closed: bool) -> Tour:
    """Return the proven tour in a text; `ValueError` if it is not a tour from `start`."""
    with suppress(ValueError):
        return Tour(board, unpacked_path(board, start, text), closed)
    named = board.name(start)
    raise value_error("these moves are no tour of {board} from {start}", board=board, start=named)


def unpacked_path(board: Board, start: Square, text: str) -> list[Square]:
    """Return the path of these moves from `start`; `ValueError` if a move leaves the board.

    >>> unpacked_path(Board(3, 4), 0, packed_path(Board(3, 4), [0, 6, 8, 1]))
    [0, 6, 8, 1]
    """
    bits = 0
    if len(text) <= LONGEST_PATH + 4:
        with suppress(ValueError):
            bits = int.from_bytes(_bytes(text), "big")
    count, extra = divmod(bits.bit_length() - 1, 3)
    path = [divmod(start, board.columns)]
    for i in reversed(range(count)):
        up, right = MOVES[bits >> 3 * i & 7]
        path.append((path[-1][0] + up, path[-1][1] + right))
    inside = all(0 <= row < board.rows and 0 <= column < board.columns for row, column in path)
    if extra or not inside:
        raise value_error("{text} is no list of moves", text=short(text))
    return [row * board.columns + column for row, column in path]


def packed_code(code: str) -> str:
    """Return code packed for an address; "" if that would be too long, or there is none.

    >>> unpacked_code(packed_code("def order(): ..."))
    'def order(): ...'
    """
    data = code.encode("utf-8", "replace")
    short = _letters(zlib.compress(data, 9, wbits=-15))
    return short if code and len(short) <= LONGEST_CODE and len(data) <= MOST_BYTES else ""


def unpacked_code(text: str) -> str:
    """Return the code in a text of an address; `ValueError` if a text has none."""
    if not text:
        return ""
    wrong = value_error("these letters are no code; copy the whole link")
    if len(text) > LONGEST_CODE:
        raise wrong
    opener = zlib.decompressobj(wbits=-15)
    try:
        whole = opener.decompress(_bytes(text), MOST_BYTES)
        code = whole.decode()
    except (zlib.error, ValueError):
        raise wrong from None
    if not opener.eof:
        raise wrong
    return code


def _letters(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).translate(_TO_ADDRESS).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    data = (text + "=" * (-len(text) % 4)).encode().translate(_FROM_ADDRESS)
    return binascii.a2b_base64(data, strict_mode=True)


def ignored_key(key: str, wrong: object) -> Sentence:
    """Return the sentence about a key of an address whose value is wrong."""
    return Sentence("“{key}” in the address is ignored: {wrong}.", key=key, wrong=wrong)


def line_of_text(text: str, most: int) -> str:
    """Return a line of at most `most` characters, without outer space; `ValueError` for others.

    >>> line_of_text("　找一条巡游　", 80)
    '找一条巡游'
    """
    if len(text) > most:
        raise value_error(
            "this line has {n:,} characters; {most:,} are the most", n=len(text), most=most
        )
    if found := _REFUSED.search(text):
        raise value_error(
            "a line of text cannot hold the character {code}; leave it out",
            code=f"U+{ord(found[0]):04X}",
        )
    return _OUTER.sub("", text)


def half_width(text: str) -> str:
    """Return a text with the ASCII form of each sign that a Chinese keyboard writes wide."""
    return text.translate(_ASCII_OF_WIDE)


def plain_value(text: str) -> str:
    """Return the value that was typed in a field for squares or numbers.

    >>> plain_value("　c3、d4 ")
    'c3,d4'
    """
    return _OUTER.sub("", half_width(text))
