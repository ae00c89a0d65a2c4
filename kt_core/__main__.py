"""The command line: `python3 -m kt_core solve 8x8 --start a1`; the other commands are in COMMANDS.

Results go to standard output alone. Exit status: 0 yes, 1 no such tour, 2 bad input, 3 undecided,
70 a fault of the program, 74 a stream that cannot be read or written, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from kt_core import commands
from kt_core.commands import GRAPH_FORMATS, TOUR_FORMATS
from kt_core.leaper import KNIGHT, Leaper, leaper_of
from kt_core.orderings import ORDERINGS
from kt_core.tour import NoTour, Undecided

FORMATS = {"solve": list(TOUR_FORMATS), "graph": list(GRAPH_FORMATS)}

NO, WRONG, UNDECIDED, FAULT, STREAM, INTERRUPTED = 1, 2, 3, 70, 74, 130

Answer = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command and return its exit status."""
    try:
        asked = _parser().parse_args(arguments)
        asked.answer(asked)
        print(end="", flush=True)
    except (Exception, KeyboardInterrupt) as why:  # noqa: BLE001 - status 1 is for proofs alone
        return _told(why)
    return 0 if sys.stdout else STREAM  # closed: nobody was told


def _told(why: BaseException) -> int:
    """Say why there is no answer, and return the exit status."""
    status, sentence = FAULT, f"kt_core: a fault of this program, {type(why).__name__}: {why}"
    sentence = " ".join(sentence.split())
    match why:
        case NoTour():
            status, sentence = NO, why.reason
        case Undecided():
            status, sentence = UNDECIDED, f"Undecided: {why.reason}."
        case OSError():
            return _broken(why)
        case ValueError():
            status, sentence = WRONG, f"kt_core: {why}"
        case KeyboardInterrupt():
            return INTERRUPTED
        case MemoryError():
            sentence = "kt_core: there is too little memory for this; ask for a smaller board"
    return _say(sentence, status)


def _broken(wrong: OSError) -> int:
    with suppress(OSError, AttributeError, ValueError):
        # Python flushes standard output once more at its end, and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(wrong, BrokenPipeError):
        return STREAM  # the reader has seen enough: python3 -m kt_core trace 8x8 | head
    why = str(wrong.strerror)
    return _say(f"kt_core: {why if 'cannot' in why else f'cannot write the answer: {why}'}", STREAM)


def _say(sentence: str, status: int) -> int:
    with suppress(OSError, AttributeError, ValueError):  # nobody can be told there either
        print(
            _cut(" ".join(sentence.split())) if status == FAULT else _cut(sentence),
            file=sys.stderr,
            flush=True,
        )
    return status


def _cut(sentence: str) -> str:
    """Return a sentence whose long words, which only arguments have, are cut."""
    return re.sub(r"\S{60}\S+", lambda found: f"{found[0][:40]}…", sentence)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, such as 7") from None


def _leaper(text: str) -> Leaper:
    try:
        return leaper_of(tuple(map(int, text.split(","))))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a leaper; write two numbers from 0 to 999, such as 1,2 for the knight"
        ) from None


def _positive(text: str) -> int:
    if (number := _integer(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return number


OPTIONS: dict[str, dict[str, Any]] = {
    "board": {"help": "rows x columns, such as 8x8"},
    "file": {"help": "JSON, squares, a numbered board, or a table; - for standard input"},
    "--board": {"metavar": "8x8", "help": "the board, where the file does not tell of holes"},
    "--holes": {"metavar": "c3,d4", "default": "", "help": "squares cut out of the board"},
    "--start": {"metavar": "a1", "help": "where the tour starts; any square if left out"},
    "--end": {"metavar": "b1", "help": "where it ends; any square if left out"},
    "--closed": {"action": "store_true", "help": "its last square is a move from its first"},
    "--leaper": {
        "metavar": "1,2",
        "type": _leaper,
        "default": KNIGHT,
        "help": "another piece: 1,4 leaps one way by 1 and the other by 4",
    },
    "--seed": {"metavar": "N", "type": _integer, "help": "another whole number, another tour"},
    "--ordering": {"metavar": "NAME", "default": "textbook", "help": ", ".join(ORDERINGS)},
    "--limit": {"metavar": "N", "type": _positive, "default": 1000, "help": "events at most"},
    "--proof": {"metavar": "FILE", "help": "write there why there is no tour, to be checked"},
    "--out": {"metavar": "FILE", "help": "write there, whole or not at all"},
}
_PUZZLE = "board --holes --start --end --closed --leaper"
COMMANDS: dict[str, tuple[Answer, str, str]] = {
    "solve": (commands.solve, "print a tour", f"{_PUZZLE} --seed --out"),
    "graph": (commands.graph, "print the knight graph", "board --holes --out"),
    "exists": (commands.exists, "say whether there is a tour, or why not", f"{_PUZZLE} --proof"),
    "count": (commands.count, "print how many tours there are", _PUZZLE),
    "trace": (
        commands.trace,
        "print a search, one event a line",
        f"{_PUZZLE} --ordering --seed --limit",
    ),
    "check": (
        commands.check,
        "say what tour or proof a file has, or what is wrong",
        "file --board --holes --closed",
    ),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; see {_called()} --help")


def _called() -> str:
    """Return what was typed to come here: the installed command, or the module."""
    installed = "knights-tour"
    return installed if Path(sys.argv[0]).stem == installed else "python3 -m kt_core"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=_called(), description="Knight's tours: find, prove, draw.")
    commands = parser.add_subparsers(metavar="command", required=True)
    for name, (answer, about, options) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        for option in options.split():
            command.add_argument(option, **OPTIONS[option])
        if formats := FORMATS.get(name):
            command.add_argument("--format", choices=formats, default=formats[0])
        command.set_defaults(answer=answer)
    return parser


if __name__ == "__main__":
    sys.exit(main())
