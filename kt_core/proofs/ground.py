"""What a proof is checked on: the moves of a board from the definition, and their graph with ends.

Nothing here is shared with what made a proof but the board and the steps of the piece.
"""

from __future__ import annotations

from collections.abc import Collection

from kt_core.board import Square
from kt_core.leaper import steps
from kt_core.proofs.replay import FROM, TO, two_sides
from kt_core.tour import Puzzle

Moves = dict[Square, set[Square]]


def near(puzzle: Puzzle, square: Square) -> set[Square]:
    """Return where the piece goes from a square."""
    board = puzzle.board
    row, column = divmod(square, board.columns)
    to = {
        (row + up) * board.columns + column + right
        for up, right in steps(puzzle.leaper)
        if 0 <= row + up < board.rows and 0 <= column + right < board.columns
    }
    return to - board.holes


def moves_of(puzzle: Puzzle) -> Moves:
    """Return where the piece goes from each square."""
    return {square: near(puzzle, square) for square in puzzle.board}


def given_ends(puzzle: Puzzle) -> set[Square]:
    """Return the squares on which an open tour has to begin or end."""
    return set() if puzzle.closed else {s for s in (puzzle.start, puzzle.end) if s is not None}


def clash(puzzle: Puzzle, dark: Collection[Square], light: Collection[Square]) -> bool:
    """Return whether a tour, which takes turns between two such sets, cannot be."""
    more, fewer = sorted((dark, light), key=len, reverse=True)
    given = given_ends(puzzle)
    if puzzle.closed or len(more) > len(fewer) + 1:
        return len(more) != len(fewer)
    if len(more) > len(fewer):
        return any(square in fewer for square in given)
    return len(given) == 2 and any(given <= set(side) for side in (dark, light))


def part_count(graph: Moves, cut: Collection[Square]) -> int:
    """Return how many pieces a graph falls into without these vertices."""
    left, parts = set(graph).difference(cut), 0
    while left:
        parts, todo = parts + 1, [left.pop()]
        while todo:
            onward = graph[todo.pop()] & left
            left -= onward
            todo += onward
    return parts


def cycle_graph(puzzle: Puzzle) -> Moves | None:
    """Return the graph whose cycles through all vertices are the tours; None if there are none.

    An open tour is closed by an added vertex beside its two ends, or by two where these differ in
    kind. Between two classes of squares a tour takes turns: that tells where it may end.
    """
    return graph_of_cycles(puzzle, moves_of(puzzle))


def graph_of_cycles(puzzle: Puzzle, graph: Moves, between: Collection[Square] = ()) -> Moves | None:
    """Return the same of any graph, which is changed; on those between no tour begins or ends."""
    if part_count(graph, ()) > 1 or (puzzle.closed and len(graph) < 3):
        return None
    one, other = two_sides(graph) or (set(graph), set(graph))
    if one != other and clash(puzzle, one, other):
        return None
    if puzzle.closed:
        return graph
    if len(one) != len(other):
        one = other = max(one, other, key=len)
    elif puzzle.start in other or puzzle.end in one:
        one, other = other, one
    starts = one.difference(between) if puzzle.start is None else {puzzle.start}
    ends = other.difference(between) if puzzle.end is None else {puzzle.end}
    return _closed(graph, starts, ends)


def _closed(graph: Moves, starts: set[Square], ends: set[Square]) -> Moves:
    added = {FROM: set(starts)} if starts == ends else {FROM: {*starts, TO}, TO: {*ends, FROM}}
    for vertex, squares in added.items():
        for square in squares - {FROM, TO}:
            graph[square].add(vertex)
    return graph | added
