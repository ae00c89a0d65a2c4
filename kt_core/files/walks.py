"""Walks: what all ways to read a text lead to, squares in the order of their steps."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Leaper, steps
from kt_core.language import N_, Sentence

NOWHERE = -1  # in place of a square that is off the board
PER_YIELD = 1 << 12  # tokens or squares handled between two yields: about 1 ms
PREVIEW = 300  # steps of a walk that are compared with those of others

Zeros = Literal["unvisited", "holes"]
By = Literal["rows", "columns"]


@dataclass(frozen=True)
class Request:
    """What the caller knows about a tour; None: to be inferred."""

    board: Board | None = None
    start: str | Square | None = None
    end: str | Square | None = None
    closed: bool | None = None
    leaper: Leaper = KNIGHT
    base: int | None = None  # the first number of rows, columns, squares or steps
    by: By | None = None  # which comes first in a pair
    zeros: Zeros | None = None


@dataclass(frozen=True)
class Walk:
    """Squares in the order of their steps, by one reading of a block."""

    form: str
    read_as: str
    board: Board
    length: int
    part: Callable[[int, int], list[Square]]  # the squares of the steps from one up to another
    text_of: Callable[[int], str]  # how the text writes the square of a step, counted from 0
    fault: str = ""  # what is wrong behind the last of them
    choice: str = ""  # what this reading assumes, if others are possible
    options: Mapping[str, Any] = field(default_factory=dict)  # of a request, which choose it
    lacks_start: bool = False  # it may be a list of moves, by the squares that they lead to

    def score(self, leaper: Leaper) -> int:
        """Return how many of the first steps are moves."""
        columns, known = self.board.columns, set(steps(leaper))
        squares = self.part(0, PREVIEW)
        places = [(s // columns, s % columns) if s != NOWHERE else (-9999, 0) for s in squares]
        return sum((to[0] - at[0], to[1] - at[1]) in known for at, to in pairwise(places))

    def misfits(self, request: Request) -> int:
        """Return how many requirements the ends and the first steps break."""
        ends = (request.start, 0), (request.end, self.length - 1)
        given = [(self.board.square(end), i) for end, i in ends if end is not None]
        wrong = sum(self.part(i, i + 1) != [square] for square, i in given)
        return wrong + 3 * (NOWHERE in self.part(0, PREVIEW))


Work = Generator[Progress, None, list[Walk]]


def board_of(rows: int, columns: int) -> Board | None:
    """Return a full board, or None where its sides are not possible."""
    is_possible = 1 <= rows <= LONGEST_SIDE and 1 <= columns <= LONGEST_SIDE
    return Board(rows, columns) if is_possible else None


def in_order(
    columns: list[Sequence[int]], labels: Sequence[int], text_of: Callable[[int], str]
) -> Generator[Progress, None, tuple[list[Sequence[int]], str]]:
    """Return the columns of a list in the order of its labels, and what is wrong with these.

    Labels that cannot be the numbers of steps are ignored.
    """
    known = {label for label in labels if 0 <= label <= len(labels)}
    visited = len(labels) - labels.count(0) - labels.count(-1)
    if not labels or len(known) * 2 < visited:
        return columns, ""
    first = labels[0]
    if first in (0, 1) and labels == array("i", range(first, first + len(labels))):
        return columns, ""
    indices, fault = yield from order_of(labels, 0 if labels.count(0) == 1 else 1, text_of)
    return [array("i", map(column.__getitem__, indices)) for column in columns], fault


def order_of(
    numbers: Sequence[int], base: int, text_of: Callable[[int], str]
) -> Generator[Progress, None, tuple[Sequence[int], str]]:
    """Return the indices of the numbers from `base` on up to the first fault, and that fault."""
    index_of = array("i", [NOWHERE]) * (len(numbers) + 1)
    twice = len(numbers), 0, 0
    for begin in range(0, len(numbers), PER_YIELD):
        for i, number in enumerate(numbers[begin : begin + PER_YIELD], start=begin):
            at = number - base
            if not 0 <= at < len(index_of):
                continue
            if index_of[at] == NOWHERE:
                index_of[at] = i
            else:
                twice = min(twice, (at, index_of[at], i))
        yield Progress("reading")
    end, highest = index_of.index(NOWHERE), max(numbers)
    at, one, other = twice
    if at < end:
        template = N_("the number {number} is on {one} and on {other}; each step has one square")
        squares = {"one": text_of(one), "other": text_of(other)}
        return index_of[:at], Sentence(template, number=at + base, **squares)
    if end + base <= highest:
        template = N_("the number {missing} is missing; the highest is {highest}")
        return index_of[:end], Sentence(template, missing=end + base, highest=highest)
    return index_of[:end], ""
