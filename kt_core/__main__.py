"""The command line: `python3 -m kt_core solve 8x8 --start a1`; the other commands are in COMMANDS.

Results go to standard output alone. Exit status: 0 yes, 1 no such tour, 2 bad input, 3 undecided.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from kt_core import svg, text
from kt_core.board import Board
from kt_core.events import Event, Found
from kt_core.graph import knight_graph
from kt_core.leaper import KNIGHT, Leaper, leaper_of
from kt_core.orderings import ORDERINGS, ordering
from kt_core.reading import read_tour
from kt_core.search import search
from kt_core.solve import count_tours, solve
from kt_core.theory import Existence, existence
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

TOUR_FORMATS: dict[str, Callable[[Tour], str]] = {
    "text": text.tour,
    "json": text.tour_json,
    "svg": svg.tour,
    "csv": text.tour_csv,
}
GRAPH_FORMATS: dict[str, Callable[[Board], str]] = {
    "json": text.graph_json,
    "svg": svg.graph,
    "csv": text.graph_csv,
}
FORMATS = {"solve": list(TOUR_FORMATS), "graph": list(GRAPH_FORMATS)}
FILE_CHARACTERS = (
    32_000_000  # characters of a file to check: the table of a 1000x1000 tour, and more
)

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


def _solve(asked: argparse.Namespace) -> None:
    _write(TOUR_FORMATS[asked.format](_tour(_puzzle(asked), asked.seed)), asked.out)


def _graph(asked: argparse.Namespace) -> None:
    _write(GRAPH_FORMATS[asked.format](_board(asked)), asked.out)


def _exists(asked: argparse.Namespace) -> None:
    puzzle = _puzzle(asked)
    known = existence(puzzle)
    if known and known.basis == "theorem":
        if not known.exists:
            raise NoTour(known.reason, known.proof, known.witness)
        why = f"{known.reason} ({known.source})"
    else:  # a rule from experience is no proof, but a tour is
        why = _made(puzzle, known)
    print(f"Yes, {puzzle.board} has such {'a closed' if puzzle.closed else 'an open'} tour. {why}")


def _made(puzzle: Puzzle, rule: Existence | None) -> str:
    try:
        _tour(puzzle)
    except Undecided as undecided:
        hint = f"; {rule.reason.rstrip('.')}" if rule else ""
        raise Undecided(undecided.reason + hint, undecided.spent) from None
    return "One was made and checked; no theorem is known to the program that covers it."


def _tour(puzzle: Puzzle, seed: int | None = None) -> Tour:
    return solve(
        puzzle.board,
        start=puzzle.start,
        end=puzzle.end,
        closed=puzzle.closed,
        leaper=puzzle.leaper,
        seed=seed,
    )


def _count(asked: argparse.Namespace) -> None:
    puzzle = _puzzle(asked)
    print(
        count_tours(
            puzzle.board,
            start=puzzle.start,
            end=puzzle.end,
            closed=puzzle.closed,
            leaper=puzzle.leaper,
        )
    )


def _trace(asked: argparse.Namespace) -> None:
    board = _board(asked)
    start = board.square(board.squares[0] if asked.start is None else asked.start)
    puzzle = replace(_puzzle(asked), start=start)
    graph = knight_graph(board, puzzle.leaper)
    order = ordering(asked.ordering).make(board, asked.seed or 0)
    events = search(graph, start, order=order, ends=puzzle.ends(graph, start))
    for event in islice(_until_found(events), asked.limit):
        print(text.event(board, event))


def _check(asked: argparse.Namespace) -> None:
    if asked.holes and asked.board is None:
        raise ValueError("--holes needs a --board to cut them out of, such as --board 8x8")
    board = None if asked.board is None else _board(asked)
    text = _text(asked.file)
    tour = read_tour(text, board, closed=True if asked.closed else None, longest=FILE_CHARACTERS)
    kind, moves = "A closed" if tour.closed else "An open", "move" + "s" * (tour.moves != 1)
    holes = len(tour.board.holes)
    cut = f" with {holes:,} hole{'s' * (holes > 1)}" if holes else ""
    print(f"{kind} tour of {tour.board}{cut}: {tour.moves:,} {moves}.")


def _text(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read(FILE_CHARACTERS + 1)
        with Path(name).open(encoding="utf-8") as file:
            return file.read(FILE_CHARACTERS + 1)
    except OSError as wrong:
        raise ValueError(f"cannot read {name!r}: {wrong.strerror}; name a file to read") from wrong
    except UnicodeDecodeError:
        raise ValueError(f"{name!r} is not a text in UTF-8; name a file with a tour") from None


def _until_found(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, Found):
            return


def _board(asked: argparse.Namespace) -> Board:
    return Board.parse(asked.board, asked.holes)


def _puzzle(asked: argparse.Namespace) -> Puzzle:
    ends = {"start": asked.start, "end": asked.end}
    return Puzzle.of(_board(asked), **ends, closed=asked.closed, leaper=asked.leaper)


def _write(result: str, out: str | None) -> None:
    if out is None:
        print(result)
        return
    try:
        _replace(Path(out).resolve(), result + "\n")
    except OSError as wrong:
        raise ValueError(f"cannot write {out!r}: {wrong.strerror}; name a file to write") from wrong


def _replace(path: Path, content: str) -> None:
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is there and is not a file")
    # Whole or not at all: written beside its place, then moved there in one step.
    part = path.with_name(f".kt_core-{os.getpid()}.part")
    try:
        part.write_text(content, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


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
    "--ordering": {"metavar": "NAME", "default": "textbook", "help": ", ".join(ORDERINGS)},
    "--limit": {"metavar": "N", "type": _positive, "default": 1000, "help": "events at most"},
    "--out": {"metavar": "FILE", "help": "write there, whole or not at all"},
}
_PUZZLE = "board --holes --start --end --closed --leaper"
COMMANDS: dict[str, tuple[Answer, str, str]] = {
    "solve": (_solve, "print a tour", f"{_PUZZLE} --seed --out"),
    "graph": (_graph, "print the knight graph", "board --holes --out"),
    "exists": (_exists, "say whether there is a tour, or why not", _PUZZLE),
    "count": (_count, "print how many tours there are", _PUZZLE),
    "trace": (_trace, "print a search, one event a line", f"{_PUZZLE} --ordering --seed --limit"),
    "check": (
        _check,
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
