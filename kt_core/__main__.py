"""The command line: `python3 -m kt_core solve 8x8 --start a1`; the other commands are in COMMANDS.

Results go to standard output alone. Exit status: 0 yes, 1 no such tour, 2 bad input, 3 undecided.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from kt_core import commands
from kt_core.commands import GRAPH_FORMATS, SAMPLE_FORMATS, TOUR_FORMATS
from kt_core.leaper import KNIGHT, Leaper, leaper_of
from kt_core.orderings import ORDERINGS
from kt_core.tour import NoTour, Undecided

FORMATS = {
    "solve": list(TOUR_FORMATS),
    "sample": list(SAMPLE_FORMATS),
    "graph": list(GRAPH_FORMATS),
}

Answer = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command and return its exit status."""
    try:
        asked = _parser().parse_args(arguments)
        asked.answer(asked)
        print(end="", flush=True)
    except NoTour as no:
        return _say(no.reason, 1)
    except Undecided as undecided:
        return _say(f"Undecided: {undecided.reason}.", 3)
    except OSError as wrong:
        return _unwritten(wrong)
    except ValueError as wrong:
        return _say(f"kt_core: {wrong}", 2)
    except KeyboardInterrupt:
        return 130
    return 0


def _unwritten(wrong: OSError) -> int:
    # Python flushes standard output once more at its end, and would complain once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(wrong, BrokenPipeError):
        return 0  # the reader has seen enough: python3 -m kt_core trace 8x8 | head
    return _say(f"kt_core: cannot write the answer: {wrong.strerror}", 2)


def _say(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


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
    "--uniform": {"action": "store_true", "help": "every tour equally likely; up to 64 squares"},
    "--symmetry": {"metavar": "NAME", "help": "its own image by half-turn, quarter-turn or mirror"},
    "--count": {"metavar": "N", "type": _positive, "default": 10, "help": "how many tours"},
    "--ordering": {"metavar": "NAME", "default": "textbook", "help": ", ".join(ORDERINGS)},
    "--limit": {"metavar": "N", "type": _positive, "default": 1000, "help": "events at most"},
    "--out": {"metavar": "FILE", "help": "write there, whole or not at all"},
}
_PUZZLE = "board --holes --start --end --closed --leaper"
COMMANDS: dict[str, tuple[Answer, str, str]] = {
    "solve": (commands.solve, "print a tour", f"{_PUZZLE} --seed --uniform --symmetry --out"),
    "sample": (commands.sample, "print tours drawn from all of them", f"{_PUZZLE} --seed --count"),
    "graph": (commands.graph, "print the knight graph", "board --holes --out"),
    "exists": (commands.exists, "say whether there is a tour, or why not", _PUZZLE),
    "count": (commands.count, "print how many tours there are", _PUZZLE),
    "trace": (
        commands.trace,
        "print a search, one event a line",
        f"{_PUZZLE} --ordering --seed --limit",
    ),
    "check": (
        commands.check,
        "say what tour a file has, or what is wrong",
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
