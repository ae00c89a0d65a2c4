"""Reading: text in, a proven tour out, or one sentence that names what is wrong first.

Nothing in a text is trusted: it may come from a file, a clipboard, or another page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kt_core.board import LONGEST_SIDE, Board, Square, place
from kt_core.notation import TABLE, of_names, of_numbers, of_table
from kt_core.path import is_move
from kt_core.sentences import short
from kt_core.tour import Tour

#: Characters that are read at most: a tour of about 450x450, which a page can still take in.
LONGEST_CHARACTERS = 2_000_000
BRACKETS = 100  # far more than the JSON of a tour has, far fewer than would exhaust the stack

_WANTED = {"v": int, "rows": int, "columns": int, "holes": list, "closed": bool, "path": list}
_KINDS = {int: "a whole number", bool: "true or false", list: "a list of squares' names"}

_Said = tuple[Board | None, Sequence[str | Square], bool | None]  # board, path, closed: if told


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
    not given as `board`. With `closed` None a tour is what its JSON says; any other is closed if
    its last square is a move from its first. `ValueError` names the first thing that is wrong; a
    text of more than `longest` characters is not looked at.
    """
    if len(text) > longest:
        raise ValueError(
            f"a text of {len(text):,} characters is too long to be read; {longest:,} is the most"
        )
    own, path, said = _read(text.removeprefix("\ufeff").strip())
    if own and board and own != board:
        what = f"{own}, not {board}" if str(own) != str(board) else f"{own} with other holes"
        raise ValueError(f"this is a tour of {what}")
    whole = own or board or _smallest(path)
    squares = _squares(whole, path)
    closed = said if closed is None else closed
    if closed is None:
        closed = len(path) > 2 and is_move(whole, squares[-1], squares[0])
    return Tour(whole, squares, closed)


def _read(text: str) -> _Said:
    if text.startswith("{"):
        return _of_json(text)
    if text.lower().startswith(TABLE):
        return None, of_table(text), None
    if re.search(r"[^\W\d_]", text):
        return None, of_names(text), None
    if re.search("[0-9]", text):
        return *of_numbers(text), None
    raise ValueError(
        "there is no tour in this text; give the JSON of a tour, squares such as a1 b3 c5,"
        " or rows of numbers"
    )


def _of_json(text: str) -> _Said:
    tour = _object(text)
    for key, kind in _WANTED.items():
        if key not in tour:
            raise ValueError(f'this JSON has no "{key}"; a tour has {", ".join(_WANTED)}')
        if type(tour[key]) is not kind:
            raise ValueError(f'"{key}" is {short(tour[key])}; it must be {_KINDS[kind]}')
    if tour["v"] != 1:
        raise ValueError(f'"v" is {short(tour["v"])}; only version 1 of the format is known')
    for key in ("rows", "columns"):
        if not 1 <= tour[key] <= LONGEST_SIDE:
            raise ValueError(f'"{key}" is {short(tour[key])}; it must be 1 to {LONGEST_SIDE}')
    holes, path = (_names(tour, key) for key in ("holes", "path"))
    return Board(tour["rows"], tour["columns"], holes), path, tour["closed"]


def _object(text: str) -> Mapping[str, Any]:
    # Brackets in brackets in brackets would exhaust the stack, which in a browser ends Python.
    if text.count("[") + text.count("{") > BRACKETS:
        raise ValueError(f"this JSON has more than {BRACKETS} brackets; that of a tour has three")
    try:
        found: Mapping[str, Any] = json.loads(text)
    except json.JSONDecodeError as wrong:
        where = f"line {wrong.lineno}, character {wrong.colno}"
        raise ValueError(f"this is not JSON: {wrong.msg} at {where}") from None
    except ValueError:
        raise ValueError("this JSON has a number of thousands of digits") from None
    return found


def _names(tour: Mapping[str, Any], key: str) -> list[str]:
    names: list[Any] = tour[key]
    for i, name in enumerate(names, start=1):
        if not isinstance(name, str) or not place(name):
            raise ValueError(
                f'number {i} of "{key}" is {short(name)}, not the name of a square, such as a1'
            )
    return names


def _smallest(path: Iterable[str | Square]) -> Board:
    places = [found for name in path if (found := place(str(name)))]
    if not places:
        raise ValueError("there is no square in this text")
    rows, columns = zip(*places, strict=True)
    return Board(max(rows) + 1, max(columns) + 1)


def _squares(board: Board, path: Sequence[str | Square]) -> list[Square]:
    squares: list[Square] = []
    try:
        squares.extend(map(board.square, path))  # keeps what came before the one that is wrong
    except ValueError as wrong:
        raise ValueError(f"step {len(squares) + 1}: {wrong}") from None
    return squares
