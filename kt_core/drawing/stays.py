"""What a search did, as stays: when the knight came to a square, and when it left a dead end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kt_core.board import Square
from kt_core.events import Backtrack, Event, Found, Visit


@dataclass
class Stay:
    """A visit to a square: the slots in which the knight comes and, from a dead end, leaves."""

    square: Square
    slot: int
    way: tuple[Square, ...]  # the last squares of the path up to this one, three at most
    depth: int  # moves from the start
    left: int | None = None
    after: list[Square] = field(default_factory=list)  # where the search went from here


@dataclass(frozen=True)
class Footage:
    """What is to be shown of a search, one slot of time for each step."""

    stays: Sequence[Stay]
    places: Sequence[Square]  # where the knight stands at the end of each slot
    path: tuple[Square, ...]  # at the end of all
    found: bool
    steps: int  # of the search, more than the slots if they are too many to show


def footage(steps: Iterable[Event], most: int) -> Footage:
    """Return what a search told up to its first tour: all of it, or the path alone.

    The path alone is told where there are more than `most` steps. `ValueError` where there is none.
    """
    path: list[Square] = []
    kept: list[Visit | Backtrack] = []
    count, found = 0, False
    for event in steps:
        if isinstance(event, Found):
            found = True
            break
        if isinstance(event, Visit | Backtrack):
            _follow(path, event)
            count += 1
            if count <= most:
                kept.append(event)
    if not count:
        raise ValueError("a film shows at least one step; this search has none")
    shown = kept if count <= most else [Visit(square) for square in path]
    return Footage(*_stays(shown), tuple(path), found, count)


def _follow(path: list[Square], event: Visit | Backtrack) -> None:
    assert isinstance(event.square, int)
    if isinstance(event, Visit):
        path.append(event.square)
    elif not path or path.pop() != event.square:
        raise ValueError(f"the search leaves {event.square}, which is not where it is")


def _stays(steps: Iterable[Visit | Backtrack]) -> tuple[Sequence[Stay], Sequence[Square]]:
    stays: list[Stay] = []
    live: list[Stay] = []
    places: list[Square] = []
    for slot, event in enumerate(steps):
        assert isinstance(event.square, int)
        if isinstance(event, Visit):
            if live:
                live[-1].after.append(event.square)
            behind = (stay.square for stay in live[-2:])
            live.append(Stay(event.square, slot, (*behind, event.square), len(live)))
            stays.append(live[-1])
        else:
            live.pop().left = slot
        places.append(live[-1].square if live else event.square)
    return stays, places
