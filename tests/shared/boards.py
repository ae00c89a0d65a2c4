"""Random boards of many kinds; the hard ones have arms, necks, cuts and squares with few moves.

The colors allow a tour on four boards of five; on most others, a short argument would refute it.
"""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

from kt_core import Board, knight_graph
from kt_core.connectivity import components
from kt_core.graph import KNIGHT, KnightGraph, Leaper
from kt_core.tour import Puzzle
from tests.shared.answers import some_ends

Places = set[tuple[int, int]]  # (row, column) of each square
LEAST, MOST = 20, 1000  # number of squares of a board


def randomly(chance: Random) -> Places:
    """Return a rectangle with random holes."""
    places = {*product(range(chance.randint(5, 34)), range(chance.randint(5, 34)))}
    share = chance.uniform(0.03, 0.4)
    return {place for place in places if chance.random() >= share}


def blocks(chance: Random) -> Places:
    """Return separate blocks with a few squares between them."""
    side, gap = chance.randint(4, 12), chance.choice((1, 2, 2, 2))
    rows, columns = chance.choice(((1, 2), (2, 2), (1, 3), (2, 3)))
    step = side + gap
    whole = {*product(range(rows * step - gap), range(columns * step - gap))}
    places = {(r, c) for r, c in whole if r % step < side and c % step < side}
    joints = [
        place
        for place in sorted(whole - places)
        if sum(
            (place[0] + a, place[1] + b) in places for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
    ]
    return places | set(
        chance.sample(joints, min(len(joints), chance.randint(1, 2 * rows * columns)))
    )


def carved(chance: Random) -> Places:
    """Return a walk of a knight that prefers few onward moves, with a few squares changed."""
    side = chance.randint(6, 36)
    board = Board(side, side)
    graph, path = knight_graph(board), dict[int, None]()
    here: int | None = chance.choice(board.squares)
    size = chance.randint(LEAST, min(MOST, side * side))
    while here is not None and len(path) < size:
        path[here] = None
        onward = [s for s in graph[here] if s not in path]
        chance.shuffle(onward)
        greedy = chance.random() < 0.8
        onward.sort(key=lambda s: sum(t not in path for t in graph[s]) if greedy else 0)
        here = onward[0] if onward else None
    squares = set(path)
    for _ in range(chance.choice((0, 0, 1, 2))):
        squares ^= set(chance.sample(board.squares, 2))
    return {divmod(square, side) for square in squares}


def full(chance: Random) -> Places:
    """Return a rectangle without holes."""
    return {*product(range(chance.randint(5, 16)), range(chance.randint(5, 16)))}


#: The shapes other than full boards; and leapers whose legs have no common divisor.
SHAPES: Sequence[Callable[[Random], Places]] = (randomly, blocks, carved)
LEAPERS: Sequence[Leaper] = ((0, 1), (1, 1), (1, 2), (1, 3), (1, 4), (2, 3), (2, 5), (3, 4))


def hard_puzzle(chance: Random) -> tuple[str, Puzzle]:
    """Return a question with its leaper and shape; half of them are for the knight.

    Half of the other boards are full, because leapers with long legs have the most moves there.
    """
    leaper = chance.choice((KNIGHT, chance.choice(LEAPERS)))
    while True:
        shape = chance.choice(SHAPES)
        if leaper != KNIGHT and chance.random() < 0.5:
            shape = full
        likely = 0.0 if shape is full and sum(leaper) % 2 else 0.8
        if board := _board(shape(chance), chance, leaper, likely):
            return f"{leaper} {shape.__name__}", chance.choice([*some_ends(board, chance, leaper)])


def _board(places: Places, chance: Random, leaper: Leaper, likely: float) -> Board | None:
    """Return a board without a short refutation, if possible; None if its size is wrong."""
    if not places:
        return None
    low, left = (min(place[i] for place in places) for i in (0, 1))
    rows, columns = (max(place[i] for place in places) + 1 for i in (0, 1))
    rows, columns = rows - low, columns - left
    kept = {(row - low) * columns + column - left for row, column in places}
    if chance.random() < likely:
        kept = _balanced(rows, columns, kept, chance, leaper)
    if not LEAST <= len(kept) <= MOST:
        return None
    return _graph(rows, columns, kept, leaper).board


def _graph(rows: int, columns: int, kept: set[int], leaper: Leaper) -> KnightGraph:
    return knight_graph(Board(rows, columns, set(range(rows * columns)) - kept), leaper)


def _side(board: Board, square: int, leaper: Leaper) -> int:
    """Return the class of a square: its color, or that of its row if moves keep the color."""
    return board.color(square) if sum(leaper) % 2 else square // board.columns % 2


def _balanced(rows: int, columns: int, kept: set[int], chance: Random, leaper: Leaper) -> set[int]:
    """Return the squares with two or more moves, with equally many in both classes."""
    while kept:
        graph = _graph(rows, columns, kept, leaper)
        left = {square for square in kept if len(graph[square]) > 1}
        if left == kept:
            left = {*max(components(graph), key=len)}
        if left == kept:
            light = {square for square in left if _side(graph.board, square, leaper)}
            more, fewer = sorted((light, left - light), key=len, reverse=True)
            if len(more) == len(fewer):
                return kept
            # Remove only squares whose neighbors have many moves; otherwise a thin board would lose
            # all its squares, one by one.
            least = sorted(more, key=lambda square: min(len(graph[to]) for to in graph[square]))
            likely = least[-max(1, len(least) // 4) :]
            left -= set(chance.sample(likely, min(len(likely), len(more) - len(fewer))))
        kept = left
    return kept
