"""Puzzles: tours of which some numbers are given. `solutions` counts none, one or several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Literal

from kt_core.board import Board, Square
from kt_core.events import Found, Progress, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.solve import BUDGET_SLICES, Method, budget_error, methods, solving, tour_of
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle, Tour

SolutionCount = Literal["none", "one", "several"]


@dataclass(frozen=True)
class Solutions:
    """The tours that solve a puzzle: none, the only one, or two of several.

    `no` is the proof if there is none.
    """

    tours: tuple[Tour, ...] = ()
    no: NoTour | None = None

    @property
    def count(self) -> SolutionCount:
        """Whether there is none, one, or more than one."""
        counts: tuple[SolutionCount, ...] = ("none", "one", "several")
        return counts[len(self.tours)]

    def differences(self) -> list[Square]:
        """Return the squares whose numbers differ in the two tours."""
        return [a for a, b in zip(*(tour.path for tour in self.tours), strict=True) if a != b]


def solutions(
    board: Board,
    *,
    given: Mapping[str | Square, int] | None = None,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    budget: int = BUDGET_SLICES,
) -> Solutions:
    """Return the tours with the given numbers: none, one, or two different ones of several.

    >>> solutions(Board(3, 4), given={"a1": 1, "d3": 12}).count
    'one'

    The arguments are those of `solve`. The numbers count: a closed tour in the other direction is
    another solution. `Undecided` if `budget` slices of work are not enough.
    """
    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper, given=given)
    return result_of(deciding(puzzle, budget))


def deciding(puzzle: Puzzle, budget: int = BUDGET_SLICES) -> Generator[Progress, None, Solutions]:
    """Return the same as `solutions`, in slices: yields `Progress` every few milliseconds."""
    from kt_core.methods import consistency

    try:
        if len(puzzle.given) > puzzle.closed:
            refute(puzzle)
            paths = yield from _two_paths(next(methods(puzzle)), puzzle, [], budget)
        else:  # any tour of the board solves it, if it begins and ends on the right squares
            path = (yield from solving(puzzle, None, budget)).path
            paths = [*dict.fromkeys((path, _reverse(puzzle, path)))]
            if len(paths) == 1 < len(path):
                paths = yield from _two_paths(consistency.tours, puzzle, paths, budget)
    except NoTour as no:
        return Solutions((), no.of(puzzle))
    tours = list[Tour]()
    for path in paths:
        tours.append((yield from tour_of(puzzle, path)))
    return Solutions((*tours,))


def _two_paths(
    method: Method, puzzle: Puzzle, paths: list[tuple[Square, ...]], budget: int
) -> Generator[Progress, None, list[tuple[Square, ...]]]:
    """Return these paths with those that a method finds, up to two in all."""
    spent = Counter[str]()
    for event in method(puzzle, None):
        if isinstance(event, Found) and event.path not in paths:
            paths.append(tuple(s for s in event.path if isinstance(s, int)))
            if len(paths) == 2:
                break
        elif isinstance(event, Progress):
            if spent.total() >= budget:
                raise budget_error(puzzle, spent)
            spent[event.method] += 1
            yield event
    return paths


def _reverse(puzzle: Puzzle, path: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return the tour in the other direction if it solves the puzzle too, else the same path."""
    numbers, n = puzzle.numbers, len(path)
    if puzzle.closed:  # a turn around the only given number, if there is one
        turn = 2 * (numbers[0][1] - 1) if numbers else 0
        return tuple(path[(turn - i) % n] for i in range(n))
    return path if numbers else path[::-1]
