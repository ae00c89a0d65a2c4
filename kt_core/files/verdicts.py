"""Verdicts on a walk: a tour, the beginning of one, or wrong.

A `Trail` follows the steps of a walk up to its end or to the first error.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import sub
from typing import Any, Literal

from kt_core.board import Board, Square, board_with_holes
from kt_core.events import Progress
from kt_core.files.walks import NOWHERE, PER_YIELD, ReadingForm, Request, Walk
from kt_core.graph import KNIGHT, Leaper, move_name, steps
from kt_core.language import N_, Sentence, whole
from kt_core.tour import Tour, is_move

PathVerdict = Literal["tour", "path", "wrong"]
_SEEN, _HOLE = 1, 2


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
    verdict: PathVerdict
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
            names = {"here": board.name(path[0]), "there": _text(request.start)}
            self.wrong = Sentence("it starts on {here}, not on {there}", **names)
            self.path, self.bad = [], path[0]
        elif self.is_full and end not in (None, path[-1]):
            names = {"here": board.name(path[-1]), "there": _text(request.end)}
            self.wrong = Sentence("it ends on {here}, not on {there}", **names)
            self.path, self.bad = path[:-1], path[-1]
        elif self.is_full and request.closed and not self.is_ring:
            template = N_("the tour is not closed: {move} is not a {leaper_move}")
            move = self._move(len(path) - 1, 0)
            self.wrong = Sentence(template, move=move, leaper_move=move_name(request.leaper))
            self.bad = path[0]


def _text(end: str | Square | None) -> str:
    return end if isinstance(end, str) else str(end)
