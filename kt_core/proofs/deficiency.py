"""Crowds: squares that need more moves than their neighbours have room for.

O. Ore, Canad. J. Math. 8 (1956) 328.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable

from kt_core.board import Square, short_name_list
from kt_core.connectivity import VERTICES_PER_YIELD, components
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.language import Sentence, paragraph
from kt_core.tour import NoTour, Puzzle


def deficiency(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return by how much the moves that these squares need exceed those that there are for them.

    More than 0 proves that there is no tour. The squares must be of one class: no move leads from
    one of them to another.
    """
    # On a tour each square has two moves, the first and the last square one. All the moves of the
    # crowd lead to its neighbours, and each neighbour can take two of them, or one if it is a given
    # end, and never more than it has.
    given = _given_ends(cycle.puzzle)
    shared = Counter(other for square in crowd for other in cycle.graph[square] if other >= 0)
    room = sum(min(moves, 2 - (other in given)) for other, moves in shared.items())
    return 2 * len(crowd) - _possible_ends(cycle, crowd) - room


def deficiency_proof(
    cycle: Cycle, crowd: Iterable[Square]
) -> Generator[Progress, None, NoTour | None]:
    """Return the proof by as few of these squares as show it, if they do."""
    squares = [vertex for vertex in crowd if vertex >= 0]
    if not squares or deficiency(cycle, squares) <= 0:
        return None
    around = {other for square in squares for other in cycle.graph[square] if other >= 0}
    near = {square: [v for v in cycle.graph[square] if v >= 0] for square in (*squares, *around)}
    member = set(squares)
    near |= {other: [v for v in near[other] if v in member] for other in around}
    parts = ([v for v in squares if v in part] for part in map(set, components(near)))
    short = [part for part in parts if deficiency(cycle, part) > 0]
    fewest = min(short, key=len, default=squares)
    return _too_few(cycle, (yield from _fewest(cycle, fewest)))


def _given_ends(puzzle: Puzzle) -> list[Square]:
    ends = () if puzzle.closed else (puzzle.start, puzzle.end)
    return [square for square in ends if square is not None]


def _possible_ends(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return how many of these squares can be ends of the tour, which need one move less."""
    graph = cycle.graph
    if TO in graph:
        return sum(any(added in graph[square] for square in crowd) for added in (FROM, TO))
    return min(2, sum(FROM in graph[square] for square in crowd))


def _fewest(cycle: Cycle, crowd: list[Square]) -> Generator[Progress, None, list[Square]]:
    """Return as few of these squares as still are a crowd, taken out one by one from the last."""
    # Without a square the crowd needs two moves less, and each neighbour that the others do not
    # fill has less for them. The ends that it spares are counted as before, so it is not too few.
    graph, given = cycle.graph, _given_ends(cycle.puzzle)
    shared = Counter(other for square in crowd for other in graph[square] if other >= 0)
    kept, surplus, before = dict.fromkeys(crowd), deficiency(cycle, crowd), 0
    while len(kept) != before:
        before = len(kept)
        for turn, square in enumerate(list(reversed(kept)), start=1):
            near = [other for other in graph[square] if other >= 0]
            left = surplus - 2 + sum(shared[other] <= 2 - (other in given) for other in near)
            if left > 0:
                del kept[square]
                surplus = left
                shared.subtract(near)
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
    return sorted(kept)


def _too_few(cycle: Cycle, crowd: Collection[Square]) -> NoTour:
    board, spared = cycle.puzzle.board, _possible_ends(cycle, crowd)
    around = sorted({other for square in crowd for other in cycle.graph[square] if other >= 0})
    needed = 2 * len(crowd) - spared
    values = {
        "named": short_name_list(board, crowd),
        "moves": needed,
        "around": short_name_list(board, around),
        "room": needed - deficiency(cycle, crowd),
    }
    told = Sentence.plural(
        "{named} needs {moves} moves, all to {around}, with room for {room}.",
        "{named} need {moves} moves, all to {around}, with room for {room}.",
        len(crowd),
        **values,
    )
    if spared:
        # Two squares or more: one that may be an end needs one move, which it has.
        told = Sentence(
            "{named} need at least {moves} moves, all to {around}, with room for {room}.", **values
        )
    witness = {Sentence("need two moves"): sorted(crowd), Sentence("lead to"): around}
    return NoTour(paragraph((_rule(cycle, spared), told)), "two-factor", witness)


def _rule(cycle: Cycle, spared: int) -> Sentence:
    if cycle.puzzle.closed:
        return Sentence("A closed tour makes two moves at every square.")
    if spared == 1 and TO in cycle.graph and not _given_ends(cycle.puzzle):
        return Sentence(
            "A tour makes two moves at every square, and one at each end; equal colours allow"
            " just one of them on squares of one colour."
        )
    return Sentence("A tour makes two moves at every square, and one at each end.")
