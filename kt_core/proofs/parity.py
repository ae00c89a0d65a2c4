"""The argument of the colours: which boards and ends they rule out, before any search.

A knight's move changes the colour, so along a tour the colours take turns; and so for every leaper
whose two legs are odd together, such as (1, 4). The others, such as (1, 3), never leave a colour;
but where the graph of their moves is bipartite, its classes are as good as colours.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import overload

from kt_core.board import Board, Square
from kt_core.connectivity import classes
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.language import Sentence, paragraph
from kt_core.tour import NoTour, Puzzle

Colour = Callable[[Square], int]  # 0 or 1
NAMES: tuple[str, ...] = (Sentence("dark"), Sentence("light"))  # of the colours; a1 is dark


class ColourClass(Sequence[Square]):
    """The squares of one colour, ascending: listed when they are first looked at.

    >>> list(ColourClass(Board(3, 3), 1)), len(ColourClass(Board(999, 999), 1))
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
        return self._list[index]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._list)

    def __repr__(self) -> str:
        return f"ColourClass({self.board!r}, {self.colour})"

    @cached_property
    def _list(self) -> tuple[Square, ...]:
        columns, holes = self.board.columns, self.board.holes
        rows = (
            range(row * columns + (row + self.colour) % 2, (row + 1) * columns, 2)
            for row in range(self.board.rows)
        )
        squares = chain.from_iterable(rows)
        return tuple(s for s in squares if s not in holes) if holes else tuple(squares)


def refute_by_colours(puzzle: Puzzle) -> None:
    """Raise `NoTour` where the colours rule a tour out; the witness is the two colours."""
    board = puzzle.board
    witness = {name: ColourClass(board, colour) for colour, name in enumerate(NAMES)}
    dark, light = map(len, witness.values())
    if sum(puzzle.leaper) % 2:
        reason = _clash(puzzle, dark, light, board.colour)
    else:
        reason = _one_colour(puzzle, dark, light) if dark and light else ""
    if reason:
        raise NoTour(reason, "parity", witness)


def classes_of(
    puzzle: Puzzle, graph: Graph[Square]
) -> Generator[Progress, None, tuple[list[Square], list[Square]]]:
    """Return the classes of a connected graph, ascending, the larger one first, in slices.

    All squares and all squares where there are none; `NoTour` where they rule a tour out.
    """
    dark, light = yield from classes(graph)
    if not dark:
        return list(graph), list(graph)
    dark, light = sorted((sorted(dark), sorted(light)), key=len, reverse=True)
    reason = _clash(puzzle, len(dark), len(light), set(light).__contains__)
    if reason:
        coloured = paragraph((Sentence("Call the marked squares dark and light."), reason))
        raise NoTour(coloured, "parity", dict(zip(NAMES, (dark, light), strict=True)))
    return dark, light


def _clash(puzzle: Puzzle, dark: int, light: int, colour: Colour) -> str:
    """Return why so many squares of two colours, dark the first, allow no tour; or ""."""
    why: str
    if puzzle.closed and dark != light:
        why = Sentence("a closed tour has as many of both")
    elif abs(dark - light) > 1:
        why = Sentence("on a tour they differ by one at most")
    elif dark != light:
        why = _wrong_end(puzzle, colour, 0 if dark > light else 1)
    else:
        why = _same_colour(puzzle, colour)
    counted = _counts(dark, light)
    sentence = Sentence("Every move changes colour. {counted}: {why}.", counted=counted, why=why)
    return sentence if why else ""


def _one_colour(puzzle: Puzzle, dark: int, light: int) -> str:
    return Sentence(
        "No move of the {leaper} leaper changes colour. {counted}: it never comes from one"
        " colour to"
        " the other.",
        leaper=puzzle.leaper,
        counted=_counts(dark, light),
    )


def _wrong_end(puzzle: Puzzle, colour: Colour, more: int) -> str:
    for square in (puzzle.start, puzzle.end):
        if square is not None and colour(square) != more:
            name = puzzle.board.name(square)
            return Sentence(
                "a tour begins and ends on {more}. {square} is {colour}",
                more=NAMES[more],
                square=name,
                colour=NAMES[1 - more],
            )
    return ""


def _same_colour(puzzle: Puzzle, colour: Colour) -> str:
    board, start, end = puzzle.board, puzzle.start, puzzle.end
    if start is None or end is None or colour(start) != colour(end):
        return ""
    return Sentence(
        "a tour begins on one colour and ends on the other. {start} and {end} are both {colour}",
        start=board.name(start),
        end=board.name(end),
        colour=NAMES[colour(start)],
    )


def _counts(dark: int, light: int) -> str:
    return Sentence.plural(
        "{n:,} dark square, {light:,} light",
        "{n:,} dark squares, {light:,} light",
        dark,
        light=light,
    )
