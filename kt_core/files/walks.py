"""Walks: squares in the order of their steps, and the verdict on each.

A walk is the common result of all ways to read a text. The judge decides whether it is a tour, the
beginning of one, or wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import Any, Literal, TypedDict, Unpack

from kt_core.board import LONGEST_SIDE, Board, Square, board_with_holes
from kt_core.events import Progress
from kt_core.files.tokens import NO_NUMBER
from kt_core.graph import KNIGHT, Leaper, is_move
from kt_core.judge import PathVerdict, VerdictKind, judging
from kt_core.language import N_, Sentence, whole
from kt_core.tour import Tour

NOWHERE = -1  # any square off the board
PER_YIELD = 1 << 12  # tokens or squares handled between two yields: about 1 ms
MOST_SQUARES = 1_000_000
MANY_NUMBERS = 1 << 12  # a text with this many numbers may be only a part of a longer one
PREVIEW = 300  # steps of a walk that are compared with those of others

Zeros = Literal["unvisited", "holes"]
By = Literal["rows", "columns"]
#: The readings, by their names in docs/command-line.md.
ReadingForm = Literal["names", "pairs", "squares", "board"]
ReadingVerdict = VerdictKind | Literal["puzzle"]


class ReadOptions(TypedDict, total=False):
    """The options of `read`; one that is missing or None is inferred."""

    start: str | Square | None
    end: str | Square | None
    closed: bool | None
    leaper: Leaper | None
    base: int | None
    by: By | None
    zeros: Zeros | None
    place: Callable[[Board, Square], str]


@dataclass(frozen=True)
class Request:
    """The caller's knowledge about a tour, the options of `read`; None means inferred."""

    board: Board | None = None
    start: str | Square | None = None
    end: str | Square | None = None
    closed: bool | None = None
    leaper: Leaper = KNIGHT
    base: int | None = None  # whether rows, columns, squares and steps are counted from 0 or 1
    by: By | None = None  # whether a pair names its row or its column first
    zeros: Zeros | None = None  # the meaning of 0, or of the mark of a square without a number
    place: Callable[[Board, Square], str] = Board.name  # the name of a square of a numbered board

    @classmethod
    def of(cls, board: Board | None, **options: Unpack[ReadOptions]) -> Request:
        """Return the request with these options, some of which may be missing."""
        known: dict[str, Any] = {name: each for name, each in options.items() if each is not None}
        return cls(board, **known)

    def ends(self, board: Board) -> list[Square | None]:
        """Return the start and the end on a board; NOWHERE if it has no such square."""
        return [None if end is None else _square(board, end) for end in (self.start, self.end)]


@dataclass(frozen=True)
class Walk:
    """Squares in the order of their steps, by one reading of a block."""

    form: ReadingForm
    read_as: str
    board: Board
    length: int  # the number of steps to follow
    part: Callable[[int, int], list[Square]]  # the squares of a range of steps
    text_of: Callable[[int], str]  # the text of a step's square; steps count from 0
    fault: str = ""  # the error after the last step
    options: Mapping[str, Any] = field(default_factory=dict)  # those that choose this reading
    lacks_start: bool = False  # True if it may be a list of moves, given by their targets
    starts: Sequence[int] = ()  # the steps whose moves are compared; if empty, the first steps
    given: Mapping[Square, int] = field(default_factory=dict)  # the numbers of a puzzle
    gap: str = ""  # the first number that a puzzle lacks

    def score(self, leaper: Leaper) -> tuple[int, int]:
        """Return the number of first steps that are moves to new squares, and of all first ones."""
        pairs = [self.part(i, i + 2) for i in self.starts]
        pairs = pairs or [*map(list, pairwise(self.part(0, PREVIEW)))]
        moves = {
            there: is_move(self.board, here, there, leaper)
            for here, there in pairs
            if NOWHERE not in (here, there)
        }
        return sum(moves.values()), len(pairs)

    def misfits(self, request: Request) -> int:
        """Return the number of requirements that the ends and the first steps violate."""
        ends = zip(request.ends(self.board), (0, self.length - 1), strict=True)
        wrong = sum(end is not None and self.part(i, i + 1) != [end] for end, i in ends)
        return wrong + 3 * (NOWHERE in self.part(0, PREVIEW))


def _square(board: Board, name: str | Square) -> Square:
    try:
        return board.square(name)
    except ValueError:
        return NOWHERE


Alternatives = Generator[Progress, None, list[Walk]]
WalkGroups = Generator[Progress, None, list[list[Walk]]]


def board_of(rows: int, columns: int) -> Board | None:
    """Return a full board; None if its sides are not possible."""
    is_possible = 1 <= rows <= LONGEST_SIDE and 1 <= columns <= LONGEST_SIDE
    return Board(rows, columns) if is_possible else None


def part_of(
    board: Board, place: Callable[..., tuple[int, int]], *columns: Sequence[int]
) -> Callable[[int, int], list[Square]]:
    """Return the function from a range of steps to their squares.

    `place` returns the row, from the lowest, and the column for one number of each of `columns`.
    """
    height, width = board.rows, board.columns

    def part(begin: int, end: int) -> list[Square]:
        places = map(place, *(column[begin:end] for column in columns))
        return [r * width + c if 0 <= r < height and 0 <= c < width else NOWHERE for r, c in places]

    return part


def in_order(
    columns: list[Sequence[int]], labels: Sequence[int], text_of: Callable[[int], str]
) -> Generator[Progress, None, tuple[list[Sequence[int]], dict[str, Any]]]:
    """Return a list's columns in the order of its labels, and the fields of its walk.

    Labels that cannot be the numbers of steps are ignored.
    """
    in_text = {"length": len(columns[0])}
    most = len(labels) if len(labels) < MANY_NUMBERS else MOST_SQUARES
    known = {label for label in labels if 0 <= label <= most}
    visited = len(labels) - labels.count(0) - labels.count(-1)
    if not labels or len(known) * 2 < visited:
        return columns, in_text
    base = 0 if labels.count(0) == 1 else 1
    indices, length, fault = yield from order_of(labels, base, text_of)
    starts = starts_of(indices, labels, base)
    for i, column in enumerate(columns):
        columns[i] = array("i", [NO_NUMBER if at == NOWHERE else column[at] for at in indices])
    return columns, {"length": length, "fault": fault, "starts": starts}


def starts_of(indices: Sequence[int], numbers: Sequence[int], base: int) -> Sequence[int]:
    """Return steps that are present and followed by the next, if some first steps are missing."""
    if NOWHERE not in indices[:PREVIEW]:
        return ()
    there = pairwise(sorted({n - base for n in numbers if 0 <= n - base < len(indices)}))
    return [*islice((step for step, other in there if other == step + 1), PREVIEW)]


def order_of(
    numbers: Sequence[int], base: int, text_of: Callable[[int], str]
) -> Generator[Progress, None, tuple[Sequence[int], int, str]]:
    """Return the index of each number from `base` on, the length of the right part, and a fault.

    The index of a missing number is NOWHERE.
    """
    most = min(max(numbers), MOST_SQUARES)
    index_of = array("i", [NOWHERE]) * (max(len(numbers), most) + 1)
    twice = (len(numbers), 0, 0)
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
        return index_of, at, Sentence(template, number=at + base, **squares)
    if end + base <= highest:
        template = N_("the number {missing} is missing; the highest is {highest}")
        return index_of, end, Sentence(template, missing=end + base, highest=highest)
    return index_of[:end], end, ""


@dataclass(frozen=True)
class ReadingQuestion:
    """A question about a text: a sentence, and the label and options of each choice."""

    sentence: str
    choices: Sequence[tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Reading:
    """The reading of a text: a tour, the beginning of one, or an error.

    `path` is correct and ends before the first error, which is at `step`, counted from 1; `bad` is
    its square, if it is on the board. `question` is set if other readings are possible.
    """

    form: ReadingForm
    read_as: str
    board: Board
    path: tuple[Square, ...]
    verdict: ReadingVerdict
    sentence: str
    closed: bool = False
    leaper: Leaper = KNIGHT
    wrong: str = ""
    step: int | None = None
    bad: Square | None = None
    tour: Tour | None = None
    question: ReadingQuestion | None = None
    notes: tuple[str, ...] = ()
    has_board: bool = False  # True if the board is given; False: it is the smallest possible one
    given: Mapping[Square, int] = field(default_factory=dict)  # the numbers of a puzzle, by square
    length: int = 0  # the number of steps, right or wrong


def reading_of(walk: Walk, request: Request) -> Generator[Progress, None, Reading]:
    """Return the reading of a walk, with the verdict of the judge, in slices."""
    if walk.given and not walk.fault:
        return replace(
            puzzle_reading(walk.board, walk.given, walk.read_as, request), wrong=walk.gap
        )
    path = list[Square]()
    for begin in range(0, walk.length, PER_YIELD):
        path += walk.part(begin, min(begin + PER_YIELD, walk.length))
        yield Progress("reading", begin / walk.length)
    found, read_as = (yield from _judging(walk, path, request)), walk.read_as
    if len(found.path) > len(path):
        start = walk.board.name(found.path[0])
        read_as = Sentence(
            "{read_as} The start, {start}, is left out.", read_as=read_as, start=start
        )
    right, bad = found.path, found.bad
    wrong = found.wrong(walk.text_of) if found.fault else walk.fault
    if not wrong and right and (ends := _wrong_ends(found, request)):
        wrong, right, bad = ends
    tour = None
    if found.kind == "tour" and not wrong:
        tour = yield from Tour.proving(walk.board, right, found.closed, request.leaper)
    template, n = N_("{n:,} of {total:,} squares visited; you can play on from here."), len(right)
    sentence = found.sentence() if tour else Sentence(template, n=n, total=len(walk.board))
    return Reading(
        walk.form,
        read_as,
        walk.board,
        right,
        "tour" if tour else "wrong" if wrong else "path",
        whole(wrong) if wrong else sentence,
        closed=found.closed or bool(request.closed),
        leaper=request.leaper,
        wrong=wrong,
        step=len(right) + 1 if wrong else None,
        bad=bad,
        tour=tour,
        has_board=request.board is not None or walk.form == "board",
        length=walk.length,
    )


def puzzle_reading(
    board: Board, given: Mapping[Square, int], read_as: str, request: Request
) -> Reading:
    """Return the reading of a puzzle, whose numbers were not compared yet."""
    sentence = Sentence.plural(
        "A puzzle: {board}, {n:,} given number.",
        "A puzzle: {board}, {n:,} given numbers.",
        len(given),
        board=board_with_holes(board),
    )
    return Reading(
        *("board", read_as, board, (), "puzzle", sentence),
        closed=bool(request.closed),
        leaper=request.leaper,
        has_board=True,
        given=given,
    )


def _judging(
    walk: Walk, path: list[Square], request: Request
) -> Generator[Progress, None, PathVerdict]:
    """Return the verdict on a path; it may repeat the first square of a ring, or lack its start."""
    board, leaper = walk.board, request.leaper
    closed = False if request.end is not None else request.closed
    if len(path) == len(board) + 1 and path[0] == path[-1]:
        return (yield from judging(board, path[:-1], leaper, closed=True))
    found = yield from judging(board, path, leaper, closed=closed)
    if walk.lacks_start and not found.fault and len(path) == len(board) - 1:
        start = next(iter({*board} - {*path}))
        if is_move(board, start, path[0], leaper):
            return (yield from judging(board, [start, *path], leaper, closed=closed))
    return found


def _wrong_ends(
    found: PathVerdict, request: Request
) -> tuple[Sentence, tuple[Square, ...], Square] | None:
    """Return an error, the right part and the wrong square if the ends are not as requested."""
    path, name = found.path, found.board.name
    start, end = request.ends(found.board)
    if start not in (None, path[0]):
        names = {"here": name(path[0]), "there": str(request.start)}
        return Sentence("it starts on {here}, not on {there}", **names), (), path[0]
    if found.kind == "tour" and end not in (None, path[-1]):
        names = {"here": name(path[-1]), "there": str(request.end)}
        return Sentence("it ends on {here}, not on {there}", **names), path[:-1], path[-1]
    return None
