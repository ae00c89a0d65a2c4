"""Followers turn the changes of one store into events; each kind of store has one class.

A follower first takes the changes of the learning phase, and then each later change as it happens.
Hooks that its store does not need are switched off, and then cost only a look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kt_core.programs.changes import BUILTIN_METHOD, Change, Changes, Hooks, size
from kt_core.programs.instrument import Site
from kt_core.programs.recognize import Store, is_same_mark
from kt_core.programs.recording import LAST_LINE, ProgramRecording
from kt_core.programs.squares import (
    MISSING,
    Pair,
    common_length,
    element_of,
    is_key,
    is_knight_move,
    names_in,
)
from kt_core.programs.streams import as_cell, element_at, element_of_object

MOST_CACHED = 5_000  # limit for the program's objects whose squares are remembered
MOST_INITIAL_MARKS = 2  # the most marks on a new board that count as the start of a path
MOST_INITIAL_SQUARES = 3  # limit for the length of a path at its first change
#: Methods that add or remove one element, with the number of their arguments.
ARGUMENTS = {"append": 1, "add": 1, "pop": 0, "remove": 1, "discard": 1}
PLAIN = frozenset({int, str, bool, type(None), float})  # types of marks that can be compared


class Follower:
    """The base class: it has the recording, the lines, and the places where its store changes."""

    hooked: frozenset[str] = frozenset()  # the hooks that stay on
    container: Any = None  # the one that is followed now; None for calls and attributes

    def __init__(self, store: Store, recording: ProgramRecording, sites: Sequence[Site]) -> None:
        self.store, self.recording, self._projection = store, recording, store.projection
        self.negative = 0  # the first line that jumped over an edge by a negative index
        self.same_rows = 0  # the line that wrote a matrix whose rows are one list
        self._sites = sites
        self._lines = [min(site.line, LAST_LINE) for site in sites]
        self._numbers: dict[Any, int] = {}  # key -> number of the square; runs no code of objects
        self._objects: list[Any] = []  # keeps objects alive while their ids are keys
        steps = [step for stream in store.family.members for step in stream.steps]
        self._steps = sorted(steps, key=lambda step: step.at)
        self.known = frozenset(step.change.site for step in steps)

    def replay(self, first: Mapping[int, tuple[Any, Any]], printed: Sequence[int]) -> None:
        """Take the changes of the learning phase.

        `first` has the containers before them, `printed` the length of the output at each.
        """
        steps, self._steps = self._steps, []
        now = self.recording.take_output_back()
        for step in steps:
            self.recording.note_output(printed[step.at])
            self.take(step.change, first.get(id(step.change.container), (None, None))[1])
        self.recording.note_output(now)

    def take(self, change: Change, before: Any = None) -> bool:
        """Record a change; return False if it is not one of this store.

        `before` is the container's content before its first change, if that is known.
        """
        raise NotImplementedError

    def is_on(self, site: int) -> bool:
        """Return True if the hook of a place remains active."""
        return self._sites[site].hook in self.hooked

    def fast(self, changes: Changes) -> Hooks:
        """Return closures for the most frequent changes; they leave all others to `changes`."""
        return {}

    def _remember(self, key: Any, value: Any, number: int) -> None:
        """Store the number of a square by a key, or by the id of an object."""
        if len(self._objects) > MOST_CACHED:
            self._numbers.clear()
            self._objects.clear()
        if type(key) is tuple and key[0] == "object":
            self._objects.append(value)
        self._numbers[key] = number

    def _may_be_next(self, change: Change) -> bool:
        """Return True if the container of a change may be the store from now on."""
        is_like = self.container is None or type(change.container) is type(self.container)
        return is_like and change.site in self.known


class MarkFollower(Follower):
    """A follower of marks: a square is visited when its mark is no longer "empty"."""

    def __init__(self, store: Store, recording: ProgramRecording, sites: Sequence[Site]) -> None:
        super().__init__(store, recording, sites)
        self._occupied: list[bool] = []  # square's number -> whether it is occupied
        self._mark = self._marker()

    def _marker(self) -> Callable[[int, Any, int], None]:
        """Return the function that records a mark by its square's number: a closure, for speed."""
        visit, release, empty = self.recording.visit, self.recording.release, self.store.empty
        occupied, add_square = self._occupied, self.recording.add_square

        def mark(number: int, value: Any, line: int) -> None:
            kind = type(value)
            if value is empty or ((kind is int or kind in PLAIN) and value == empty):
                if occupied[number]:
                    occupied[number] = False
                    release(number, line)
                elif value is not MISSING:
                    add_square(number)
            elif not occupied[number]:
                occupied[number] = True
                visit(number, line)

        return mark

    def take(self, change: Change, before: Any = None) -> bool:
        """Record a changed mark."""
        number = self._number(change, before)
        if number is not None:
            self._mark(number, change.new, self._lines[change.site])
        return number is not None

    def _number(self, change: Change, before: Any) -> int | None:
        """Return the number of a change's square; None if it is not one of this store."""
        raise NotImplementedError

    def _number_of(self, square: Pair) -> int:
        number = self.recording.number(square)
        if number >= len(self._occupied):
            self._occupied.append(False)
        return number

    def _is_empty(self, mark: Any) -> bool:
        return is_same_mark(mark, self.store.empty)


class MapFollower(MarkFollower):
    """A follower of the items of a flat list, a dict or a flat array."""

    hooked = frozenset({"item", "item_read", "delete", "call"})
    change_kind = "item"  # the kind of its changes

    def take(self, change: Change, before: Any = None) -> bool:
        """Record a changed mark, or the removal of all."""
        if change.kind == "clear" and change.container is self.container:
            self._release([*self.recording.path], self._lines[change.site])
            return True
        return super().take(change, before)

    def _release(self, numbers: Sequence[int], line: int) -> None:
        for number in reversed(numbers):
            self._occupied[number] = False
            self.recording.release(number, line)

    def fast(self, changes: Changes) -> Hooks:
        """Return closures for squares of the container that is followed."""
        mark, lines, numbers = self._mark, self._lines, self._numbers
        hooks = changes.hooks()
        slow_item, slow_delete = hooks["__kt_item__"], hooks["__kt_delete__"]

        def item(site: int, value: Any, container: Any, key: Any) -> None:
            is_known = container is self.container and (type(key) is int or is_key(key))
            number = numbers.get(key) if is_known else None
            if number is None:
                slow_item(site, value, container, key)
            else:
                container[key] = value
                mark(number, value, lines[site])

        def delete(site: int, container: Any, key: Any) -> None:
            is_known = container is self.container and type(container) is dict and is_key(key)
            number = numbers.get(key) if is_known else None
            if number is None:
                slow_delete(site, container, key)
            else:
                del container[key]
                mark(number, MISSING, lines[site])

        return {"__kt_item__": item, "__kt_delete__": delete}

    def _number(self, change: Change, before: Any) -> int | None:
        square = self._projection(element_at(change))
        if change.kind != self.change_kind or square is None:
            return None
        if change.container is not self.container and not self._adopts(change, square, before):
            return None
        number, key = self._number_of(square), change.key
        if any(type(each) is int and each < 0 for each in (key if type(key) is tuple else (key,))):
            self._note_negative(change, square)  # not cached, because each use is examined
        elif is_key(key):
            self._numbers[key] = number
        return number

    def _note_negative(self, change: Change, square: Pair) -> None:
        """Store the line of a visit that is a knight's move only without counting from the end."""
        path, meant = self.recording.path, self._projection(element_of(change.key))
        if not self.negative and path and meant and not self._is_empty(change.new):
            before = self.recording.squares[path[-1]]
            if is_knight_move(before, meant) and not is_knight_move(before, square):
                self.negative = self._lines[change.site]

    def _adopts(self, change: Change, written: Pair, before: Any) -> bool:
        """Switch to another container, a copy of the board or a new board, if it may be one."""
        if not self._may_be_next(change):
            return False
        if self.container is not None and self._is_empty(change.new):
            return False  # the program prepares a board
        container, line = change.container, self._lines[change.site]
        marks = [*self._marks_in(container if before is None else before)]
        has_empty_squares = self.store.empty is not MISSING
        squares = {square for square, _mark in marks} if has_empty_squares else set[Pair]()
        taken = [square for square, each in marks if not self._is_empty(each)]
        others = [square for square in taken if before is not None or square != written]
        self.container = container
        occupied = {self._number_of(square) for square in others}
        if self._continues(occupied):
            self._release([each for each in self.recording.path if each not in occupied], line)
            return True
        self._occupied[:] = [False] * len(self._occupied)
        is_start = len(others) <= MOST_INITIAL_MARKS
        self.recording.begin_board(squares if is_start else squares.difference(others))
        for square in others if is_start else ():
            self._mark(self._number_of(square), object(), line)  # no mark that means "empty"
        return True

    def _continues(self, occupied: set[int]) -> bool:
        """Return True if a container with these marks is a copy of the board, now or earlier."""
        path = self.recording.path
        common = sum(1 for each in path if each in occupied)
        return 0 < common == len(occupied) and common >= min(len(path), 2)

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        for key, mark in _items(container):
            square = self._projection(element_of(key))
            if square is not None and min(square) >= 0:
                yield square, mark


class MatrixFollower(MapFollower):
    """A follower of `board[row][column]`, of the items of its rows, and of numpy's arrays."""

    hooked = frozenset({"cell", "item", "item_read"})
    change_kind = "cell"

    def __init__(self, store: Store, recording: ProgramRecording, sites: Sequence[Site]) -> None:
        super().__init__(store, recording, sites)
        self._rows: dict[int, tuple[Any, int]] = {}  # see `as_cell`

    def take(self, change: Change, before: Any = None) -> bool:
        """Record a changed mark, also if it was written as an item of a row."""
        return super().take(as_cell(change, self._rows), before)

    def fast(self, changes: Changes) -> Hooks:
        """Return a closure for squares of the matrix, too."""
        lines, numbers, mark = self._lines, self._numbers, self._mark
        slow_cell = changes.hooks()["__kt_cell__"]

        def cell(site: int, value: Any, matrix: Any, row: Any, column: Any) -> None:
            if matrix is self.container and type(row) is int and type(column) is int:
                number = numbers.get((row, column))
                if number is not None:
                    matrix[row][column] = value
                    mark(number, value, lines[site])
                    return
            slow_cell(site, value, matrix, row, column)

        return {**super().fast(changes), "__kt_cell__": cell}

    def _adopts(self, change: Change, written: Pair, before: Any) -> bool:
        matrix, is_new = change.container, super()._adopts(change, written, before)
        if is_new and type(matrix) is list:
            self._rows = {id(row): (matrix, number) for number, row in enumerate(matrix)}
            if len(matrix) > 2 and len(self._rows) == 1:
                self.same_rows = self._lines[change.site]
        return is_new

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        for row, items in _items(container):
            if type(row) is int and type(items) is list:
                yield from (((row, column), mark) for column, mark in enumerate(items))


def _items(container: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the keys and values of a dict, or the indexes and items of a list or an array."""
    kind = type(container)
    if issubclass(kind, dict):
        yield from dict.items(container)
    else:
        yield from enumerate(container.tolist() if kind.__module__ == "numpy" else container)


class AttributeFollower(MarkFollower):
    """A follower of an attribute of the program's objects, each of which is a square."""

    hooked = frozenset({"attribute", "attribute_read"})

    def _number(self, change: Change, before: Any) -> int | None:
        owner = change.container
        if type(owner) is not self.store.owner or change.key[0] != self.store.name:
            return None
        key = ("object", id(owner))
        number = self._numbers.get(key)
        if number is None:
            square = self._projection(element_of_object(owner, change.key[1]))
            if square is None:
                return None
            number = self._number_of(square)
            self._remember(key, owner, number)
        return number


class SequenceFollower(Follower):
    """The base of the other followers: it converts values to numbers of squares."""

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
            key = ("object", id(value))
        number = self._numbers.get(key)
        if number is None:
            number = self._read(value)
            if number is not None:
                self._remember(key, value, number)
        return number

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
        common = common_length(known, recording.path)
        if not common and recording.path and known:
            recording.begin_board()
        for number in reversed(recording.path[common:]):
            recording.release(number, line)
        for number in known[common:]:
            recording.visit(number, line)


class PathFollower(SequenceFollower):
    """A follower of a list, set or deque to which squares are added and removed again."""

    hooked = frozenset({"call", "delete", "bound"})

    def take(self, change: Change, before: Any = None) -> bool:
        """Record an addition or a removal, or a path that was changed as a whole."""
        site, kind, container, _key, old, new = change
        value, line = new if kind == "push" else old, self._lines[site]
        if container is not self.container:
            if kind != "push" or not self._may_be_next(change) or self._number(value) is None:
                return False
            self._adopt(container, before, line)
        if kind in ("clear", "bound"):
            self._follow(container if type(container) is list else (), line)
        elif (number := self._number(value)) is not None:
            (self.recording.visit if kind == "push" else self.recording.release)(number, line)
        return True

    def fast(self, changes: Changes) -> Hooks:
        """Return a closure for methods that add or remove one square."""
        visit, release, lines = self.recording.visit, self.recording.release, self._lines
        numbers, slow = self._numbers, changes.hooks()["__kt_call__"]

        def call(site: int, method: Any, *values: Any, **named: Any) -> Any:
            container = self.container
            is_known = type(method) is BUILTIN_METHOD and method.__self__ is container
            if not is_known or named or ARGUMENTS.get(method.__name__) != len(values):
                return slow(site, method, *values, **named)
            before, result = size(container), method(*values)
            growth, value = size(container) - before, values[0] if values else result
            number = numbers.get(value) if is_key(value) else None
            number = self._number(value) if number is None else number
            if growth and number is not None:
                (visit if growth > 0 else release)(number, lines[site])
            return result

        return {"__kt_call__": call}

    def _adopt(self, container: Any, before: Sequence[Any] | None, line: int) -> None:
        """Switch to another container, which had these elements before its next change."""
        path, most = self.recording.path, MOST_INITIAL_SQUARES
        if before is None:  # it is not known, but for a list it can be read
            before, most = [*container][:-1] if type(container) is list else (), len(path)
        self.container = container
        numbers = [self._number(each) for each in before] if len(before) <= most else []
        if path and numbers and numbers == path[: len(numbers)]:
            for number in reversed(path[len(numbers) :]):
                self.recording.release(number, line)
            return
        if path or self.recording.visits:
            self.recording.begin_board()
        for each in numbers:
            if each is not None:
                self.recording.visit(each, line)


class CallFollower(SequenceFollower):
    """A follower of a recursive function: a call visits a square, and its end releases it."""

    def __init__(self, store: Store, recording: ProgramRecording, sites: Sequence[Site]) -> None:
        super().__init__(store, recording, sites)
        self._site = store.family.first.site
        self._line = self._lines[self._site]
        self._open: dict[int, int] = {}  # calls that have not ended -> the number of the square
        self._on_path: set[int] = set()

    def is_on(self, site: int) -> bool:
        """Return True if a site belongs to the function that is followed."""
        return site == self._site

    def take(self, change: Change, before: Any = None) -> bool:
        """Record one call, or its end."""
        if change.kind == "leave":
            self._leave(change.key)
        elif change.kind == "enter":
            self._enter(change.key, change.new)
        return True

    def _enter(self, call: int, arguments: Sequence[Any]) -> None:
        values = [arguments[place] for place in self.store.arguments]
        number = self._number(values[0] if len(values) == 1 else tuple(values))
        if number is None or number in self._on_path or min(self.recording.squares[number]) < 0:
            return
        self._on_path.add(number)
        self._open[call] = number
        self.recording.visit(number, self._line)

    def _leave(self, call: int) -> None:
        number = self._open.pop(call, None)
        if number is not None:
            self._on_path.discard(number)
            self.recording.release(number, self._line)


class ValueFollower(CallFollower):
    """A follower of a path that is passed by value, or bound to names in turn."""

    _last: tuple[Any, ...] = ()  # the path that was followed last

    def take(self, change: Change, before: Any = None) -> bool:
        """Record one call with a path, its end, or a name bound to a path."""
        if change.kind == "bound":
            self._follow_next(tuple(change.new))
            return True
        return super().take(change, before)

    def _enter(self, call: int, arguments: Sequence[Any]) -> None:
        place, *places = self.store.arguments
        path = arguments[place]
        if type(path) is str:
            path = names_in(path)
        elif type(path) not in (list, tuple):
            return
        self._open[call] = len(path) + len(places)
        self._follow_next((*path, *(arguments[each] for each in places)))

    def _follow_next(self, path: tuple[Any, ...]) -> None:
        """Record a path; one that extends the last path by a square is a single visit."""
        last, self._last = self._last, path
        is_plain = bool(path) and type(path[-1]) in (tuple, int, str)
        if is_plain and len(path) == len(last) + 1 == len(self.recording.path) + 1:
            number = self._number(path[-1])
            if number is not None and path[:-1] == last:
                self.recording.visit(number, self._line)
                return
        self._follow(path, self._line)

    def _leave(self, call: int) -> None:
        depth = self._open.pop(call, None)
        if depth is not None:
            for number in reversed(self.recording.path[max(depth - 1, 0) :]):
                self.recording.release(number, self._line)
            self._last = self._last[: max(depth - 1, 0)]


#: The class of each kind of store.
FOLLOWERS: Mapping[str, type[Follower]] = {
    "matrix": MatrixFollower,
    "map": MapFollower,
    "path": PathFollower,
    "attribute": AttributeFollower,
    "value": ValueFollower,
    "call": CallFollower,
}
