"""Followers turn the changes of one store into events.

A follower first records the changes of the learning phase, and then each later change as it
happens. It keeps the hooks that its store needs; the others are switched off, and then cost only a
look-up. A hook executes its statement before it records a change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from types import MappingProxyType
from typing import Any

from kt_core.programs.changes import (
    BUILTIN_METHOD, MISSING, Change, changes_of_call, container_of, item_of, size,
)  # fmt: skip
from kt_core.programs.instrument import Site
from kt_core.programs.recognize import Store, is_same_mark
from kt_core.programs.recording import LAST_LINE, ProgramRecording
from kt_core.programs.squares import (
    Pair, Projection, element_of, graph_size, is_key, is_pair, names_in,
)  # fmt: skip
from kt_core.programs.streams import Positions, StreamStep

Hooks = dict[str, Callable[..., Any]]
First = dict[int, tuple[Any, Any]]
MOST_MISSES = 30  # changes of other containers at a place before its hook is removed
MOST_CACHED = 5_000
MOST_INITIAL_MARKS = 2  # the most marks on a new board that count as the start of a path
MOST_INITIAL_SQUARES = 3  # limit for the length of a path at its first change
PLAIN = frozenset({int, str, bool, type(None), float})


class Follower:
    """The base class: it has the recording and the lines, and switches off irrelevant hooks."""

    hooked: frozenset[str] = frozenset()  # the hooks that stay on
    container: Any = None  # the one that is followed now; None for calls and attributes

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        self.store, self.recording = store, recording
        self.negative: Counter[int] = Counter()  # lines that wrote at negative indexes
        self.same_rows = 0  # the line that wrote a matrix whose rows are one list
        self._sites, self._flags = sites, flags
        self._misses: Counter[int] = Counter()
        self._lines = [min(site.line, LAST_LINE) for site in sites]
        assert store.family is not None
        steps = [step for stream in store.family.members for step in stream.steps]
        self._steps = sorted(steps, key=lambda step: step.at)
        self._known = {step.change.site for step in steps}

    def replay(self, first: First, printed: Sequence[int]) -> None:
        """Record the changes of the learning phase as events.

        `first` has the containers before them, `printed` the length of the output at each.
        """
        steps, self._steps = self._steps, []
        now = self.recording.take_output_back()
        for step in steps:
            self.recording.note_output(printed[step.at])
            self.take(step, first)
        self.recording.note_output(now)

    def take(self, step: StreamStep, first: First) -> None:
        """Record one change of the learning phase."""
        raise NotImplementedError

    def hooks(self) -> Hooks:
        """Return the hooks that replace those of the learning phase."""
        raise NotImplementedError

    def is_on(self, site: int) -> bool:
        """Return True if the hook of a place remains active."""
        return self._sites[site].hook in self.hooked

    def take_change(self, change: Change) -> None:
        """Record a change by a method of the container."""
        raise NotImplementedError

    def _call(self, site: int, method: Any, *values: Any, **named: Any) -> Any:
        container = container_of(method)
        if container is None or container is not self.container:
            self._miss(site)
            return method(*values, **named)
        before = size(container)
        result = method(*values, **named)
        for change in changes_of_call(site, method.__name__, container, before, values, result):
            self.take_change(change)
        return result

    def _miss(self, site: int) -> None:
        self._misses[site] += 1
        if self._misses[site] > MOST_MISSES and site not in self._known:
            self._flags[site] = False

    def _line(self, site: int) -> int:
        return self._lines[site]


class MarkFollower(Follower):
    """A follower of marks: a square is visited when its mark is no longer "empty"."""

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        self._occupied: list[bool] = []  # square's number -> whether it is occupied

    def take(self, step: StreamStep, first: First) -> None:
        """Record one change of the learning phase."""
        change = step.change
        square = self.store.projection(step.element)
        if square is None:
            return
        self._note_negative(change.key, change.site)
        if change.container is not self.container:
            before = first.get(id(change.container), (None, None))[1]
            self._adopt(change.container, change.site, square, change.new, before)
        self._mark(self._number_of(square), change.new, change.site)

    def _number_of(self, square: Pair) -> int:
        number = self.recording.number(square)
        if number >= len(self._occupied):
            self._occupied.append(False)
        return number

    def _is_empty(self, mark: Any) -> bool:
        empty = self.store.empty
        return mark is empty or (is_same_mark(mark, empty) if type(mark) in PLAIN else False)

    def _mark(self, number: int, mark: Any, site: int) -> None:
        if self._is_empty(mark):
            if self._occupied[number]:
                self._occupied[number] = False
                self.recording.release(number, self._line(site))
            elif mark is not MISSING:
                self.recording.add_square(number)
        elif not self._occupied[number]:
            self._occupied[number] = True
            self.recording.visit(number, self._line(site))

    def _adopt(self, container: Any, site: int, written: Pair, mark: Any, before: Any) -> None:
        """Switch to another container: a copy of the board, or a new board.

        `before` is its content before the first change, if that is known; else it is read now.
        """
        if self.container is not None and self._is_empty(mark):
            return  # the program prepares a board
        marks = [*self._marks_in(container if before is None else before)]
        has_empty_squares = self.store.empty is not MISSING
        squares = {square for square, _mark in marks} if has_empty_squares else set[Pair]()
        taken = [square for square, each in marks if not self._is_empty(each)]
        others = [square for square in taken if before is not None or square != written]
        self.container = container
        number = self._number_of
        occupied = {number(square) for square in others}
        if self._continues(occupied):
            line = self._line(site)
            for each in [each for each in reversed(self.recording.path) if each not in occupied]:
                self._occupied[each] = False
                self.recording.release(each, line)
            return
        self._occupied[:] = [False] * len(self._occupied)
        if len(others) <= MOST_INITIAL_MARKS:
            self.recording.begin_board(squares)
            for square in others:
                self._mark(number(square), True, site)  # noqa: FBT003 - any mark but the empty one
        else:
            self.recording.begin_board(squares.difference(others))

    def _continues(self, occupied: set[int]) -> bool:
        """Return True if a container with these marks is a copy of the board, now or earlier."""
        path = self.recording.path
        if not path or not occupied:
            return False
        common = sum(1 for each in path if each in occupied)
        return common == len(occupied) and common >= min(len(path), 2)

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        raise NotImplementedError

    def _note_negative(self, key: Any, site: int) -> None:
        for each in key if type(key) is tuple else (key,):
            if type(each) is int and each < 0:
                self.negative[self._line(site)] += 1


class MatrixFollower(MarkFollower):
    """A follower of `board[row][column]`, of the items of its rows, and of numpy's arrays."""

    hooked = frozenset({"cell", "item", "cell_read", "item_read"})

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        self._rows: dict[int, int] = {}  # numbers of the current matrix's rows, by id
        #: The number of each square, by row and column.
        self._columns: dict[int, dict[int, int]] = {}

    def _adopt(self, container: Any, site: int, written: Pair, mark: Any, before: Any) -> None:
        super()._adopt(container, site, written, mark, before)
        if container is self.container and type(container) is list:
            self._rows = {id(row): number for number, row in enumerate(container)}
            if len(container) > 2 and len(self._rows) == 1:
                self.same_rows = self._line(site)

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        if type(container).__module__ == "numpy":
            container = container.tolist()
        rows = dict.items(container) if type(container) is dict else enumerate(container)
        for row, items in rows:
            if type(row) is int and type(items) is list:
                yield from (((row, column), mark) for column, mark in enumerate(items))

    def hooks(self) -> Hooks:
        """Return the hooks for items of a matrix."""
        return {
            "__kt_cell__": self._cell_hook(),
            "__kt_item__": self._item,
            "__kt_cell_read__": self._cell_read,
            "__kt_item_read__": self._item_read,
        }

    def _cell_hook(self) -> Callable[..., None]:
        """Return the hook that runs for each mark: a closure, for speed."""
        visit, release, lines = self.recording.visit, self.recording.release, self._lines
        empty, occupied, numbers = self.store.empty, self._occupied, self._columns

        def cell(site: int, value: Any, matrix: Any, row: Any, column: Any) -> None:
            matrix[row][column] = value
            if matrix is not self.container or type(row) is not int or type(column) is not int:
                self._note_mark(site, matrix, (row, column), value)
                return
            try:
                number = numbers[row][column]
            except KeyError:
                number = self._number(matrix, row, column, site)
            kind = type(value)
            if value is empty or ((kind is int or kind in PLAIN) and value == empty):
                if occupied[number]:
                    occupied[number] = False
                    release(number, lines[site])
                else:
                    self.recording.add_square(number)
            elif not occupied[number]:
                occupied[number] = True
                visit(number, lines[site])

        return cell

    def _item(self, site: int, value: Any, container: Any, key: Any) -> None:
        container[key] = value
        if self._is_row(container) and type(key) is int:
            self._note_mark(site, self.container, (self._rows[id(container)], key), value)
        elif is_pair(key) and type(container).__module__ == "numpy":
            self._note_mark(site, container, key, value)
        else:
            self._miss(site)

    def _is_row(self, container: Any) -> bool:
        row = self._rows.get(id(container), -1)
        matrix = self.container
        return type(matrix) is list and 0 <= row < len(matrix) and matrix[row] is container

    def _cell_read(self, site: int, matrix: Any, row: Any, column: Any) -> None:
        self._note_mark(site, matrix, (row, column), item_of(item_of(matrix, row), column))

    def _item_read(self, site: int, container: Any, key: Any) -> None:
        if self._is_row(container) and type(key) is int:
            place = (self._rows[id(container)], key)
            self._note_mark(site, self.container, place, item_of(container, key))
        elif is_pair(key) and type(container).__module__ == "numpy":
            self._note_mark(site, container, key, item_of(container, key))

    def _note_mark(self, site: int, matrix: Any, key: tuple[Any, Any], value: Any) -> None:
        row, column = key
        if type(row) is not int or type(column) is not int:
            return
        if matrix is not self.container:
            if site not in self._known or type(matrix) is not type(self.container):
                self._miss(site)
                return
            self._adopt(matrix, site, self._place(matrix, row, column), value, None)
            if matrix is not self.container:
                return
        self._mark(self._number(matrix, row, column, site), value, site)

    def _number(self, matrix: Any, row: int, column: int, site: int) -> int:
        if row < 0 or column < 0:  # not cached, because each use is counted
            self._note_negative((row, column), site)
            return self._number_of(self._place(matrix, row, column))
        number = self._number_of((row, column))
        self._columns.setdefault(row, {})[column] = number
        return number

    def _place(self, matrix: Any, row: int, column: int) -> Pair:
        if row < 0:
            row += size(matrix)
        if column < 0:
            column += size(item_of(matrix, row))
        return row, column


class MapFollower(MarkFollower):
    """A follower of the items of a flat list, a dict or a flat array."""

    hooked = frozenset({"item", "item_read", "delete", "call", "take"})

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        self._numbers: dict[Any, int] = {}  # key -> number of the square

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        kind = type(container)
        if kind.__module__ == "numpy":
            container = container.tolist()
        items = dict.items(container) if issubclass(kind, dict) else enumerate(container)
        for key, mark in items:
            element = element_of(key)
            square = self.store.projection(element)
            if square is not None and min(square) >= 0:
                yield square, mark

    def hooks(self) -> Hooks:
        """Return the hooks for items of a list or dict."""
        return {
            "__kt_item__": self._item_hook(),
            "__kt_item_read__": self._item_read,
            "__kt_delete__": self._delete_hook(),
            "__kt_call__": self._call,
            "__kt_take__": self._call,
        }

    def _item_hook(self) -> Callable[..., None]:
        """Return the hook that runs for each mark: a closure, for speed."""
        visit, release = self.recording.visit, self.recording.release
        empty, occupied, numbers = self.store.empty, self._occupied, self._numbers
        lines = self._lines

        def item(site: int, value: Any, container: Any, key: Any) -> None:
            container[key] = value
            number, kind = None, type(value)
            if container is self.container and (type(key) is int or is_key(key)):
                number = numbers.get(key)
            if number is None:
                self._note_mark(site, container, key, value)
            elif value is empty or ((kind is int or kind in PLAIN) and value == empty):
                if occupied[number]:
                    occupied[number] = False
                    release(number, lines[site])
                else:
                    self.recording.add_square(number)
            elif not occupied[number]:
                occupied[number] = True
                visit(number, lines[site])

        return item

    def _item_read(self, site: int, container: Any, key: Any) -> None:
        self._note_mark(site, container, key, item_of(container, key))

    def _delete_hook(self) -> Callable[..., None]:
        """Return the hook for deleted entries: a closure, for speed."""
        release, lines = self.recording.release, self._lines
        occupied, numbers = self._occupied, self._numbers

        def delete(site: int, container: Any, key: Any) -> None:
            del container[key]
            if container is not self.container:
                return
            number = numbers.get(key) if is_key(key) else None
            if number is not None and occupied[number] and self.store.empty is MISSING:
                occupied[number] = False
                release(number, lines[site])
            else:
                self._note_mark(site, container, key, MISSING)

        return delete

    def take_change(self, change: Change) -> None:
        """Record a change by a method of the map."""
        if change.kind == "item":
            self._note_mark(change.site, change.container, change.key, change.new)
        elif change.kind == "clear":
            self._release_all(change.site)

    def _release_all(self, site: int) -> None:
        for number in reversed([*self.recording.path]):
            self._occupied[number] = False
            self.recording.release(number, self._line(site))

    def _note_mark(self, site: int, container: Any, key: Any, value: Any) -> None:
        element = element_of(key)
        if element is not None and type(container) is list and type(element) is int and element < 0:
            self._note_negative(element, site)
            element += len(container)
        square = self.store.projection(element)
        if square is None:
            return
        if container is not self.container:
            if site not in self._known or type(container) is not type(self.container):
                self._miss(site)
                return
            self._adopt(container, site, square, value, None)
            if container is not self.container:
                return
        number = self._number_of(square)
        is_negative = type(key) is int and key < 0  # not cached, because each use is counted
        if is_key(key) and not is_negative:
            self._numbers[key] = number
        self._mark(number, value, site)


class AttributeFollower(MarkFollower):
    """A follower of an attribute of the program's objects, each of which is a square."""

    hooked = frozenset({"attribute"})
    positions: Positions = MappingProxyType({})

    def take(self, step: StreamStep, first: First) -> None:
        """Record one change of the learning phase."""
        square = self.store.projection(step.element)
        if square is not None:
            self._mark(self._number_of(square), step.change.new, step.change.site)

    def hooks(self) -> Hooks:
        """Return the hook for attributes."""
        owner_type, attribute = self.store.owner, self.store.name
        numbers: dict[int, tuple[Any, int | None]] = {}

        def hook(site: int, value: Any, owner: Any, name: str) -> None:
            setattr(owner, name, value)
            if type(owner) is not owner_type or name != attribute:
                self._miss(site)
                return
            known = numbers.get(id(owner))
            if known is None:
                if len(numbers) > 1 << 16:
                    numbers.clear()
                known = numbers[id(owner)] = (owner, self._number_of_object(owner))
            if known[1] is not None:
                self._mark(known[1], value, site)

        return {"__kt_attribute__": hook}

    def _number_of_object(self, owner: Any) -> int | None:
        element = element_of(owner)
        if element is None:
            element = self.positions.get(id(owner))
        square = self.store.projection(element)
        return None if square is None else self._number_of(square)


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
