"""Followers of paths: containers that grow and shrink, nested calls, and paths passed by value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Any

from kt_core.programs.changes import BUILTIN_METHOD, MISSING, Change, container_of, size
from kt_core.programs.follow import First, Follower, Hooks
from kt_core.programs.instrument import Site
from kt_core.programs.recognize import Store
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.squares import Projection, element_of, graph_size, is_key, names_in
from kt_core.programs.streams import StreamStep

MOST_CACHED = 5_000
MOST_INITIAL_SQUARES = 3  # limit for the length of a path at its first change


class PathReader(Follower):
    """The base of these followers: it converts values to numbers of squares, and caches them.

    The cache runs no code of the program.
    """

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        self._projection = store.projection
        self._numbers: dict[Any, int] = {}
        self._objects: list[Any] = []  # keeps objects alive while their ids are keys

    def _number(self, value: Any) -> int | None:
        kind = type(value)
        if kind is tuple or kind is list:
            if len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
                key: Any = (value[0], value[1])
            else:
                return self._read(value)
        elif kind is int or kind is str:
            key = value
        else:
            return self._number_of_object(value)
        number = self._numbers.get(key)
        if number is None:
            number = self._read(value)
            if number is not None:
                self._numbers[key] = number
        return number

    def _number_of_object(self, value: Any) -> int | None:
        key = ("object", id(value))
        known = self._numbers.get(key)
        if known is not None:
            return known
        if len(self._objects) > MOST_CACHED:
            self._forget()
        number = self._read(value)
        if number is not None:
            self._numbers[key] = number
            self._objects.append(value)
        return number

    def _forget(self) -> None:
        self._numbers.clear()
        self._objects.clear()

    def _read(self, value: Any) -> int | None:
        element = element_of(value)
        square = None if element is None else self._projection(element)
        return None if square is None else self.recording.number(square)

    def _follow(self, path: Sequence[Any], line: int) -> None:
        """Record releases and visits until the recording's path equals this one."""
        numbers = [self._number(each) for each in path]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return
        recording = self.recording
        common = 0
        for one, other in zip(known, recording.path, strict=False):
            if one != other:
                break
            common += 1
        if not common and recording.path and known:
            recording.begin_board()
        for number in reversed(recording.path[common:]):
            recording.release(number, line)
        for number in known[common:]:
            recording.visit(number, line)


class PathFollower(PathReader):
    """A follower of a list, set or deque to which squares are added and removed again."""

    hooked = frozenset({"append", "take", "call", "delete", "changed", "bound"})

    def take(self, step: StreamStep, first: First) -> None:
        """Record one change of the learning phase."""
        change = step.change
        container, before = change.container, first.get(id(change.container), (None, None))[1]
        if container is not self.container:
            if change.kind != "push":
                return
            initial = before if before and len(before) <= MOST_INITIAL_SQUARES else ()
            self._adopt(container, initial, change.new, change.site)
        self.take_change(change)

    def _adopt(self, container: Any, before: Sequence[Any], value: Any, site: int) -> None:
        """Switch to another container, which had these elements before its next change."""
        if self.container is not None:
            self._resize(value)
        self.container = container
        numbers = [self._number(each) for each in before]
        path = self.recording.path
        if path and numbers and numbers == path[: len(numbers)]:
            for number in reversed(path[len(numbers) :]):
                self.recording.release(number, self._line(site))
            return
        if path or self.recording.visits:
            self.recording.begin_board()
        for each in numbers:
            if each is not None:
                self.recording.visit(each, self._line(site))

    def _resize(self, value: Any) -> None:
        """Follow a graph of another size, whose vertices are numbered in rows of another width."""
        if not self._projection.width or type(value).__module__ == "builtins":
            return
        width = isqrt(max(1, graph_size(value)) - 1) + 1
        if width > 2 and width != self._projection.width:
            self._projection = Projection(width=width, base=self._projection.base)
            self._forget()

    def _take(self, kind: str, value: Any, site: int) -> None:
        if kind == "clear":
            self._follow((), self._line(site))
            return
        number = self._number(value)
        if number is None:
            return
        if kind == "push":
            self.recording.visit(number, self._line(site))
        else:
            self.recording.release(number, self._line(site))

    def hooks(self) -> Hooks:
        """Return the hooks for a path."""
        return {
            "__kt_append__": self._append_hook(),
            "__kt_take__": self._taking_hook(),
            "__kt_call__": self._call,
            "__kt_delete__": self._delete,
            "__kt_changed__": self._changed,
            "__kt_bound__": self._changed,
        }

    def _append_hook(self) -> Callable[..., Any]:
        """Return the hook for append and add: a closure, for speed."""
        visit, numbers, lines = self.recording.visit, self._numbers, self._lines

        def append(site: int, method: Any, value: Any) -> Any:
            container = self.container
            if type(method) is not BUILTIN_METHOD or method.__self__ is not container:
                result = method(value)
                self._elsewhere(site, container_of(method), value)
                return result
            kind = type(container)
            if kind is list:
                method(value)
            else:
                before = len(container) if kind is set else size(container)
                method(value)
                if (len(container) if kind is set else size(container)) == before:
                    return None
            number = numbers.get(value) if is_key(value) else None
            if number is None:
                self._take("push", value, site)
            else:
                visit(number, lines[site])
            return None

        return append

    def _taking_hook(self) -> Callable[..., Any]:
        """Return the hook for pop(), remove and discard: a closure, for speed."""
        release, numbers, lines = self.recording.release, self._numbers, self._lines

        def take(site: int, method: Any, value: Any = MISSING) -> Any:
            if type(method) is not BUILTIN_METHOD or method.__self__ is not self.container:
                self._miss(site)
                return method() if value is MISSING else method(value)
            result = None
            if value is MISSING:
                result = value = method()
            else:
                method(value)
            number = numbers.get(value) if is_key(value) else None
            if number is None:
                self._take("pull", value, site)
            else:
                release(number, lines[site])
            return result

        return take

    def take_change(self, change: Change) -> None:
        """Record a change by a method of the path."""
        self._take(change.kind, change.new if change.kind == "push" else change.old, change.site)

    def _delete(self, site: int, container: Any, key: Any) -> None:
        value = container[key] if container is self.container else None
        del container[key]
        if container is self.container:
            self._take("pull", value, site)
        else:
            self._miss(site)

    def _changed(self, site: int, value: Any) -> None:
        if value is self.container and type(value) is list:
            self._follow(value, self._line(site))
        else:
            self._miss(site)

    def _elsewhere(self, site: int, container: Any, value: Any) -> None:
        """Handle an addition to another container; at a known site, that container is followed."""
        known = site in self._known and type(container) is type(self.container)
        if not known or container is None or self._number(value) is None:
            self._miss(site)
            return
        before = [*container][:-1] if type(container) is list else []
        self._adopt(
            container, before if len(before) <= len(self.recording.path) else (), value, site
        )
        self._take("push", value, site)


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
        """Return True if a site belongs to the function that is followed."""
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
