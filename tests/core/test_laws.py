"""Laws that hold for every search with every ordering, with and without pruning.

A new ordering is tested when it is in the registry, a new search when it is in SEARCHES. All
searches yield the same events, so what holds for those of one holds for all.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice, pairwise
from typing import Any

import pytest

from kt_core import Board, knight_graph, search, states
from kt_core.events import Backtrack, Event, Found, PathState, Visit
from kt_core.graph import LETTERS
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

every_search = pytest.mark.parametrize("solver", SEARCHES, ids=lambda solver: solver.__name__)
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
    before = PathState()
    for event, state in zip(listed, states(listed), strict=True):
        assert state.visits - state.backtracks == len(state.path)
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
def test_a_search_obeys_the_laws(name: str, prune: bool, puzzle: Puzzle) -> None:
    last = obey(by_definition(puzzle[0]), transcript(search, name, prune, puzzle))
    assert last.path == ()
    assert last.visits == last.backtracks > 0


@every_order
@plain_and_pruned
@every_puzzle
def test_a_search_finds_every_tour_once(name: str, prune: bool, puzzle: Puzzle) -> None:
    board, start, closed = puzzle
    graph = by_definition(board)
    paths = by_force(graph, (board.square(start),))
    tours = {path for path in paths if not closed or path[0] in graph[path[-1]]}
    events = transcript(search, name, prune, puzzle)
    found = [event.path for event in events if isinstance(event, Found)]
    assert set(found) == tours
    assert len(found) == len(tours)


@every_order
@plain_and_pruned
@every_puzzle
def test_both_searches_yield_the_same_events(name: str, prune: bool, puzzle: Puzzle) -> None:
    first, second = (list(transcript(solver, name, prune, puzzle)) for solver in SEARCHES)
    assert first == second


@every_search
@every_order
@plain_and_pruned
def test_the_same_puzzle_and_seed_yield_the_same_events(
    solver: Search, name: str, prune: bool
) -> None:
    puzzle = Board(6, 6), "c3", True
    first, second = (transcript(solver, name, prune, puzzle) for _ in range(2))
    assert list(islice(first, 3000)) == list(islice(second, 3000))


@every_search
@every_order
@plain_and_pruned
def test_the_laws_hold_on_a_board_too_large_to_end(solver: Search, name: str, prune: bool) -> None:
    puzzle = Board(8, 8, ["d4", "e5"]), "a1", False
    last = obey(by_definition(puzzle[0]), islice(transcript(solver, name, prune, puzzle), 3000))
    assert last.visits > 0


@every_search
def test_the_laws_hold_on_other_graphs(solver: Search) -> None:
    assert obey(LETTERS, solver(LETTERS, "A")).found == 1
