"""Every ordering sorts moves by its rule, and pruning removes no tour."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, knight_graph, search
from kt_core.events import Found, Visit
from kt_core.graph import onward
from kt_core.orderings import (
    ORDERINGS,
    Order,
    ordering,
    pohl,
    random,
    static_degree,
    textbook,
    warnsdorff,
    with_pruning,
)
from tests.shared.cases import ORACLES, boards, tours_by_force

CHESS, FIVE = Board(8, 8), Board(5, 5)

# The moves of a path's last square on 5x5, best first, worked out by hand: after a1 b3 the
# onward moves of a5 c1 d2 d4 c5 are 1 3 3 3 3; after e1 d3 those of b2 b4 c1 c5 e5 are 3 3 3 3 1.
BY_HAND = {
    "textbook": ("c1 d2 d4 a5 c5", "c1 b2 b4 c5 e5"),
    "warnsdorff": ("a5 c1 d2 d4 c5", "e5 c1 b2 b4 c5"),
    "most-moves": ("c1 d2 d4 c5 a5", "c1 b2 b4 c5 e5"),
    "static-degree": ("a5 c1 d2 d4 c5", "e5 c1 b2 b4 c5"),
    "roth": ("a5 c1 c5 d2 d4", "e5 c1 c5 b2 b4"),
    "pohl": ("a5 c1 d2 d4 c5", "e5 c1 b2 b4 c5"),
}


def make(name: str, board: Board) -> Order:
    return ordering(name).make(board, 7)


def successes(graph: Mapping[int, Any], order: Order, starts: Any = CHESS) -> int:
    """Return the number of starts from which the order finds a tour without a dead end."""
    searches = (search(graph, start, order=order) for start in starts)
    ends = (next(each for each in events if not isinstance(each, Visit)) for events in searches)
    return sum(isinstance(end, Found) for end in ends)


@pytest.mark.parametrize("name", BY_HAND)
def test_moves_are_sorted_by_the_rule(name: str) -> None:
    graph = knight_graph(FIVE)
    for path, moves in zip(([0, 11], [4, 13]), BY_HAND[name], strict=True):
        order = make(name, FIVE)(graph, path, path[-1])
        assert FIVE.names(square for square in order if square not in path) == moves


def test_warnsdorff_counts_onward_moves_and_pohl_looks_one_move_further() -> None:
    path = [CHESS.square(name) for name in ["a1", "d4", "a4", "a6", "d3", "d7", "b3"]]
    onward_moves = {
        order.__name__: CHESS.names(order(knight_graph(CHESS), path, path[-1]))
        for order in (warnsdorff, static_degree)
    }
    assert onward_moves == {"warnsdorff": "c1 a5 c5 d2", "static_degree": "c1 a5 d2 c5"}
    graph = {"S": "AB", "A": "SPQ", "B": "SPR", "P": "ABQ", "Q": "AP", "R": "B"}
    assert list(warnsdorff(graph, "S", "S")) == ["A", "B"]
    assert list(pohl(graph, "S", "S")) == ["B", "A"]  # R beyond B has one onward move, Q has two


@given(board=boards(sides=6), data=st.data())
def test_an_order_lists_every_onward_move_once(board: Board, data: st.DataObject) -> None:
    graph, squares = knight_graph(board), st.sampled_from(board.squares)
    path = data.draw(st.lists(squares, min_size=1, unique=True))
    for name in ORDERINGS:  # all on the same boards, because drawing boards takes most of the time
        moves = [v for v in make(name, board)(graph, path, path[-1]) if v not in path]
        assert sorted(moves) == onward(graph, path, path[-1]), name
        kept = with_pruning(make(name, board))(graph, path, path[-1])
        assert list(kept) == [v for v in moves if v in kept], name
        if ORDERINGS[name].by_rule:  # ties may break either way
            degrees = [len(onward(graph, path, move)) for move in moves]
            assert degrees == sorted(degrees), name


@pytest.mark.parametrize("name", ORDERINGS)
def test_only_seeded_orderings_depend_on_the_seed(name: str) -> None:
    graph, ordering = knight_graph(CHESS), ORDERINGS[name]
    listed = {tuple(ordering.make(CHESS, seed)(graph, (27,), 27)) for seed in range(20)}
    assert (len(listed) > 1) == ordering.seeded


def test_random_ties_depend_only_on_the_path() -> None:
    graph, order = knight_graph(CHESS), random(1)
    drawn = [order(graph, path, path[-1]) for path in ((27,), (27, 44), (27,), (27, 44))]
    assert (
        drawn[:2] == drawn[2:] == [random(1)(graph, path, path[-1]) for path in ((27,), (27, 44))]
    )
    assert random(1)({"A": "BCDE", "B": "", "C": "", "D": "", "E": ""}, "A", "A") != [*"BCDE"]


def test_success_counts_with_ties_in_order_of_squares() -> None:
    graph = knight_graph(CHESS)
    counts = {name: successes(graph, make(name, CHESS)) for name in BY_HAND}
    none = dict.fromkeys(("textbook", "static-degree", "most-moves"), 0)
    assert counts == {"warnsdorff": 61, "roth": 64, "pohl": 64, **none}


def test_roth_fails_often_only_on_7x7() -> None:
    found = {}
    for side in range(5, 11):
        board = Board(side, side)
        starts = [s for s in board if side % 2 == 0 or board.color(s) == 0]
        found[side] = successes(knight_graph(board), make("roth", board), starts), len(starts)
    assert found.pop(7) == (15, 25)
    assert sum(tours for tours, _ in found.values()) >= 0.99 * sum(s for _, s in found.values())
    percent = ORACLES["warnsdorff_success_percent_without_backtracking"]["n=5..10"][3]
    rate = 100 * (15 + sum(t for t, _ in found.values())) / (25 + sum(s for _, s in found.values()))
    assert abs(rate - percent) < 1


def test_the_registry_has_the_documented_orderings() -> None:
    promised = {"textbook", "warnsdorff", "roth", "pohl", "random", "most-moves", "static-degree"}
    assert promised <= set(ORDERINGS)
    assert len({entry.title for entry in ORDERINGS.values()}) == len(ORDERINGS)


@pytest.mark.parametrize("name", ["", "Warnsdorff", "warnsdorf", "best"])
def test_an_unknown_ordering_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name!r} is not .*{', '.join(ORDERINGS)}$"):
        ordering(name)


@given(board=boards(sides=5, squares=11), data=st.data())
def test_pruning_keeps_every_move_that_a_tour_makes(board: Board, data: st.DataObject) -> None:
    closed = data.draw(st.booleans())
    graph = knight_graph(board)
    for tour in tours_by_force(board, closed=closed)[:20]:
        for ends in (graph[tour[0]] if closed else None, (tour[-1],)):
            for i in range(1, len(tour)):
                assert tour[i] in with_pruning(textbook, ends)(graph, tour[:i], tour[i - 1])


TWO_TIGHT = {"S": "ABC", "A": "SX", "B": "SX", "C": "SXY", "X": "ABCY", "Y": "CX"}
ONE_TIGHT = {"S": "AC", "A": "SX", "C": "SXY", "X": "ACY", "Y": "CX"}


@pytest.mark.parametrize(
    ("graph", "ends", "kept"),
    [
        (TWO_TIGHT, None, "AB"),  # beyond C both A and B would have to be last
        (TWO_TIGHT, "AB", "AB"),
        (TWO_TIGHT, "A", "B"),
        (TWO_TIGHT, "Y", ""),
        (ONE_TIGHT, None, "AC"),
        (ONE_TIGHT, "XY", "A"),
        (ONE_TIGHT, "A", "C"),
        ({"S": "AC", "A": "S", "C": "SX", "X": "C"}, None, ""),  # A is lost after every move
        ({"S": "A", "A": "S"}, None, "A"),
        ({"S": "A", "A": "S"}, "A", "A"),
    ],
)
def test_a_vertex_with_one_way_out_is_next_or_last(
    graph: Mapping[str, str], ends: str | None, kept: str
) -> None:
    assert list(with_pruning(textbook, ends)(graph, "S", "S")) == list(kept)
