"""Functions that tests can call without an import: `is_tour`, `read_tour`, `Board` and others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from kt_core.board import Board, Square
from kt_core.files.reader import NotATour, Unreadable, read_value
from kt_core.files.verdicts import Reading
from kt_core.graph import KNIGHT, knight_graph, move_name
from kt_core.language import N_, Sentence, short, text_of, value_error
from kt_core.tour import Tour

FEW = 5  # a list with fewer squares is a fault, because it might be read as another form
BoardLike = Board | int | str | tuple[int, int]


@dataclass(frozen=True)
class TourCheck:
    """The answer of `is_tour`: true unless `wrong` has a reason, which is a clause."""

    wrong: str = ""
    reading: Reading | None = None  # the path up to the first error, if there is one

    def __bool__(self) -> bool:
        return not self.wrong


def is_tour(
    value: object,
    board: BoardLike | None = None,
    *,
    closed: bool = False,
    start: str | Square | tuple[int, int] | None = None,
) -> TourCheck:
    """Return true if a value is a tour of the board, in any notation: pairs, names or a matrix.

    `board` is a `Board`, a size such as 5, or a text such as "5x6"; by default it is the smallest
    board that fits. With `closed`, a move must lead from the last square to the first. `start` is
    the first square in the notation of the value, a pair (row, column) in a matrix.

    >>> str(is_tour("a1 b3 c1 a1 b3 d4", 4).wrong)
    'square a1 appears twice, as numbers 1 and 4'
    """
    if isinstance(value, Iterator):
        value = [*value]
    wanted = None if board is None else board_of(board)
    found = _tour_check(value, wanted, closed=closed)
    if found and start is not None:
        first, expected = _first(value), _square(start)
        if first != expected:
            return TourCheck(Sentence("it starts on {first}", first=str(first)), found.reading)
    return found


def _tour_check(value: object, board: Board | None, *, closed: bool) -> TourCheck:
    try:
        found = read_value(value, board, closed=True if closed else None)
    except ValueError as error:  # including `Unreadable`
        return TourCheck(_simple_fault(value, board) or text_of(error))
    if found.verdict == "tour":
        return TourCheck(reading=found)
    if closed and _tour_check(value, board, closed=False):
        open_tour = Sentence("it is open: no move leads from its last square to its first")
        return TourCheck(open_tour, found)
    if board is not None and str(found.board) != str(board) and (move := _wrong_move(value)):
        return TourCheck(move)  # pairs were read as a board of two columns
    simple = None if isinstance(value, str) else _simple_fault(value, board)
    wrong = simple or found.wrong or _part(len(found.path), found.board)
    return TourCheck(wrong, found)


def _wrong_move(value: object) -> Sentence | None:
    """Return the fault that names the first pair of squares that are no knight's move apart."""
    if not isinstance(value, list | tuple) or not all(map(_is_pair, value)):
        return None
    for step, (one, other) in enumerate(pairwise(map(tuple, value)), start=2):
        if {abs(one[0] - other[0]), abs(one[1] - other[1])} != {1, 2}:
            move = Sentence("{start} to {end}", start=str(one), end=str(other))
            template = N_("step {step}, {move}, is not a {leaper_move}")
            return Sentence(template, step=step, move=move, leaper_move=move_name(KNIGHT))
    return None


def _is_pair(entry: object) -> bool:
    return isinstance(entry, list | tuple) and [*map(type, entry)] == [int, int]


def _simple_fault(value: object, board: Board | None) -> Sentence | None:
    """Return the fault of a value that is far from a tour: no list, a short one, equal numbers."""
    if not isinstance(value, Sequence | dict) or isinstance(value, str):
        return Sentence("{value} is no list of squares and no numbered board", value=short(value))
    if isinstance(value, dict) or board is None:
        return None
    rows = [row for row in value if isinstance(row, Sequence)]
    is_matrix = len(rows) == len(value) == board.rows and {*map(len, rows)} == {board.columns}
    if is_matrix and all(entry == rows[0][0] for row in rows for entry in row):
        entry = short(rows[0][0])
        return Sentence("each square of this board has the same number, {entry}", entry=entry)
    return None if is_matrix or len(value) >= FEW else _part(len(value), board)


def _first(value: Any) -> Any:
    """Return the first square of a tour in its own notation; a place in a matrix is a pair."""
    if isinstance(value, dict):
        return min(value, key=value.__getitem__)
    if isinstance(value[0], list | tuple) and len(value[0]) != 2:
        places = ((row, column) for row in range(len(value)) for column in range(len(value[row])))
        return min(places, key=lambda place: value[place[0]][place[1]])
    return _square(value[0])


def _square(square: Any) -> Any:
    return tuple(square) if isinstance(square, list) else square


def read_tour(value: object, board: BoardLike | None = None, *, closed: bool = False) -> Tour:
    """Return the tour that a value describes, in any notation; `NotATour` names the first error."""
    found = is_tour(value, board, closed=closed)
    if found.reading is None or found.reading.tour is None:
        if found.reading is None:
            raise Unreadable(found.wrong)
        raise NotATour(found.wrong, found.reading)
    return found.reading.tour


def board_of(board: BoardLike) -> Board:
    """Return a board for its size: 5, (5, 6), "5x6" or a `Board`."""
    match board:
        case Board():
            return board
        case int():
            return Board(board, board)
        case str():
            return Board.parse(board)
        case (rows, columns):
            return Board(rows, columns)
    raise value_error(
        '{board} is not a board; write 5, (5, 6), "5x6" or Board(5, 6)', board=repr(board)[:40]
    )


def _part(count: int, board: Board) -> Sentence:
    return Sentence("it visits {n:,} of {total:,} squares", n=count, total=len(board))


def _mark(*_arguments: float, **_named: float) -> Callable[[Any], Any]:
    """Return a decorator that changes nothing: `read_tests` reads weights and budgets."""
    return lambda function: function


class raises:  # noqa: N801 - used like a function, as in pytest
    """A block that must raise an exception of this class."""

    def __init__(self, expected: type[BaseException]) -> None:
        self._expected = expected

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> bool:
        if kind is None:
            raise AssertionError(Sentence("no {name} was raised", name=self._expected.__name__))
        return issubclass(kind, self._expected)


GIVEN: Mapping[str, Any] = {
    "Board": Board,
    "Tour": Tour,
    "budget": _mark,
    "is_tour": is_tour,
    "knight_graph": knight_graph,
    "raises": raises,
    "read_tour": read_tour,
    "weight": _mark,
}
