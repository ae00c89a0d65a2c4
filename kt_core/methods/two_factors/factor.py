"""Tours of boards with holes from two-factors, and short proofs that there is none.

A tour, made a cycle (see `cycle`), gives every vertex two of its edges: a two-factor. Where none
is, the vertices that the flow reaches say why (O. Ore, Canad. J. Math. 8 (1956) 328); where one is,
its cycles are joined. An edge that is in no two-factor (J.-C. Régin, AAAI 1994, 362) is in no tour.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.connectivity import SLICE_VERTICES, classes, components
from kt_core.cycle import FROM, TO, Cycle, Edge
from kt_core.events import Event, Found, Progress
from kt_core.graph import Graph, knight_graph
from kt_core.language import Sentence
from kt_core.methods.two_factors.flow import TwoFactor, two_sided
from kt_core.methods.two_factors.merge import Merge
from kt_core.proofs.crowds import crowded
from kt_core.proofs.cuts import cut_off, falls_apart
from kt_core.proofs.glance import cycle_for
from kt_core.tour import NoTour, Puzzle

ATTEMPTS = 4  # two-factors whose cycles are to be joined before it is given up
SMALL_SQUARES = (
    100  # squares up to which a plainer cut than that of the possible moves is looked for
)


def tours(puzzle: Puzzle, seed: int | None = None, *, attempts: int = ATTEMPTS) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where it has no answer.

    `NoTour` where no two-factor exists, or where those that do cannot hang together.
    """
    yield Progress("factor")
    if len(puzzle.board) == 1 and not puzzle.closed:
        yield Found(tuple(puzzle.board))
        return
    yield from cycles((yield from _cycle(puzzle)), seed, attempts)


def cycles(cycle: Cycle, seed: int | None, attempts: int) -> Iterator[Event]:
    """Yield the same of the Hamiltonian cycles of a graph."""
    graph, forced = yield from two_sided(cycle)
    one, other = yield from classes(graph)
    if not one or len(one) != len(other):
        return  # no classes; what classes forbid was refuted
    chance = Random(seed or 0)
    one.sort()
    if seed is not None:
        chance.shuffle(one)
        graph = yield from _shuffled(graph, chance)
    factor = TwoFactor(graph, one, forced)
    stuck = yield from factor.stuck()
    if stuck:
        again = yield from TwoFactor(graph, other, forced).stuck()
        raise (yield from _unshared(cycle, stuck, again))
    possible = yield from factor.possible()
    yield from _hangs_together(cycle, factor, possible, graph)
    for _ in range(attempts):  # that none succeeds proves nothing
        merge = Merge(possible, factor.every_edge(), forced, chance)
        if (yield from merge.joined()):
            yield Found(_tour(cycle, graph, forced, merge))
            return
        chance.shuffle(one)
        factor = TwoFactor((yield from _shuffled(possible, chance)), one, forced)
        yield from factor.stuck()


def reasons(puzzle: Puzzle) -> Iterator[Event]:
    """Yield `Progress` alone; raises `NoTour` if a few squares show that there is no tour."""
    cycle = yield from _cycle(puzzle)
    graph, forced = yield from two_sided(cycle)
    one, other = yield from classes(graph)
    stuck = yield from TwoFactor(graph, one, forced).stuck()
    again = yield from TwoFactor(graph, other, forced).stuck()
    if stuck:
        raise (yield from _unshared(cycle, stuck, again))
    cut = yield from cut_off(cycle)
    if cut:
        raise cut


def cuts(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` alone; `NoTour` if a few squares cut the board into too many parts."""
    cut = yield from cut_off((yield from _cycle(puzzle)))
    if cut:
        raise cut


def _cycle(puzzle: Puzzle) -> Generator[Progress, None, Cycle]:
    """Return the puzzle as a cycle; `NoTour` where it has a dead end too many."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    for turn, square in enumerate(puzzle.board, start=1):
        graph[square]  # worked out here, in slices, and remembered
        if turn % SLICE_VERTICES == 0:
            yield Progress("factor")
    cycle = yield from cycle_for(puzzle, graph)
    yield Progress("factor")
    return cycle


def _shuffled(graph: Graph[Square], chance: Random) -> Generator[Progress, None, Graph[Square]]:
    """Return the graph with the neighbours of each vertex in any order."""
    shuffled = {}
    for turn, (vertex, near) in enumerate(graph.items(), start=1):
        shuffled[vertex] = chance.sample(near, len(near))
        if turn % SLICE_VERTICES == 0:
            yield Progress("factor")
    return shuffled


NEEDY = Sentence("need two moves")


def _unshared(
    cycle: Cycle, stuck: Sequence[Square], again: Sequence[Square]
) -> Generator[Progress, None, NoTour]:
    """Return the proof that there is no two-factor, from either side, as plain as can be."""
    proofs = []
    for crowd in (stuck, again):
        shown = yield from crowded(cycle, crowd)
        if shown:
            proofs.append(shown)
    if proofs:
        return min(proofs, key=lambda no: len(no.witness[NEEDY]))
    # Where a given end is counted at its neighbours besides, the counts of one crowd do not show
    # it; but no flow gives each vertex of a side two edges, and every tour would.
    reason = Sentence(
        "A tour makes two moves at every square, and one at each end. There is no way to give them"
        " out among the marked squares."
    )
    need = {NEEDY: sorted(v for v in stuck if v >= 0)}
    return NoTour(reason, "two-factor", need, {"search": [("short", list(stuck)), ("dead",)]})


def _hangs_together(
    cycle: Cycle, factor: TwoFactor, possible: Graph[Square], graph: Graph[Square]
) -> Generator[Progress, None, None]:
    """Do nothing, or raise `NoTour` where the moves that a tour can make fall apart."""
    # A vertex that all of a connected graph hangs on need not be looked for: each component
    # beside it has as many edges to it in every two-factor, since the edges at both of its classes
    # are two each. That is two for one component, and none for the others, whose edges to it are
    # left out.
    whole = {**possible}
    for vertex, near in factor.forced.items():
        whole[vertex] = [*whole[vertex], *near]
    yield Progress("factor")
    if len(components(whole)) > 1:
        plainer = (yield from cut_off(cycle)) if len(whole) <= SMALL_SQUARES else None
        lost = Sentence(", once the moves that no tour can make are left out")
        raise plainer or _logged(
            falls_apart(cycle.puzzle.board, whole, (), how=lost), cycle, factor, (whole, graph)
        )


def _logged(
    no: NoTour, cycle: Cycle, factor: TwoFactor, graphs: tuple[Graph[Square], Graph[Square]]
) -> NoTour:
    """Return the refutation with the flow that leaves moves out."""
    whole, graph = graphs
    taken = [(a, b) for a, near in factor.every_edge().items() for b in near if a < b]
    stays = {(a, b) for a, near in whole.items() for b in near}

    def side(vertex: Square) -> Square:  # the added vertices are one where the graph has them so
        return vertex if vertex in graph else FROM

    out = [
        (a, b)
        for a, near in cycle.graph.items()
        for b in near
        if a < b and (side(a), side(b)) not in stays and side(a) != side(b)
    ]
    no.log["search"] = [("flow", taken, factor.part, out), ("dead",)]
    return no


def _tour(
    cycle: Cycle, graph: Graph[Square], forced: Sequence[Edge], merge: Merge
) -> tuple[Square, ...]:
    puzzle = cycle.puzzle
    edges = [(a, b) for a, near in merge.taken.items() for b in near if a < b]
    path = Cycle(puzzle, graph, forced if TO in graph else ()).tour(edges)
    backwards = puzzle.start not in (None, path[0]) or puzzle.end not in (None, path[-1])
    return path[::-1] if backwards and not puzzle.closed else path
