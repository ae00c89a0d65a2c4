"""Symmetry, sums, crossings and turns of a tour, and the size of a board's search tree.

Sums add the numbers of the steps; step 1 is the tour's first square. A closed tour may begin on any
square, and its sums depend on that square.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise, product
from math import log10
from typing import Any

from kt_core.board import Board, Image, Square, images
from kt_core.events import Visit
from kt_core.graph import Graph, Vertex, average_degree
from kt_core.search import search
from kt_core.tour import Tour

MoveLine = tuple[int, int, int, int]  # row and column of a move's first square, and of its second


def symmetry(tour: Tour) -> tuple[str, ...]:
    """Return the names of the turns and mirrors that map the drawing of a tour to itself.

    >>> symmetry(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()))
    ('rot180',)

    The drawing is the set of its undirected moves. "mirror left-right" exchanges the first file
    and the last; "mirror diagonal" fixes the squares of the diagonal from a1.
    """
    return tuple(image.key for image in _symmetries(tour))


def _symmetries(tour: Tour) -> Iterator[Image]:
    moves = list(_moves(tour))
    drawn = {frozenset(move) for move in moves}
    for image in images(tour.board):
        if all(frozenset((image.of[a], image.of[b])) in drawn for a, b in moves):
            yield image


#: Names of closed tours with exactly one symmetry, by that symmetry: True if it shifts the tour by
#: half its length, False if it reverses it. G. P. Jelliss, Knight's Tour Notes (2019) 1, after the
#: first people who made or studied them.
KINDS = {
    ("rot180", True): "Eulerian",
    ("rot180", False): "Bergholtian",
    ("mirror", True): "Sulian",
    ("mirror", False): "Murraian",
}


def kind(tour: Tour) -> str:
    """Return the name of a closed tour's kind of symmetry; "" if it has none, or several.

    >>> from kt_core.gallery import GALLERY
    >>> kind(GALLERY["bergholt-6x9"].tour), kind(GALLERY["euler-5x5"].tour)
    ('Bergholtian', '')
    """
    found = list(_symmetries(tour))
    if not tour.closed or len(found) != 1:
        return ""
    first, second = (found[0].of[square] for square in tour.path[:2])
    moves_along = tour.path[(tour.path.index(first) + 1) % len(tour.path)] == second
    return KINDS[found[0].key.partition(" ")[0], moves_along]


def row_sums(tour: Tour) -> tuple[int, ...]:
    """Return the sum of the steps' numbers in each row, row 1 first; holes add nothing."""
    steps, columns = _steps(tour), tour.board.columns
    return tuple(sum(steps[row * columns :][:columns]) for row in range(tour.board.rows))


def column_sums(tour: Tour) -> tuple[int, ...]:
    """Return the sum of the steps' numbers in each column, column a first; holes add nothing."""
    steps, columns = _steps(tour), tour.board.columns
    return tuple(sum(steps[column::columns]) for column in range(columns))


def is_semi_magic(tour: Tour) -> bool:
    """Return True if all rows and all columns have the same sum; only square boards allow it.

    >>> is_semi_magic(Tour(Board(1, 1), ["a1"]))
    True
    """
    # Rows and columns both add up to the sum of all steps, so equal sums imply a square board.
    return len({*row_sums(tour), *column_sums(tour)}) == 1


def diagonal_sums(tour: Tour) -> tuple[int, ...]:
    """Return the sums along the diagonals from a1 and from the last file; () if not square."""
    steps, side = _steps(tour), tour.board.columns
    if tour.board.rows != side:
        return ()
    other = slice(side - 1, max(side * side - 1, 1), max(side - 1, 1))
    return sum(steps[:: side + 1]), sum(steps[other])


def is_magic(tour: Tour) -> bool:
    """Return True if both diagonals have the sum of the rows and columns, too."""
    return is_semi_magic(tour) and {*diagonal_sums(tour)} == {row_sums(tour)[0]}


def crossings(tour: Tour) -> int:
    """Return the number of pairs of moves that cross.

    >>> crossings(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()))
    20
    """
    columns, reach = tour.board.columns, 2 * max(tour.leaper) - 1
    lines = [(*divmod(a, columns), *divmod(b, columns)) for a, b in _moves(tour)]
    near = defaultdict[tuple[int, int], list[MoveLine]](list)
    for line in lines:
        near[line[0] + line[2], line[1] + line[3]].append(line)  # twice its middle
    # The middles of two moves that cross are less than a move apart.
    around = list(product(range(-reach, reach + 1), repeat=2))
    pairs = (
        _separates(line, other) and _separates(other, line)
        for (row, column), here in near.items()
        for line in here
        for up, right in around
        for other in near.get((row + up, column + right), ())
    )
    return sum(pairs) // 2


def _separates(line: MoveLine, other: MoveLine) -> bool:
    """Return True if the ends of another move are on different sides of a line."""
    y, x, to_y, to_x = line
    sides = [
        (to_x - x) * (v - y) - (to_y - y) * (u - x)
        for v, u in ((other[0], other[1]), (other[2], other[3]))
    ]
    return sides[0] * sides[1] < 0


def turns(tour: Tour) -> int:
    """Return the number of squares where the direction of the path changes.

    >>> turns(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()))
    10
    """
    columns, moves = tour.board.columns, list(_moves(tour))
    ways = [(b // columns - a // columns, b % columns - a % columns) for a, b in moves]
    following = pairwise(ways + ways[:1] if tour.closed else ways)
    return sum(one != other for one, other in following)


def properties(tour: Tour) -> dict[str, Any]:
    """Return everything that this module knows of a tour, as values for JSON."""
    return {
        "symmetry": list(symmetry(tour)),
        "kind": kind(tour),
        "rows": list(row_sums(tour)),
        "columns": list(column_sums(tour)),
        "diagonals": list(diagonal_sums(tour)),
        "semi_magic": is_semi_magic(tour),
        "magic": is_magic(tour),
        "crossings": crossings(tour),
        "turns": turns(tour),
    }


def search_tree(board: Board, k: float | None = None) -> tuple[float, int]:
    """Return the textbook's size of the search tree, k^(N + 1) - 1, as mantissa and exponent.

    >>> mantissa, exponent = search_tree(Board(8, 8))
    >>> f"{mantissa:.2f}e{exponent}"
    '1.23e46'

    N + 1 is the number of squares; k, the branching factor, is by default the average number of
    moves from a square. (A float could not hold the size for 30x30.)
    """
    k = average_degree(board) if k is None else k
    if k <= 1:
        return 0.0, 0
    digits = len(board) * log10(k)
    if digits < 15:  # small enough for the 1 to matter
        size = k ** len(board) - 1
        digits = log10(size)
    return 10 ** (digits % 1), int(digits // 1)


def paths_from(graph: Graph[Vertex], start: Vertex) -> int:
    """Return the number of paths from a vertex: the size of the search tree, one visit per path.

    >>> from kt_core.graph import LETTERS
    >>> paths_from(LETTERS, "A")
    13

    It counts them one by one, so the graph must have only a few vertices.
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
