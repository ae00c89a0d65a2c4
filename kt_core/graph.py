"""The knight graph: a vertex for each square, an edge for each move of the knight or a leaper.

An (a, b) leaper moves a squares along one axis and b along the other; the knight is the (1, 2)
leaper. A graph is any mapping from vertices to their neighbors; vertices are hashable.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Self, TypeVar

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.language import Sentence, value_error

Leaper = tuple[int, int]  # (1, 2): the knight; (1, 4): the giraffe
Step = tuple[int, int]  # rows up, columns to the right: (1, 2)
Edge = tuple[Square, Square]

KNIGHT: Leaper = (1, 2)


def leaper_of(leaper: Sequence[int]) -> Leaper:
    """Return the leaper with its shorter leg first; `ValueError` for a value that is no leaper.

    >>> leaper_of((2, 1))
    (1, 2)
    """
    legs = tuple(leaper) if isinstance(leaper, tuple | list) else ()
    if len(legs) != 2 or not all(type(leg) is int and 0 <= leg < LONGEST_SIDE for leg in legs):
        raise value_error(
            "{leaper} is not a leaper; give two numbers from 0 to 999, as in (1, 2)",
            leaper=repr(leaper),
        )
    if legs == (0, 0):
        raise value_error("a leaper of (0, 0) stays where it is; one of the two must be 1 or more")
    return min(legs), max(legs)


def steps(leaper: Leaper = KNIGHT) -> tuple[Step, ...]:
    """Return the steps of a leaper, in the order that lists neighbors ascending.

    >>> steps((0, 1))
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    """
    return _steps(*leaper_of(leaper))


@cache  # every graph needs them
def _steps(a: int, b: int) -> tuple[Step, ...]:
    legs = ((p * x, q * y) for x, y in ((a, b), (b, a)) for p in (-1, 1) for q in (-1, 1))
    return tuple(sorted(set(legs)))


def is_move(board: Board, here: Square, there: Square, leaper: Leaper = KNIGHT) -> bool:
    """Return True if the leaper can move from one square to the other."""
    (row, column), (to_row, to_column) = (divmod(s, board.columns) for s in (here, there))
    return (to_row - row, to_column - column) in steps(leaper)


def move_name(leaper: Leaper) -> str:
    """Return the name of a leaper's move, such as "knight's move"."""
    if leaper == KNIGHT:
        return Sentence("knight's move")
    return Sentence("move of the {leaper} leaper", leaper=leaper)


Vertex = TypeVar("Vertex", bound=Hashable)
Graph = Mapping[Vertex, Sequence[Vertex]]

#: The six vertices of the textbook's depth-first example: C is a dead end, A B D E F C is a path.
LETTERS: Graph[str] = {
    "A": ("B", "D"),
    "B": ("C", "D"),
    "C": (),
    "D": ("E",),
    "E": ("B", "F"),
    "F": ("C",),
}


class Subgraph(tuple[Square, ...]):  # noqa: SLOT001 - a tuple has no room for named slots
    """Connected squares of a witness, with moves between them in `edges`.

    >>> Subgraph.path([0, 6, 8]), Subgraph.path([0, 6, 8]).edges
    ((0, 6, 8), ((0, 6), (6, 8)))
    """

    edges: tuple[tuple[Square, Square], ...]

    def __new__(
        cls, squares: Iterable[Square], edges: Iterable[tuple[Square, Square]] = ()
    ) -> Self:
        """Return a subgraph of these squares, in this order, with these moves."""
        subgraph = super().__new__(cls, squares)
        subgraph.edges = tuple(edges)
        return subgraph

    @classmethod
    def path(cls, squares: Sequence[Square]) -> Self:
        """Return a path: each square is a move from the previous one."""
        return cls(squares, pairwise(squares))


def induced_subgraph(graph: Graph[Square], squares: Iterable[Square]) -> Subgraph:
    """Return the subgraph of these squares, ascending, with all moves of the graph between them."""
    within = dict.fromkeys(sorted(squares))
    edges = ((a, b) for a in within for b in graph[a] if a < b and b in within)
    return Subgraph(within, edges)


def knight_graph(board: Board, leaper: Leaper = KNIGHT) -> KnightGraph:
    """Return the knight graph of a board: square -> its neighbors, ascending.

    >>> knight_graph(Board(5, 5))[12]
    (1, 3, 5, 9, 15, 19, 21, 23)

    Holes have no entry. Neighbors are computed on first use, so the graph of a board of a million
    squares costs nothing until it is used. `leaper` is another piece; (1, 4) is the giraffe.
    """
    return KnightGraph(board, leaper)


class KnightGraph(Mapping[Square, tuple[Square, ...]]):
    """The graph of a leaper's moves on `board`: see `knight_graph`."""

    def __init__(self, board: Board, leaper: Leaper = KNIGHT) -> None:
        self.board, self._steps = board, steps(leaper)
        self._known = dict[Square, tuple[Square, ...]]()  # computed on first use

    def __getitem__(self, square: Square) -> tuple[Square, ...]:
        try:
            return self._known[square]
        except KeyError:
            if square not in self.board:
                raise
        self._known[square] = neighbors = tuple(_neighbors(self.board, self._steps, square))
        return neighbors

    def __iter__(self) -> Iterator[Square]:
        return iter(self.board)

    def __len__(self) -> int:
        return len(self.board)

    def __contains__(self, square: object) -> bool:
        return square in self.board


def onward(graph: Graph[Vertex], path: Collection[Vertex], vertex: Vertex) -> list[Vertex]:
    """Return the onward moves: the neighbors of a vertex that are not on the path."""
    return [v for v in graph[vertex] if v not in path]


def distances(graph: Graph[Vertex], start: Vertex) -> Iterator[tuple[Vertex, int]]:
    """Yield each vertex that can be reached, the nearest first, with its distance in moves.

    >>> dict(distances(LETTERS, "D"))
    {'D': 0, 'E': 1, 'B': 2, 'F': 2, 'C': 3}
    """
    distance, queue = {start: 0}, [start]
    yield start, 0
    for vertex in queue:  # the list grows in the loop
        for to in graph[vertex]:
            if to not in distance:
                distance[to] = distance[vertex] + 1
                yield to, distance[to]
                queue.append(to)


def directed_edges(board: Board) -> int:
    """Return the number of directed edges of the knight graph.

    >>> directed_edges(Board(8, 8))
    336
    """
    # One bit for each square, plus two zero bits after each row to catch moves off the board.
    # Wherever a move is possible, a bit and the bits shifted by that move are both 1.
    columns, wide = board.columns, board.columns + 2
    squares = bytearray(b"1") * (board.rows * columns)
    for hole in board.holes:
        squares[hole] = 48  # "0"; a plain loop, because there may be 900,000 holes
    rows = (squares[begin : begin + columns] for begin in range(0, len(squares), columns))
    bits = int(b"00".join(rows), 2)
    shifts = (up * wide + right for up, right in steps() if up > 0)
    return 2 * sum((bits & bits >> shift).bit_count() for shift in shifts)


def fill_percent(board: Board) -> float:
    """Return the percentage of the adjacency matrix that the edges fill: 8.2 for 8x8."""
    return 100 * directed_edges(board) / len(board) ** 2


def average_degree(board: Board) -> float:
    """Return the average number of moves from a square: 5.25 for 8x8."""
    return directed_edges(board) / len(board)


def _neighbors(board: Board, steps: Iterable[Step], square: Square) -> list[Square]:
    rows, columns, holes = board.rows, board.columns, board.holes
    row, column = divmod(square, columns)
    reached = [
        (row + up) * columns + column + right
        for up, right in steps
        if 0 <= row + up < rows and 0 <= column + right < columns
    ]
    return [s for s in reached if s not in holes] if holes else reached
