"""Laws that hold for every search with every ordering, with and without pruning.

A new ordering is tested when it is in the registry, a new search when it is in SEARCHES. Each
search makes its own ordering, so equal events also show that a seed decides them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from kt_core import Board, knight_graph, search, states
from kt_core.events import Backtrack, Event, Found, PathState, Visit
from kt_core.orderings import ORDERINGS, Order, with_pruning
from kt_core.search import recursive
from tests.shared.cases import by_definition, by_force

Search = Callable[..., Iterable[Event]]
SEARCHES: list[Search] = [search, recursive]
#: Board, start, closed: small enough to search to the end.
PUZZLES = [
    (Board(1, 1), "a1", False),
    (Board(3, 3), "a1", False),
    (Board(3, 3), "b2", False),
    (Board(3, 3, ["b2"]), "a1", True),
    (Board(3, 4), "a1", False),
    (Board(3, 4), "b1", True),
    (Board(4, 4, ["a1", "a4", "d1", "d4"]), "b1", True),
    (Board(5, 5, ["c3", "a1", "b1", "d1", "e1", "a5", "e5", "c1", "b5"]), "c2", False),
]

every_order = pytest.mark.parametrize("name", ORDERINGS)
plain_and_pruned = pytest.mark.parametrize("prune", [False, True], ids=["plain", "pruned"])
every_puzzle = pytest.mark.parametrize(
    "puzzle", PUZZLES, ids=lambda p: f"{p[0]!r} {p[1]} {'closed' if p[2] else 'open'}"
)
Puzzle = tuple[Board, str, bool]


def transcript(solver: Search, name: str, prune: bool, puzzle: Puzzle) -> Iterable[Event]:
    """Return the events of this search with this ordering."""
    board, start, closed = puzzle
    graph, square = knight_graph(board), board.square(start)
    ends = graph[square] if closed else None
    order: Order = ORDERINGS[name].make(board, 5)
    return solver(graph, square, order=with_pruning(order, ends) if prune else order, ends=ends)


def obey(graph: Mapping[Any, Any], events: Iterable[Event]) -> PathState:
    """Check that events obey the laws one by one; return the last state."""
    listed = list(events)
    before, counts = PathState(), Counter[type[Event]]()
    for event, state in zip(listed, states(listed), strict=True):
        counts[type(event)] += 1
        assert (state.visits, state.backtracks) == (counts[Visit], counts[Backtrack])
        assert state.found == counts[Found]
        assert len(set(state.path)) == len(state.path)
        assert all(to in graph[square] for square, to in pairwise(state.path))
        match event:
            case Visit(square):
                assert state.path == (*before.path, square)
            case Backtrack(square):
                assert before.path == (*state.path, square)
            case Found(path):
                assert path == state.path
                assert set(path) == set(graph)
        before = state
    return before


@every_order
@plain_and_pruned
@every_puzzle
def test_searches_obey_laws_and_find_each_tour_once(name: str, prune: bool, puzzle: Puzzle) -> None:
    board, start, closed = puzzle
    graph = by_definition(board)
    events, others = (list(transcript(solver, name, prune, puzzle)) for solver in SEARCHES)
    assert events == others
    last = obey(graph, events)
    assert last.path == ()
    assert last.visits == last.backtracks > 0
    paths = by_force(graph, (board.square(start),))
    tours = {path for path in paths if not closed or path[0] in graph[path[-1]]}
    found = [event.path for event in events if isinstance(event, Found)]
    assert set(found) == tours
    assert len(found) == len(tours)
