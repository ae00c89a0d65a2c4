"""Searches as far as they are known, event by event, and what they come to. Pure.

A board is one graph among others: the six letters of the textbook have no board and no knight.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from kt_core.board import Board, Square
from kt_core.events import Event, Progress
from kt_core.graph import Graph, onward
from kt_core.orderings import Order
from kt_core.search import search
from kt_core.tour import Claim, NoTour, Puzzle, Tour
from web.lab.search.recording import Recording, SearchState
from web.question.question import BY_RULE

if TYPE_CHECKING:
    from kt_core.proofs.deduction import Inference

MOST_SQUARES = 400  # of a larger board it takes too long to be waited for
LEAST_STEPS = 2  # that are worth to be gone through: one says no more than the reason


@dataclass(frozen=True, eq=False)
class PathPrefix(Sequence[Any]):
    """The first squares of a path: there at once and equal at once, however long the path is.

    Two of the same path need no look at its squares, which a tuple would take at each of them.

    >>> tuple(PathPrefix((0, 10, 4), 2))
    (0, 10)
    """

    whole: tuple[Any, ...]
    length: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathPrefix) or self.length != other.length:
            return False
        return self.whole is other.whole or tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return tuple(self.whole[i] for i in range(*place.indices(self.length)))
        if not -self.length <= place < self.length:
            raise IndexError(place)
        return self.whole[place % self.length]

    def __iter__(self) -> Iterator[Any]:
        return islice(self.whole, self.length)


@dataclass(frozen=True)
class Outcome:
    """What there is to see of an answer at one step."""

    tour: Tour | None = None
    reason: str = ""  # why there is no tour; "" where that is not known
    witness: Mapping[str, Sequence[Square]] = field(default_factory=dict)  # what shows that
    checked: bool = False  # whether a second look has confirmed that there is none
    inferences: Sequence[Inference | Claim] = ()  # how that comes about, one after the other
    undecided: str = ""  # why neither is known, where the work was given up
    judged: str = ""  # the verdict on the reader's program, which found no tour
    path: Sequence[Any] = ()  # squares; or vertices of another graph
    whole: Sequence[Any] = ()  # the path as it will be, where it is shown only in part
    dead_end: Any = None  # the square that was just left, where that was a dead end
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    method: str = ""  # that answered; "" for the search that is watched
    progress: Progress | None = None  # the last word of a method at work


NOTHING = Outcome()


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, bool]:
    """Return whether a second look at the board confirms it; in slices.

    What cannot be checked so is not said to be: a search that was watched to its end.
    """
    if len(puzzle.board) > MOST_SQUARES:
        return False
    from kt_core.proofs.checker import kinds  # which a page starts without

    try:
        yield from kinds.checking(no, puzzle)
    except ValueError:
        return False
    return True


def deduction_of(puzzle: Puzzle, no: NoTour) -> Sequence[Inference | Claim]:
    """Return how a refutation that was confirmed can be gone through; nothing where it cannot.

    Whatever its kind, forced moves may tell it as well; else its claims do.
    """
    from kt_core.proofs.deduction import deduction  # which a page starts without

    told: tuple[Sequence[Inference | Claim], ...] = deduction(puzzle), no.claims
    return next((steps for steps in told if len(steps) >= LEAST_STEPS), ())


Solver = Callable[..., Iterator[Event]]
LOOK_STEPS = 4096  # looked through at once


@dataclass(frozen=True)
class Trace:
    """The first `length` events of a search, and what they are about.

    The recording only grows, so what a trace shows never changes. `name` says what a vertex is
    called.
    """

    recording: Recording
    graph: Graph[Any] = field(compare=False)  # as the recording has it, like all below
    start: Any
    order: Order
    length: int = 0
    end: Outcome | None = None  # how the search ended, once that is known
    ends: Collection[Any] | None = None
    solver: Solver = search
    name: Callable[[Any], str] = str
    ordering: str = "textbook"  # by its name in the registry
    board: Board | None = None

    @property
    def by_rule(self) -> bool:
        """Whether the search goes by Warnsdorff's rule."""
        return self.ordering in BY_RULE

    @property
    def grows(self) -> bool:
        """Whether there are steps behind those that are known."""
        return self.end is None and self.recording.more

    @property
    def dead_ends(self) -> int:
        """How many dead ends there were."""
        return self.recording.dead_ends_by(self.length)

    def at(self, step: int) -> SearchState:
        """Return the moment after so many events; a search that has ended stays where it did."""
        return self.recording.at(min(step, self.length))

    def dead_end_after(self, step: int) -> int | None:
        """Return the first step after this one that comes to a dead end, of those known."""
        for first in range(step + 1, self.length, LOOK_STEPS):
            found = self.recording.ends_between(first, min(first + LOOK_STEPS, self.length))
            if found:
                return found[0] - 1
        return None

    def longer_path_after(self, step: int) -> int | None:
        """Return the step after this one at which a path ends that is longer than any before."""
        known, first, last = self.recording, step, self.length
        deepest = known.deepest_by(step)
        if known.deepest_by(last) == deepest:
            return None
        while last - first > 1:  # the longest path so far never gets shorter
            middle = (first + last) // 2
            first, last = (first, middle) if known.deepest_by(middle) > deepest else (middle, last)
        while last < self.length and known.depth_at(last + 1) > known.depth_at(last):
            last += 1
        return self.length if known.found and last + 1 == self.length else last

    def dead_end_before(self, step: int) -> int | None:
        """Return the last step before this one that came to a dead end."""
        for last in range(step, 0, -LOOK_STEPS):
            found = self.recording.ends_between(last - LOOK_STEPS, last)
            if found:
                return found[-1] - 1
        return None


@dataclass(frozen=True)
class Options:
    """What a search can do from the end of its path."""

    onward: Mapping[Any, int]  # each unvisited neighbour, with its onward moves
    listed: tuple[Any, ...] = ()  # those that the search tries, best first
    done: int = 0  # of these, how many are tried

    @property
    def chosen(self) -> Any:
        """The move that is taken next; None where the search goes back."""
        return self.listed[self.done] if self.done < len(self.listed) else None

    @property
    def tried(self) -> tuple[Any, ...]:
        """The moves that led to nothing."""
        return self.listed[: self.done]

    @property
    def skipped(self) -> tuple[Any, ...]:
        """The moves that the search leaves out: no tour goes on from them."""
        return tuple(v for v in self.onward if v not in self.listed)


def options(trace: Trace, moment: SearchState) -> Options:
    """Return what there is to choose from at a moment; nothing before the first step."""
    if not moment.path:
        return Options({})
    listed = tuple(choices(trace, moment.path))
    done = listed.index(moment.backtracked_from) + 1 if moment.backtracked_from in listed else 0
    return Options(counts(trace, moment.path), listed, done)


def choices(trace: Trace, path: Sequence[Any]) -> list[Any]:
    """Return the moves that the search tries from the end of a path, best first."""
    visited = dict.fromkeys(path)  # as the search keeps it, with a fast `in`
    return [v for v in trace.order(trace.graph, visited, path[-1]) if v not in visited]


def counts(trace: Trace, path: Sequence[Any]) -> dict[Any, int]:
    """Return the unvisited neighbours of the end of a path, each with its onward moves.

    These are the numbers that Warnsdorff's rule compares.
    """
    graph, visited = trace.graph, set(path)
    return {v: len(onward(graph, visited, v)) for v in onward(graph, visited, path[-1])}


def least(counted: Mapping[Any, int]) -> list[Any]:
    """Return those with the fewest onward moves: a tie if they are two or more."""
    fewest = min(counted.values(), default=0)
    return [v for v, count in counted.items() if count == fewest]
