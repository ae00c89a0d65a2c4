"""Followers of nested calls: with a square each, or with the path so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kt_core.programs.follow import First, Hooks
from kt_core.programs.instrument import Site
from kt_core.programs.paths import PathReader
from kt_core.programs.recognize import Store
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.squares import names_in
from kt_core.programs.streams import StreamStep


class CallFollower(PathReader):
    """A follower of a recursive function: a call visits a square, and its end releases it."""

    hooked = frozenset({"enter"})

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        assert store.family is not None
        self._site = store.family.first.site
        self._open: dict[int, int] = {}  # squares of the calls that have not ended
        self._on_path: set[int] = set()
        self._calls = 0
        self.again = 0  # calls with a square that is on the path already

    def is_on(self, site: int) -> bool:
        """Return True if a place belongs to the function that is followed."""
        return site == self._site

    def take(self, step: StreamStep, first: First) -> None:
        """Record one call, or its end."""
        change = step.change
        if change.kind == "leave":
            self._leave(change.key)
            return
        self._calls = max(self._calls, change.key)
        self._enter(change.key, change.new)

    def _enter(self, call: int, arguments: tuple[Any, ...]) -> None:
        places = self.store.arguments
        one = len(places) == 1
        value = arguments[places[0]] if one else (arguments[places[0]], arguments[places[1]])
        number = self._number(value)
        if number is None or min(self.recording.squares[number]) < 0:
            return
        if number in self._on_path:
            self.again += 1
            return
        self._on_path.add(number)
        self._open[call] = number
        self.recording.visit(number, self._line(self._site))

    def _leave(self, call: int) -> None:
        number = self._open.pop(call, None)
        if number is not None:
            self._on_path.discard(number)
            self.recording.release(number, self._line(self._site))

    def hooks(self) -> Hooks:
        """Return the hooks for calls."""

        def enter(site: int, *arguments: Any) -> int | None:
            self._calls += 1
            self._enter(self._calls, arguments)
            return self._calls

        def leave(site: int, call: int) -> None:
            self._leave(call)

        return {"__kt_enter__": enter, "__kt_leave__": leave}


class ValueFollower(CallFollower):
    """A follower of a path that is passed by value, or bound to names in turn."""

    hooked = frozenset({"enter", "bound", "changed"})
    _last: tuple[Any, ...] = ()  # the path that was followed last

    def take(self, step: StreamStep, first: First) -> None:
        """Record one call with a path, its end, or a name bound to a path."""
        if step.change.kind == "bound":
            self._follow(step.change.new, self._line(step.change.site))
        else:
            super().take(step, first)

    def _enter(self, call: int, arguments: tuple[Any, ...]) -> None:
        path = arguments[self.store.arguments[0]]
        if type(path) is str:
            path = names_in(path)
        elif type(path) not in (list, tuple):
            return
        places = self.store.arguments
        self._open[call] = len(path) + len(places) - 1
        whole = (*path, *(arguments[place] for place in places[1:]))
        self._follow_next(whole, self._line(self._site))

    def _follow_next(self, path: tuple[Any, ...], line: int) -> None:
        """Record a path; one that extends the last path by a square is a single visit."""
        last, self._last = self._last, path
        is_plain = bool(path) and type(path[-1]) in (tuple, int, str)
        if is_plain and len(path) == len(last) + 1 == len(self.recording.path) + 1:
            number = self._number(path[-1])
            if number is not None and path[:-1] == last:
                self.recording.visit(number, line)
                return
        self._follow(path, line)

    def _leave(self, call: int) -> None:
        depth = self._open.pop(call, None)
        if depth is not None:
            for number in reversed(self.recording.path[max(depth - 1, 0) :]):
                self.recording.release(number, self._line(self._site))
            self._last = self._last[: max(depth - 1, 0)]

    def hooks(self) -> Hooks:
        """Return the hooks for calls and names."""

        def bound(site: int, value: Any) -> None:
            if site == self._site and type(value) in (list, tuple):
                self._follow_next(tuple(value), self._line(site))

        def attribute(site: int, value: Any, owner: Any, name: str) -> None:
            setattr(owner, name, value)
            bound(site, value)

        more: Hooks = {
            "__kt_bound__": bound,
            "__kt_changed__": bound,
            "__kt_attribute__": attribute,
        }
        return {**super().hooks(), **more}
