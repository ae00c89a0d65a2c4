"""Events of a search, and the states that follow from them.

Tests check these laws for every solver: the length of the path is the number of visits minus the
number of backtracks; the path is simple and follows edges; an exhausted search ends with an empty
path.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Visit:
    """The search moved to this square, which turns gray."""

    square: Hashable


@dataclass(frozen=True, slots=True)
class Backtrack:
    """The search tried every move from this square and left it; it turns white again."""

    square: Hashable


@dataclass(frozen=True, slots=True)
class Found:
    """The path is a tour. If the caller pulls more events, the search looks for the next tour."""

    path: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """The name of the method at work, and the share of its work that is done (None: unknown).

    Methods yield one every few milliseconds, so that the caller can stop between two of them.
    """

    method: str  # "tiles"
    share: float | None = None  # 0 to 1


Event = Visit | Backtrack | Found | Progress


@dataclass(frozen=True)
class PathState:
    """The state of a search after some events: its path, and the number of events of each kind."""

    path: tuple[Hashable, ...] = ()
    visits: int = 0
    backtracks: int = 0
    found: int = 0  # tours so far


def advance(state: PathState, event: Event) -> PathState:
    """Return the state that follows.

    >>> advance(PathState(), Visit("a1"))
    PathState(path=('a1',), visits=1, backtracks=0, found=0)
    """
    match event:
        case Visit(square):
            return replace(state, path=(*state.path, square), visits=state.visits + 1)
        case Backtrack():
            return replace(state, path=state.path[:-1], backtracks=state.backtracks + 1)
        case Found():
            return replace(state, found=state.found + 1)
        case Progress():
            return state


def states(events: Iterable[Event]) -> Iterator[PathState]:
    """Yield the state after each event, lazily.

    Each state has a copy of the path, so the time grows with its length.
    """
    state = PathState()
    for event in events:
        state = advance(state, event)
        yield state


def first_path(
    events: Iterable[Event], most: float = inf
) -> Generator[Progress, None, tuple[Any, ...] | None]:
    """Return the first tour of a search, in slices; None if `most` slices find none."""
    for slices, event in enumerate(events):
        if isinstance(event, Found):
            return event.path
        if slices > most:
            break
        assert isinstance(event, Progress)
        yield event
    return None


def result_of(work: Generator[object, None, ResultT]) -> ResultT:
    """Return the result of a generator, ignoring the values that it yields."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            answer: ResultT = done.value
            return answer
