"""Searches are compared by their complete transcripts."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any

import pytest

from kt_core import Board, knight_graph, search, states
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.graph import LETTERS
from kt_core.orderings import roth
from kt_core.search import RECURSION_LIMIT, recursive
from tests.shared.cases import by_definition, by_force

Search = Callable[..., Iterator[Event]]
SEARCHES = pytest.mark.parametrize("solver", [search, recursive])


def transcript(events: Iterable[Event]) -> str:
    """Return events as text: "A" for a visit, "-A" for a backtrack, "*" for a tour."""
    words = []
    for event in events:
        match event:
            case Visit(square):
                words.append(str(square))
            case Backtrack(square):
                words.append(f"-{square}")
            case Found():
                words.append("*")
    return " ".join(words)


def backwards(graph: Mapping[str, str], _: object, vertex: str) -> str:
    """Return the neighbors in the reverse of their order."""
    return graph[vertex][::-1]


RING = knight_graph(Board(3, 3, ["b2"]))
#: Searches with their complete transcripts: graph, start, options.
TRANSCRIPTS: dict[str, tuple[Mapping[Any, Any], Any, dict[str, Any], str]] = {
    "the textbook's six letters": (
        *(LETTERS, "A", {}),
        "A B C -C D E F C * -C -F -E -D -B D E B C -C -B F C -C -F -E -D -A",
    ),
    "3x3, which fails in both directions": (
        *(knight_graph(Board(3, 3)), 0, {}),
        "0 5 6 1 8 3 2 7 -7 -2 -3 -8 -1 -6 -5 7 2 3 8 1 6 5 -5 -6 -1 -8 -3 -2 -7 -0",
    ),
    "a ring, with a tour in each direction": (
        *(RING, 0, {"ends": RING[0]}),
        "0 5 6 1 8 3 2 7 * -7 -2 -3 -8 -1 -6 -5 7 2 3 8 1 6 5 * -5 -6 -1 -8 -3 -2 -7 -0",
    ),
    "one square": ({0: ()}, 0, {}, "0 * -0"),
    "one square that is no end": ({0: ()}, 0, {"ends": ()}, "0 -0"),
    "an order that decides the first move": (
        *({"A": "BC", "B": "AC", "C": "AB"}, "A", {"order": backwards}),
        "A C B * -B -C B C * -C -B -A",
    ),
}


@SEARCHES
@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_search_has_its_transcript(solver: Search, name: str) -> None:
    graph, start, options, expected = TRANSCRIPTS[name]
    assert transcript(solver(graph, start, **options)) == expected


@SEARCHES
@pytest.mark.parametrize("kind", [tuple, list, set, frozenset, dict.fromkeys])
def test_ends_are_any_collection(solver: Search, kind: Callable[[list[int]], Any]) -> None:
    board = Board(3, 4)
    graph = knight_graph(board)
    ends = [board.square(name) for name in ("b1", "d3")]
    found = [e.path for e in solver(graph, 0, ends=kind(ends)) if isinstance(e, Found)]
    assert found == [p for p in by_force(by_definition(board), (0,)) if p[-1] in ends]
    assert found


@pytest.mark.parametrize(("solver", "path"), [(search, {}), (recursive, [])], ids=["own", "calls"])
def test_a_caller_can_watch_the_path_between_two_events(solver: Search, path: Any) -> None:
    followed: list[str] = []
    for event in solver(LETTERS, "A", path=path):
        match event:
            case Visit(letter):
                followed.append(str(letter))
            case Backtrack(letter):
                assert followed.pop() == letter
            case Found(tour):
                assert tour == tuple(path)
        assert list(path) == followed
    assert not path


def test_each_square_has_one_visit_and_one_backtrack() -> None:
    events = list(search(knight_graph(Board(3, 4)), 0))
    steps = [event for event in events if not isinstance(event, Found)]
    assert len(steps) > 100
    assert len(set(map(id, steps))) == len(set(steps)) <= 24


def test_a_visited_neighbor_needs_no_call() -> None:
    calls = 0

    def count(frame: object, event: str, function: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    work = search(knight_graph(Board(5, 5)), 1)
    next(work)  # prepares the events
    sys.setprofile(count)
    events = list(islice(work, 2000))
    sys.setprofile(None)
    visits = sum(isinstance(event, Visit) for event in events)
    # A visit takes five calls: a turn of the generator, one of the order, and three more. A
    # backtrack takes three. A square has nearly four neighbors, so a call for each of them would
    # exceed the bound.
    assert calls <= 5 * visits + 3 * (len(events) - visits) + 9


def test_a_search_of_a_large_board_begins_at_once_and_needs_no_recursion() -> None:
    told_first = list(islice(search(knight_graph(Board(1000, 1000)), 0), 3))
    assert told_first == [Visit(0), Visit(1002), Visit(4)]
    board = Board(50, 50)
    events = search(knight_graph(board), 0, order=roth(board))
    assert isinstance(next(event for event in events if not isinstance(event, Visit)), Found)


def test_recursion_is_refused_beyond_its_limit_before_it_begins() -> None:
    assert RECURSION_LIMIT == 100
    with pytest.raises(ValueError, match=r"^101 squares are too many for recursion.* 100 squares"):
        recursive(knight_graph(Board(1, 101)), 0)
    board = Board(10, 10)
    events = recursive(knight_graph(board), 0, order=roth(board))
    assert isinstance(next(event for event in events if not isinstance(event, Visit)), Found)


def test_events_of_different_kinds_are_never_equal_and_states_come_one_by_one() -> None:
    events: list[Event] = [Visit(1), Backtrack(1), Found((1,))]
    assert len({*events, Visit(1), Backtrack(1), Found((1,))}) == 3
    assert Visit(1) != Visit(2)

    def endless() -> Iterator[Event]:
        yield from map(Visit, count())

    assert [state.path for state in islice(states(endless()), 2)] == [(0,), (0, 1)]
