"""Refutations by 1-trees: their conclusions, and that no board with a tour is refuted."""

from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from random import Random

import pytest

from kt_core import Board, NoTour
from kt_core.events import Progress
from kt_core.methods.one_trees import weights
from kt_core.proofs import check
from kt_core.proofs.checker.record import is_too_heavy
from kt_core.tour import Puzzle
from tests.shared.cases import graph_of

Neighbors = dict[int, set[int]]


def is_heavy(
    options: Neighbors, taken: Mapping[int, set[int]], root: int, weight: Mapping[int, int]
) -> bool:
    """Return True if these weights exclude every cycle with the included edges."""
    others, chosen = (
        [(a, b) for a in options for b in near[a] if a < b] for near in (options, taken)
    )
    return is_too_heavy([*options], chosen, others, root, weight)


NONE: Mapping[int, set[int]] = {v: set() for v in range(9)}
#: Two vertices between three others, which every tree visits too often; so their weights are high.
BETWEEN = graph_of(*((a, b) for a in (0, 1) for b in (2, 3, 4)))
HEAVY = {0: 1, 1: 1, 2: 0, 3: 0, 4: 0}


@pytest.mark.parametrize("root", range(5))
def test_a_cut_is_shown_by_its_weight(root: int) -> None:
    assert is_heavy(BETWEEN, NONE, root, HEAVY)
    shifted = {vertex: weight + 7 for vertex, weight in HEAVY.items()}
    assert is_heavy(BETWEEN, NONE, root, shifted)


def test_one_more_edge_makes_the_proof_invalid() -> None:
    more = graph_of(*((a, b) for a in BETWEEN for b in BETWEEN[a]), (2, 3))
    assert not is_heavy(more, NONE, 0, HEAVY)
    # With two other edges chosen, the weights prove it again.
    taken = graph_of((2, 0), (3, 0))
    assert is_heavy({v: more[v] - taken.get(v, set()) for v in more}, {**NONE, **taken}, 4, HEAVY)


def test_a_graph_with_a_cut_vertex_is_refuted_by_it() -> None:
    rings = graph_of((0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2))
    light = dict.fromkeys(rings, 0)
    assert [root for root in rings if is_heavy(rings, NONE, root, light)] == [2]


@pytest.mark.full
def test_no_weights_refute_a_graph_with_a_cycle() -> None:
    chance = Random(1)
    for _ in range(2000):
        count = chance.randint(4, 9)
        cycle = chance.sample(range(count), count)
        edges = [*pairwise(cycle), (cycle[-1], cycle[0])]
        others = [tuple(chance.sample(range(count), 2)) for _ in range(chance.randint(0, 9))]
        every = graph_of(*edges, *others)  # type: ignore[arg-type]
        chosen = {**NONE, **graph_of(*chance.sample(edges, chance.randint(0, count - 1)))}
        left = {v: every[v] - chosen[v] for v in every}
        weights = {v: chance.choice((-9, -1, 0, 0, 1, chance.randint(-99, 99))) for v in every}
        assert not is_heavy(left, {v: chosen[v] for v in every}, chance.randrange(count), weights)


def test_weights_refute_boards_without_a_small_cut() -> None:
    puzzle = Puzzle(Board(14, 11), closed=True, leaper=(2, 5))
    with pytest.raises(NoTour) as none:
        deque(weights(puzzle), 0)
    log = none.value.log["search"]
    assert none.value.proof == "tree"
    assert check(none.value, puzzle)
    (_, root, weight), *_ = log
    for changed in (dict.fromkeys(weight, 0), {v: -w for v, w in weight.items()}):
        refutation = NoTour("No.", "tree", {}, {"search": [("tree", root, changed), ("dead",)]})
        with pytest.raises(ValueError, match="is no proof|shows nothing"):
            check(refutation, puzzle)


@pytest.mark.parametrize("root", [-1, -2])
def test_a_missing_added_vertex_cannot_be_the_root(root: int) -> None:
    for puzzle in (Puzzle(Board(6, 6), closed=True), Puzzle(Board(5, 5))):
        weight = dict.fromkeys([*puzzle.board, -1], 0)
        refutation = NoTour("No.", "tree", {}, {"search": [("tree", root, weight), ("dead",)]})
        if (root, puzzle.closed) != (-1, False):
            with pytest.raises(ValueError, match="'tree' shows nothing here"):
                check(refutation, puzzle)


def test_weights_that_show_a_cut_are_a_cut_and_no_memory_is_exhausted() -> None:
    puzzle = Puzzle(Board(200, 200), closed=True)
    refutation = NoTour("", "tree", {}, {"search": [("tree", 0, {}), ("dead",)]})
    with pytest.raises(ValueError, match="this proof weighs 157,608 moves"):
        check(refutation, puzzle)
    puzzle = Puzzle.of(Board(8, 8), end="a1", leaper=(1, 4))
    with pytest.raises(NoTour) as none:
        deque(weights(puzzle), 0)
    assert len(none.value.witness["taken away"]) == 16
    assert check(none.value, puzzle)


@pytest.mark.parametrize("closed", [False, True])
def test_weights_refute_no_board_with_a_tour(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kt_core.methods.one_trees.MOST_EDGE_TURNS", 80_000)
    assert all(isinstance(event, Progress) for event in weights(Puzzle(Board(6, 6), closed=closed)))
