"""Short proofs that there is no tour: squares with too few moves to share, squares that cut.

A tour, made a cycle (see `cycle`), gives every vertex two of its edges: a two-factor. Whether a
bipartite graph has one is a question of flow (L. R. Ford and D. R. Fulkerson, Canad. J. Math. 8
(1956) 399); where it has none, the vertices that the flow reaches are the reason (O. Ore, Canad. J.
Math. 8 (1956) 328). And k squares leave at most k pieces of a cycle (V. Chvátal, Discrete Math. 5
(1973) 215).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from kt_core.board import Board, Square
from kt_core.cycle import FROM, TO, Cycle, cycle_of
from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.tour import NoTour, Puzzle

PAIRS = 64  # squares up to which every two are tried as a cut


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` alone: raises `NoTour` where a short proof is found, or ends without word.

    The seed makes no difference.
    """
    cycle = cycle_of(puzzle, knight_graph(puzzle.board, puzzle.leaper))
    yield Progress("factor")
    crowd = yield from _crowd(cycle)
    if crowd:
        raise _too_few(cycle, crowd)
    cut = yield from _cut(cycle)
    if cut:
        raise _falls_apart(cycle, cut)


def shortage(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return by how much the moves that these squares need exceed those that there are for them.

    More than 0 proves that there is no tour. The squares must be of one class: no move leads from
    one of them to another.
    """
    # On a tour each square has two moves, the first and the last square one. All the moves of the
    # crowd lead to its neighbours, and each neighbour can take two of them, or one if it is a given
    # end, and never more than it has.
    graph, given = cycle.graph, _given(cycle.puzzle)
    shared: dict[Square, int] = {}
    for square in crowd:
        for other in graph[square]:
            if other >= 0:
                shared[other] = shared.get(other, 0) + 1
    room = sum(min(moves, 2 - (other in given)) for other, moves in shared.items())
    return 2 * len(crowd) - _spared(cycle, crowd) - room


def _given(puzzle: Puzzle) -> Collection[Square | None]:
    return () if puzzle.closed else (puzzle.start, puzzle.end)


def _spared(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return how many of these squares can be ends of the tour, which need one move less."""
    graph = cycle.graph
    if TO in graph:
        return sum(any(square in graph[added] for square in crowd) for added in (FROM, TO))
    return min(2, sum(square in graph[FROM] for square in crowd)) if FROM in graph else 0


def _crowd(cycle: Cycle) -> Generator[Progress, None, list[Square]]:
    """Return squares that have a shortage, as few as come easily; none where there is a factor."""
    for side in _sides(cycle.graph):
        flow = _Flow(cycle.graph, side)
        reached = yield from flow.stuck()
        crowd = [vertex for vertex in reached if vertex >= 0]
        if crowd and shortage(cycle, crowd) > 0:
            return _fewest(cycle, crowd)
    return []


def _fewest(cycle: Cycle, crowd: list[Square]) -> list[Square]:
    kept = sorted(crowd)
    for square in sorted(crowd, reverse=True):
        fewer = [other for other in kept if other != square]
        if fewer and shortage(cycle, fewer) > 0:
            kept = fewer
    return kept


def _sides(graph: Mapping[Square, Collection[Square]]) -> tuple[list[Square], list[Square]]:
    """Return the two classes of a bipartite graph; nothing where it is none."""
    first = next(iter(graph))
    side, todo = {first: 0}, [first]
    for vertex in todo:  # which grows
        for other in graph[vertex]:
            if other not in side:
                side[other] = 1 - side[vertex]
                todo.append(other)
            elif side[other] == side[vertex]:
                return [], []
    return [v for v in todo if not side[v]], [v for v in todo if side[v]]


class _Flow:
    """Two edges for every vertex on one side, as far as the other side can take them."""

    def __init__(self, graph: Mapping[Square, Collection[Square]], side: Iterable[Square]) -> None:
        self.graph = graph
        self.taken: dict[Square, set[Square]] = {vertex: set() for vertex in graph}
        self.side = sorted(side, key=lambda vertex: (len(graph[vertex]), vertex))

    def stuck(self) -> Generator[Progress, None, list[Square]]:
        """Return the vertices of the side reached from one that cannot have two edges; or none."""
        for vertex in self.side:
            while len(self.taken[vertex]) < 2:
                reached = self._augmented(vertex)
                if reached:
                    return reached
            yield Progress("factor")
        return []

    def _augmented(self, first: Square) -> list[Square]:
        """Take one edge more at `first`, and return nothing; else return what could be reached.

        Along a shortest path whose edges are in turn not taken and taken, and change about.
        """
        came, reached = dict[Square, Square](), [first]
        for vertex in reached:  # which grows
            for other in self.graph[vertex]:
                if other in came or other in self.taken[vertex]:
                    continue
                came[other] = vertex
                if len(self.taken[other]) < 2:
                    self._change(first, other, came)
                    return []
                further = [v for v in self.taken[other] if v != first and v not in came]
                came |= dict.fromkeys(further, other)
                reached += further
        return reached

    def _change(self, first: Square, last: Square, came: Mapping[Square, Square]) -> None:
        taken, other = self.taken, last
        while True:
            vertex = came[other]
            taken[vertex].add(other)
            taken[other].add(vertex)
            if vertex == first:
                return
            other = came[vertex]
            taken[vertex].remove(other)
            taken[other].remove(vertex)


def _cut(cycle: Cycle) -> Generator[Progress, None, Sequence[Square]]:
    """Return one or two squares that leave more pieces than they are; none where none do."""
    # A cycle without k of its vertices is at most k pieces, and the graph has no more of them.
    squares = [square for square in cycle.graph if square >= 0]
    few = squares if len(squares) <= PAIRS else ()
    for turn, cut in enumerate(chain(combinations(squares, 1), combinations(few, 2))):
        if len(pieces(cycle, cut)) > len(cut):
            return cut
        if turn % 8 == 0:
            yield Progress("factor")
    return ()


def pieces(cycle: Cycle, cut: Collection[Square]) -> list[list[Square]]:
    """Return what the cycle's graph falls into without these squares, added vertices among it."""
    left, found = dict.fromkeys(vertex for vertex in cycle.graph if vertex not in cut), []
    while left:
        first, _ = left.popitem()
        piece = [first]
        for vertex in piece:  # which grows
            for other in cycle.graph[vertex]:
                if other in left:
                    del left[other]
                    piece.append(other)
        found.append(piece)
    return found


def _too_few(cycle: Cycle, crowd: Collection[Square]) -> NoTour:
    board, spared = cycle.puzzle.board, _spared(cycle, crowd)
    around = sorted({other for square in crowd for other in cycle.graph[square] if other >= 0})
    needed = 2 * len(crowd) - spared
    ends = f", {2 * len(crowd)} in all, or {needed} if they are the tour's ends" if spared else ""
    reason = (
        f"{_listed(board, crowd)} need two moves each{ends or f', {needed} in all'}, and those that"
        f" they lead to, {_listed(board, around)}, have room for {needed - shortage(cycle, crowd)}."
    )
    return NoTour(reason, "two-factor", {"need two moves": sorted(crowd), "lead to": around})


def _falls_apart(cycle: Cycle, cut: Sequence[Square]) -> NoTour:
    board, parts = cycle.puzzle.board, pieces(cycle, cut)
    shown = sorted((sorted(s for s in part if s >= 0) for part in parts), key=len)
    shown = [part for part in shown if part]
    kind = "a closed tour" if cycle.puzzle.closed else "a tour with such ends"
    reason = (
        f"Without {_listed(board, cut)} the board falls into {len(shown)} pieces,"
        f" and {kind} cannot come through {'it' if len(cut) == 1 else 'them'} to all of these."
    )
    named = {f"piece {i}": part for i, part in enumerate(shown[:3], start=1)}
    return NoTour(reason, "cut", {"cut squares": cut, **named})


def _listed(board: Board, squares: Collection[Square]) -> str:
    names = [board.name(square) for square in sorted(squares)]
    if len(names) > 8:
        return f"{len(names)} marked squares"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
