"""Reading: text in, a proven tour out, or one sentence that names what is wrong first.

Nothing in a text is trusted: it may come from a file, a clipboard, or another page.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from kt_core.board import LONGEST_SIDE, Board, Square, place
from kt_core.events import Progress, result_of
from kt_core.files.notation import (
    CHARACTERS_PER_YIELD,
    NAMES_PER_YIELD,
    TABLE,
    PathParser,
    of_names,
    of_numbers,
    of_table,
)
from kt_core.graph import KNIGHT, Leaper, leaper_of
from kt_core.language import N_, Sentence, choices, short, value_error
from kt_core.tour import Tour, is_move

Answer = TypeVar("Answer")

#: Characters that are read at most: a tour of about 450x450, which a page can still take in.
LONGEST_CHARACTERS = 2_000_000
BRACKETS = 100  # far more than the JSON of a tour has, far fewer than would exhaust the stack

_LETTER, _DIGIT = re.compile(r"[^\W\d_]"), re.compile("[0-9]")
_WANTED = {"v": int, "rows": int, "columns": int, "holes": list, "closed": bool, "path": list}
_KINDS = {
    int: N_("a whole number"),
    bool: N_("true or false"),
    list: N_("a list of squares' names"),
}


def encoding_of(begin: bytes) -> str:
    """Return the encoding of a text by its first two bytes: UTF-16 where they are its mark.

    That is what `>` writes in Windows PowerShell. Else UTF-8; with or without a mark, none is text.
    """
    return "utf-16" if begin[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"


class EndsEarly(ValueError):
    """A path is right as far as it goes, and ends before it has come to every square.

    Its `board` is the one that was told, if `has_board`, else the smallest that has its `squares`.
    `closed` is None where that was not told.
    """

    def __init__(
        self,
        why: str,
        board: Board,
        squares: Sequence[Square],
        *,
        closed: bool | None,
        leaper: Leaper,
        has_board: bool,
    ) -> None:
        super().__init__(why)
        self.board, self.squares, self.closed = board, tuple(squares), closed
        self.leaper, self.has_board = leaper, has_board


class _Content(NamedTuple):
    board: Board | None  # None: the smallest that has the path, or the one that is given
    path: PathParser | list[Square]
    closed: bool | None = None  # None: not told
    leaper: Leaper = KNIGHT


def read_tour(
    text: str,
    board: Board | None = None,
    *,
    closed: bool | None = None,
    longest: int = LONGEST_CHARACTERS,
) -> Tour:
    r"""Return the tour that a text means: JSON, squares, our table, or a numbered board.

    >>> read_tour("a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    Tour(Board(3, 4), open, a1 to d3)
    >>> read_tour("3 8 5\n6 . 2\n1 4 7")
    Tour(Board(3, 3, holes=['b2']), closed, a1 to b3)

    A numbered board has its highest rank first, and ".", "-" or 0 for a hole. Only it and JSON tell
    of holes: for squares and tables the board is the smallest that holds them, without holes, if
    not given as `board`. JSON alone tells of another leaper than the knight. With `closed` None a
    tour is what its JSON says; any other is closed if its last square is a move from its first.
    `ValueError` names the first thing that is wrong, `EndsEarly` where that is the end of the path;
    a text of more than `longest` characters is not looked at.
    """
    return result_of(reading(text, board, closed=closed, longest=longest))


def reading(
    text: str,
    board: Board | None = None,
    *,
    closed: bool | None = None,
    longest: int = LONGEST_CHARACTERS,
) -> Generator[Progress, None, Tour]:
    """Return the same tour in slices: yields `Progress` every few milliseconds."""
    if len(text) > longest:
        raise value_error(
            "a text of {text:,} characters is too long to be read; {longest:,} is the most",
            text=len(text),
            longest=longest,
        )
    read = _content(text.removeprefix("\ufeff").strip(), board)
    own, path, own_closed, leaper = yield from _between(read, 0.0, 0.6)
    if own and board and own != board:
        what = Sentence("{own} with other holes", own=own)
        if str(own) != str(board):
            what = Sentence("{own}, not {board}", own=own, board=board)
        raise value_error("this is a tour of {what}", what=what)
    whole, squares = own or board, path
    if isinstance(path, PathParser):
        whole, squares = own or path.board(), (yield from _between(path.squares(), 0.6, 0.8))
    assert whole
    assert isinstance(squares, list)
    closed = own_closed if closed is None else closed
    ring = len(squares) > 2 and is_move(whole, squares[-1], squares[0])
    proof = Tour.proving(whole, squares, ring if closed is None else closed, leaper)
    try:
        return (yield from _between(proof, 0.8, 1.0))
    except ValueError as wrong:
        if isinstance(path, list) or len(squares) == len(whole):
            raise
        has_board = own is not None or board is not None
        why = wrong.args[0]
        early = EndsEarly(why, whole, squares, closed=closed, leaper=leaper, has_board=has_board)
        raise early from None


def _between(
    work: Generator[Progress, None, Answer], begin: float, end: float
) -> Generator[Progress, None, Answer]:
    """Return what some work returns; its progress is from `begin` to `end` of the whole."""
    while True:
        try:
            progress = next(work)
        except StopIteration as done:
            answer: Answer = done.value
            return answer
        yield Progress("reading", begin + (end - begin) * (progress.share or 0.0))


def _content(text: str, board: Board | None) -> Generator[Progress, None, _Content]:
    if text.startswith("{"):
        return (yield from _of_json(text))
    if text[: len(TABLE)].lower() == TABLE:
        return _Content(None, (yield from of_table(text, board)))
    if (yield from _has(text, _LETTER)):
        return _Content(None, (yield from of_names(text, board)))
    if (yield from _has(text, _DIGIT)):
        return _Content(*(yield from of_numbers(text)))
    raise value_error(
        "there is no tour in this text; give the JSON of a tour, squares such as a1 b3 c5,"
        " or rows of numbers"
    )


def _has(text: str, sought: re.Pattern[str]) -> Generator[Progress, None, bool]:
    for begin in range(0, len(text), CHARACTERS_PER_YIELD):
        if sought.search(text, begin, begin + CHARACTERS_PER_YIELD):
            return True
        yield Progress("reading", 0.0)
    return False


def _of_json(text: str) -> Generator[Progress, None, _Content]:
    tour = _object(text)
    _check(tour)
    whole = Board(tour["rows"], tour["columns"])
    holes = yield from _between(_holes(whole, tour["holes"]), 0.0, 0.2)
    board, leaper = Board(whole.rows, whole.columns, holes), _leaper(tour.get("leaper", KNIGHT))
    walk = PathParser(board, leaper)
    for share, names in _names(tour, "path"):
        walk.go(names)
        yield Progress("reading", 0.2 + 0.8 * share)
    return _Content(board, walk, tour["closed"], leaper)


def _check(tour: Mapping[str, Any]) -> None:
    """Raise `ValueError` for what is wrong first in a tour's JSON, its squares aside."""
    for key, kind in _WANTED.items():
        _check_kind(tour, key, kind)
    if tour["v"] != 1:
        raise value_error(
            '"v" is {value}; only version 1 of the format is known', value=short(tour["v"])
        )
    for key in ("rows", "columns"):
        if not 1 <= tour[key] <= LONGEST_SIDE:
            raise value_error(
                '"{key}" is {value}; it must be 1 to {most}',
                key=key,
                value=short(tour[key]),
                most=LONGEST_SIDE,
            )


def _check_kind(tour: Mapping[str, Any], key: str, kind: type) -> None:
    if key not in tour:
        raise value_error(
            'this JSON has no "{key}"; a tour has {wanted}', key=key, wanted=choices(_WANTED)
        )
    if type(tour[key]) is not kind:
        raise value_error(
            '"{key}" is {value}; it must be {kind}',
            key=key,
            value=short(tour[key]),
            kind=Sentence(_KINDS[kind]),
        )


def _holes(whole: Board, names: Sequence[Any]) -> Generator[Progress, None, set[Square]]:
    holes: set[Square] = set()
    for share, some in _names({"holes": names}, "holes"):
        holes.update(map(whole.square, some))
        yield Progress("reading", share)
    return holes


def _leaper(value: Any) -> Leaper:
    try:
        return leaper_of(value)
    except ValueError:
        wanted = Sentence("two numbers from 0 to 999, not both 0, as in [1, 4]")
        raise value_error(
            '"leaper" is {said}; it must be {wanted}', said=short(value), wanted=wanted
        ) from None


def _object(text: str) -> Mapping[str, Any]:
    # Brackets in brackets in brackets would exhaust the stack, which in a browser ends Python.
    if text.count("[") + text.count("{") > BRACKETS:
        raise value_error(
            "this JSON has more than {brackets} brackets; that of a tour has four at most",
            brackets=BRACKETS,
        )
    try:
        found: Mapping[str, Any] = json.loads(text)
    except json.JSONDecodeError as wrong:
        where = Sentence("line {line}, character {n}", line=wrong.lineno, n=wrong.colno)
        raise value_error(
            "this is not JSON: {msg} at {where}", msg=wrong.msg, where=where
        ) from None
    except ValueError:
        raise value_error("this JSON has a number of thousands of digits") from None
    return found


def _names(tour: Mapping[str, Any], key: str) -> Iterator[tuple[float, list[str]]]:
    """Yield the names in a list by the handful, and how much of the list was yielded before."""
    names: list[Any] = tour[key]
    for begin in range(0, len(names), NAMES_PER_YIELD):
        some = names[begin : begin + NAMES_PER_YIELD]
        for i, name in enumerate(some, start=begin + 1):
            if not isinstance(name, str) or not place(name):
                raise value_error(
                    'number {i} of "{key}" is {name}, not the name of a square, such as a1',
                    i=i,
                    key=key,
                    name=short(name),
                )
        yield begin / len(names), some
        names[begin : begin + NAMES_PER_YIELD] = [""] * len(some)  # given back now, not all at once
