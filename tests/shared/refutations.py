"""Random questions, whose refutations several test modules check."""

from random import Random

from kt_core import Board, NoTour
from kt_core.events import result_of
from kt_core.graph import KNIGHT
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.shared.cases import LEAPERS, by_chance

#: Two closed tours of four squares, with no move from one to the other.
TWINS = Board(4, 10, set(range(40)) - {0, 12, 33, 21, 6, 18, 39, 27})


def graph_of(*edges: tuple[int, int]) -> dict[int, set[int]]:
    """Return the neighbors of each vertex."""
    both = [*edges, *((b, a) for a, b in edges)]
    return {v: {b for a, b in both if a == v} for v, _ in both}


def refutation(puzzle: Puzzle) -> NoTour | None:
    """Return the refutation; None if there is a tour."""
    try:
        result_of(solving(puzzle))
    except NoTour as no:
        return no
    return None


def questions_by_chance(chance: Random, count: int) -> list[Puzzle]:
    """Return random questions, open and closed, with and without given ends."""
    puzzles = []
    for _ in range(count):
        board, leaper = by_chance(chance, 16), chance.choice([KNIGHT, KNIGHT, *LEAPERS])
        start, end = (chance.choice((None, chance.choice(board.squares))) for _ in range(2))
        puzzles.append(Puzzle(board, start, closed=True, leaper=leaper))
        end = end if end != start or len(board) == 1 else None
        puzzles.append(Puzzle(board, start, end, leaper=leaper))
    return puzzles
