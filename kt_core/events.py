"""What a search tells: one event for each thing that happened, and the states that follow.

The laws, which tests hold every solver to: visits less backtracks are the length of the path; the
path is simple and follows edges; an exhausted search ends with an empty path.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Visit:
    """The search moved on to this square: it turns gray."""

    square: Hashable


@dataclass(frozen=True, slots=True)
class Backtrack:
    """Every move from this square was tried: the search leaves it, and it turns white again."""

    square: Hashable


@dataclass(frozen=True, slots=True)
class Found:
    """The path is a tour. A search that is pulled further looks for the next one."""

    path: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """A method is at work: its name, and the share of its work that is done; None: not known.

    Methods yield it every few milliseconds, so that the caller can stop between two of them.
    """

    method: str  # "tiles"
    share: float | None = None  # 0 to 1


Event = Visit | Backtrack | Found | Progress


@dataclass(frozen=True)
class PathState:
    """Where a search stands after some events: its path, and how often each event came."""

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
    """Return the first tour of a search, in slices; None where none comes within `most` of them."""
    for slices, event in enumerate(events):
        if isinstance(event, Found):
            return event.path
        if slices > most:
            break
        assert isinstance(event, Progress)
        yield event
    return None


def result_of(work: Generator[object, None, ResultT]) -> ResultT:
    """Return what a generator returns at its end; what it yields before is dropped."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            answer: ResultT = done.value
            return answer
