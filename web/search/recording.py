"""Recordings of searches: every step pulled so far, readable in any order; and outcomes. Pure.

Tests check two invariants. The state of a step does not depend on the order of reading or on the
length of the recording. No event is pulled after a tour, or beyond the capacity. A `Trace` is a
recording up to a length; its graph need not be a knight graph: the textbook's graph of six letters
has no board.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, islice
from typing import TYPE_CHECKING, Any

from kt_core.board import Board, Square
from kt_core.events import Backtrack, Event, Found, Progress
from kt_core.graph import Graph, onward
from kt_core.language import value_error
from kt_core.orderings import Order
from kt_core.proofs import deduction
from kt_core.proofs.checker import kinds
from kt_core.search import search
from kt_core.tour import Claim, GivenNumbers, NoTour, Puzzle, Tour
from web.question.question import BY_RULE

if TYPE_CHECKING:
    from kt_core.proofs.deduction import Inference


HOLDS_BYTES = 64_000_000  # capacity; it is also the number of steps on boards of up to 127 squares
GAP_STEPS = 4096  # least number of steps between two stored paths; more on larger boards
BATCH_STEPS = 4096  # number of steps pulled at once

#: Tables that translate codes of events, byte by byte: `_ODD` has 1 for a backtrack; `_UP` has -1
#: (as a signed byte) for a backtrack, else 1.
_ODD = bytes(code & 1 for code in range(256))
_UP = bytes(255 if code & 1 else 1 for code in range(256))


@dataclass(frozen=True)
class SearchState:
    """The state of a search after `step` events."""

    step: int = 0
    path: Sequence[Any] = ()
    visits: int = 0
    backtracks: int = 0
    dead_ends: int = 0
    found: bool = False
    backtracked_from: Any = None  # the square that was left, if the last step was a backtrack
    dead_end: Any = None  # the square just left, if it was a dead end


@dataclass(frozen=True)
class _Checkpoint:
    step: int
    path: tuple[Any, ...]
    dead_ends: int


class Recording:
    """Pulls `events`, a search on the graph with these vertices, and stores its steps.

    `path` is the object in which the search stores its path: see `search`. If `codes` are given,
    the search yields codes instead of events, in half the time. A recording takes one byte per step
    on boards of up to 127 squares, and stores the path every few thousand steps, so that a short
    replay gives the state of any step.
    """

    def __init__(
        self,
        vertices: Collection[Hashable],
        events: Iterator[Event],
        path: Collection[Any],
        holds: int = HOLDS_BYTES,
        codes: Codes | None = None,
    ) -> None:
        self._code = codes or Codes(len(vertices))
        self._vertices = self._code.vertices  # vertices that the search has visited
        self._codes = array(self._code.typecode)
        self._room = holds // self._codes.itemsize
        self._gap = max(GAP_STEPS, len(vertices))
        self._events, self._path = events, path
        self._checkpoints = [_Checkpoint(0, (), 0)]
        # The least and the greatest depth between stored paths; computed when needed.
        self._ranges: list[tuple[int, int]] = []
        self._last = SearchState()  # the last state read, because most calls concern the same step
        self.found = self.ended = False

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def more(self) -> bool:
        """Whether there are more steps to pull, and the capacity is not reached."""
        return not self.ended and len(self) < self._room

    def pull(self, count: int) -> bool:
        """Pull up to `count` more steps; return True if there are more to pull."""
        last = len(self) + min(count, self._room - len(self))
        while self.more and len(self) < last:
            self._pull(min(BATCH_STEPS, last - len(self)))
        return self.more

    def _pull(self, count: int) -> None:
        # Events after the first tour are dropped.
        before = len(self)
        self._codes.extend(self._code.of(list(islice(self._events, count))))
        self.found = self._codes[-1:] == array(self._codes.typecode, [self._code.found])
        self.ended = self.found or len(self) - before < count
        if len(self) >= self._checkpoints[-1].step + self._gap and not self.ended:
            dead_ends = self.dead_ends_by(len(self))
            self._checkpoints.append(_Checkpoint(len(self), tuple(self._path), dead_ends))

    def at(self, step: int) -> SearchState:
        """Return the state after `step` events; `ValueError` beyond the last one pulled."""
        if step == self._last.step:
            return self._last
        if not 0 <= step <= len(self):
            raise value_error(
                "{step:,} is not a step of this search; steps are 0 to {last:,}",
                step=step,
                last=len(self),
            )
        self._last = self._state_at(step)
        return self._last

    def ends_between(self, first: int, last: int) -> list[int]:
        """Return the steps after `first` and up to `last` that backtrack from a dead end."""
        codes = self._codes
        steps = range(max(first, 1), min(last, len(self)))
        return [i + 1 for i in steps if codes[i] & 1 and not codes[i - 1] & 1]

    def steps(self, first: int, last: int) -> Iterator[tuple[Any, bool]]:
        """Yield (square, True if a backtrack) for each step after `first`, up to `last`.

        The step that finds a tour is not included.
        """
        vertices, found = self._vertices, self._code.found
        for code in self._codes[max(first, 0) : max(last, 0)]:
            if code != found:
                yield vertices[code >> 1], bool(code & 1)

    def dead_ends_by(self, step: int) -> int:
        """Return the number of dead ends among the first `step` events."""
        checkpoint = self._checkpoints[self._before(step)]
        return checkpoint.dead_ends + self._dead_ends(checkpoint.step, step)

    def depth_at(self, step: int) -> int:
        """Return the length of the path after `step` events, quickly enough for drawings."""
        checkpoint = self._checkpoints[self._before(step)]
        last = step - (self.found and step == len(self))
        backs = self._low_bytes(checkpoint.step, last).translate(_ODD).count(1)
        return len(checkpoint.path) + last - checkpoint.step - 2 * backs

    def deepest_by(self, step: int) -> int:
        """Return the length of the longest path among the first `step` events."""
        number = self._before(step)
        checkpoint = self._checkpoints[number]
        before = max((deepest for _, deepest in self._ranges_to(number)), default=0)
        return max(before, *self._depths(checkpoint.step, step, len(checkpoint.path)))

    def entries(self, step: int) -> list[int]:
        """Return the step that visited each square of the path at `step`.

        The steps between the visits of two consecutive squares of the path belong to subtrees that
        were given up. They have as many visits as backtracks.
        """
        entered: dict[int, int] = {}  # length of the path -> the step that reached it
        missing = len(self.at(step).path)
        number, last = self._before(step), step
        ranges = self._ranges_to(number)
        while missing:
            checkpoint = self._checkpoints[number]
            depths = list(self._depths(checkpoint.step, last, len(checkpoint.path)))
            # The last step at which the path grew to a length visited the square at that place.
            for offset in range(len(depths) - 1, 0, -1):
                if depths[offset] == missing and depths[offset - 1] < missing:
                    entered[missing] = checkpoint.step + offset
                    missing -= 1
            while number and ranges[number - 1][0] >= missing > 0:
                number -= 1
            last = self._checkpoints[number].step
            number -= 1
        return [entered[depth] for depth in sorted(entered)]

    def _state_at(self, step: int) -> SearchState:
        checkpoint = self._checkpoints[self._before(step)]
        path = self._path_at(checkpoint, step)
        found = self.found and step == len(self)
        backtracks = (step - found - len(path)) // 2
        dead_ends = checkpoint.dead_ends + self._dead_ends(checkpoint.step, step)
        last = self._codes[step - 1] if step else 0
        left = self._vertices[last >> 1] if last & 1 else None
        dead_end = left if self.ends_between(step - 1, step) else None
        visits = backtracks + len(path)
        return SearchState(step, path, visits, backtracks, dead_ends, found, left, dead_end)

    def _path_at(self, checkpoint: _Checkpoint, step: int) -> tuple[Any, ...]:
        if step == len(self) and not self.found:
            return tuple(self._path)  # the current path; a replay may take a million steps
        path = list(checkpoint.path)
        for code in self._codes[checkpoint.step : step]:
            if code & 1:
                path.pop()
            elif code != self._code.found:
                path.append(self._vertices[code >> 1])
        return tuple(path)

    def _before(self, step: int) -> int:
        return bisect_right(self._checkpoints, step, key=lambda checkpoint: checkpoint.step) - 1

    def _ranges_to(self, number: int) -> list[tuple[int, int]]:
        """Return the lowest and the highest depth before each stored path up to this one."""
        for i in range(len(self._ranges), number):
            first, last = self._checkpoints[i], self._checkpoints[i + 1]
            depths = list(self._depths(first.step, last.step, len(first.path)))
            self._ranges.append((min(depths), max(depths)))
        return self._ranges[:number]

    def _depths(self, first: int, last: int, depth: int) -> Iterator[int]:
        """Yield the path lengths from step `first`, where the length is `depth`, to `last`."""
        last -= self.found and last == len(self)
        ups = memoryview(self._low_bytes(first, last).translate(_UP)).cast("b")
        return accumulate(ups, initial=depth)

    def _dead_ends(self, first: int, last: int) -> int:
        # A dead end is a backtrack after a visit: an odd code after an even one.
        return self._low_bytes(max(first - 1, 0), last).translate(_ODD).count(b"\0\1")

    def _low_bytes(self, first: int, last: int) -> bytes:
        return self._codes[first:last].tobytes()[:: self._codes.itemsize]


class Codes:
    """The code of each event: twice the number of its square, plus one for a backtrack.

    Squares are numbered in the order in which the search visits them, because numbering a million
    squares at the start would be slow. A search that gets `events` yields codes.
    """

    def __init__(self, size: int) -> None:
        self.typecode = "B" if size <= 127 else "H" if size < 1 << 15 else "I"
        self.found = 2 * size
        self.vertices: list[Any] = []
        visits = _Visits(self.vertices)
        self.events = visits, _Backtracks(visits)

    def of(self, batch: list[Any]) -> array[int]:
        """Return the codes of events or of codes, up to the first `Found`."""
        try:  # conversion through bytes, if the codes fit, takes a quarter of the time
            return array(self.typecode, bytes(batch) if self.typecode == "B" else batch)
        except TypeError:
            return array(self.typecode, self._codes_of(batch))

    def _codes_of(self, batch: list[Any]) -> Iterator[int]:
        visits, backtracks = self.events
        for event in batch:
            if isinstance(event, Found):
                yield self.found
                return
            if isinstance(event, int):
                yield event
            else:
                yield (backtracks if isinstance(event, Backtrack) else visits)[event.square]


class _Visits(dict[Any, int]):
    def __init__(self, vertices: list[Any]) -> None:
        self._vertices = vertices

    def __missing__(self, vertex: Any) -> int:
        self[vertex] = code = 2 * len(self._vertices)
        self._vertices.append(vertex)
        return code


class _Backtracks(dict[Any, int]):
    def __init__(self, visits: _Visits) -> None:
        self._visits = visits

    def __missing__(self, vertex: Any) -> int:
        self[vertex] = code = self._visits[vertex] + 1
        return code


# --- Outcomes -------------------------------------------------------------------------------------

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

    def __getitem__(self, place: Any) -> Any:
        at = range(self.length)[place]
        return self.whole[at] if isinstance(at, int) else tuple(self.whole[i] for i in at)

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
    first: int = 1  # the number of the path's first square
    #: In a puzzle that is played, the other pieces of the path, by their first numbers.
    others: Mapping[int, Sequence[Any]] = field(default_factory=dict)
    whole: Sequence[Any] = ()  # the complete path, if only a part of it is shown
    dead_end: Any = None  # the square just left, if it was a dead end
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    method: str = ""  # the method that answered; "" for the watched search
    progress: Progress | None = None  # the last report of a running method

    @property
    def pieces(self) -> Mapping[int, Sequence[Any]]:
        """The path and its other pieces, by their first numbers."""
        return {self.first: self.path, **self.others}

    @property
    def visited_squares(self) -> Sequence[Any]:
        """The squares of the path and of its other pieces."""
        return (*self.path, *chain(*self.others.values())) if self.others else self.path


NOTHING = Outcome()


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, bool]:
    """Check a refutation independently, in slices; return True if it is confirmed.

    A refutation that cannot be checked in this way, such as a search to its end, is not confirmed.
    """
    if len(puzzle.board) > MOST_SQUARES:
        return False
    try:
        yield from kinds.checking(no, puzzle)
    except ValueError:
        return False
    return True


def deduction_of(puzzle: Puzzle, no: NoTour) -> Sequence[Inference | Claim]:
    """Return the steps of a confirmed refutation; none if it has no steps.

    Forced moves are preferred for a refutation of any kind, then its claims.
    """
    candidates: tuple[Sequence[Inference | Claim], ...] = deduction.deduction(puzzle), no.claims
    return next((steps for steps in candidates if len(steps) >= LEAST_STEPS), ())


Solver = Callable[..., Iterator[Event]]
# --- Traces ---------------------------------------------------------------------------------------

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
    given: GivenNumbers = ()  # the numbers that the search follows
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

    @property
    def tour_steps(self) -> int:
        """The number of steps to the tour; 0 without one. The event that reports it is no step."""
        return self.length - 1 if self.end and self.end.tour else 0

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
