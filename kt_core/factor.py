"""Tours of boards with holes from two-factors, and short proofs that there is none.

A tour, made a cycle (see `cycle`), gives every vertex two of its edges: a two-factor. Where none
is, the vertices that the flow reaches say why (O. Ore, Canad. J. Math. 8 (1956) 328); where one is,
its cycles are joined. And k squares leave at most k pieces of a cycle (V. Chvátal, Discrete
Math. 5 (1973) 215).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations
from random import Random

from kt_core.board import Board, Square
from kt_core.cycle import FROM, TO, Cycle, Edge, cycle_of
from kt_core.events import Event, Found, Progress
from kt_core.flow import TwoFactor, cut_vertices, pieces
from kt_core.graph import Graph, knight_graph
from kt_core.merge import Merge
from kt_core.tour import NoTour, Puzzle

PAIRS = 64  # squares up to which every two are tried as a cut


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where it has no answer.

    `NoTour` where no two-factor exists, or where those that do cannot hang together.
    """
    yield Progress("factor")
    if len(puzzle.board) == 1:
        return
    cycle = cycle_of(puzzle, knight_graph(puzzle.board, puzzle.leaper))
    graph, forced = _two_sided(cycle)
    one, other = _sides(graph)
    if len(one) != len(other):
        return  # never so: cycle_of refutes what colours forbid
    factor = TwoFactor(graph, one, forced)
    stuck = yield from factor.stuck()
    if stuck:
        again = yield from TwoFactor(graph, other, forced).stuck()
        raise _unshared(cycle, stuck, again)
    possible = factor.possible()
    whole: Graph[Square] = {v: [*near, *factor.forced[v]] for v, near in possible.items()}
    cuts = cut_vertices(whole)
    if cuts or len(pieces(whole)) > 1:
        raise _falls_apart(cycle, whole, cuts[-1:])
    merge = Merge(possible, factor.every_edge(), forced, Random(seed or 0))
    if (yield from merge.joined()):  # else they may yet hang together: that proves nothing
        edges = [(a, b) for a, near in merge.taken.items() for b in near if a < b]
        path = Cycle(puzzle, graph, forced if TO in graph else ()).tour(edges)
        backwards = puzzle.start not in (None, path[0]) or puzzle.end not in (None, path[-1])
        yield Found(path[::-1] if backwards and not puzzle.closed else path)


def reasons(puzzle: Puzzle) -> Iterator[Event]:
    """Yield `Progress` alone; raises `NoTour` if a few squares show that there is no tour.

    For small boards: it tries every square and every two as a cut.
    """
    cycle = cycle_of(puzzle, knight_graph(puzzle.board, puzzle.leaper))
    graph, forced = _two_sided(cycle)
    for side in _sides(graph):
        crowd = [
            vertex for vertex in (yield from TwoFactor(graph, side, forced).stuck()) if vertex >= 0
        ]
        if crowd and shortage(cycle, crowd) > 0:
            raise _too_few(cycle, _fewest(cycle, crowd))
    # A cycle without k of its vertices is at most k pieces, and the graph has no more of them.
    squares = [square for square in cycle.graph if square >= 0]
    few = squares if len(squares) <= PAIRS else ()
    for turn, cut in enumerate(chain(combinations(squares, 1), combinations(few, 2))):
        if len(pieces(cycle.graph, cut)) > len(cut):
            raise _falls_apart(cycle, cycle.graph, cut)
        if turn % 8 == 0:
            yield Progress("factor")


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


def _unshared(cycle: Cycle, stuck: Sequence[Square], again: Sequence[Square]) -> NoTour:
    """Return the proof that there is no two-factor, from either side, as plain as can be."""
    crowds = [[vertex for vertex in side if vertex >= 0] for side in (stuck, again)]
    for crowd in sorted(crowds, key=len):
        if crowd and shortage(cycle, crowd) > 0:
            return _too_few(cycle, _fewest(cycle, crowd))
    reason = (
        "Each square needs two of its moves, and the first and the last square one: there is no way"
        " to give them out among the marked squares."
    )
    return NoTour(reason, "two-factor", {"need two moves": crowds[0]})


def _fewest(cycle: Cycle, crowd: list[Square]) -> list[Square]:
    kept = sorted(crowd)
    for square in sorted(crowd, reverse=True):
        fewer = [other for other in kept if other != square]
        if fewer and shortage(cycle, fewer) > 0:
            kept = fewer
    return kept


def _two_sided(cycle: Cycle) -> tuple[Graph[Square], Sequence[Edge]]:
    """Return the cycle's graph and forced edges, with one added vertex in place of two of a kind.

    A tour that begins and ends in the same class comes back to it through one vertex of the other.
    """
    graph = {vertex: list(near) for vertex, near in cycle.graph.items()}
    if TO not in graph or _sides(graph)[0]:
        return graph, cycle.forced
    starts, ends = ([v for v in graph[added] if v >= 0] for added in (FROM, TO))
    del graph[TO]
    graph[FROM] = list(dict.fromkeys((*starts, *ends)))
    for vertex in graph[FROM]:
        graph[vertex] = [*(v for v in graph[vertex] if v >= 0), FROM]
    return graph, [(FROM, given[0]) for given in (starts, ends) if len(given) == 1]


def _sides(graph: Graph[Square]) -> tuple[list[Square], list[Square]]:
    """Return the two classes of a bipartite graph; nothing and nothing where it is none."""
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


def _falls_apart(cycle: Cycle, graph: Graph[Square], cut: Sequence[Square]) -> NoTour:
    board, parts = cycle.puzzle.board, pieces(graph, cut)
    shown = sorted((sorted(s for s in part if s >= 0) for part in parts), key=len)
    named = {f"piece {i}": part for i, part in enumerate(filter(None, shown), start=1)}
    crossed = [square for square in cut if square >= 0]
    kind = "a closed tour" if cycle.puzzle.closed else "a tour with such ends"
    lost = "" if graph is cycle.graph else ", once the moves that no tour can make are left out"
    without = f"Without {_listed(board, crossed)} the" if crossed else "The"
    reason = (
        f"{without} board falls into {len(named)} pieces{lost},"
        f" and {kind} cannot come to all of these."
    )
    few = dict(list(named.items())[:3])
    return NoTour(reason, "cut", {"cut squares": crossed, **few} if crossed else few)


def _listed(board: Board, squares: Collection[Square]) -> str:
    names = [board.name(square) for square in sorted(squares)]
    if len(names) > 8:
        return f"{len(names)} marked squares"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
