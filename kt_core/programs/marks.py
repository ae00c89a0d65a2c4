"""Followers of marks: in a matrix, a flat list, a dict, or an attribute of objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from kt_core.programs.changes import MISSING, Change, item_of, size
from kt_core.programs.follow import First, Follower, Hooks
from kt_core.programs.instrument import Site
from kt_core.programs.recognize import Store, is_same_mark
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.squares import Pair, element_of, is_key, is_pair
from kt_core.programs.streams import Positions, StreamStep

MOST_INITIAL_MARKS = 2  # the most marks on a new board that count as the start of a path
PLAIN = frozenset({int, str, bool, type(None), float})


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
