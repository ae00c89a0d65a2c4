"""Find or refute a two-factor, find the edges that lie in one, and merge its cycles to a tour.

As a cycle (see `cycle`), a tour has two edges at every vertex, so it is a two-factor. Augmenting
paths (L. R. Ford and D. R. Fulkerson, Canad. J. Math. 8 (1956) 399) find a two-factor in O(n m) for
n vertices and m edges. If there is no two-factor, a deficient set proves it (O. Ore, Canad. J.
Math. 8 (1956) 328). If there is one, `merge` joins its cycles, which may fail. An edge that is in
no two-factor is in no tour (J.-C. Régin, AAAI 1994, 362).

Some refutations first take edges that every Hamiltonian cycle has, and drop edges that none has. A
vertex with two edges takes both; a vertex with two taken edges drops the others; an edge that would
close a path of taken edges before the path has all vertices is dropped (F. Rubin, J. ACM 21 (1974)
576). Proofs: "two-factor" (a deficient set), "cut" and "apart" (the remaining graph has a cut
vertex or is not connected).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from kt_core.board import Square
from kt_core.connectivity import VERTICES_PER_YIELD, classes, components, strong_components
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Event, Found, Progress
from kt_core.graph import Edge, Graph, knight_graph
from kt_core.language import Sentence
from kt_core.methods.merge import Merge
from kt_core.proofs.cuts import falls_apart, refutation_by_cut
from kt_core.proofs.degrees import deficiency_proof
from kt_core.theory import cycle_for
from kt_core.tour import NoTour, Puzzle

ATTEMPTS = 4  # two-factors to try before the method gives up
CUT_SQUARES = 100  # the most squares of a graph that is searched for a cut as a whole

Predecessors = dict[Square, Square]  # vertex -> the vertex from which it was reached
NEEDY = Sentence("need two moves")


def tours(puzzle: Puzzle, seed: int | None = None, *, attempts: int = ATTEMPTS) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; end without `Found` if none was found.

    Raise `NoTour` if no two-factor exists, or the edges of all two-factors are not connected.
    """
    yield Progress("factor")
    if len(puzzle.board) == 1 and not puzzle.closed:
        yield Found(tuple(puzzle.board))
        return
    yield from cycles((yield from _cycle(puzzle)), seed, attempts)


def cycles(cycle: Cycle, seed: int | None, attempts: int) -> Iterator[Event]:
    """Yield the same events as `tours`, for the Hamiltonian cycles of a graph."""
    graph, forced = yield from bipartite_form(cycle)
    one, other = yield from classes(graph)
    if not one or len(one) != len(other):
        return  # not bipartite; puzzles that the classes rule out were refuted before
    chance = Random(seed or 0)
    # Along the long side, the choices of the last line often leave cycles that hardly merge: on
    # 1000x3, merging took 50 times longer in the order of the rows.
    board = cycle.puzzle.board
    one.sort(key=lambda v: (v % board.columns, v) if board.rows > board.columns else (0, v))
    if seed is not None:
        chance.shuffle(one)
        graph = yield from _shuffle(graph, chance)
    factor = TwoFactor(graph, one, forced)
    deficient = yield from factor.deficient_set()
    if deficient:
        again = yield from TwoFactor(graph, other, forced).deficient_set()
        raise (yield from _deficiency_refutation(cycle, deficient, again))
    possible = yield from factor.possible()
    yield from _check_connected(cycle, factor, possible)
    for _ in range(attempts):  # a failure of all attempts proves nothing
        merge = Merge(possible, factor.every_edge(), forced, chance)
        if (yield from merge.join()):
            yield Found(_tour(cycle, graph, forced, merge))
            return
        chance.shuffle(one)
        factor = TwoFactor((yield from _shuffle(possible, chance)), one, forced)
        yield from factor.deficient_set()


def reasons(puzzle: Puzzle) -> Iterator[Event]:
    """Yield `Progress` only; raise `NoTour` if a few squares show that there is no tour."""
    cycle = yield from _cycle(puzzle)
    graph, forced = yield from bipartite_form(cycle)
    one, other = yield from classes(graph)
    deficient = yield from TwoFactor(graph, one, forced).deficient_set()
    again = yield from TwoFactor(graph, other, forced).deficient_set()
    if deficient:
        raise (yield from _deficiency_refutation(cycle, deficient, again))
    cut = yield from refutation_by_cut(cycle)
    if cut:
        raise cut


def cuts(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` only; raise `NoTour` if a few squares cut the board into too many parts."""
    cut = yield from refutation_by_cut((yield from _cycle(puzzle)))
    if cut:
        raise cut


class TwoFactor:
    """Taken edges of a bipartite graph: two at every vertex of one side, if the other has room.

    Forced edges are taken first. Then the vertices of the side choose edges, those with the fewest
    edges first, and ties in the order of `side`. A vertex prefers its first edges in `graph`.
    """

    def __init__(
        self, graph: Graph[Square], side: Iterable[Square], forced: Iterable[Edge] = ()
    ) -> None:
        self.graph = dict(graph)
        self.taken = {vertex: set[Square]() for vertex in graph}
        self.room = dict.fromkeys(graph, 2)  # the edges to take besides the forced ones
        self.forced: dict[Square, list[Square]] = {}
        for a, b in (*forced, *((b, a) for a, b in forced)):
            self.graph[a] = [v for v in self.graph[a] if v != b]
            self.forced.setdefault(a, []).append(b)
            self.room[a] -= 1
        self.part: dict[Square, int] = {}  # see `possible`
        self.side = sorted(side, key=lambda vertex: len(graph[vertex]))

    def deficient_set(self) -> Generator[Progress, None, list[Square]]:
        """Return the vertices of the side reached from one that lacks an edge, if there is one."""
        work = 0
        for vertex in self.side:
            while len(self.taken[vertex]) < self.room[vertex]:
                came, reached = Predecessors(), [vertex]
                if not self._augment(vertex, came, reached):
                    return reached
                work += 4 + len(reached)
                if work > VERTICES_PER_YIELD:
                    yield Progress("factor")
                    work = 0
        return []

    def possible(self) -> Generator[Progress, None, dict[Square, list[Square]]]:
        """Return the graph of the edges that lie in some two-factor, except the forced ones.

        `deficient_set` must have returned an empty list. `part` becomes a map from each vertex to
        its height (see docs/proofs.md): no untaken edge leads up from the side, and no taken edge
        leads up to it.
        """
        # Two two-factors differ by alternating cycles. Direct the untaken edges away from the side,
        # and the taken ones back to it: an edge is on such a cycle exactly if both its ends are in
        # one strong component. Any other edge is in all two-factors or in none.
        taken, side, onward = self.taken, set(self.side), dict[Square, list[Square]]()
        for turn, (vertex, near) in enumerate(self.graph.items(), start=1):
            onward[vertex] = [v for v in near if (v in taken[vertex]) != (vertex in side)]
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
        self.part = part = yield from strong_components(onward)
        left = dict[Square, list[Square]]()
        for turn, (vertex, near) in enumerate(self.graph.items(), start=1):
            here = part[vertex]
            left[vertex] = [v for v in near if part[v] == here or v in taken[vertex]]
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
        return left

    def every_edge(self) -> dict[Square, set[Square]]:
        """Return the taken edges, including the forced ones, from both their ends."""
        edges = dict(self.taken)
        for vertex, near in self.forced.items():
            edges[vertex] = edges[vertex].union(near)
        return edges

    def _augment(self, first: Square, came: Predecessors, reached: list[Square]) -> bool:
        """Take one more edge at `first` along a shortest alternating path; return True on success.

        `reached` gets the vertices that the search reaches.
        """
        taken, room = self.taken, self.room
        for vertex in reached:  # the list grows in the loop
            for other in self.graph[vertex]:
                if other in came or other in taken[vertex]:
                    continue
                came[other] = vertex
                if len(taken[other]) < room[other]:
                    self._change(first, other, came)
                    return True
                further = [v for v in taken[other] if v != first and v not in came]
                came |= dict.fromkeys(further, other)
                reached += further
        return False

    def _change(self, first: Square, last: Square, came: Predecessors) -> None:
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


def bipartite_form(
    cycle: Cycle,
) -> Generator[Progress, None, tuple[Graph[Square], Sequence[Edge]]]:
    """Return the graph and its forced edges; join the added vertices if it is not bipartite.

    A tour that begins and ends in one class returns through one vertex of the other class.
    """
    if TO not in cycle.graph or (yield from classes(cycle.graph))[0]:
        return cycle.graph, cycle.forced
    graph = dict(cycle.graph)
    starts, ends = ([v for v in graph[added] if v >= 0] for added in (FROM, TO))
    del graph[TO]
    graph[FROM] = list(dict.fromkeys((*starts, *ends)))
    for vertex in graph[FROM]:
        graph[vertex] = [*(v for v in graph[vertex] if v >= 0), FROM]
    return graph, [(FROM, given[0]) for given in (starts, ends) if len(given) == 1]


def _cycle(puzzle: Puzzle) -> Generator[Progress, None, Cycle]:
    """Return the puzzle as a cycle; raise `NoTour` if it has too many dead ends."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    for turn, square in enumerate(puzzle.board, start=1):
        graph[square]  # computed here, in slices, and cached
        if turn % VERTICES_PER_YIELD == 0:
            yield Progress("factor")
    cycle = yield from cycle_for(puzzle, graph)
    yield Progress("factor")
    return cycle


def _shuffle(graph: Graph[Square], chance: Random) -> Generator[Progress, None, Graph[Square]]:
    """Return the graph with the neighbors of each vertex in random order."""
    shuffled = {}
    for turn, (vertex, near) in enumerate(graph.items(), start=1):
        shuffled[vertex] = chance.sample(near, len(near))
        if turn % VERTICES_PER_YIELD == 0:
            yield Progress("factor")
    return shuffled


def _deficiency_refutation(
    cycle: Cycle, deficient: Sequence[Square], again: Sequence[Square]
) -> Generator[Progress, None, NoTour]:
    """Return the simpler of the refutations that either side gives."""
    proofs = []
    for squares in (deficient, again):
        shown = yield from deficiency_proof(cycle, squares)
        if shown:
            proofs.append(shown)
    if proofs:
        return min(proofs, key=lambda no: len(no.witness[NEEDY]))
    # The counts of `deficiency_proof` may not show the deficiency near a given end. But there is
    # no flow that gives each vertex of a side two edges, as every tour would.
    reason = Sentence(
        "A tour makes two moves at every square, and one at each end. There is no way to give them"
        " out among the marked squares."
    )
    need = {NEEDY: sorted(v for v in deficient if v >= 0)}
    return NoTour(reason, "two-factor", need, {"search": [("short", list(deficient)), ("dead",)]})


def _check_connected(
    cycle: Cycle, factor: TwoFactor, possible: Graph[Square]
) -> Generator[Progress, None, None]:
    """Raise `NoTour` if the moves that a tour can make are not connected."""
    # No search for cut vertices is needed. Each component beside a cut vertex has the same number
    # of edges to it in every two-factor, because all vertices of the component's two classes have
    # two edges. The number is two for one component and zero for the others, whose edges to the cut
    # vertex are dropped.
    whole = _allowed_graph(possible, factor)
    yield Progress("factor")
    if len(components(whole)) > 1:
        simpler = (yield from refutation_by_cut(cycle)) if len(whole) <= CUT_SQUARES else None
        raise simpler or (yield from _refutation_by_flow(cycle, whole))


def _allowed_graph(possible: Graph[Square], factor: TwoFactor) -> Graph[Square]:
    return {v: [*near, *factor.forced.get(v, ())] for v, near in possible.items()}


def _refutation_by_flow(cycle: Cycle, whole: Graph[Square]) -> Generator[Progress, None, NoTour]:
    """Return the refutation by a flow that drops moves, so that the rest is not connected.

    The flow is computed after all forced moves, as in the checker: a two-factor of the whole graph
    might close a cycle of forced moves too early.
    """
    lost = Sentence(", once the moves that no tour can make are left out")
    no = falls_apart(cycle.puzzle.board, whole, (), how=lost)
    no.log["search"] = [("dead",)]
    left = yield from _remaining_graph(cycle)
    if left is None or len(components(left)) > 1:
        return no
    no.log["search"].insert(0, (yield from flow_entry(replace(cycle, graph=left))))
    return no


def flow_entry(
    cycle: Cycle, chosen: Iterable[Edge] | None = None
) -> Generator[Progress, None, tuple[Any, ...] | None]:
    """Return the entry of a record that drops the edges that lie in no two-factor.

    If there is no two-factor, the entry has a deficient set; if the graph has no two classes of
    equal size, there is no entry. The two-factors have the `chosen` edges, by default the forced
    ones.
    """
    graph, forced = yield from bipartite_form(cycle)
    one, other = yield from classes(graph)
    if not one or len(one) != len(other):
        return None

    def side(vertex: Square) -> Square:  # FROM for both added vertices if `graph` has only one
        return vertex if vertex in graph else FROM

    if chosen is not None:
        forced = [*{(side(a), side(b)) for a, b in chosen} - {(FROM, FROM)}]
    factor = TwoFactor(graph, one, forced)
    deficient = yield from factor.deficient_set()
    if deficient:
        return "short", deficient
    whole = _allowed_graph((yield from factor.possible()), factor)
    taken = [(a, b) for a, near in factor.every_edge().items() for b in near if a < b]
    stays = {(a, b) for a, near in whole.items() for b in near}
    moves = ((a, b) for a, near in cycle.graph.items() for b in near if a < b)
    sides = (((a, b), (side(a), side(b))) for a, b in moves)
    out = [edge for edge, (a, b) in sides if a != b and (a, b) not in stays]
    return "flow", taken, factor.part, out


def _tour(
    cycle: Cycle, graph: Graph[Square], forced: Sequence[Edge], merge: Merge
) -> tuple[Square, ...]:
    puzzle = cycle.puzzle
    edges = [(a, b) for a, near in merge.taken.items() for b in near if a < b]
    return puzzle.from_start(Cycle(puzzle, graph, forced if TO in graph else ()).tour(edges))


def _remaining_graph(cycle: Cycle) -> Generator[Progress, None, Graph[Square] | None]:
    """Return the graph without edges that no cycle has; None if a vertex has too few left."""
    left = _RemainingEdges(cycle)
    for turn in left.steps():
        if turn % VERTICES_PER_YIELD == 0:
            yield Progress("factor")
    return None if left.dead else left.graph()


class _RemainingEdges:
    """The edges that are left when forced edges are taken, and others dropped, step by step."""

    def __init__(self, cycle: Cycle) -> None:
        self._cycle, self.dead = cycle, False
        self._near = {v: set(near) for v, near in cycle.graph.items()}
        self._taken = {v: set[Square]() for v in cycle.graph}
        self._far = {v: v for v in cycle.graph}  # the other end of its path of taken edges
        self._edges, self._forced, self._due = 0, list(cycle.forced), deque(cycle.graph)

    def graph(self) -> Graph[Square]:
        return {v: [w for w in near if w in self._near[v]] for v, near in self._cycle.graph.items()}

    def steps(self) -> Iterable[int]:
        """Take and drop all forced edges; yield the number of vertices and edges examined."""
        turn = 0
        while (self._forced or self._due) and not self.dead:
            if self._forced:
                self._take(*self._forced.pop())
            else:
                vertex = self._due.popleft()
                near = self._near[vertex]
                self.dead = len(near) < 2
                self._forced = [(vertex, v) for v in near] if len(near) == 2 else []
            yield (turn := turn + 1)

    def _take(self, a: Square, b: Square) -> None:
        near, taken, far = self._near, self._taken, self._far
        if b in taken[a]:
            return
        self.dead = b not in near[a] or max(len(taken[a]), len(taken[b])) == 2
        if self.dead:
            return
        taken[a].add(b)
        taken[b].add(a)
        self._edges += 1
        one, other = far[a], far[b]
        far[one], far[other] = other, one
        if self._edges < len(near) - 1 and other in near[one] - taken[one]:
            self._drop([(one, other)])
        self._drop([(v, w) for v in (a, b) if len(taken[v]) == 2 for w in near[v] - taken[v]])

    def _drop(self, edges: Iterable[Edge]) -> None:
        for a, b in edges:
            self._near[a].remove(b)
            self._near[b].remove(a)
            self._due.extend((a, b))
