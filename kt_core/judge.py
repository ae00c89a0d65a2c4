"""The one judge: what a path on a board is, from values that are checked here.

    PathVerdict = tour (open or closed) | path over some squares | wrong, with a `PathFault`

Whoever says "tour" calls `verdict` with the board, the piece and the whole path, and writes the
sentence from its result. The entries of a path may be any values, such as those of a message.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import sub
from typing import Any, Literal

from kt_core.board import Board, Square, board_with_holes
from kt_core.events import Progress, result_of
from kt_core.graph import KNIGHT, Leaper, is_move, leaper_of, move_name, steps
from kt_core.language import N_, Sentence, short, whole

VerdictKind = Literal["tour", "path", "wrong"]
#: Not on the board; a hole; visited before; no move of the piece; no move back to the first square
#: of a tour that must be closed; too few squares for one.
FaultKind = Literal["off", "hole", "twice", "move", "open", "short"]
NameOfStep = Callable[[int], str]  # the name of a path's entry, by its index from 0

SQUARES_PER_YIELD = 1 << 12  # checked between two yields: about 1 ms
SHORTEST_RING = 3  # squares of a closed tour
_TEMPLATES = {
    "off": N_("step {step}, {square}, is not on {board}"),
    "hole": N_("step {step}, {square}, is a hole"),
    "twice": N_("square {square} appears twice, as numbers {other} and {step}"),
    "move": N_("step {step}, {move}, is not a {leaper_move}"),
    "open": N_("the tour is not closed: {move} is not a {leaper_move}"),
    "short": N_("a closed tour has at least 3 squares"),
}


@dataclass(frozen=True)
class PathFault:
    """The first error of a path: at `step`, counted from 1, in contradiction to step `other`.

    `other` is the step before, the first visit of the same square, or 0. `squares` are the entries
    of both steps, that of `other` first. The move back to the first square is one step more.
    """

    kind: FaultKind
    step: int
    other: int
    squares: tuple[Any, ...]


@dataclass(frozen=True)
class PathVerdict:
    """The verdict on a path. Only `verdict` and `judging` make one.

    `path` was checked: squares of the board, each visited once, by moves of the leaper. Of a wrong
    path it is the part before the error. `closed` is true of a tour only.
    """

    board: Board
    leaper: Leaper
    path: tuple[Square, ...]
    closed: bool = False
    fault: PathFault | None = None

    @property
    def kind(self) -> VerdictKind:
        """The kind: a tour, a path that ends too early, or wrong."""
        if self.fault:
            return "wrong"
        return "tour" if len(self.path) == len(self.board) else "path"

    @property
    def bad(self) -> Square | None:
        """The square of the wrong step; None if there is none, or it is not on the board."""
        entry = self.fault.squares[-1] if self.fault and self.fault.kind != "off" else None
        return entry if isinstance(entry, int) else None

    def wrong(self, name: NameOfStep | None = None) -> str:
        """Return the reason why a path is no tour, as a clause; "" for a tour.

        `name` names the entries as their author writes them; by default a1, b3.
        """
        if self.kind == "tour":
            return ""
        if not self.fault:
            visited, total = len(self.path), len(self.board)
            return Sentence("it visits {n:,} of {total:,} squares", n=visited, total=total)
        fault, names = self.fault, [*map(self._name, self.fault.squares)]
        if name:
            last = 0 if fault.kind in ("open", "short") else fault.step - 1
            names = [*(name(fault.other - 1) for _ in names[1:]), name(last)]
        return Sentence(
            _TEMPLATES[fault.kind],
            step=fault.step,
            other=fault.other,
            square=names[-1],
            board=self.board,
            move=Sentence("{start} to {end}", start=names[0], end=names[-1]),
            leaper_move=move_name(self.leaper),
        )

    def sentence(self, name: NameOfStep | None = None) -> str:
        """Return the verdict as a sentence: a tour with its board and piece, or the fault."""
        if self.kind != "tour":
            return whole(self.wrong(name))
        template = N_("An open tour of {board}{by}: {moves}.")
        if self.closed:
            template = N_("A closed tour of {board}{by}: {moves}.")
        board, n = board_with_holes(self.board), len(self.path) - (not self.closed)
        moves = Sentence.plural("{n:,} move", "{n:,} moves", n)
        leaper = Sentence(" by the {leaper} leaper", leaper=self.leaper)
        by = "" if self.leaper == KNIGHT else leaper
        return Sentence(template, board=board, by=by, moves=moves)

    def _name(self, entry: Any) -> str:
        return self.board.name(entry) if _is_number(self.board, entry) else short(entry)


def verdict(
    board: Board, path: Iterable[object], leaper: Leaper = KNIGHT, *, closed: bool | None = None
) -> PathVerdict:
    """Return the verdict on a path of squares, which are numbers: row * columns + column.

    >>> verdict(Board(3, 4), [0, 6, 8]).wrong()
    'it visits 3 of 12 squares'
    >>> verdict(Board(3, 4), [0, 6, 7]).wrong()
    "step 3, c2 to d2, is not a knight's move"

    `closed` is True if a tour must be closed, False if it counts as open, None if it is closed
    whenever a move leads from its last square to its first.
    """
    return result_of(judging(board, path, leaper, closed=closed))


def judging(
    board: Board, path: Iterable[object], leaper: Leaper = KNIGHT, *, closed: bool | None = None
) -> Generator[Progress, None, PathVerdict]:
    """Return the same as `verdict`, in slices: yields `Progress` every few milliseconds."""
    leaper = leaper_of(leaper)
    right, fault = yield from _right_part(board, iter(path), leaper)
    if fault or closed is False or len(right) < len(board):
        return PathVerdict(board, leaper, right, fault=fault)
    is_ring = len(right) >= SHORTEST_RING and is_move(board, right[-1], right[0], leaper)
    if closed and not is_ring:
        kind: FaultKind = "open" if len(right) >= SHORTEST_RING else "short"
        fault = PathFault(kind, len(right) + 1, len(right), (right[-1], right[0]))
    return PathVerdict(board, leaper, right, is_ring, fault)


def _right_part(
    board: Board, path: Iterator[Any], leaper: Leaper
) -> Generator[Progress, None, tuple[tuple[Square, ...], PathFault | None]]:
    """Return the part of a path before its first error, and the error."""
    total, columns, longest = board.rows * board.columns, board.columns, max(leaper)
    seen, holes = bytearray(total), iter(board.holes)
    while some := [*islice(holes, SQUARES_PER_YIELD)]:
        for hole in some:
            seen[hole] = 1
        yield Progress("proof")
    # Renumber the squares as on a board with `longest` more columns. Two squares that are `up` rows
    # and `right` columns apart then differ by up * width + right. Another pair u, v gives the same
    # number only if (up - u) * width = v - right; but |right| < columns, and |v| <= longest for a
    # step, so |v - right| < width and the pairs are equal: no step wraps around the edge unnoticed.
    moves = {up * (columns + longest) + right for up, right in steps(leaper)}
    entries = list[Any]()
    while len(entries) <= len(board) and (part := [*islice(path, SQUARES_PER_YIELD)]):
        # Compare types, because True and 1.0 equal 1.
        are_numbers = {*map(type, part)} == {int} and min(part) >= 0 and max(part) < total
        wide = [s + s // columns * longest for s in (*entries[-1:], *part)] if are_numbers else []
        entries += part
        if not are_numbers or not moves.issuperset(map(sub, wide[1:], wide)):
            break
        for square in part:
            seen[square] = 1
        yield Progress("proof", min(1.0, len(entries) / len(board)))
    else:
        if seen.count(1) == len(board.holes) + len(entries):  # each square is a new one
            return tuple(entries), None
    return (yield from _before_first_fault(board, entries, leaper))


def _before_first_fault(
    board: Board, entries: Sequence[Any], leaper: Leaper
) -> Generator[Progress, None, tuple[tuple[Square, ...], PathFault]]:
    """Return the squares before the first error of a wrong path, and the error."""
    step_of = dict[Square, int]()
    for step, entry in enumerate(entries, start=1):
        before, fault = entries[step - 2], None
        if not _is_number(board, entry):
            fault = PathFault("off", step, 0, (entry,))
        elif entry in board.holes:
            fault = PathFault("hole", step, 0, (entry,))
        elif entry in step_of:
            fault = PathFault("twice", step, step_of[entry], (entry, entry))
        elif step_of and not is_move(board, before, entry, leaper):
            fault = PathFault("move", step, step - 1, (before, entry))
        if fault:
            return tuple(step_of), fault
        step_of[entry] = step
        if step % SQUARES_PER_YIELD == 0:
            yield Progress("proof")
    raise AssertionError


def _is_number(board: Board, entry: Any) -> bool:
    # Compare the type, because True and 1.0 equal 1.
    return type(entry) is int and 0 <= entry < board.rows * board.columns
