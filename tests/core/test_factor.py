"""Answers by two-factors, with their tours and proofs checked.

`solve` uses exact search first on small boards, so these tests call the method directly.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour
from kt_core.events import Event, Progress, result_of
from kt_core.methods.two_factors import TwoFactor, tours
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.answers import answer


def has_tour(puzzle: Puzzle) -> bool | None:
    """Return this method's answer, checked; None if it gives up."""
    found = answer(puzzle, tours(puzzle))
    return None if found is None else isinstance(found, Tour)


def test_one_square_is_an_open_tour() -> None:
    assert has_tour(Puzzle(Board(1, 1))) is True
    assert has_tour(Puzzle(Board(1, 1), closed=True)) is False


@pytest.mark.parametrize("columns", [4, 5, 6, 7, 8, 12, 20, 40, 41])
def test_four_rows_have_no_closed_tour(columns: int) -> None:
    for sides in (4, columns), (columns, 4):
        assert has_tour(Puzzle(Board(*sides), closed=True)) is False


@pytest.mark.parametrize("sides", [(3, 1000), (1000, 3)], ids=str)
def test_a_strip_takes_the_same_work_in_both_directions(sides: tuple[int, int]) -> None:
    assert len(events(Puzzle(Board(*sides), closed=True), None)) < 200  # slices of a millisecond


def test_a_flow_uses_the_edges_left_after_propagation() -> None:
    holes = (
        "g1 j10 k10 a2 e11 f11 g11 f2 i11 m11 a12 m2 b12 c12 f12 g3 k12 m12 k3 c4 m4 a5 c5 g5 j5"
        " m5 n5 a6 k6 m6 h7 m7 n7 c8 d8 e8 f8 k8 c9 e9 i9 j9 m9 n9"
    )
    puzzle = Puzzle(Board(12, 14, holes), closed=True)
    with pytest.raises(NoTour) as no:
        list(tours(puzzle))
    assert check(no.value, puzzle)
    assert [word for word, *_ in no.value.log["search"]] == ["flow", "dead"]


@pytest.mark.parametrize("sides", [(12, 12), (9, 14), (24, 24), (40, 40)], ids=str)
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_larger_boards_with_holes_have_proven_tours(sides: tuple[int, int], closed: bool) -> None:
    assert has_tour(Puzzle(Board(*sides, ["c3", "c4", "g2", "h2"]), closed=closed)) is True


def test_a_two_factor_that_cannot_be_merged_is_replaced() -> None:
    holes = "b1 l1 n2 c3 e3 b5 e5 c6 e7 i8 n8 d10 e10 d11 h11 m11 l12 j13 l13 l14 o15"
    assert has_tour(Puzzle(Board(15, 17, holes), closed=True)) is True


def events(puzzle: Puzzle, seed: int | None) -> list[Event]:
    return list(tours(puzzle, seed))


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_the_same_seed_gives_the_same_events_and_another_another_tour(closed: bool) -> None:
    puzzle = Puzzle(Board(12, 12, ["c3", "d9"]), closed=closed)
    transcripts = [events(puzzle, seed) for seed in (None, *range(9))]
    assert transcripts == [events(puzzle, seed) for seed in (None, *range(9))]
    assert len({event for [*_, event] in transcripts}) >= 9
    assert all(event == Progress("factor") for [*before, _] in transcripts for event in before)


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
def test_a_two_factor_with_possible_edges_or_a_deficient_set_is_found(graph: Bipartite) -> None:
    factor = TwoFactor(graph, [a for a in graph if a < 10])
    crowd, every = result_of(factor.deficient_set()), [*two_factors(graph)]
    assert bool(crowd) == (not every)
    if crowd:
        room = sum(min(2, sum(b in graph[a] for a in crowd)) for b in graph if b >= 10)
        assert 2 * len(crowd) > room
    else:
        assert edges_of(factor.every_edge()) in every
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
