"""Puzzles: tours of which some numbers are given.

`solutions` tells whether there is no solution, one, or several; `making` makes a puzzle with one;
`with_numbers` makes an ordering follow the given numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Literal

from kt_core.board import Board, Square, board_with_holes, images
from kt_core.events import Found, Progress, result_of
from kt_core.graph import KNIGHT, Graph, Leaper, distances, knight_graph
from kt_core.language import N_, Sentence, paragraph, value_error, whole
from kt_core.orderings import Order, Visited
from kt_core.solve import BUDGET_SLICES, Method, methods, solving, tour_of, within
from kt_core.theory import refute
from kt_core.tour import Given, NoTour, Puzzle, Tour, Undecided, symmetry_of

MOST_TOURS = 30  # tours whose numbers are tried
CHECK_SLICES = 400  # slices for the question whether some numbers suffice: under a second

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
    given: Given | None = None,
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


def judging(
    question: Puzzle, given: Mapping[Square, int], budget: int = BUDGET_SLICES
) -> Generator[Progress, None, tuple[Solutions | None, str]]:
    """Return the solutions with these numbers, and the reason if there are none.

    The solutions are None if that is not decided, with the reason. The numbers may contradict each
    other.
    """
    try:
        found = yield from deciding(replace(question, given=tuple(given.items())), budget)
    except Undecided as undecided:
        return None, undecided.reason
    except ValueError as wrong:  # two numbers contradict each other
        return Solutions(), wrong.args[0]
    return found, found.no.reason if found.no else ""


def solutions_sentence(solutions: Solutions, why: str) -> str:
    """Return the number of solutions in a sentence, with the reason if there are none."""
    if solutions.no:
        return paragraph((Sentence("It has no solution."), why))
    if solutions.count == "none":
        return whole(Sentence("it has no solution: {reason}", reason=why))
    if solutions.count == "one":
        return Sentence("It has exactly one solution.")
    first, second = solutions.tours
    one, other, *_more = solutions.differences()
    ways = [tour.path.index(square) + 1 for square in (one, other) for tour in (first, second)]
    return Sentence(
        "It has several solutions: {one} may have the number {a} or {b}, and {other} may have"
        " {c} or {d}.",
        one=first.board.name(one),
        other=first.board.name(other),
        **dict(zip("abcd", ways, strict=True)),
    )


def _two_paths(
    method: Method, puzzle: Puzzle, paths: list[tuple[Square, ...]], budget: int
) -> Generator[Progress, None, list[tuple[Square, ...]]]:
    """Return these paths with those that a method finds, up to two in all."""
    for event in within(puzzle, method(puzzle, None), budget, Counter()):
        if isinstance(event, Found) and event.path not in paths:
            paths.append(tuple(s for s in event.path if isinstance(s, int)))
            if len(paths) == 2:
                break
        elif isinstance(event, Progress):
            yield event
    return paths


def _reverse(puzzle: Puzzle, path: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return the tour in the other direction if it solves the puzzle too, else the same path."""
    numbers, n = puzzle.numbers, len(path)
    if puzzle.closed:  # a turn around the only given number, if there is one
        turn = 2 * (numbers[0][1] - 1) if numbers else 0
        return tuple(path[(turn - i) % n] for i in range(n))
    return path if numbers else path[::-1]


def with_numbers(order: Order, puzzle: Puzzle) -> Order:
    """Return `order` without moves that contradict the given numbers; no solution is lost.

    A move must leave enough moves to the square of the next given number, and of the right parity.
    """
    graph, numbers = knight_graph(puzzle.board, puzzle.leaper), [n for _, n in puzzle.given]
    number_of, square_of = dict(puzzle.given), {n: s for s, n in puzzle.given}
    far = cache(lambda number: dict(distances(graph, square_of[number])))
    colors = 1 + sum(puzzle.leaper) % 2  # a move of the knight changes the color

    def moves(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
        step, place = len(path) + 1, bisect_left(numbers, len(path) + 1)
        choices = [v for v in order(graph, path, square) if number_of.get(v, step) == step]
        if place == len(numbers):
            return choices
        left = numbers[place] - step
        distance = far(numbers[place])
        return [
            v for v in choices if (left - distance.get(v, left + 1)) in range(0, left + 1, colors)
        ]

    return moves


def making(
    puzzle: Puzzle,
    *,
    count: int | None = None,
    seed: int | None = None,
    symmetry: str | None = None,
) -> Generator[Progress, None, Puzzle]:
    """Return a puzzle with one solution on the board of `puzzle`, in slices.

    It has `count` given numbers, or so few that each is needed. Their squares are their own image
    under the symmetry. `NoTour` if there is no tour; `ValueError` if no squares that many have the
    symmetry; `Undecided` if no such puzzle is found, which is no proof that there is none.
    """
    orbits, random, least = _orbits(puzzle.board, symmetry), Random(seed or 0), len(puzzle.board)
    if count is not None:
        _check_count(puzzle, count, orbits)
    for _ in range(MOST_TOURS):
        tour = yield from solving(puzzle, random.getrandbits(30))
        number = {square: step for step, square in enumerate(tour.path, start=1)}
        random.shuffle(orbits)
        left = yield from _needed(puzzle, number, orbits, count or 0)
        if count in (None, len(left)):
            return _with_numbers(puzzle, number, left)
        least = min(least, len(left))
    template = N_("of {tours} tours, the fewest numbers that sufficed were {least}, not {count}")
    reason = Sentence(template, tours=MOST_TOURS, count=count, least=least)
    raise Undecided(reason, {"consistency": MOST_TOURS})


def _needed(
    puzzle: Puzzle, number: Mapping[Square, int], orbits: Sequence[Sequence[Square]], least: int
) -> Generator[Progress, None, set[Square]]:
    """Return squares whose numbers suffice for one solution; no orbit is left out, if possible."""
    left = set(number)
    for orbit in orbits:
        fewer = left.difference(orbit)
        if len(fewer) >= max(least, 1):
            try:
                found = yield from deciding(_with_numbers(puzzle, number, fewer), CHECK_SLICES)
            except Undecided:
                continue
            if len(found.tours) == 1:
                left = fewer
    return left


def _with_numbers(puzzle: Puzzle, number: Mapping[Square, int], squares: set[Square]) -> Puzzle:
    return replace(puzzle, given=tuple((square, number[square]) for square in squares))


def _orbits(board: Board, symmetry: str | None) -> list[tuple[Square, ...]]:
    """Return the sets of squares that are images of each other."""
    if symmetry is None:
        return [(square,) for square in board]
    kind = symmetry_of(symmetry)
    for image in images(board, kind):
        if board.holes == {image.of[hole] for hole in board.holes}:
            orbits = set[tuple[Square, ...]]()
            for square in board:
                orbit = [square]
                for _ in range(image.times - 1):
                    orbit.append(image.of[orbit[-1]])
                orbits.add(tuple(sorted({*orbit})))
            return sorted(orbits)
    raise value_error(
        "{board} has no {symmetry} that keeps its shape",
        board=board_with_holes(board),
        symmetry=kind,
    )


def _check_count(puzzle: Puzzle, count: int, orbits: Sequence[Sequence[Square]]) -> None:
    possible = 1
    for orbit in orbits:
        possible |= possible << len(orbit)
    if not 1 <= count <= len(puzzle.board) or not possible >> count & 1:
        raise value_error(
            "{count} given numbers are not possible on {board}; choose another number, or no"
            " symmetry",
            count=count,
            board=puzzle.board,
        )
