"""Refutations by a cut: without its squares, the board has more parts than a tour allows.

Without k of its vertices a cycle has at most k components: V. Chvátal, Discrete Math. 5 (1973) 215.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import combinations

from kt_core.board import Board, Square, short_name_list
from kt_core.connectivity import components, tough_cut
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.graph import Graph, induced_subgraph
from kt_core.language import N_, Sentence
from kt_core.tour import Claim, NoTour, Puzzle

#: On boards up to these sizes, every pair of squares is tried as the beginning of a cut, and the
#: neighbors of every square.
PAIR_SQUARES, NEAR_SQUARES = 36, 200


def refute_apart(puzzle: Puzzle, graph: Graph[Square]) -> None:
    """Raise `NoTour` if the graph is not connected."""
    reached, *others = (sorted(part) for part in components(graph))
    if others:
        (here, *_), (there, *_), name = reached, others[0], puzzle.board.name
        reason = Sentence(
            "A tour comes to every square. No way leads from {here} to {there}: the board falls"
            " apart.",
            here=name(here),
            there=name(there),
        )
        rest = tuple(square for part in others for square in part)
        raise NoTour(
            reason, "apart", {Sentence("reached"): reached, Sentence("out of reach"): rest}
        )


def refutation_by_cut(
    cycle: Cycle, beginnings: Iterable[Collection[Square]] = ()
) -> Generator[Progress, None, NoTour | None]:
    """Return a refutation by a cut that contains one of these sets, if a short search finds one."""
    graph = with_one_added_vertex(cycle)
    for begin in beginnings or _beginnings(graph):
        cut = yield from tough_cut(graph, begin)
        if cut:
            return falls_apart(cycle.puzzle.board, graph, cut)
        yield Progress("factor")
    return None


def falls_apart(
    board: Board, graph: Graph[Square], cut: Sequence[Square], *, how: str = "", proof: str = "cut"
) -> NoTour:
    """Return the refutation by a cut that leaves more components than it has vertices.

    `how` describes the edges that were removed from the graph beforehand.
    """
    # Without k of its vertices, a cycle has at most k components, and so has any graph with this
    # cycle. The vertex added for an open tour is one of the k vertices if it is in the cut.
    # Otherwise all components where the tour may begin or end count as one component, and k others
    # refute the tour.
    parts = sorted(components(graph, {*cut, FROM, TO}), key=lambda part: (len(part), min(part)))
    shown = {
        Sentence("part {n}", n=i): induced_subgraph(graph, part)
        for i, part in enumerate(parts, start=1)
    }
    taken = [square for square in cut if square >= 0]
    rule, rest = _rule_and_clause(graph, cut, parts)
    template = N_("The board falls into {n} parts, with no move between them{how}{rest}.")
    if taken:
        template = N_(
            "Without {named} the board falls into {n} parts, with no move between them{how}{rest}."
        )
    named = short_name_list(board, taken) if taken else ""
    falls = Sentence(template, named=named, n=len(parts), how=how, rest=rest)
    cut_out: dict[str, Sequence[Square]] = {Sentence("taken away"): taken} if taken else {}
    witness = cut_out | shown
    claims = Claim(rule, cut_out), Claim(falls, witness)
    return NoTour.from_claims(*claims, proof=proof, witness=witness)


def _rule_and_clause(
    graph: Graph[Square], cut: Sequence[Square], parts: Collection[Collection[Square]]
) -> tuple[str, str]:
    """Return the rule for a tour without these squares, and a clause on the parts without ends."""
    closed, taken = FROM not in graph, sum(square >= 0 for square in cut)
    rule = Sentence("A closed tour is one ring") if closed else Sentence("A tour is one line")
    if not taken:
        return Sentence("{rule}, and comes to every square.", rule=rule), ""
    most = taken if closed else taken + 1
    without = Sentence.plural("one square", "{n} squares", taken)
    rule = Sentence.plural(
        "{rule}: without {squares} it falls into {n} part at most",
        "{rule}: without {squares} it falls into {n} parts at most",
        most,
        rule=rule,
        squares=without,
    )
    if closed or taken < len(cut):
        return Sentence("{rule}.", rule=rule), ""
    ends = {square for added in (FROM, TO) for square in graph.get(added, ())}
    inner = sum(ends.isdisjoint(part) for part in parts)
    return (
        Sentence("{rule}, and two of these have its ends.", rule=rule),
        Sentence("; {n} of them can have none", n=inner),
    )


def _beginnings(graph: Graph[Square]) -> Iterator[Collection[Square]]:
    """Yield beginnings of cuts: the neighbors of a vertex, one vertex, or two."""
    # The added vertex connects everything, so it is in the cut. Then the beginning of every cut of
    # one or two more squares leads to this cut, however large the board is. Squares with few moves
    # come first: they are beside the holes that separate parts of the board.
    vertices = sorted((v for v in graph if v >= 0), key=lambda vertex: len(graph[vertex]))
    added = [FROM] if FROM in graph else []
    if len(vertices) <= NEAR_SQUARES:
        yield from sorted(graph.values(), key=len)
    yield from ([*added, vertex] for vertex in vertices)
    if added and len(vertices) <= NEAR_SQUARES:
        yield from combinations(vertices, 1)
    if len(vertices) <= PAIR_SQUARES:
        yield from combinations(vertices, 2)


def with_one_added_vertex(cycle: Cycle) -> Graph[Square]:
    """Return the graph in which the added vertices, if there are two, are one vertex."""
    # They are adjacent in every cycle, so a cycle remains a cycle.
    graph = cycle.graph
    if TO not in graph:
        return graph
    ends = list(dict.fromkeys(v for added in (FROM, TO) for v in graph[added] if v >= 0))
    joined = {v: [other for other in near if other >= 0] for v, near in graph.items() if v >= 0}
    for end in ends:
        joined[end].append(FROM)
    return joined | {FROM: ends}
