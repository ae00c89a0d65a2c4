"""Walks: squares in the order of their steps, and the verdict on each.

A walk is the common result of all ways to read a text. Its verdict is a tour, the beginning of one,
or wrong: a `Trail` follows the steps up to the end or to the first error.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from operator import sub
from typing import Any, Literal, TypedDict

from kt_core.board import LONGEST_SIDE, Board, Square, board_with_holes
from kt_core.events import Progress
from kt_core.files.tokens import NO_NUMBER
from kt_core.graph import KNIGHT, Leaper, is_move, move_name, steps
from kt_core.judge import VerdictKind
from kt_core.language import N_, Sentence, whole
from kt_core.tour import Tour

NOWHERE = -1  # any square off the board
PER_YIELD = 1 << 12  # tokens or squares handled between two yields: about 1 ms
MOST_TWICE = 1000  # limit for repeated numbers; a text with more is read no further
MOST_SQUARES = 1_000_000
MANY_NUMBERS = 1 << 12  # a text with this many numbers may be only a part of a longer one
PREVIEW = 300  # steps of a walk that are compared with those of others

Zeros = Literal["unvisited", "holes"]
By = Literal["rows", "columns"]
#: The readings, by their names in docs/command-line.md.
ReadingForm = Literal["names", "pairs", "squares", "board"]
_SEEN, _HOLE = 1, 2


class ReadOptions(TypedDict, total=False):
    """The options of `read`; those that are None or left out are inferred."""

    start: str | Square | None
    end: str | Square | None
    closed: bool | None
    leaper: Leaper | None
    base: int | None  # whether rows, columns, squares and steps are counted from 0 or 1
    by: By | None  # whether a pair names its row or its column first
    zeros: Zeros | None  # the meaning of 0, or of the mark of a square without a number


@dataclass(frozen=True)
class Request:
    """The caller's knowledge about a tour; values that are None are inferred."""

    board: Board | None = None
    start: str | Square | None = None
    end: str | Square | None = None
    closed: bool | None = None
    leaper: Leaper = KNIGHT
    base: int | None = None  # whether rows, columns, squares and steps are counted from 0 or 1
    by: By | None = None  # whether a pair names its row or its column first
    zeros: Zeros | None = None

    @classmethod
    def of(cls, board: Board | None, options: ReadOptions) -> Request:
        """Return the request with these options, some of which may be missing."""
        return cls(
            board,
            options.get("start"),
            options.get("end"),
            options.get("closed"),
            options.get("leaper") or KNIGHT,
            options.get("base"),
            options.get("by"),
            options.get("zeros"),
        )

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
    choice: str = ""  # the assumption of this reading, if others are possible
    options: Mapping[str, Any] = field(default_factory=dict)  # those that choose this reading
    lacks_start: bool = False  # True if it may be a list of moves, given by their targets
    starts: Sequence[int] = ()  # the steps whose moves are compared; if empty, the first steps
    is_sorted: bool = False  # True if its steps have another order in the text

    def score(self, leaper: Leaper) -> tuple[int, int]:
        """Return the number of first steps that are moves to new squares, and of all first ones."""
        columns, known = self.board.columns, set(steps(leaper))
        pairs = [self.part(i, i + 2) for i in self.starts]
        if not pairs:
            squares = self.part(0, PREVIEW)
            pairs = [squares[i : i + 2] for i in range(len(squares) - 1)]
        moves = {
            there: (there // columns - here // columns, there % columns - here % columns) in known
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
    first = labels[0]
    if first in (0, 1) and labels == array("i", range(first, first + len(labels))):
        return columns, in_text
    base = 0 if labels.count(0) == 1 else 1
    indices, length, fault = yield from order_of(labels, base, text_of)
    starts = starts_of(indices, labels, base)
    for i, column in enumerate(columns):
        columns[i] = array("i", [NO_NUMBER if at == NOWHERE else column[at] for at in indices])
    return columns, {"length": length, "fault": fault, "starts": starts, "is_sorted": True}


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
    twice, more = (len(numbers), 0, 0), 0
    for begin in range(0, len(numbers), PER_YIELD):
        for i, number in enumerate(numbers[begin : begin + PER_YIELD], start=begin):
            at = number - base
            if not 0 <= at < len(index_of):
                continue
            if index_of[at] == NOWHERE:
                index_of[at] = i
            else:
                twice, more = min(twice, (at, index_of[at], i)), more + 1
        if more > MOST_TWICE:
            break
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
    verdict: VerdictKind
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


def reading_of(walk: Walk, request: Request) -> Generator[Progress, None, Reading]:
    """Return the verdict on a walk, in slices; `Tour` itself proves a tour."""
    trail = Trail(walk, request)
    yield from trail.follow()
    trail.drop_last_square_of_ring()
    read_as = walk.read_as
    if trail.add_start():
        start = walk.board.name(trail.path[0])
        read_as = Sentence(
            "{read_as} The start, {start}, is left out.", read_as=read_as, start=start
        )
    trail.hold_to_request()
    path = (*trail.path,)
    found = Reading(
        walk.form,
        read_as,
        walk.board,
        path,
        "path",
        path_sentence(len(path), len(walk.board)),
        closed=trail.closed or bool(request.closed),
        leaper=request.leaper,
        has_board=request.board is not None or walk.form == "board",
    )
    if trail.wrong:
        wrong, step = trail.wrong, len(path) + 1
        return replace(
            found, verdict="wrong", sentence=whole(wrong), wrong=wrong, step=step, bad=trail.bad
        )
    return (yield from _with_tour(found, trail)) if trail.is_full else found


def path_sentence(n: int, total: int) -> Sentence:
    """Return a sentence with the number of visited squares."""
    return Sentence(
        "{n:,} of {total:,} squares visited; you can play on from here.", n=n, total=total
    )


def _with_tour(found: Reading, trail: Trail) -> Generator[Progress, None, Reading]:
    is_open = trail.request.closed is False or trail.request.end is not None
    closed = found.closed or (trail.is_ring and not is_open)
    tour = yield from Tour.proving(found.board, found.path, closed, found.leaper)
    return replace(found, verdict="tour", sentence=tour_sentence(tour), closed=closed, tour=tour)


def tour_sentence(tour: Tour) -> Sentence:
    """Return a sentence about a tour: open or closed, its board, its number of moves."""
    template = N_("An open tour of {board}{by}: {moves}.")
    if tour.closed:
        template = N_("A closed tour of {board}{by}: {moves}.")
    by = "" if tour.leaper == KNIGHT else Sentence(" by the {leaper} leaper", leaper=tour.leaper)
    moves = Sentence.plural("{n:,} move", "{n:,} moves", tour.moves)
    return Sentence(template, board=board_with_holes(tour.board), by=by, moves=moves)


@dataclass
class Trail:
    """The correct steps of a walk, and the error after them."""

    walk: Walk
    request: Request
    path: list[Square] = field(default_factory=list)
    wrong: str = ""
    bad: Square | None = None
    closed: bool = False
    seen: bytearray = field(init=False)

    def follow(self) -> Generator[Progress, None, None]:
        """Follow the steps up to the first wrong one."""
        walk, board, leaper = self.walk, self.walk.board, self.request.leaper
        self.seen = bytearray(board.rows * board.columns)
        holes = iter(board.holes)
        while some := [*islice(holes, PER_YIELD)]:
            for hole in some:
                self.seen[hole] = _HOLE
            yield Progress("reading")
        longest, width = max(leaper), board.columns + max(leaper)
        # `width` has as many extra columns as the longest leap, so no step wraps around the edge:
        # two squares differ by a step's number only if that step leads from one to the other.
        moves = {up * width + right for up, right in steps(leaper)}
        for begin in range(0, walk.length, PER_YIELD):
            part = walk.part(begin, min(begin + PER_YIELD, walk.length))
            wide = [s + s // board.columns * longest for s in (*self.path[-1:], *part)]
            if (
                NOWHERE not in part
                and len({*part}) == len(part)
                and moves.issuperset(map(sub, wide[1:], wide))
                and not any(map(self.seen.__getitem__, part))
            ):
                self._take(part)
            elif not all(map(self._step, part)):
                return
            yield Progress("reading", begin / walk.length)
        self.wrong = walk.fault

    def _take(self, squares: Sequence[Square]) -> None:
        for square in squares:
            self.seen[square] = _SEEN
        self.path += squares

    def _step(self, square: Square) -> bool:
        """Follow a step, or store its error."""
        self.wrong = self._fault(square)
        if self.wrong:
            self.bad = None if square == NOWHERE else square
        else:
            self._take([square])
        return not self.wrong

    def _fault(self, square: Square) -> str:
        path, walk, leaper = self.path, self.walk, self.request.leaper
        step, text = len(path) + 1, walk.text_of(len(path))
        if square == NOWHERE:
            template = N_("step {step}, {square}, is not on {board}")
            return Sentence(template, step=step, square=text, board=walk.board)
        if self.seen[square] == _HOLE:
            return Sentence("step {step}, {square}, is a hole", step=step, square=text)
        if self.seen[square]:
            template = N_("square {square} appears twice, as numbers {one} and {other}")
            return Sentence(template, square=text, one=path.index(square) + 1, other=step)
        if path and not is_move(walk.board, path[-1], square, leaper):
            move = self._move(len(path) - 1, len(path))
            template = N_("step {step}, {move}, is not a {leaper_move}")
            return Sentence(template, step=step, move=move, leaper_move=move_name(leaper))
        return ""

    def _move(self, here: int, there: int) -> str:
        text_of = self.walk.text_of
        return Sentence("{start} to {end}", start=text_of(here), end=text_of(there))

    @property
    def is_full(self) -> bool:
        """True if every square was visited."""
        return len(self.path) == len(self.walk.board)

    @property
    def is_ring(self) -> bool:
        """True if a move leads from the last square to the first."""
        path = self.path
        return len(path) > 2 and is_move(self.walk.board, path[-1], path[0], self.request.leaper)

    def drop_last_square_of_ring(self) -> None:
        """Accept a closed tour that repeats its first square at the end."""
        is_last = len(self.path) + 1 == self.walk.length
        if self.is_full and is_last and self.is_ring and self.bad == self.path[0]:
            self.wrong, self.bad, self.closed = self.walk.fault, None, True

    def add_start(self) -> bool:
        """Add the start to a list of moves that lacks it; return True if it was added."""
        board, path = self.walk.board, self.path
        if not self.walk.lacks_start or self.wrong or len(path) != len(board) - 1:
            return False
        start = next(square for square in board if not self.seen[square])
        if not is_move(board, start, path[0], self.request.leaper):
            return False
        path.insert(0, start)
        return True

    def hold_to_request(self) -> None:
        """Store an error if a path lacks the requested ends, or the requested closing move."""
        board, path, request = self.walk.board, self.path, self.request
        start, end = request.ends(board)
        if self.wrong or not path:
            return
        if start not in (None, path[0]):
            names = {"here": board.name(path[0]), "there": _end_text(request.start)}
            self.wrong = Sentence("it starts on {here}, not on {there}", **names)
            self.path, self.bad = [], path[0]
        elif self.is_full and end not in (None, path[-1]):
            names = {"here": board.name(path[-1]), "there": _end_text(request.end)}
            self.wrong = Sentence("it ends on {here}, not on {there}", **names)
            self.path, self.bad = path[:-1], path[-1]
        elif self.is_full and request.closed and not self.is_ring:
            template = N_("the tour is not closed: {move} is not a {leaper_move}")
            move = self._move(len(path) - 1, 0)
            self.wrong = Sentence(template, move=move, leaper_move=move_name(request.leaper))
            self.bad = path[0]


def _end_text(end: str | Square | None) -> str:
    return end if isinstance(end, str) else str(end)
