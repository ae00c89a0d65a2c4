"""The command line, `python3 -m kt_core solve 8x8 --start a1`. options.py lists the commands.

Standard output has the results and nothing else. Exit status: 0 yes, 1 no such tour, 2 bad input,
3 undecided, 70 an error in this program, 74 a stream that cannot be read or written,
130 interrupted.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from kt_core.command.options import parser
from kt_core.files.reader import NotATour
from kt_core.language import Sentence, _, known_language, speak, text_of
from kt_core.tour import NoTour, Undecided

NO, WRONG, UNDECIDED, FAULT, STREAM, INTERRUPTED = 1, 2, 3, 70, 74, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    speak(_language(sys.argv[1:] if arguments is None else arguments))
    try:
        args = parser().parse_args(arguments)
        status: int = args.answer(args) or 0
        print(end="", flush=True)
    except (Exception, KeyboardInterrupt) as why:  # noqa: BLE001 - Python's own status is 1
        return _report(why)
    return status if sys.stdout else STREAM  # None if it is closed, so nobody read the result


def _language(arguments: Sequence[str]) -> str:
    """Return the language chosen by --lang, else by the environment variables of gettext."""
    wanted = [after for before, after in pairwise(arguments) if before == "--lang"]
    wanted += [each.removeprefix("--lang=") for each in arguments if each.startswith("--lang=")]
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted += os.environ.get(name, "").split(":")
    return known_language(next(filter(None, wanted), ""))


def _report(why: BaseException) -> int:
    """Print the reason why there is no answer, and return the exit status."""
    fault = " ".join(f"{type(why).__name__}: {why}".split())
    status, sentence = FAULT, _("kt_core: a fault of this program, {fault}", fault=fault)
    match why:
        case NoTour():
            status, sentence = NO, text_of(why.reason)
        case NotATour():
            status, sentence = NO, text_of(why)
        case Undecided():
            status, sentence = UNDECIDED, _("Undecided: {reason}.", reason=why.reason)
        case OSError():
            return _report_stream_error(why)
        case ValueError():
            status, sentence = WRONG, f"kt_core: {text_of(why)}"
        case KeyboardInterrupt():
            return INTERRUPTED
        case MemoryError():
            sentence = _("kt_core: there is too little memory for this; ask for a smaller board")
    return _print_error(sentence, status)


def _report_stream_error(wrong: OSError) -> int:
    with suppress(OSError, AttributeError, ValueError):
        # Python flushes standard output again when it exits, and would report the error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(wrong, BrokenPipeError):
        return STREAM  # the reader has seen enough: python3 -m kt_core trace 8x8 | head
    if isinstance(wrong.strerror, Sentence):
        return _print_error(f"kt_core: {text_of(wrong.strerror)}", STREAM)
    return _print_error(_("kt_core: cannot write the answer: {why}", why=wrong.strerror), STREAM)


def _print_error(sentence: str, status: int) -> int:
    # Only arguments contain words that are so long.
    shortened = re.sub(r"\S{200}\S+", lambda found: f"{found[0][:60]}…", sentence)
    with suppress(OSError, AttributeError, ValueError):  # standard error may be closed too
        print(shortened, file=sys.stderr, flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
