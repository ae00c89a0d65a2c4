"""Recorded searches, event by event, and their outcomes. Pure.

The graph need not be a knight graph: the textbook's graph of six letters has no board.
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

MOST_SQUARES = 400  # larger boards take too long to check
LEAST_STEPS = 2  # a single step would only repeat the reason


@dataclass(frozen=True, eq=False)
class PathPrefix(Sequence[Any]):
    """The first squares of a path, as a view that is created in constant time.

    Two prefixes of the same tuple are compared without comparing their squares.

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
    """The visible part of an answer at one step."""

    tour: Tour | None = None
    reason: str = ""  # why there is no tour; "" if that is not known
    witness: Mapping[str, Sequence[Square]] = field(default_factory=dict)  # squares that show it
    checked: bool = False  # whether a second, independent check has confirmed the refutation
    inferences: Sequence[Inference | Claim] = ()  # the steps of the refutation, in order
    undecided: str = ""  # why the work ended without an answer
    judged: str = ""  # the verdict on the reader's program or text, if it has no tour
    loaded: bool = False  # whether the path is the correct beginning of a loaded text
    bad: Any = None  # the square of the wrong move after the path
    path: Sequence[Any] = ()  # squares; or vertices of another graph
    whole: Sequence[Any] = ()  # the complete path, if only a part of it is shown
    dead_end: Any = None  # the square just left, if it was a dead end
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    method: str = ""  # the method that answered; "" for the watched search
    progress: Progress | None = None  # the last report of a running method


NOTHING = Outcome()


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, bool]:
    """Check a refutation independently, in slices; return True if it is confirmed.

    A refutation that cannot be checked in this way, such as a search to its end, is not confirmed.
    """
    if len(puzzle.board) > MOST_SQUARES:
        return False
    from kt_core.proofs.checker import kinds  # not loaded at startup

    try:
        yield from kinds.checking(no, puzzle)
    except ValueError:
        return False
    return True


def deduction_of(puzzle: Puzzle, no: NoTour) -> Sequence[Inference | Claim]:
    """Return the steps of a confirmed refutation; none if it has no steps.

    Forced moves are preferred for a refutation of any kind, then its claims.
    """
    from kt_core.proofs.deduction import deduction  # not loaded at startup

    candidates: tuple[Sequence[Inference | Claim], ...] = deduction(puzzle), no.claims
    return next((steps for steps in candidates if len(steps) >= LEAST_STEPS), ())


Solver = Callable[..., Iterator[Event]]
LOOK_STEPS = 4096  # number of steps examined at once


@dataclass(frozen=True)
class Trace:
    """The first `length` events of a search, with its graph and settings.

    The recording only grows, so the content of a trace never changes. `name` returns the name of a
    vertex.
    """

    recording: Recording
    graph: Graph[Any] = field(compare=False)  # fixed by the recording, like all fields below
    start: Any
    order: Order
    length: int = 0
    end: Outcome | None = None  # the outcome of the search, once it has ended
    ends: Collection[Any] | None = None
    solver: Solver = search
    name: Callable[[Any], str] = str
    ordering: str = "textbook"  # name in the registry
    board: Board | None = None
    lists_moves: bool = True  # False: a reader's search, of which only the moves made are known

    @property
    def by_rule(self) -> bool:
        """Whether the search uses Warnsdorff's rule."""
        return self.ordering in BY_RULE

    @property
    def grows(self) -> bool:
        """Whether the search has more steps than the known ones."""
        return self.end is None and self.recording.more

    @property
    def dead_ends(self) -> int:
        """The number of dead ends."""
        return self.recording.dead_ends_by(self.length)

    def at(self, step: int) -> SearchState:
        """Return the state after `step` events, or the last state if there are fewer."""
        return self.recording.at(min(step, self.length))

    def dead_end_after(self, step: int) -> int | None:
        """Return the first known step after this one that visits a dead end."""
        for first in range(step + 1, self.length, LOOK_STEPS):
            found = self.recording.ends_between(first, min(first + LOOK_STEPS, self.length))
            if found:
                return found[0] - 1
        return None

    def longer_path_after(self, step: int) -> int | None:
        """Return the next known step that ends a path longer than all paths before it."""
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
        """Return the last step before this one that visited a dead end."""
        for last in range(step, 0, -LOOK_STEPS):
            found = self.recording.ends_between(last - LOOK_STEPS, last)
            if found:
                return found[-1] - 1
        return None


@dataclass(frozen=True)
class Options:
    """The moves that a search can make from the end of its path."""

    onward: Mapping[Any, int]  # each unvisited neighbor, with its number of onward moves
    listed: tuple[Any, ...] = ()  # the moves that the search tries, best first
    done: int = 0  # the number of these that are already tried
    is_complete: bool = True  # whether all moves that the search tries are listed

    @property
    def chosen(self) -> Any:
        """The next move; None if the search backtracks."""
        return self.listed[self.done] if self.done < len(self.listed) else None

    @property
    def tried(self) -> tuple[Any, ...]:
        """The moves that were tried without success."""
        return self.listed[: self.done]

    @property
    def skipped(self) -> tuple[Any, ...]:
        """The moves that the search prunes because no tour continues with them."""
        return tuple(v for v in self.onward if v not in self.listed) if self.is_complete else ()


def options(trace: Trace, moment: SearchState) -> Options:
    """Return the moves available at a moment; none before the first step."""
    if not moment.path:
        return Options({})
    listed = tuple(choices(trace, moment.path))
    done = listed.index(moment.backtracked_from) + 1 if moment.backtracked_from in listed else 0
    return Options(counts(trace, moment.path), listed, done, trace.lists_moves)


def choices(trace: Trace, path: Sequence[Any]) -> list[Any]:
    """Return the moves that the search tries from the end of a path, best first."""
    visited = dict.fromkeys(path)  # like the search's own path, with a fast `in`
    return [v for v in trace.order(trace.graph, visited, path[-1]) if v not in visited]


def counts(trace: Trace, path: Sequence[Any]) -> dict[Any, int]:
    """Return the unvisited neighbors of the end of a path, with their numbers of onward moves.

    These are the numbers that Warnsdorff's rule compares.
    """
    graph, visited = trace.graph, set(path)
    return {v: len(onward(graph, visited, v)) for v in onward(graph, visited, path[-1])}


def fewest_moves(counted: Mapping[Any, int]) -> list[Any]:
    """Return the vertices with the fewest onward moves: a tie if there are several."""
    fewest = min(counted.values(), default=0)
    return [v for v, count in counted.items() if count == fewest]
