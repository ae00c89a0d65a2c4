"""Python's errors in a program: the name, the line, the traceback, and the usual cause."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any

from kt_core.language import N_, Sentence

MOST_TRACE = 4_000
MOST_TEXT = 300

NOTHING_LEFT = N_("There was nothing to take or to choose from: test first whether any is left.")
ARGUMENTS = N_(
    "The program reads its arguments, and it was given too few: fill in “Arguments”, or write them"
    " after -- in the command."
)
#: Usual causes, by the error and a part of its text. Each is true of every such error.
CAUSES = {
    "UnboundLocalError: ": N_(
        "A name that a function assigns is local to it, and this one has no value yet: assign it"
        " before, pass it as an argument, or write global or nonlocal."
    ),
    "IndexError: from empty": NOTHING_LEFT,
    "IndexError: from an empty": NOTHING_LEFT,
    "ValueError: argument is empty": NOTHING_LEFT,
    "ValueError: arg is an empty": NOTHING_LEFT,
    "ValueError: empty range": NOTHING_LEFT,
    "KeyError: pop from an empty set": NOTHING_LEFT,
    "KeyError: dictionary is empty": NOTHING_LEFT,
    "IndexError: out of range": N_(
        "An index is outside its list; on a board, test 0 <= row < rows and 0 <= column < columns"
        " first."
    ),
    "EOFError: EOF when reading a line": N_(
        "The program asks for input, and standard input has no line left: give it a line for each"
        " answer."
    ),
    "TypeError: 'NoneType' object is not": N_(
        "A value is None here: a function without return gives None, as append and sort do."
    ),
    "TypeError: not subscriptable": N_(
        "The value in front of the brackets has no items; look where it gets its value."
    ),
    "TypeError: unhashable type: 'list'": N_(
        "A list cannot be in a set or be a key of a dict; use a tuple."
    ),
    "TypeError: 'str' object cannot be interpreted as an integer": N_(
        "This is a text; input() gives one, and int(input()) a whole number."
    ),
    "TypeError: 'float' object cannot be interpreted as an integer": N_(
        "This is a decimal number; / gives one, and // a whole number."
    ),
    "RecursionError: ": N_(
        "Too many calls are nested: the functions call themselves without end, or the board is so"
        " large that the program needs sys.setrecursionlimit."
    ),
}


class WrongResultError(Exception):
    """The result of a reader's function is wrong; `line` is that of the function, or 0."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.sentence, self.line = sentence, line


@dataclass(frozen=True)
class ProgramError:
    """An error of a program: `name` is its class, `line` counts from 1, 0 if unknown.

    `name` is "" if `text` is a sentence about a wrong result. `base` is the class of Python that
    the class is, or is derived from.
    """

    name: str
    text: str
    line: int
    trace: str
    cause: str = ""  # a template
    base: str = ""

    @property
    def sentence(self) -> str:
        """The error in one line, as Python shows it, with its place."""
        if not self.name:
            return self.text
        what = f"{self.name}: {self.text}" if self.text else self.name
        if self.line:
            return Sentence("{error}, in line {line}", error=what, line=self.line)
        return what


def syntax_error(error: BaseException) -> ProgramError:
    """Return the error of a text that is not a program."""
    line = getattr(error, "lineno", None) or 0
    text = getattr(error, "msg", None) or str(error)
    name = type(error).__name__
    return ProgramError(name, str(text)[:MOST_TEXT], line, "", cause_of(name, str(text)))


def error_of(error: BaseException, file: str) -> ProgramError:
    """Return an error that a program raised; the methods of its class do not run."""
    if type(error) is WrongResultError:
        return ProgramError("", error.sentence, error.line, "")
    name, text = type(error).__name__[:MOST_TEXT], _text_of(error)
    lines = [f"  line {line}, in {function}" for line, function in _frames(error, file)]
    if len(lines) > 20:
        lines[10:-10] = ["  …"]
    trace = "\n".join([*lines, f"{name}: {text}" if text else name])[-MOST_TRACE:]
    cause = ARGUMENTS if _reads_arguments(error, file) else cause_of(name, text)
    classes = (each.__name__ for each in type(error).__mro__ if each.__module__ == "builtins")
    return ProgramError(name, text, lines_of(error, file)[1], trace, cause, next(classes))


def _reads_arguments(error: BaseException, file: str) -> bool:
    """Return True if the expression that raised an `IndexError` is an item of sys.argv."""
    place: Any = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or type(error) is not IndexError or place.tb_frame.f_code.co_filename != file:
        return False
    positions = [*place.tb_frame.f_code.co_positions()][place.tb_lasti // 2]
    line, _last, first, end = (each or 0 for each in positions)
    text = linecache.getline(file, line).encode()[first:end].decode("utf-8", "replace")
    return text.startswith(("sys.argv[", "argv["))


def _text_of(error: BaseException) -> str:
    if type(error).__module__ == "builtins":
        return str(error)[:MOST_TEXT]
    texts = [each for each in error.args if type(each) in (str, int, float)]
    return ", ".join(map(str, texts))[:MOST_TEXT]


def lines_of(error: BaseException, file: str) -> tuple[int, int]:
    """Return the program's lines that raised an error, the outermost and the innermost; or 0."""
    frames = _frames(error, file)
    return (frames[0][0], frames[-1][0]) if frames else (0, 0)


def _frames(error: BaseException, file: str) -> list[tuple[int, str]]:
    """Return the line and the function of each frame of a file, the outermost first."""
    places = ((place.f_code, line or 0) for place, line in walk_tb(error.__traceback__))
    return [(line, code.co_name) for code, line in places if code.co_filename == file]


def cause_of(name: str, text: str) -> str:
    """Return the template of the usual cause of an error, "" if none is known."""
    known = ((key.split(": ", 1), cause) for key, cause in CAUSES.items())
    return next((cause for (kind, part), cause in known if kind == name and part in text), "")
