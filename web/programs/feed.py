"""Check the worker's messages about a reader's code, and follow the search they describe. Pure.

Nothing from the worker is trusted: events count up to the first that is not possible after those
before it, and a tour is proven like any other.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from kt_core.board import Square
from kt_core.events import Backtrack, Event, Found, Progress, Visit
from kt_core.files.envelope import json_value
from kt_core.graph import Graph
from kt_core.language import N_, Sentence
from kt_core.orderings import Order, Visited
from kt_core.own_search import EventValidator
from kt_core.tour import Puzzle
from web.question.question import Question
from web.search.recording import Codes, Outcome
from web.search.watch import WatchedSearch

if TYPE_CHECKING:  # not loaded at startup
    from kt_core.programs.verdict import Verdict

EVENTS_PER_YIELD = 25  # events checked between two reports of progress, in 3 ms in a browser
MOST_NOTES = 4_000_000
#: The ends of a search after which no other start is tried.
LAST = ("time", "exit")
ENDS = ("found", "exhausted", "steps", "wrong", *LAST)
#: The reason why a search by the reader's code has no tour, by its end.
WHY: Mapping[str, str] = {
    "exhausted": N_(
        "your search ended without a tour; as it may leave moves out, that proves nothing"
    ),
    "steps": N_("your code has used up its steps"),
    "time": N_("your code has used up its time"),
    "wrong": N_("your code stopped with an error"),
    "stopped": N_("your code was stopped"),
    "unrun": N_("your code has not been run: press Run in the tab “Your program”"),
    "barred": N_("your code needs a worker, and this page may not start one"),
    "lost": N_("the part of this page that runs your code did not arrive, or not whole"),
    "memory": N_("your code has used up its memory"),
    "recursion": N_(
        "your code went deeper than the stack of this browser: too many calls in calls"
    ),
    "exit": N_("your code has ended Python itself"),
    "abort": N_("your code has made Python break off"),
    "changed": N_("your code has replaced parts of Python that it is run by"),
    "broken": N_("the program’s data could not be read"),
}


class MoveTree:
    """The moves that a search has made from each of its paths, in 14 bytes a path.

    A node is a path, by the number of its first visit; node 0 is the empty path.
    """

    def __init__(self) -> None:
        self._squares = array("H", [0])  # the last square of each path
        # The longer path that came last, and the path before it among those of the same parent.
        self._parents, self._last, self._before = (array("I", [0]) for _ in range(3))
        self._here = 0

    def visit(self, square: Square) -> None:
        """Add a visit of a square, the next one on the path."""
        self._here = self._child(self._here, square) or self._new(square)

    def leave(self) -> None:
        """Remove the last square from the path."""
        self._here = self._parents[self._here]

    def moves(self, path: Iterable[Square]) -> list[Square]:
        """Return the moves made from a path, in order; none from an unknown path."""
        node = 0
        for square in path:
            node = self._child(node, square)
            if not node:
                return []
        return [self._squares[child] for child in self._children(node)][::-1]

    def _new(self, square: Square) -> int:
        node = len(self._squares)
        self._squares.append(square)
        self._parents.append(self._here)
        self._before.append(self._last[self._here])
        self._last.append(0)
        self._last[self._here] = node
        return node

    def _child(self, node: int, square: Square) -> int:
        return next((it for it in self._children(node) if self._squares[it] == square), 0)

    def _children(self, node: int) -> Iterator[int]:
        """Yield the children of a node, the last one first."""
        child = self._last[node]
        while child:
            yield child
            child = self._before[child]


class MessageError(ValueError):
    """The worker sent something that is not one of its messages."""


class Feed:
    """The search from one start, with the events so far; each event is checked."""

    def __init__(self, question: Question, start: Square, *, kept: bool = True) -> None:
        puzzle = question.puzzle
        self.puzzle = Puzzle(
            puzzle.board, start, puzzle.end if puzzle.end != start else None, puzzle.closed
        )
        self._trail = EventValidator(self.puzzle)
        self._visits, self._backtracks = cache(Visit), cache(Backtrack)
        self._waiting: deque[Event] = deque()
        self._kept = kept
        self._tree = MoveTree()  # the moves that were made
        self.path: dict[Any, Any] = {}  # the path after the events pulled so far
        self._is_over = False  # whether no later event counts
        self.lines = array("H")  # the lines of a program's events, in order
        self.verdict: Sentence | None = None  # the verdict on a program
        self.wrong: Sequence[Square] = ()  # the correct part of a wrong result
        self.bad: Square | None = None  # the square of the wrong move
        self.steps = self.visits = 0
        self.found: tuple[Square, ...] = ()
        self.why = ""  # the end of the search; "" while it runs

    @property
    def available(self) -> int:
        """The number of events that can be pulled now."""
        return len(self._waiting)

    def taking(self, data: bytes) -> Generator[Progress, None, None]:
        """Add the events of a message, in slices, up to a tour or to the first that is illegal."""
        if len(data) % 2 or self.why:
            raise MessageError("no events are expected")
        codes = array("H")
        codes.frombytes(data)
        for turn, code in enumerate(codes, start=1):
            if self._is_over:
                return
            try:
                self._follow(code)
            except ValueError:
                self._end_at_wrong_move(code)
            if turn % EVENTS_PER_YIELD == 0:
                yield Progress("own")

    def _follow(self, code: int) -> None:
        """Add an event; `ValueError` if it is not possible."""
        square, path = code >> 1, self._trail.path
        if code & 1:
            self._trail.leave(square)
            self._tree.leave()
            self._add(self._backtracks(square))
        else:
            self._trail.visit(square)
            if self._kept:
                self._tree.visit(square)
            self.visits += 1
            self._add(self._visits(square))
            if len(path) == len(self.puzzle.board):
                with suppress(ValueError):  # a tour may have to end on another square
                    self._trail.find(tuple(path))
                    self._is_over, self.found = True, tuple(path)
                    self._add(Found(self.found))

    def _end_at_wrong_move(self, code: int) -> None:
        """Store the square of a wrong move, and drop all later events."""
        square = code >> 1
        is_visit = not code & 1 and bool(self._trail.path) and square in self.puzzle.board
        self.bad = square if is_visit else None
        self._is_over = True

    def take_notes(self, data: bytes) -> None:
        """Add the lines of the events that follow."""
        if len(data) % 2 or len(self.lines) > MOST_NOTES:
            raise MessageError("no notes")
        self.lines.frombytes(data)

    def line_at(self, step: int) -> int:
        """Return the line of the program that made this step; 0 if no line is known."""
        return self.lines[step - 1] if 0 < step <= len(self.lines) else 0

    def end_with(self, judged: Verdict) -> None:
        """Mark the search as finished, with the verdict on what the program has shown."""
        self.verdict = judged.sentence
        if judged.kind == "wrong" and judged.board == self.puzzle.board:
            self.wrong, self.bad = judged.path, judged.bad
        self.finish("exhausted")

    def finish(self, why: str) -> None:
        """Mark the search as finished."""
        if not self.why:
            self.why = "found" if self.found else "exhausted" if why == "found" else why

    def events(self) -> Iterator[Event]:
        """Yield the events; until the search is finished, pull at most `available` of them."""
        while self._waiting:
            event = self._waiting.popleft()
            if isinstance(event, Visit):
                self.path[event.square] = True
            elif isinstance(event, Backtrack):
                self.path.popitem()
            yield event

    def order(self, graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
        """Return the moves that the reader's code has made from a path, in order."""
        return self._tree.moves(path)

    def _add(self, event: Event) -> None:
        self.steps += 1
        if self._kept:
            self._waiting.append(event)


class OwnSearch(WatchedSearch):
    """The search by a reader's code; it advances as events arrive."""

    lists_moves = False  # only the moves that were made are known

    def __init__(self, question: Question, feed: Feed) -> None:
        self._feed = feed
        super().__init__(question)

    @property
    def waits(self) -> bool:
        """Whether no event can be pulled before another message arrives."""
        return not (self._feed.available or self._feed.why)

    def advance(self, count: int, until: int | None = None) -> bool:
        """Pull up to `count` of the events that have arrived; return True if more may follow."""
        if self.recording.ended:
            return super().advance(count, until)
        if self.waits:
            return True
        left = self._feed.available
        if left or not self._feed.why:
            count = min(count, left)
        return super().advance(count, until)

    def _new_search(self, path: dict[Any, Any], codes: Codes) -> tuple[Order, Iterator[Event]]:
        self._feed.path = path
        return self._feed.order, self._feed.events()

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return the outcome of the search so far."""
        known = super().outcome(milliseconds)
        if known.reason or self.recording.found or not self._is_over:
            return known
        feed = self._feed
        if feed.verdict:
            path = feed.wrong if feed.wrong[:1] == (self.question.start,) else known.path
            bad = feed.bad if path else None
            return replace(known, judged=feed.verdict, path=path, bad=bad)
        return replace(known, undecided=Sentence(WHY[self._feed.why or "stopped"]))

    def _refutation(self) -> None:
        return None  # a reader's search may leave out moves, so its end proves nothing


def message(data: bytes) -> Mapping[str, Any]:
    """Return the fields of a JSON message; `MessageError` if it is invalid."""
    try:
        fields = json_value(data.decode())
    except ValueError as wrong:
        raise MessageError(str(wrong)) from None
    if not isinstance(fields, dict) or len(fields) > 5:
        raise MessageError("no object")
    return fields
