"""Boards: squares, their names, holes, and the turns and mirrors of a board.

A square is an int, row * columns + column, counted from 0: row 0 is rank 1 and column 0 is file a.
A hole has a number and a name too, but it is not a square of the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, get_args

from kt_core.language import N_, Sentence, conjunction, short, value_error

Square = int  # 10 is c2 on an 8x8 board
SquarePath = tuple[Square, ...]
LONGEST_SIDE = 1000
NAMED_SQUARES = 8  # the most squares that `short_name_list` names; it counts larger sets

_BOARD = re.compile(r"([0-9]{1,9}) *[x×*] *([0-9]{1,9})", re.IGNORECASE | re.ASCII)
_NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Board:
    """A board of rows x columns squares without its holes.

    >>> board = Board(8, 8, holes=("c3", 18))
    >>> len(board), board.square("b1"), board.name(1)
    (63, 1, 'b1')

    Holes are names or squares, in any order; a hole may be given twice. `ValueError` if a side is
    not 1 to 1000, a hole is off the board, or every square is a hole.
    """

    rows: int
    columns: int
    holes: frozenset[Square] = frozenset()

    def __init__(self, rows: int, columns: int, holes: Iterable[str | Square] = ()) -> None:
        object.__setattr__(self, "rows", _side(rows, N_("rows")))
        object.__setattr__(self, "columns", _side(columns, N_("columns")))
        object.__setattr__(self, "holes", frozenset())
        self._set_holes(self._hole_squares(holes))

    @classmethod
    def parse(cls, text: str, holes: Iterable[str | Square] = ()) -> Board:
        """Return the board described by a text such as "3x10": rows, then columns.

        >>> Board.parse("3x10")
        Board(3, 10)

        `ValueError` for any other text, and if `Board` raises it.
        """
        sides = _BOARD.fullmatch(text.strip())
        if not sides:
            raise value_error(
                "{text} is not a board; write rows x columns, such as 8x8 or 3x10", text=short(text)
            )
        rows, columns = map(int, sides.groups())
        if not 1 <= min(rows, columns) <= max(rows, columns) <= LONGEST_SIDE:
            raise value_error(
                "{text} is not a board; rows and columns are 1 to 1000 each", text=short(text)
            )
        return cls(rows, columns, holes)

    def without(self, squares: frozenset[Square]) -> Board:
        """Return the board with these squares as its only holes; `ValueError` if all are holes.

        The squares must be on the board. They are not checked again, because checking 90,000
        squares takes 50 ms in a page.
        """
        board = Board(self.rows, self.columns)
        board._set_holes(squares)
        return board

    def square(self, name: str | Square) -> Square:
        """Return the square with this name or number; `ValueError` if the board lacks it."""
        square = self._number(name)
        if square in self.holes:
            raise value_error(
                "{square} is a hole; choose a square of the board", square=self.name(square)
            )
        return square

    def name(self, square: Square) -> str:
        """Return the name of a square or a hole: a1, h8; after file z come aa, ab.

        `ValueError` for a number that is off the board.
        """
        row, column = divmod(square, self.columns)
        if not 0 <= row < self.rows:
            raise ValueError(self._not_a_square(square))
        return self.files[column] + str(row + 1)

    def names(self, squares: Iterable[Square]) -> str:
        """Return the names of squares and holes, joined by spaces; `ValueError` as for `name`."""
        return " ".join(map(self.name, squares))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The names of the columns, starting with a."""
        return tuple(map(_file, range(self.columns)))

    @cached_property
    def squares(self) -> Sequence[Square]:
        """Every square except the holes, ascending."""
        everything = range(self.rows * self.columns)
        return tuple(s for s in everything if s not in self.holes) if self.holes else everything

    def color(self, square: Square) -> int:
        """Return 0 for a square of a1's color, else 1; a knight's move changes it."""
        row, column = divmod(square, self.columns)
        return (row + column) % 2

    colour = color  # its name in version 1.0.0

    def __len__(self) -> int:
        return self.rows * self.columns - len(self.holes)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    def __contains__(self, square: object) -> bool:
        return (
            isinstance(square, int)
            and not isinstance(square, bool)
            and 0 <= square < self.rows * self.columns
            and square not in self.holes
        )

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    def __repr__(self) -> str:
        holes = f", holes={self.names(sorted(self.holes)).split()}" if self.holes else ""
        return f"Board({self.rows}, {self.columns}{holes})"

    def _set_holes(self, holes: frozenset[Square]) -> None:
        object.__setattr__(self, "holes", holes)
        if not len(self):
            raise value_error(
                "every square of {board} is a hole; leave at least one square", board=self
            )

    def _hole_squares(self, holes: Iterable[str | Square]) -> frozenset[Square]:
        # A single "c3" would otherwise be an iterable of "c" and "3".
        given: list[Any] = [*(holes.replace(",", " ").split() if isinstance(holes, str) else holes)]
        # Compare types, because True equals 1. Check all at once: there may be 300,000 holes.
        are_numbers = set(map(type, given)) == {int}
        if are_numbers and min(given) >= 0 and max(given) < self.rows * self.columns:
            return frozenset(given)
        return frozenset(map(self.square, given))

    def _number(self, name: str | Square) -> Square:
        if isinstance(name, int) and not isinstance(name, bool):
            if not 0 <= name < self.rows * self.columns:
                raise ValueError(self._not_a_square(name))
            return name
        row, column = (isinstance(name, str) and place(name.strip())) or (self.rows, 0)
        if row >= self.rows or column >= self.columns:
            last = self.name(self.rows * self.columns - 1)
            raise value_error(
                "{name} is not a square of {board}; squares are a1 to {last}",
                name=short(name),
                board=self,
                last=last,
            )
        return row * self.columns + column

    def _not_a_square(self, square: Square) -> str:
        most = self.rows * self.columns - 1
        return Sentence(
            "{square} is not a square of {board}; squares are 0 to {most}",
            square=square,
            board=self,
            most=most,
        )


def place(name: str) -> tuple[int, int] | None:
    """Return the row and column that a name means on any board; None if it is not a name.

    >>> place("c2"), place("2c")
    ((1, 2), None)
    """
    found = _NAME.fullmatch(name)
    return (int(found[2]) - 1, column(found[1].lower())) if found else None


@cache
def column(letters: str) -> int:
    """Return the number of the column with these letters, from 0: "a" is 0, "aa" is 26."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def _side(length: int, what: str) -> int:
    if type(length) is not int or not 1 <= length <= LONGEST_SIDE:
        raise value_error(
            "a board of {length} {what} is not possible; {what} are 1 to 1000",
            length=short(length),
            what=Sentence(what),
        )
    return length


def _file(column: int) -> str:
    letters = ""
    while column >= 0:
        letters = chr(ord("a") + column % 26) + letters
        column = column // 26 - 1
    return letters


def name_list(board: Board, squares: Iterable[Square]) -> str:
    """Return the names of squares as a list in words: "a1, a5 and c4"."""
    return conjunction(map(board.name, squares))


def short_name_list(board: Board, squares: Collection[Square]) -> str:
    """Return the names of a few squares, ascending; of many, the number of marked squares."""
    if len(squares) > NAMED_SQUARES:
        return Sentence("{n} marked squares", n=len(squares))
    return name_list(board, sorted(squares))


def board_with_holes(board: Board) -> str:
    """Return the sides of a board with the names of its holes, or their number if they are many."""
    if not board.holes:
        return str(board)
    if len(board.holes) <= NAMED_SQUARES:
        holes = name_list(board, sorted(board.holes))
        return Sentence("{board} without {holes}", board=str(board), holes=holes)
    return Sentence.plural(
        "{board} with {n:,} hole", "{board} with {n:,} holes", len(board.holes), board=str(board)
    )


Symmetry = Literal["half-turn", "quarter-turn", "mirror"]
_Lay = Callable[[int, int, int, int], tuple[int, int]]  # row, column, last row, last column
_LAYS: Sequence[tuple[str, str, _Lay]] = (
    ("rot180", N_("a half-turn"), lambda r, c, m, n: (m - r, n - c)),
    ("mirror left-right", N_("a mirror between left and right"), lambda r, c, _, n: (r, n - c)),
    ("mirror up-down", N_("a mirror between top and bottom"), lambda r, c, m, _: (m - r, c)),
    ("rot90", N_("a quarter-turn"), lambda r, c, m, _: (m - c, r)),
    ("mirror diagonal", N_("a mirror along a diagonal"), lambda r, c, _, __: (c, r)),
    ("mirror antidiagonal", N_("a mirror along a diagonal"), lambda r, c, m, n: (n - c, m - r)),
)
_OBLONG = 3  # the first three fit boards that are not square
_TURNS: dict[str, Symmetry] = {"rot180": "half-turn", "rot90": "quarter-turn"}


@dataclass(frozen=True)
class Image:
    """A turn or mirror: `of[square]` is the image of a square or hole; `times` is the order."""

    key: str  # "rot180"
    name: str  # "a half-turn"
    of: Sequence[Square]
    times: int


def images(board: Board, *symmetries: Symmetry) -> Iterator[Image]:
    """Yield the turns and mirrors of these kinds that map a board to itself, ignoring holes."""
    m, n = board.rows - 1, board.columns - 1
    for key, name, lay in _LAYS if m == n else _LAYS[:_OBLONG]:
        if (symmetry := _TURNS.get(key, "mirror")) in (symmetries or get_args(Symmetry)):
            places = (lay(r, c, m, n) for r in range(m + 1) for c in range(n + 1))
            of = [row * (n + 1) + column for row, column in places]
            yield Image(key, name, of, 4 if symmetry == "quarter-turn" else 2)
