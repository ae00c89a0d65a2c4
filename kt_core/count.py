"""The number of tours: closed tours are counted undirected, open tours directed."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from itertools import count

from kt_core.events import Found, Progress
from kt_core.graph import KNIGHT
from kt_core.language import Sentence, value_error
from kt_core.methods import exact, frontier
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle, Undecided


@dataclass(frozen=True)
class PublishedCount:
    """A count that others computed: closed tours undirected, open ones directed."""

    count: int
    source: str


#: Published counts that this program cannot compute, by rows, columns, and closed or not.
QUOTED: Mapping[tuple[int, int, bool], PublishedCount] = {
    (8, 8, True): PublishedCount(13_267_364_410_532, "McKay 1997; OEIS A001230"),
    (7, 7, False): PublishedCount(165_575_218_320, "OEIS A165134"),
    (8, 8, False): PublishedCount(19_591_828_170_979_904, "Chernov 2014; OEIS A165134"),
}
MOST_SQUARES = 200  # limit for boards with more rows; larger boards are refused
LISTED_SQUARES = 36  # below this size, listing tours is faster than counting by states
#: An upper bound for the open tours of 8x8 that textbooks quote, as mantissa and exponent.
QUOTED_BOUND = 1.305, 35


def counting(puzzle: Puzzle, budget: int) -> Generator[Progress, None, int]:
    """Return the number of tours, in slices: yields `Progress` every few milliseconds.

    A closed tour counts once, in any direction and from any start. An open tour counts in each
    direction if neither start nor end is given. `Undecided` if `budget` slices are not enough;
    `ValueError` for a puzzle with given numbers.
    """
    if puzzle.given:
        raise value_error("tours with given numbers are not counted; leave the numbers out")
    try:
        refute(puzzle)
    except NoTour:
        return 0
    work = _count(puzzle)
    for slices in count():
        try:
            progress = next(work)
        except StopIteration as done:
            return int(done.value)
        if slices >= budget:
            reason = Sentence(
                "the tours of {board} are too many to count in {budget:,} slices of work;"
                " try a smaller board or a larger budget",
                board=puzzle.board,
                budget=budget,
            )
            raise Undecided(reason, {"slices": budget})
        yield progress
    raise AssertionError("count() does not end")


def _count(puzzle: Puzzle) -> Generator[Progress, None, int]:
    """Return the number of tours, by the first method that fits."""
    if published_count(puzzle):
        refuse(puzzle)
    squares = len(puzzle.board)
    if squares > 1 and (squares >= LISTED_SQUARES or frontier.is_strip(puzzle)):
        number = yield from frontier.counting(puzzle)
        if number is not None:
            return number
    refuse(puzzle)
    return (yield from _by_listing(puzzle))


def refuse(puzzle: Puzzle) -> None:
    """Raise `Undecided` if the tours are known to be too many to count."""
    reason: Sentence | None = None
    squares = len(puzzle.board)
    if known := published_count(puzzle):
        reason = Sentence(
            "the tours of {board} are too many to count here; published, not computed:"
            " {count:,} ({source})",
            board=puzzle.board,
            count=known.count,
            source=known.source,
        )
    elif (
        min(puzzle.board.rows, puzzle.board.columns) > frontier.MOST_ROWS and squares > MOST_SQUARES
    ):
        reason = Sentence(
            "the tours of {board} are too many to count: a board must have up to {rows} rows or"
            " columns, or be narrow, or have up to {squares} squares",
            board=puzzle.board,
            rows=frontier.MOST_ROWS,
            squares=MOST_SQUARES,
        )
    if reason:
        raise Undecided(reason, {"slices": 0})


def published_count(puzzle: Puzzle) -> PublishedCount | None:
    """Return the published count of a board's tours if this program cannot compute it; else None.

    >>> from kt_core.board import Board
    >>> published_count(Puzzle(Board(8, 8), closed=True))
    PublishedCount(count=13267364410532, source='McKay 1997; OEIS A001230')
    """
    board, ends = puzzle.board, (puzzle.start, puzzle.end)
    if board.holes or puzzle.leaper != KNIGHT or (ends != (None, None) and not puzzle.closed):
        return None
    return QUOTED.get((board.rows, board.columns, puzzle.closed))


def _by_listing(puzzle: Puzzle) -> Generator[Progress, None, int]:
    found = 0
    try:
        for event in exact.tours(puzzle):
            if isinstance(event, Progress):
                yield event
            found += isinstance(event, Found)
    except NoTour:
        return 0
    # A tour without given ends is listed in one direction only; a single square has no other.
    either_way = not (puzzle.closed or puzzle.given_ends) and len(puzzle.board) > 1
    return found * (2 if either_way else 1)
