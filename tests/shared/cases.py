"""Oracles, brute force by definitions, and random boards, for several test modules."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from kt_core import Board
from kt_core.drawing.film import PACE_SECONDS, film
from kt_core.events import Event, Found, Visit
from kt_core.graph import KNIGHT, Leaper
from kt_core.tour import Puzzle, Tour

ORACLES: Any = json.loads(Path(__file__).with_name("oracles.json").read_text("utf-8"))
#: Hard boards, each with a question and whether it has a tour.
HARD: list[Any] = [
    json.loads(line)
    for line in Path(__file__).with_name("hard-boards.jsonl").read_text("utf-8").splitlines()
]
LEAPERS: list[Leaper] = [(0, 1), (1, 1), (0, 2), (1, 3), (1, 4), (2, 3)]


def by_definition(board: Board, leaper: Leaper = KNIGHT) -> dict[int, list[int]]:
    """Return the graph of a leaper by its definition: one leg one way, the other leg across."""
    whole = _whole(board.rows, board.columns, leaper)
    return {a: [b for b in whole[a] if b in board] for a in board}


@cache  # random boards often have the same size
def _whole(rows: int, columns: int, leaper: Leaper) -> dict[int, list[int]]:
    def is_move(a: int, b: int) -> bool:
        (row, column), (to_row, to_column) = divmod(a, columns), divmod(b, columns)
        return sorted((abs(to_row - row), abs(to_column - column))) == sorted(leaper)

    squares = range(rows * columns)
    return {a: [b for b in squares if is_move(a, b)] for a in squares}


def graph_of(*edges: tuple[int, int]) -> dict[int, set[int]]:
    """Return the neighbors of each vertex."""
    both = [*edges, *((b, a) for a, b in edges)]
    return {v: {b for a, b in both if a == v} for v, _ in both}


def by_force(graph: Mapping[Any, Collection[Any]], path: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every path through the whole graph that extends this one."""
    if len(path) == len(graph):
        yield path
    for square in graph[path[-1]]:
        if square not in path:
            yield from by_force(graph, (*path, square))


def tours_by_force(
    board: Board, start: int | None = None, end: int | None = None, *, closed: bool = False
) -> list[tuple[int, ...]]:
    """Return every tour of a small board; a closed one from each start, in both directions."""
    graph = by_definition(board)
    starts = graph if start is None else (start,)
    paths: Iterator[Sequence[int]] = chain.from_iterable(by_force(graph, (s,)) for s in starts)
    return [
        tuple(path)
        for path in paths
        if (end is None or path[-1] == end)
        and (not closed or (path[0] in graph[path[-1]] and len(path) > 2))
    ]


@cache
def ends_by_force(board: Board, start: int | None, leaper: Leaper = KNIGHT) -> frozenset[int]:
    """Return the squares where an open tour from `start` can end; fast up to 24 squares.

    After each step, it knows the possible last squares for every set of visited squares, as bits.
    """
    graph = by_definition(board, leaper)
    bit = {square: 1 << i for i, square in enumerate(graph)}
    moves = {bit[a]: sum(bit[b] for b in graph[a]) for a in graph}
    standing = {bit[s]: bit[s] for s in (graph if start is None else (start,))}
    for _ in range(len(graph) - 1):
        further: dict[int, int] = {}
        for visited, places in standing.items():
            reached = 0
            for place in _bits(places):
                reached |= moves[place]
            for to in _bits(reached & ~visited):
                further[visited | to] = further.get(visited | to, 0) | to
        standing = further
    last = standing.get((1 << len(graph)) - 1, 0)
    return frozenset(square for square in graph if bit[square] & last)


@cache  # many sets of squares occur repeatedly
def _bits(places: int) -> tuple[int, ...]:
    """Return the bits of a bit set, each as a number."""
    return tuple(1 << i for i in range(places.bit_length()) if places >> i & 1)


def verdict_by_force(puzzle: Puzzle) -> bool:
    """Return True if there is such a tour, by brute force; for up to about 24 squares."""
    board, start, end = puzzle.board, puzzle.start, puzzle.end
    if puzzle.closed:
        start = min(board) if start is None else start
        back = by_definition(board, puzzle.leaper)[start]
        return len(board) > 2 and not ends_by_force(board, start, puzzle.leaper).isdisjoint(back)
    given = end if start is None else start
    if given is None:
        return bool(ends_by_force(board, None, puzzle.leaper))
    ends = ends_by_force(board, given, puzzle.leaper)
    return bool(ends) if start is None or end is None else end in ends


def mirror(puzzle: Puzzle) -> Puzzle:
    """Return the mirror image in the diagonal: rows and columns change places."""
    board = puzzle.board

    def place(square: int) -> int:
        row, column = divmod(square, board.columns)
        return column * board.rows + row

    start, end = (None if s is None else place(s) for s in (puzzle.start, puzzle.end))
    other = Board(board.columns, board.rows, map(place, board.holes))
    return Puzzle(other, start, end, puzzle.closed)


def board_with(rows: int, columns: int, squares: Collection[int]) -> Board:
    """Return the board with exactly these squares."""
    return Board(rows, columns, [s for s in range(rows * columns) if s not in squares])


def path_of(grid: Sequence[Sequence[int]]) -> list[int]:
    """Return the path of a printed tour: the number of the step on each square, top row first."""
    steps = [step for row in reversed(grid) for step in row]
    return sorted(range(len(steps)), key=lambda square: steps[square])


@st.composite
def boards(draw: st.DrawFn, sides: int = 12, squares: int = 144) -> Board:
    """Draw a board with sides up to `sides`, some holes, and a limited number of squares."""
    rows, columns = draw(st.integers(1, sides)), draw(st.integers(1, sides))
    size = rows * columns
    least = max(0, size - squares)
    most = min(size - 1, max(least, size // 3))
    holes = draw(st.sets(st.integers(0, size - 1), min_size=least, max_size=most))
    return Board(rows, columns, holes)


@st.composite
def walks(draw: st.DrawFn, sides: int = 8) -> tuple[Board, list[int]]:
    """Draw a path of knight's moves, and the board of exactly its squares."""
    whole = Board(draw(st.integers(1, sides)), draw(st.integers(1, sides)))
    graph, path = by_definition(whole), [draw(st.sampled_from(whole.squares))]
    for turn in draw(st.lists(st.integers(0, 7), max_size=len(whole))):
        moves = [square for square in graph[path[-1]] if square not in path]
        if not moves:
            break
        path.append(moves[turn % len(moves)])
    return board_with(whole.rows, whole.columns, path), path


def by_chance(chance: Random, most: int) -> Board:
    """Return a board with holes that is not easily refuted: a knight's walk with changes."""
    whole = Board(chance.randint(3, 8), chance.randint(3, 8))
    graph, path = by_definition(whole), [chance.choice(whole.squares)]
    for _ in range(chance.randint(3, most) - 1):
        moves = [square for square in graph[path[-1]] if square not in path]
        path += [chance.choice(moves)] if moves else []
    kept = set(path)
    for square in chance.sample(whole.squares, chance.choice((0, 0, 2, 2, 3))):
        kept ^= {square} if len(kept ^ {square}) <= most else set()
    kept = kept or {0}
    return board_with(whole.rows, whole.columns, kept)


def tour_film(tour: Tour, *, pace: float = PACE_SECONDS) -> str:
    """Return a film of a tour, from its first move to its last."""
    steps: Iterable[Event] = chain(map(Visit, tour.path), (Found(tour.path),))
    return film(tour.board, steps, closed=tour.closed, pace=pace)
