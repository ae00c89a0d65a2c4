"""What can be asked of a tour: its symmetry and its sums; and of a board: how large its search is.

Sums are those of the steps' numbers, which begin at 1 on the tour's first square. A closed tour may
begin anywhere, and its sums depend on where it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import log10

from kt_core.board import Board, Square
from kt_core.events import Visit
from kt_core.graph import Graph, Vertex, average_degree
from kt_core.search import search
from kt_core.tour import Tour

RowColumn = tuple[int, int]  # row, column

#: Where a square of a board with so many rows and columns goes. The last three need a square board.
_TURNS: dict[str, Callable[[int, int, int, int], RowColumn]] = {
    "rot180": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "mirror left-right": lambda row, column, rows, columns: (row, columns - 1 - column),
    "mirror up-down": lambda row, column, rows, columns: (rows - 1 - row, column),
    "rot90": lambda row, column, rows, columns: (column, rows - 1 - row),
    "mirror diagonal": lambda row, column, rows, columns: (column, row),
    "mirror antidiagonal": lambda row, column, rows, columns: (
        columns - 1 - column,
        rows - 1 - row,
    ),
}


def symmetry(tour: Tour) -> tuple[str, ...]:
    """Return the names of the turns and mirrors that keep the drawing of a tour as it is.

    >>> symmetry(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()))
    ('rot180',)

    Its moves as a set, each without a direction, become the same set. "mirror left-right" takes
    the a-file to the last, "mirror diagonal" keeps the squares of the diagonal from a1.
    """
    moves, rows, columns = list(_moves(tour)), tour.board.rows, tour.board.columns
    drawn = {frozenset(move) for move in moves}

    def is_kept(turn: Callable[[int, int, int, int], RowColumn]) -> bool:
        def to(square: Square) -> Square:
            row, column = turn(*divmod(square, columns), rows, columns)
            return row * columns + column

        return all(frozenset((to(a), to(b))) in drawn for a, b in moves)

    turns = list(_TURNS.items())[: 6 if rows == columns else 3]
    return tuple(name for name, turn in turns if is_kept(turn))


#: What closed tours are called that one turn or mirror alone lays on themselves, by whether it
#: carries every square half the tour along, or walks the tour backwards: G. P. Jelliss, Knight's
#: Tour Notes (2019) 1, after those who first made or studied them.
KINDS = {
    ("rot180", True): "Eulerian",
    ("rot180", False): "Bergholtian",
    ("mirror", True): "Sulian",
    ("mirror", False): "Murraian",
}


def kind(tour: Tour) -> str:
    """Return what a symmetric closed tour is called; "" where it has no symmetry, or several.

    >>> from kt_core.gallery import GALLERY
    >>> kind(GALLERY["bergholt-6x9"].tour), kind(GALLERY["euler-5x5"].tour)
    ('Bergholtian', '')
    """
    names = symmetry(tour)
    if not tour.closed or len(names) != 1:
        return ""
    columns = tour.board.columns
    first, second = (
        row * columns + column
        for row, column in (
            _TURNS[names[0]](*divmod(square, columns), tour.board.rows, columns)
            for square in tour.path[:2]
        )
    )
    carried = tour.path[(tour.path.index(first) + 1) % len(tour.path)] == second
    return KINDS[names[0].partition(" ")[0], carried]


def row_sums(tour: Tour) -> tuple[int, ...]:
    """Return the sum of the steps' numbers in each row, row 1 first; holes add nothing."""
    steps, columns = _steps(tour), tour.board.columns
    return tuple(sum(steps[row * columns :][:columns]) for row in range(tour.board.rows))


def column_sums(tour: Tour) -> tuple[int, ...]:
    """Return the sum of the steps' numbers in each column, column a first; holes add nothing."""
    steps, columns = _steps(tour), tour.board.columns
    return tuple(sum(steps[column::columns]) for column in range(columns))


def is_semi_magic(tour: Tour) -> bool:
    """Return whether all rows and all columns have the same sum, which takes a square board.

    >>> is_semi_magic(Tour(Board(1, 1), ["a1"]))
    True
    """
    # If all are equal, there are as many rows as columns: both add up to all numbers.
    return len({*row_sums(tour), *column_sums(tour)}) == 1


def search_tree(board: Board, k: float | None = None) -> tuple[float, int]:
    """Return the textbook's estimate of the search tree, k^(N + 1) - 1, as mantissa and exponent.

    >>> mantissa, exponent = search_tree(Board(8, 8))
    >>> f"{mantissa:.2f}e{exponent}"
    '1.23e46'

    N + 1 is the number of squares; k, the branching factor, is the average number of moves from a
    square unless it is given. (A float would not hold the size for 30x30.)
    """
    k = average_degree(board) if k is None else k
    if k <= 1:
        return 0.0, 0
    digits = len(board) * log10(k)
    if digits < 15:  # 1 more or less is seen
        size = k ** len(board) - 1
        digits = log10(size)
    return 10 ** (digits % 1), int(digits // 1)


def paths_from(graph: Graph[Vertex], start: Vertex) -> int:
    """Return how many paths begin at a vertex: the size of the search tree, each path a visit.

    >>> from kt_core.graph import LETTERS
    >>> paths_from(LETTERS, "A")
    13

    They are counted one by one, so this is for graphs of a few vertices.
    """
    return sum(isinstance(event, Visit) for event in search(graph, start))


def _moves(tour: Tour) -> Iterator[tuple[Square, Square]]:
    path = tour.path + tour.path[:1] if tour.closed else tour.path
    return pairwise(path)


def _steps(tour: Tour) -> list[int]:
    steps = [0] * (tour.board.rows * tour.board.columns)
    for step, square in enumerate(tour.path, start=1):
        steps[square] = step
    return steps
