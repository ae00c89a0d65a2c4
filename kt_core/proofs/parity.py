"""The argument of the colours: which boards and ends they rule out, before any search.

A knight's move changes the colour, so along a tour the colours take turns; and so for every leaper
whose two legs are odd together, such as (1, 4). The others, such as (1, 3), never leave a colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import overload

from kt_core.board import Board, Square
from kt_core.tour import NoTour, Puzzle


class Coloured(Sequence[Square]):
    """The squares of one colour, ascending: listed when they are first looked at.

    >>> list(Coloured(Board(3, 3), 1)), len(Coloured(Board(999, 999), 1))
    ([1, 3, 5, 7], 499000)

    Their number is worked out, so a board of a million squares is counted in a microsecond.
    """

    def __init__(self, board: Board, colour: int) -> None:
        self.board, self.colour = board, colour

    def __len__(self) -> int:
        rows, columns = self.board.rows, self.board.columns
        whole = (rows * columns + 1 - self.colour) // 2  # a1's colour has the odd one
        light = sum((hole // columns + hole % columns) % 2 for hole in self.board.holes)
        return whole - (light if self.colour else len(self.board.holes) - light)

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Square]: ...
    def __getitem__(self, index: int | slice) -> Square | Sequence[Square]:
        return self._listed[index]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._listed)

    def __repr__(self) -> str:
        return f"Coloured({self.board!r}, {self.colour})"

    @cached_property
    def _listed(self) -> tuple[Square, ...]:
        columns, holes = self.board.columns, self.board.holes
        rows = (
            range(row * columns + (row + self.colour) % 2, (row + 1) * columns, 2)
            for row in range(self.board.rows)
        )
        squares = chain.from_iterable(rows)
        return tuple(s for s in squares if s not in holes) if holes else tuple(squares)


def refute_by_colours(puzzle: Puzzle) -> None:
    """Raise `NoTour` where the colours rule a tour out; the witness is the two colours, or ends."""
    dark, light = Coloured(puzzle.board, 0), Coloured(puzzle.board, 1)
    more = len(dark)
    reason = _clash(puzzle, more, len(puzzle.board) - more)
    if reason:
        raise NoTour(reason, "parity", {"dark": dark, "light": light})


def _clash(puzzle: Puzzle, dark: int, light: int) -> str:
    here = f"here are {dark} squares of a1's colour and {light} of the other"
    if not sum(puzzle.leaper) % 2:
        return _one_colour(puzzle) if dark and light else ""
    if puzzle.closed and dark != light:
        return f"Each move changes the colour, so a closed tour needs as many of both: {here}."
    if abs(dark - light) > 1:
        return f"Each move changes the colour, so the counts differ by one at most: {here}."
    if dark != light:
        return _wrong_end(puzzle, 0 if dark > light else 1)
    return _same_colour(puzzle)


def _one_colour(puzzle: Puzzle) -> str:
    return (
        f"The {puzzle.leaper} leaper never changes the colour, so it never comes from a square of"
        " one colour to a square of the other."
    )


def _wrong_end(puzzle: Puzzle, more: int) -> str:
    board = puzzle.board
    for square in (puzzle.start, puzzle.end):
        if square is not None and board.colour(square) != more:
            return (
                f"{board.name(square)} has the colour of fewer squares, and where the colours are"
                " not equal in number an open tour starts and ends on the colour of more."
            )
    return ""


def _same_colour(puzzle: Puzzle) -> str:
    board, start, end = puzzle.board, puzzle.start, puzzle.end
    if start is None or end is None or board.colour(start) != board.colour(end):
        return ""
    return (
        f"{board.name(start)} and {board.name(end)} have the same colour, and a tour of an even"
        " number of squares joins different colours."
    )
