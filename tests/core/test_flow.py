"""A two-factor is found if there is one, and the conclusions about others are true."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hypothesis import assume, given
from hypothesis import strategies as st

from kt_core.events import result_of
from kt_core.methods.two_factors import TwoFactor

Bipartite = dict[int, list[int]]
Edges = frozenset[tuple[int, int]]


@st.composite
def bipartite(draw: st.DrawFn) -> Bipartite:
    """Draw a graph with edges between 0, 1, 2 ... and as many from 10 on."""
    size = draw(st.integers(2, 4))
    near = st.sets(st.integers(10, 9 + size), min_size=2)
    graph: Bipartite = {a: sorted(draw(near)) for a in range(size)}
    return graph | {b: [a for a in range(size) if b in graph[a]] for b in range(10, 10 + size)}


def two_factors(graph: Mapping[int, Sequence[int]], first: int = 0) -> Iterator[Edges]:
    """Yield every two-factor: two edges at each vertex."""
    if first not in graph or first >= 10:
        yield frozenset()
        return
    for pair in combinations(graph[first], 2):
        for rest in two_factors(graph, first + 1):
            taken = [b for _, b in rest]
            if all(taken.count(b) < 2 for b in pair):
                yield rest | {(first, b) for b in pair}


def edges_of(near: Mapping[int, Sequence[int] | set[int]]) -> set[tuple[int, int]]:
    edges = {(a, b) for a in near for b in near[a] if a < 10}
    assert edges == {(b, a) for a in near for b in near[a] if a >= 10}
    return edges


@given(bipartite())
def test_a_two_factor_or_a_deficient_set_is_found(graph: Bipartite) -> None:
    factor = TwoFactor(graph, [a for a in graph if a < 10])
    crowd, every = result_of(factor.deficient_set()), [*two_factors(graph)]
    assert bool(crowd) == (not every)
    if crowd:
        room = sum(min(2, sum(b in graph[a] for a in crowd)) for b in graph if b >= 10)
        assert 2 * len(crowd) > room
    else:
        assert edges_of(factor.every_edge()) in every


@given(bipartite())
def test_the_possible_edges_are_those_of_every_two_factor(graph: Bipartite) -> None:
    factor, every = TwoFactor(graph, [a for a in graph if a < 10]), [*two_factors(graph)]
    assume(every)
    result_of(factor.deficient_set())
    assert edges_of(result_of(factor.possible())) == frozenset().union(*every)


@given(bipartite(), st.data())
def test_a_forced_edge_is_in_every_two_factor(graph: Bipartite, data: st.DataObject) -> None:
    edge = data.draw(st.sampled_from(sorted(edges_of(graph))))
    factor = TwoFactor(graph, [a for a in graph if a < 10], [edge])
    every = [edges for edges in two_factors(graph) if edge in edges]
    assert bool(result_of(factor.deficient_set())) == (not every)
    if every:
        assert edges_of(factor.every_edge()) in every
        assert edges_of(result_of(factor.possible())) == frozenset().union(*every) - {edge}
