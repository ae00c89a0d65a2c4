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
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from kt_core import commands
from kt_core.commands import GRAPH_FORMATS, SAMPLE_FORMATS, TOUR_FORMATS
from kt_core.language import N_, Sentence, _, known_language, said, speak
from kt_core.leaper import KNIGHT, Leaper, leaper_of
from kt_core.orderings import ORDERINGS
from kt_core.tour import NoTour, Undecided

FORMATS = {
    "solve": list(TOUR_FORMATS),
    "sample": list(SAMPLE_FORMATS),
    "graph": list(GRAPH_FORMATS),
}

NO, WRONG, UNDECIDED, FAULT, STREAM, INTERRUPTED = 1, 2, 3, 70, 74, 130

Answer = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command and return its exit status."""
    speak(_language(sys.argv[1:] if arguments is None else arguments))
    try:
        asked = _parser().parse_args(arguments)
        asked.answer(asked)
        print(end="", flush=True)
    except (Exception, KeyboardInterrupt) as why:  # noqa: BLE001 - status 1 is for proofs alone
        return _told(why)
    return 0 if sys.stdout else STREAM  # closed: nobody was told


def _language(arguments: Sequence[str]) -> str:
    """Return which language is asked for: by --lang, else by the environment as gettext has it."""
    told = [after for before, after in pairwise(arguments) if before == "--lang"]
    told += [each.removeprefix("--lang=") for each in arguments if each.startswith("--lang=")]
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        told += os.environ.get(name, "").split(":")
    return known_language(next(filter(None, told), ""))


def _told(why: BaseException) -> int:
    """Say why there is no answer, and return the exit status."""
    fault = " ".join(f"{type(why).__name__}: {why}".split())
    status, sentence = FAULT, _("kt_core: a fault of this program, {fault}", fault=fault)
    match why:
        case NoTour():
            status, sentence = NO, said(why.reason)
        case Undecided():
            status, sentence = UNDECIDED, _("Undecided: {reason}.", reason=why.reason)
        case OSError():
            return _broken(why)
        case ValueError():
            status, sentence = WRONG, f"kt_core: {said(why)}"
        case KeyboardInterrupt():
            return INTERRUPTED
        case MemoryError():
            sentence = _("kt_core: there is too little memory for this; ask for a smaller board")
    return _say(sentence, status)


def _broken(wrong: OSError) -> int:
    with suppress(OSError, AttributeError, ValueError):
        # Python flushes standard output once more at its end, and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(wrong, BrokenPipeError):
        return STREAM  # the reader has seen enough: python3 -m kt_core trace 8x8 | head
    if isinstance(wrong.strerror, Sentence):
        return _say(f"kt_core: {said(wrong.strerror)}", STREAM)
    return _say(_("kt_core: cannot write the answer: {why}", why=wrong.strerror), STREAM)


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
    return re.sub(r"\S{200}\S+", lambda found: f"{found[0][:60]}…", sentence)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            Sentence("{text} is not a whole number, such as 7", text=repr(text))
        ) from None


def _leaper(text: str) -> Leaper:
    try:
        return leaper_of(tuple(map(int, text.split(","))))
    except ValueError:
        raise argparse.ArgumentTypeError(
            Sentence(
                "{text} is not a leaper; write two numbers from 0 to 999, such as 1,2 for the"
                " knight",
                text=repr(text),
            )
        ) from None


def _positive(text: str) -> int:
    if (number := _integer(text)) < 1:
        raise argparse.ArgumentTypeError(
            Sentence("{text} is not a whole number from 1 on", text=repr(text))
        )
    return number


OPTIONS: dict[str, dict[str, Any]] = {
    "board": {"help": N_("rows x columns, such as 8x8")},
    "file": {"help": N_("JSON, squares, a numbered board, or a table; - for standard input")},
    "--board": {"metavar": "8x8", "help": N_("the board, where the file does not tell of holes")},
    "--holes": {"metavar": "c3,d4", "default": "", "help": N_("squares cut out of the board")},
    "--start": {"metavar": "a1", "help": N_("where the tour starts; any square if left out")},
    "--end": {"metavar": "b1", "help": N_("where it ends; any square if left out")},
    "--closed": {"action": "store_true", "help": N_("its last square is a move from its first")},
    "--leaper": {
        "metavar": "1,2",
        "type": _leaper,
        "default": KNIGHT,
        "help": N_("another piece: 1,4 leaps one way by 1 and the other by 4"),
    },
    "--seed": {"metavar": "N", "type": _integer, "help": N_("another whole number, another tour")},
    "--uniform": {
        "action": "store_true",
        "help": N_("every tour equally likely; up to 64 squares"),
    },
    "--symmetry": {
        "metavar": "NAME",
        "help": N_("its own image by half-turn, quarter-turn or mirror"),
    },
    "--count": {"metavar": "N", "type": _positive, "default": 10, "help": N_("how many tours")},
    "--ordering": {"metavar": "NAME", "default": "textbook", "help": ", ".join(ORDERINGS)},
    "--ordering-file": {
        "metavar": "FILE",
        "help": N_("search with your own Python: def order(choices, onward, path, board)"),
    },
    "--limit": {"metavar": "N", "type": _positive, "default": 1000, "help": N_("events at most")},
    "--lang": {"metavar": "en|zh", "help": N_("the language of what is said; else LANG")},
    "--proof": {"metavar": "FILE", "help": N_("write there why there is no tour, to be checked")},
    "--out": {"metavar": "FILE", "help": N_("write there, whole or not at all")},
}
_PUZZLE = "board --holes --start --end --closed --leaper"
COMMANDS: dict[str, tuple[Answer, str, str]] = {
    "solve": (
        commands.solve,
        N_("print a tour"),
        f"{_PUZZLE} --seed --uniform --symmetry --ordering-file --out",
    ),
    "sample": (
        commands.sample,
        N_("print tours drawn from all of them"),
        f"{_PUZZLE} --seed --count",
    ),
    "graph": (commands.graph, N_("print the knight graph"), "board --holes --out"),
    "exists": (
        commands.exists,
        N_("say whether there is a tour, or why not"),
        f"{_PUZZLE} --proof",
    ),
    "count": (commands.count, N_("print how many tours there are"), _PUZZLE),
    "trace": (
        commands.trace,
        N_("print a search, one event a line"),
        f"{_PUZZLE} --ordering --seed --limit",
    ),
    "check": (
        commands.check,
        N_("say what tour or proof a file has, or what is wrong"),
        "file --board --holes --closed",
    ),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(
            Sentence("{message}; see {called} --help", message=message, called=_called())
        )


def _called() -> str:
    """Return what was typed to come here: the installed command, or the module."""
    installed = "knights-tour"
    return installed if Path(sys.argv[0]).stem == installed else "python3 -m kt_core"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=_called(), description=_("Knight's tours: find, prove, draw."))
    told = OPTIONS["--lang"]
    parser.add_argument("--lang", **{**told, "help": _(told["help"])})
    commands = parser.add_subparsers(metavar="command", required=True)
    for name, (answer, about, options) in COMMANDS.items():
        command = commands.add_parser(name, help=_(about), description=_(about))
        for option in (*options.split(), "--lang"):
            told = OPTIONS[option]
            command.add_argument(option, **{**told, "help": _(told["help"])})
        if formats := FORMATS.get(name):
            command.add_argument("--format", choices=formats, default=formats[0])
        command.set_defaults(answer=answer)
    return parser


if __name__ == "__main__":
    sys.exit(main())
