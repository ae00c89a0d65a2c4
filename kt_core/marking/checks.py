"""Checks for tests: `is_tour`, `has_squares` and `read_tour`; each explains an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kt_core.board import Board, Square
from kt_core.files.reader import NotATour, Unreadable, read_value
from kt_core.files.walks import Reading
from kt_core.judge import verdict
from kt_core.language import N_, Sentence, short, text_of, value_error
from kt_core.marking.hints import items_wrong
from kt_core.programs.shown import place_in_matrix
from kt_core.tour import Tour

OUTSIDE = N_(
    "{square} is not on the board, whose rows are 0 to {row} and whose columns are 0 to {column}"
)
FEW = 5  # a list with fewer squares is a fault: it might be read as another form
BoardLike = Board | int | str | tuple[int, int]


@dataclass(frozen=True)
class Picture:
    """A board with the squares of an answer: the right ones, perhaps a path, and the others."""

    board: Board
    right: tuple[Square, ...]
    wrong: tuple[Square, ...] = ()
    missing: tuple[Square, ...] = ()
    is_path: bool = False

    @classmethod
    def of(cls, reading: Reading) -> Picture | None:
        """Return the picture of a path up to its first error; None on a board with holes."""
        board, path = reading.board, tuple(reading.path)
        wrong = () if reading.bad is None else (reading.bad,)
        missing = (square for square in range(len(board)) if square not in {*path, *wrong})
        return None if board.holes else cls(board, path, wrong, (*missing,), is_path=True)


@dataclass(frozen=True)
class Check:
    """The answer of a check: true unless `wrong` has a reason, which is a clause."""

    wrong: str = ""
    reading: Reading | None = None  # the path of a tour, up to the first error
    picture: Picture | None = None
    is_tour: bool = True  # False for a set of squares

    def __bool__(self) -> bool:
        return not self.wrong


def has_squares(value: object, squares: Iterable[tuple[int, int]], board: BoardLike) -> Check:
    """Return true if a value has exactly these squares `(row, col)`, each once, in any order.

    >>> str(has_squares([(1, 2), (0, 0)], [(1, 2), (2, 1)], 3).wrong)
    '(2, 1) (b1) is missing'
    """
    expected, full = [*squares], board_of(board)
    try:
        found = [_square(each) for each in value]  # type: ignore[attr-defined]
        on_board = _on(full, (*found, *expected))
        names = {text: f"{text} ({full.name(at)})" for text, at in on_board.items()}
        wrong = items_wrong(found, expected, names)
        outside = [str(each) for each in found if _is_pair(each) and str(each) not in on_board]
        if outside:
            last = {"row": full.rows - 1, "column": full.columns - 1}
            wrong = Sentence(OUTSIDE, square=outside[0], **last)
    except TypeError:
        return Check(Sentence("the test expects squares"), is_tour=False)
    if found and not any(map(_is_pair, found)):
        pair = Sentence("{value} is no pair (row, column)", value=short(found[0]))
        return Check(pair, is_tour=False)
    sets = (
        [each for each in found if each in expected],
        [each for each in found if each not in expected],
        [each for each in expected if each not in found],
    )
    right, extra, missing = ((*_on(full, each).values(),) for each in sets)
    return Check(wrong, None, Picture(full, right, extra, missing), is_tour=False)


def _on(board: Board, squares: Iterable[Any]) -> dict[str, Square]:
    """Return the pairs on the board as texts, each with its square; row 0 is on top."""
    return {
        f"({row}, {column})": (board.rows - 1 - row) * board.columns + column
        for row, column in filter(_is_pair, squares)
        if 0 <= row < board.rows and 0 <= column < board.columns
    }


def is_tour(
    value: object,
    board: BoardLike | None = None,
    *,
    closed: bool = False,
    start: str | Square | tuple[int, int] | None = None,
) -> Check:
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
        first, expected = _first(value, found.reading), _square(start)
        if first != expected:
            name = str(first)
            if _is_pair(first) and found.reading:
                name += f" ({found.reading.board.name(found.reading.path[0])})"
            return replace(found, wrong=Sentence("it starts on {first}", first=name))
    return found


def _tour_check(value: object, board: Board | None, *, closed: bool) -> Check:
    try:
        place = Board.name if isinstance(value, str) else place_in_matrix
        found = read_value(value, board, closed=True if closed else None, place=place)
    except ValueError as error:  # including `Unreadable`
        return Check(_simple_fault(value, board) or _own_fault(value, board) or text_of(error))
    is_board = found.verdict == "tour" and board in (None, found.board)
    if is_board and verdict(found.board, found.path, closed=closed or None).kind == "tour":
        return Check("", found, Picture.of(found))
    if closed and _tour_check(value, board, closed=False):
        open_tour = Sentence("it is open: no move leads from its last square to its first")
        return Check(open_tour, found, Picture.of(found))
    simple = None if isinstance(value, str) else _simple_fault(value, board)
    wrong = simple or _own_fault(value, board or found.board, found) or found.wrong
    return Check(wrong or _part(len(found.path), found.board), found, Picture.of(found))


def _own_fault(value: Any, board: Board | None, found: Reading | None = None) -> str:
    """Return the first fault of pairs, with squares as the program writes them."""
    if board is None or not isinstance(value, list | tuple):
        return ""
    squares: list[Any] = [*found.path] if found else []
    squares += [found.bad] if found and found.bad is not None else []
    if not all(map(_is_pair, value)):
        return ""  # the reading names the places in a matrix
    texts = [str(tuple(each)) for each in value]
    if not found or found.board != board:  # it was read as a board of two columns
        on_board = _on(board, value)
        squares = [on_board.get(text, text) for text in texts]
    judged = verdict(board, squares)
    names = [f" ({board.name(each)})" if type(each) is int else "" for each in squares]
    return judged.wrong(lambda step: texts[step] + names[step]) if judged.fault else ""


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


def _first(value: Any, reading: Reading | None) -> Any:
    """Return the first square of a tour in its own notation; a place in a matrix is a pair."""
    if isinstance(value, str) and reading is not None:
        return reading.board.name(reading.path[0])
    if isinstance(value, dict):
        has_steps = all(isinstance(each, int) for each in value.values())  # else they are the keys
        return min(value, key=value.__getitem__) if has_steps else _square(value[min(value)])
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
