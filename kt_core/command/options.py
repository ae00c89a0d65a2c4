"""The commands and their options, and translations of argparse's messages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from kt_core.command import commands, mark, programs
from kt_core.command.commands import GRAPH_FORMATS, PUZZLE_FORMATS, TOUR_FORMATS
from kt_core.files.tokens import MOST_DIGITS
from kt_core.graph import Leaper, leaper_of
from kt_core.language import ENGLISH, N_, Sentence, _, known_language, languages, short, value_error
from kt_core.orderings import ORDERINGS

Command = Callable[[argparse.Namespace], int | None]  # returns an exit status, None for 0

FORMATS = {
    "solve": list(TOUR_FORMATS),
    "puzzle": list(PUZZLE_FORMATS),
    "graph": list(GRAPH_FORMATS),
    "run": ["text", "json"],
    "mark": ["text", "csv", "json"],
    "check": ["text", "json"],
}
#: Messages of argparse, marked for translation.
ARGPARSE_MESSAGES = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _wrong(N_("{text} is not a whole number, such as 7"), text=repr(text)) from None


def _leaper(text: str) -> Leaper:
    try:
        return leaper_of(tuple(map(int, text.split(","))))
    except ValueError:
        template = N_(
            "{text} is not a leaper; write two numbers from 0 to 999, such as 1,2 for the knight"
        )
        raise _wrong(template, text=repr(text)) from None


def _given(text: str) -> dict[str, int]:
    given = dict[str, int]()
    for each in text.replace(",", " ").split():
        name, sign, number = each.partition("=")
        if not sign or not number.isdecimal() or len(number) > MOST_DIGITS:
            template = N_(
                "{text} is not a given number; write squares and numbers, as in d7=1,e7=18"
            )
            raise _wrong(template, text=short(each))
        if given.setdefault(name.lower(), int(number)) != int(number):
            template = N_("{square} is given two numbers, {one} and {other}")
            raise _wrong(template, square=name, one=given[name.lower()], other=int(number))
    return given


def _positive(text: str) -> int:
    if (number := _integer(text)) < 1:
        raise _wrong(N_("{text} is not a whole number from 1 on"), text=repr(text))
    return number


def _language(text: str) -> str:
    if known_language(text) == ENGLISH and not text.lower().startswith(ENGLISH):
        template = N_("{text} is not an available language; there are {known}")
        raise _wrong(template, text=repr(text), known=", ".join(languages()))
    return text


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 86_400:
        raise _wrong(N_("{text} is not a time; give seconds from 0.1 to 86,400"), text=repr(text))
    return number


def _wrong(template: str, **values: Any) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(Sentence(template, **values))


OPTIONS: dict[str, dict[str, Any]] = {
    "board": {
        "help": N_(
            "rows x columns, such as 8x8, or a file with a board or puzzle; - for standard input"
        )
    },
    "file": {
        "help": N_("a file with a tour or puzzle in any form, or a proof; - for standard input")
    },
    "--board": {"metavar": "8x8", "help": N_("the board; the smallest that fits if left out")},
    "--holes": {"metavar": "c3,d4", "default": "", "help": N_("squares cut out of the board")},
    "--start": {"metavar": "a1", "help": N_("where the tour starts; any square if left out")},
    "--end": {"metavar": "b1", "help": N_("where it ends; any square if left out")},
    "--closed": {
        "action": "store_true",
        "help": N_("a closed tour: its last square is a move from its first"),
    },
    "--leaper": {
        "metavar": "1,2",
        "type": _leaper,
        "help": N_("another piece: 1,4 leaps one way by 1 and the other by 4"),
    },
    "--from": {
        "metavar": "0|1",
        "type": int,
        "choices": (0, 1),
        "help": N_("whether rows, columns, squares and steps are counted from 0 or 1"),
    },
    "--by": {
        "metavar": "rows|columns",
        "choices": ("rows", "columns"),
        "help": N_("which number comes first in a pair"),
    },
    "--seed": {
        "metavar": "N",
        "type": _integer,
        "help": N_("a whole number; another seed gives another tour"),
    },
    "--given": {
        "metavar": "d7=1,e7=18",
        "type": _given,
        "help": N_("numbers of a puzzle: the steps on these squares, counted from 1"),
    },
    "--givens": {
        "metavar": "N",
        "type": _positive,
        "help": N_("how many numbers the puzzle gives; if left out, each of them is needed"),
    },
    "--symmetry": {
        "metavar": "NAME",
        "help": N_(
            "a tour, or given squares, with their own image by half-turn, quarter-turn or mirror"
        ),
    },
    "--ordering": {"metavar": "NAME", "default": "textbook", "help": ", ".join(ORDERINGS)},
    "--ordering-file": {
        "metavar": "FILE",
        "help": N_("search with your own Python: def order(choices, onward, path, board)"),
    },
    "program": {"metavar": "file", "help": N_("a Python program; - for standard input")},
    "programs": {
        "nargs": "+",
        "metavar": "program",
        "help": N_("Python programs, or folders of them"),
    },
    "--tests": {
        "metavar": "tests.py",
        "required": True,
        "help": N_("a file with functions test_…, which call the programs' functions"),
    },
    "arguments": {"nargs": "*", "help": N_("after --: the program's own arguments")},
    "--visits": {
        "metavar": "N",
        "type": _positive,
        "default": 300_000,
        "help": N_("stop after so many visits to squares"),
    },
    "--seconds": {
        "metavar": "S",
        "type": _seconds,
        "default": 10.0,
        "help": N_("stop after so many seconds"),
    },
    "--film": {"metavar": "FILE", "help": N_("write an SVG film of the run to this file")},
    "--limit": {
        "metavar": "N",
        "type": _positive,
        "default": 1000,
        "help": N_("the most events to print"),
    },
    "--lang": {
        "metavar": "en|zh",
        "type": _language,
        "help": N_("the language of the output; by default that of LANG"),
    },
    "--proof": {
        "metavar": "FILE",
        "help": N_("write the proof that there is no tour to this file"),
    },
    "--out": {
        "metavar": "FILE",
        "help": N_("write to this file, completely or not at all; - for standard output"),
    },
}
_PUZZLE = "board --holes --start --end --closed --leaper"
COMMANDS: dict[str, tuple[Command, str, str]] = {
    "solve": (
        commands.solve,
        N_("print a tour"),
        f"{_PUZZLE} --given --seed --symmetry --ordering-file --out",
    ),
    "puzzle": (
        commands.puzzle,
        N_("make a puzzle: some numbers of a tour, which have exactly one solution"),
        "board --holes --closed --leaper --givens --seed --symmetry --out",
    ),
    "graph": (commands.graph, N_("print the knight graph"), "board --holes --out"),
    "exists": (
        commands.exists,
        N_("say whether there is a tour, or why not"),
        f"{_PUZZLE} --given --symmetry --proof",
    ),
    "count": (commands.count, N_("print how many tours there are"), _PUZZLE),
    "trace": (
        commands.trace,
        N_("print a search, one event a line"),
        f"{_PUZZLE} --ordering --seed --limit",
    ),
    "run": (
        programs.run,
        N_("run a Python program for the knight's tour, watch it and judge its result"),
        "program arguments --visits --seconds --seed --film",
    ),
    "mark": (
        mark.mark,
        N_("grade programs with tests, each in a separate process"),
        "programs --tests --visits --seconds",
    ),
    "check": (
        commands.check,
        N_("say what tour, puzzle or proof a file has, or what is wrong"),
        "file --board --holes --start --end --closed --leaper --from --by",
    ),
}


class Parser(argparse.ArgumentParser):
    """A parser that raises `ValueError`, where argparse would exit."""

    def error(self, message: str) -> NoReturn:
        """Raise `ValueError` with argparse's message and a hint to --help."""
        raise value_error("{message}; see {called} --help", message=message, called=_command_name())


def _command_name() -> str:
    """Return the command that the reader typed: the installed one, or the module."""
    installed = "knights-tour"
    return installed if Path(sys.argv[0]).stem == installed else "python3 -m kt_core"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, in the current language."""
    # argparse translates its messages with gettext, but Python has no catalogs for them.
    argparse._ = _  # type: ignore[attr-defined]
    made = Parser(prog=_command_name(), description=_("Knight's tours: find, prove, draw."))
    settings = OPTIONS["--lang"]
    made.add_argument("--lang", **{**settings, "help": _(settings["help"])})
    commands = made.add_subparsers(metavar="command", required=True)
    for name, (answer, about, options) in COMMANDS.items():
        command = commands.add_parser(name, help=_(about), description=_(about))
        for option in (*options.split(), "--lang"):
            settings = OPTIONS[option]
            command.add_argument(option, **{**settings, "help": _(settings["help"])})
        if formats := FORMATS.get(name):
            command.add_argument("--format", choices=formats, default=formats[0])
        command.set_defaults(answer=answer)
    return made
