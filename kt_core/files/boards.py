"""Boards drawn as text: a character for each square, the highest rank first.

    DRAWING = ROW+        padded with blanks; frames, labels and quotation marks are dropped
    ROW = SIGN+           side by side, or with blanks, commas or bars between all signs
        | (RUN | SIGN)+   with / between rows, as in 8/2x5/8: a RUN of squares, or a SIGN of a hole
    HOLES = 8x8 NAME*     the holes by name; the sides are 8x8 if the text names none

A blank is a hole, so are * and # if another sign marks the squares, and 0 is a square. Of two other
signs, the more frequent one marks the squares. A single 1, K, S or N is the start.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.events import result_of
from kt_core.files.envelope import envelope_of
from kt_core.files.numbered import is_rule
from kt_core.language import Sentence, value_error

MOST_CHARACTERS = 4_200_000  # size of a 1000x1000 board with a sign and a comma for each square
HOLES = "*#"  # signs that are holes if another sign marks the squares
START = "1KkSsNn\u265e\u2658"
BLANK = " "
BRACKETS = "()[]{}"  # never squares or holes

_SIDES = re.compile(r"([0-9]{1,4}) *[x\u00d7] *([0-9]{1,4})", re.IGNORECASE)
_RUNS = re.compile(r"[0-9A-Za-z.#*_-]+(?:/[0-9A-Za-z.#*_-]+)+")
_HOLES = re.compile(r"[\s,;]*(?:(?:without|holes?)\W+)?((?:[A-Za-z]{1,3}[1-9][0-9]{0,3}[\s,;]*)+)")
_QUOTED = re.compile(r'"([^"\n]*)"|\'([^\'\n]*)\'')


@dataclass(frozen=True)
class Drawing:
    """A board, the start if there is one, and how the text was read."""

    board: Board
    start: Square | None
    read_as: str


def read_board(text: str) -> Board:
    r"""Return the board that a text draws; `ValueError` if it draws none.

    >>> read_board("0 0 0\n0   0\n0 0 0")
    Board(3, 3, holes=['b2'])
    """
    return read_drawing(text).board


def read_drawing(text: str) -> Drawing:
    """Return the board that a text draws, and its start; `ValueError` if it draws none."""
    if len(text) > MOST_CHARACTERS:
        raise value_error(
            "a text of {n:,} characters is too long to be a board; {most:,} is the most",
            n=len(text),
            most=MOST_CHARACTERS,
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\t", BLANK)
    return _drawing_by_sides(text.strip()) or _drawing(_rows(text))


def begins_with_sides(text: str) -> bool:
    """Return True if a text begins with the sides of a board, such as 8x8."""
    return bool(_SIDES.match(text.removeprefix("\ufeff").strip()))


def _drawing_by_sides(text: str) -> Drawing | None:
    """Return the board of a text that names sides or holes, or is JSON; None for other texts."""
    sides = _SIDES.match(text)
    rest = text[sides.end() :].strip(" \n:,;") if sides else text
    rows, columns = map(int, sides.groups()) if sides else (8, 8)
    holes = _HOLES.fullmatch(rest)
    if holes or (sides and not rest):
        names = re.split(r"[\s,;]+", holes[1].strip(" \n,;")) if holes else []
        board = Board(rows, columns, names)
        return Drawing(board, None, Sentence("Read as the sides and the holes of a board."))
    envelope = result_of(envelope_of(text)) if text.startswith("{") else None
    if envelope and envelope.board:
        return Drawing(envelope.board, None, Sentence("Read as the board of a tour in JSON."))
    return None


# Rows of signs


def _rows(text: str) -> list[str]:
    """Return the rows of a drawing as strings of the same length, a sign for each square."""
    if _RUNS.fullmatch(text.strip()):
        squares = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), LONGEST_SIDE + 1), text)
        rows = squares.strip().split("/")
    else:
        quoted = [one or other for one, other in _QUOTED.findall(text)]
        lines = quoted if len(quoted) > 1 else text.replace("]", "\n").split("\n")
        rows = _signs(_without_frame([line.strip("\n") for line in lines if line.strip()]))
    width = max(map(len, rows), default=0)
    if not rows or max(width, len(rows)) > LONGEST_SIDE:
        raise _error()
    return [row.ljust(width) for row in rows]


def _signs(lines: list[str]) -> list[str]:
    lines = _without_labels(_without_margin([line.strip("[,") for line in lines]))
    for sign in "|\u2502\u2551,;":
        if lines and all(sign in line for line in lines):
            table = [line.strip(sign).split(sign) for line in lines]
            if max(map(len, table)) > 1:
                return ["".join(entry.strip()[:1] or BLANK for entry in row) for row in table]
            lines = [row for (row,) in table]
    lines = _without_margin([line.rstrip() for line in lines])
    if max(map(len, lines), default=0) > 1 and not any(line[1::2].strip() for line in lines):
        return [line[::2] for line in lines]
    return lines


def _without_frame(lines: list[str]) -> list[str]:
    """Return lines without rules such as +---+, except those that have the shape of a row."""
    rows = {_shape(line) for line in lines if not is_rule(line)}
    return [line for line in lines if not is_rule(line) or _shape(line) in rows]


def _shape(line: str) -> str:
    return re.sub(r"[^\s|]", "x", line.rstrip())


def _without_margin(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[margin:] for line in lines]


def _without_labels(lines: list[str]) -> list[str]:
    """Return lines without labels: numbers of ranks before them, letters of files below."""
    for at in (-1, 0):
        signs = re.sub(r"[\s|]", "", lines[at]) if lines else ""
        if len(signs) > 1 and "abcdefghijklmnopqrstuvwxyz".startswith(signs.lower()):
            lines = lines[:at] if at else lines[1:]
    labels = [re.match(r" *([0-9]+)(?=[ |:-])[|:-]? ?", line) for line in lines]
    ranks = [int(label[1]) for label in labels if label]
    are_ranks = len(ranks) == len(lines) > 1 and {abs(a - b) for a, b in pairwise(ranks)} == {1}
    if not are_ranks:
        return lines
    return [line[label.end() :] for line, label in zip(lines, labels, strict=True) if label]


# The meaning of the signs


def _drawing(rows: list[str]) -> Drawing:
    count = Counter("".join(rows))
    start = next((sign for sign in START if count[sign] == 1 and len(count) > 1), "")
    others = sorted(set(count) - {start, BLANK})
    squares = _squares(count, others, start)
    if not squares:
        raise _error()
    signs = "".join(reversed(rows))
    where = [i for i, sign in enumerate(signs) if sign not in squares and sign != start]
    if len(where) == len(signs):
        raise _error()
    board = Board(len(rows), len(rows[0]), where)
    holes = [sign for sign in count if sign not in squares and sign != start]
    read_as = Sentence(
        "Read as a drawn board; squares: {squares}; holes: {holes}.",
        squares=_names([*squares, start]),
        holes=_names(holes),
    )
    if not holes:
        read_as = Sentence("Read as a drawn board without holes.")
    return Drawing(board, signs.index(start) if start else None, read_as)


def _squares(count: Counter[str], others: Sequence[str], start: str) -> Sequence[str]:
    """Return the signs that mark squares, besides the start; none if this is no board."""
    if any(sign in BRACKETS or (sign.isalnum() and sign not in "01xXoO") for sign in others):
        return ()  # a text, not a board
    if len(others) < 2 and count[BLANK]:
        return others
    candidates = [sign for sign in others if sign not in HOLES]
    if "0" in candidates and not ("1" in candidates and start != "1"):
        return ["0"]
    if len(candidates) < 2:
        return candidates or others
    if len(candidates) > 2:
        return ()
    return [max(candidates, key=lambda sign: count[sign])]


def _names(signs: Iterable[str]) -> str:
    names = [Sentence("a blank") if sign == BLANK else repr(sign) for sign in signs if sign]
    return ", ".join(names)


def _error() -> ValueError:
    return value_error(
        "there is no board in this text; draw one, a character for each square, such as 0 and a"
        " blank for a hole, or name its sides and holes, such as 8x8 c3 d4"
    )
