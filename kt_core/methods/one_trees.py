"""Refutations by vertex weights for which every 1-tree is heavier than a Hamiltonian cycle.

M. Held and R. M. Karp, Oper. Res. 18 (1970) 1138. A 1-tree is a tree on all vertices except a root,
with two edges at the root; every Hamiltonian cycle is one. The weight of an edge is the sum of the
weights of its ends, so the weight of a cycle is twice the sum of all weights. Such weights exist
exactly if the linear program of degrees and subtours (G. Dantzig, R. Fulkerson and S. Johnson, J.
Oper. Res. Soc. Am. 2 (1954) 393) has no solution, so they refute everything that deficient sets and
cuts refute. Proof: "tree".
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping
from itertools import chain

from kt_core.board import Square
from kt_core.connectivity import components
from kt_core.cycle import Cycle
from kt_core.events import Event, Progress
from kt_core.graph import Graph, knight_graph
from kt_core.language import Sentence, paragraph
from kt_core.methods.edge_search import DEAD
from kt_core.proofs.cuts import refutation_by_cut, with_one_added_vertex
from kt_core.theory import cycle_for
from kt_core.tour import NoTour, Puzzle

MOST_SQUARES = 600  # suitable weights are seldom found soon on larger boards
MOST_EDGE_TURNS = 4_000_000  # trees times edges: some seconds
EDGE_TURNS_PER_YIELD = 2000  # trees times edges between two yields: about 1 ms

NumberedEdge = tuple[int, int]  # two vertices, numbered in the order of the graph


def weights(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` only; raise `NoTour` if weights show that there is no tour."""
    yield Progress("exact")
    cycle = yield from cycle_for(puzzle, knight_graph(puzzle.board, puzzle.leaper))
    found = yield from too_heavy(cycle)
    if found:
        cut = _heaviest(with_one_added_vertex(cycle), found)
        plainer = (yield from refutation_by_cut(cycle, [cut])) if cut else None
        raise plainer or _refutation(puzzle, found)


def too_heavy(cycle: Cycle) -> Generator[Progress, None, dict[Square, int]]:
    """Return weights for which every 1-tree is too heavy; an empty result if none are found soon.

    The first vertex is the root.
    """
    # A vertex with too many edges in the lightest tree becomes heavier by the excess, one with too
    # few lighter. This is a perceptron (F. Rosenblatt, Psychol. Rev. 65 (1958) 386), so if such
    # weights exist, it finds some (A. Novikoff 1962), and they are whole numbers.
    graph, number = cycle.graph, {vertex: i for i, vertex in enumerate(cycle.graph)}
    taken = {(number[a], number[b]) for a, b in cycle.forced}
    edges = [(number[a], number[b]) for a in graph for b in graph[a] if number[a] < number[b]]
    edges = [edge for edge in edges if edge not in taken]
    weight, pause = [0] * len(graph), 1 + EDGE_TURNS_PER_YIELD // len(edges)
    for turn in range(MOST_EDGE_TURNS // len(edges)):
        edges.sort(key=lambda edge: weight[edge[0]] + weight[edge[1]])
        surplus = _surplus(len(graph), taken, edges)
        if sum(map(int.__mul__, weight, surplus)) > 0 or sum(surplus) < 0:
            return dict(zip(graph, weight, strict=True))
        weight = [*map(int.__add__, weight, surplus)]
        if turn % pause == 0:
            yield Progress("exact")
    return {}


def _surplus(
    size: int, taken: Collection[NumberedEdge], edges: Collection[NumberedEdge]
) -> list[int]:
    """Return the excess of each vertex over two edges, in the first 1-tree with all edges taken.

    The sum is negative if there is no such tree. Vertex 0 is the root.
    """
    part, surplus, wanted = list(range(size)), [-2] * size, 2
    for a, b in chain(taken, edges):
        if a and b:
            one, other = a, b
            while part[one] != one:
                part[one] = one = part[part[one]]
            while part[other] != other:
                part[other] = other = part[part[other]]
            if one == other:
                continue
            part[one] = other
        elif wanted:
            wanted -= 1
        else:
            continue
        surplus[a] += 1
        surplus[b] += 1
    return surplus


def _heaviest(graph: Graph[Square], weight: Mapping[Square, int]) -> list[Square]:
    """Return the k heaviest vertices that leave more than k components, if there is such a k."""
    # Vertices that leave too many components are heavy: the tree visits them too often.
    for least in sorted(set(weight.values()), reverse=True):
        cut = [vertex for vertex in graph if weight[vertex] >= least]
        if len(components(graph, cut)) > max(len(cut), 1):
            return cut
    return []


def _refutation(puzzle: Puzzle, weight: Mapping[Square, int]) -> NoTour:
    rule = Sentence("A tour makes two moves at every square, if one more joins its ends.")
    if puzzle.closed:
        rule = Sentence("A closed tour makes two moves at every square.")
    reason = Sentence(
        "So if every square has a weight, and a move weighs what its two squares weigh, every tour"
        " weighs the same. By the weights found here, even the lightest moves that join all squares"
        " weigh more."
    )
    witness = {
        Sentence("more weight"): sorted(v for v in weight if v >= 0 < weight[v]),
        Sentence("less weight"): sorted(v for v in weight if v >= 0 > weight[v]),
    }
    root = next(iter(weight))
    return NoTour(
        paragraph((rule, reason)), "tree", witness, {"search": [("tree", root, weight), DEAD]}
    )
