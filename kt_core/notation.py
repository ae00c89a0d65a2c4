"""Tours as people paste them: names of squares, our table, rows of numbers. Text in, a path out.

Every reader here raises `ValueError` with one sentence that names the first thing that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kt_core.board import Board, Square, place
from kt_core.path import is_move
from kt_core.sentences import short

TABLE = "step,square,row,column"  # the first line of our table

_WORD = re.compile(r"[^\W_]+")
_COUNTER = re.compile(r"(?<![^\W_])[0-9]+[.):]")  # of a numbered list: "1. a1 2. b3"
_ENTRY = re.compile(r"[^\s,;|\[\]]+")
_STEP = re.compile(r"[0-9]{1,7}", re.ASCII)
_HOLES = {".", "-"}


def of_names(text: str) -> list[str]:
    """Return the names of squares in a text, whatever stands between them.

    >>> of_names("1. a1-b3, 2. c5-A6")
    ['a1', 'b3', 'c5', 'A6']
    """
    words = _WORD.findall(_COUNTER.sub(" ", text))
    for step, word in enumerate(words, start=1):
        _place(step, word)
    return words


def of_table(text: str) -> list[str]:
    """Return the names of squares in a table as `kt_core.text.tour_csv` writes it."""
    lines = filter(str.strip, text.splitlines()[1:])
    return [_of_line(step, line) for step, line in enumerate(lines, start=1)]


def of_numbers(text: str) -> tuple[Board, list[Square]]:
    r"""Return the board and the path that rows of numbers show, the highest rank first.

    >>> of_numbers("1 . 3\n. . .\n. 2 .")
    (Board(3, 3, holes=['a1', 'c1', 'a2', 'b2', 'c2', 'b3']), [6, 1, 8])
    """
    # "[[1, 2], [3, 4]]" has its rows on one line; the others have a line each.
    lines = re.split(r"[\n\r\]]+", text)
    ranks = [entries for line in lines if (entries := _entries(line))]
    for i, rank in enumerate(ranks, start=1):
        if len(rank) != len(ranks[0]):
            many = f"has {len(rank)} numbers, and the first has {len(ranks[0])}"
            raise ValueError(f"row {i} from the top {many}")
    whole = Board(len(ranks), len(ranks[0]))
    entries = [entry for rank in reversed(ranks) for entry in rank]
    return _numbered(whole, [_number(whole, s, entry) for s, entry in enumerate(entries)])


def _place(step: int, word: str) -> tuple[int, int]:
    found = place(word)
    if not found:
        raise ValueError(f"step {step}, {short(word)}, is not the name of a square, such as a1")
    return found


def _of_line(step: int, line: str) -> str:
    said, name, *rest = (*(field.strip() for field in line.split(",")), "")
    if said != str(step):
        raise ValueError(f"the table has {short(said)} where step {step} should be")
    row, column = _place(step, name)
    if rest[:-1] != [str(row), str(column)]:
        raise ValueError(f"step {step}, {name}, is in row {row} and column {column}, from 0")
    return name


def _entries(line: str) -> list[str]:
    is_rule = "--" in line and not line.strip("-+|=: \t")  # "+---+---+"
    return [] if is_rule else _ENTRY.findall(line)


def _number(board: Board, square: Square, entry: str) -> int | None:
    if entry in _HOLES:
        return None
    if not _STEP.fullmatch(entry):
        raise ValueError(f"{board.name(square)} has {short(entry)}, which is not a step's number")
    return int(entry)


def _numbered(whole: Board, numbers: Sequence[int | None]) -> tuple[Board, list[Square]]:
    first = 0 if _counts_from_0(whole, numbers) else 1
    at: dict[int, Square] = {}
    for square, number in enumerate(numbers):
        if number is None or number < first:
            continue
        if number in at:
            both = f"{whole.name(at[number])} and on {whole.name(square)}"
            raise ValueError(f"the number {number} is on {both}; each step has one square")
        at[number] = square
    for number in range(first, first + len(at)):
        if number not in at:
            raise ValueError(f"the number {number} is missing; the highest is {max(at)}")
    path = [at[number] for number in sorted(at)]
    return Board(whole.rows, whole.columns, set(whole) - set(path)), path


def _counts_from_0(board: Board, numbers: Sequence[int | None]) -> bool:
    # Many programs number the steps from 0. A board with no other mark for a hole, on which the
    # only 0 is a move away from the 1, is one of theirs: read as a hole it would lose its start.
    if None in numbers or numbers.count(0) != 1 or 1 not in numbers:
        return False
    return is_move(board, numbers.index(0), numbers.index(1))
