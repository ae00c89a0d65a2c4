"""Tours as people paste them: names of squares, our table, rows of numbers. Text in, a path out.

Every reader here raises `ValueError` with one sentence that names the first thing that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kt_core.board import Board, Square
from kt_core.leaper import steps
from kt_core.sentences import short

TABLE = "step,square,row,column"  # the first line of our table
NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.IGNORECASE | re.ASCII)

_WORD = re.compile(r"[^\W_]+")
_COUNTER = re.compile(r"(?<![^\W_])[0-9]+[.):]")  # of a numbered list: "1. a1 2. b3"
_ENTRY = re.compile(r"[^\s,;|\[\]]+")
_STEP = re.compile(r"[0-9]{1,7}", re.ASCII)
_HOLES = {".", "-"}
_MOVES = frozenset(steps())


def of_names(text: str) -> list[str]:
    """Return the names of squares in a text, whatever stands between them.

    >>> of_names("1. a1-b3, 2. c5-A6")
    ['a1', 'b3', 'c5', 'A6']
    """
    words = _WORD.findall(_COUNTER.sub(" ", text))
    return [_name(step, word) for step, word in enumerate(words, start=1)]


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


def place(name: str) -> tuple[int, int]:
    """Return the row and the column of a square's name, on whatever board.

    >>> place("c2")
    (1, 2)
    """
    found = NAME.fullmatch(name)
    assert found
    column = 0
    for letter in found[1].lower():
        column = column * 26 + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def is_move(board: Board, a: Square, b: Square) -> bool:
    """Return whether a knight goes from one square to the other."""
    (row, column), (to_row, to_column) = divmod(a, board.columns), divmod(b, board.columns)
    return (to_row - row, to_column - column) in _MOVES


def _name(step: int, word: str) -> str:
    if not NAME.fullmatch(word):
        raise ValueError(f"step {step}, {short(word)}, is not the name of a square, such as a1")
    return word


def _of_line(step: int, line: str) -> str:
    said, name, *rest = (*(field.strip() for field in line.split(",")), "")
    if said != str(step):
        raise ValueError(f"the table has {short(said)} where step {step} should be")
    row, column = place(_name(step, name))
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
