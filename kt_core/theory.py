"""Theorems that decide the existence of a tour without a search, with reason and source.

Schwenk, Mathematics Magazine 64 (1991) 325; Cull and De Curtins, Fibonacci Quarterly 16 (1978) 276;
Conrad, Hindrichs, Morsy and Wegener, Discrete Applied Mathematics 50 (1994) 125.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from kt_core.board import Square
from kt_core.cycle import Cycle, cycle_of
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Graph, knight_graph
from kt_core.language import Sentence, paragraph
from kt_core.proofs.cuts import refute_apart
from kt_core.proofs.degrees import (
    MOST_SQUARES,
    refute_by_degrees,
    refute_dead_ends,
    refute_too_few_squares,
)
from kt_core.proofs.parity import classes_of, refute_by_colors
from kt_core.proofs.rectangles import refute_rectangle
from kt_core.tour import Puzzle

SCHWENK = "Schwenk, Mathematics Magazine 64 (1991) 325"
CULL = "Cull and De Curtins, Fibonacci Quarterly 16 (1978) 276"
CONRAD = "Conrad, Hindrichs, Morsy and Wegener, Discrete Applied Mathematics 50 (1994) 125"
WATKINS = Sentence(
    "J. Watkins in S. Wagon, Problem of the Week 1161 (2012); to 4x12 checked by program"
)
BLOCKS = Sentence("3x7, 3x8, 3x9 and 3x10, then blocks of 3x4: checked by program")


@dataclass(frozen=True)
class Existence:
    """The theorem that there is a tour."""

    reason: str
    source: str


def refute(puzzle: Puzzle) -> None:
    """Raise `NoTour` if a short argument shows that there is no tour; return None otherwise.

    It takes microseconds on full boards of any size, and milliseconds on boards with holes.
    """
    refute_too_few_squares(puzzle)
    refute_rectangle(puzzle)
    refute_by_colors(puzzle)
    refute_by_degrees(puzzle)
    # Full boards that are not connected for a knight were refuted before.
    if len(puzzle.board) <= MOST_SQUARES and (puzzle.board.holes or puzzle.leaper != KNIGHT):
        refute_apart(puzzle, knight_graph(puzzle.board, puzzle.leaper))


def cycle_for(puzzle: Puzzle, graph: Graph[Square]) -> Generator[Progress, None, Cycle]:
    """Return the graph whose Hamiltonian cycles are the tours, in slices, for two squares or more.

    Raise `NoTour` if there are too few squares, the graph is not connected, its two classes forbid
    a tour, or a square has too few moves.
    """
    refute_too_few_squares(puzzle)
    moves = dict(graph)  # a plain dict is faster, and each entry is used many times
    refute_apart(puzzle, moves)
    cycle = cycle_of(puzzle, moves, (yield from classes_of(puzzle, moves)))
    refute_dead_ends(cycle)
    return cycle


def existence(puzzle: Puzzle) -> Existence | None:
    """Return the theorem that there is a tour; None if no known one says so.

    Raise `NoTour` if a short argument shows that there is none.

    >>> from kt_core.board import Board
    >>> existence(Puzzle(Board(3, 10), closed=True)).source
    'Schwenk, Mathematics Magazine 64 (1991) 325'
    """
    refute(puzzle)
    if puzzle.board.holes or puzzle.leaper != KNIGHT or puzzle.given:
        return None
    ends = puzzle.given_ends
    if puzzle.closed or (len(ends) == 1 and _has_closed(puzzle)):
        return _closed_existence(puzzle)
    return _existence_between(puzzle) if ends else _open_existence(puzzle)


def _has_closed(puzzle: Puzzle) -> bool:
    short, long = sorted((puzzle.board.rows, puzzle.board.columns))
    odd = short * long % 2
    return not odd and short not in (1, 2, 4) and (short != 3 or long not in (4, 6, 8))


def _closed_existence(puzzle: Puzzle) -> Existence:
    # Boards without a closed tour were refuted before.
    reason: str = Sentence(
        "A full board has a closed tour unless its number of squares is odd, its shorter side is"
        " 1, 2 or 4, or it is 3x4, 3x6 or 3x8."
    )
    if not puzzle.closed:
        reason = Sentence(
            "{board} has a closed tour, and that may start on any square.", board=puzzle.board
        )
    elif puzzle.start is not None:
        more = Sentence("It comes to every square, so it may start on any.")
        reason = paragraph((reason, more))
    return Existence(reason, SCHWENK)


def _open_existence(puzzle: Puzzle) -> Existence:
    # Boards without an open tour were refuted before.
    short, long = sorted((puzzle.board.rows, puzzle.board.columns))
    if long == 1:
        return Existence(Sentence("One square is a tour already."), Sentence("the definition"))
    if short == 3:
        reason = Sentence("A board of 3 x n squares has an open tour if n is 4, or 7 or more.")
        return Existence(reason, BLOCKS)
    if short == 4:
        reason = Sentence("A board of 4 x n squares has an open tour if n is 5 or more.")
        return Existence(reason, WATKINS)
    reason = Sentence("A board has an open tour if both sides are 5 or more.")
    return Existence(reason, CULL)


def _existence_between(puzzle: Puzzle) -> Existence | None:
    # Pairs of ends without a tour were refuted before, by color.
    if puzzle.board.rows != puzzle.board.columns or puzzle.board.rows < 6:
        return None
    reason = Sentence(
        "From 6x6 on, a square board has a tour between any squares that the colors allow."
    )
    return Existence(reason, CONRAD)
