"""The changes of a program, sorted into a stream for each container that could be watched.

A stream is a list of steps, all of one kind: marks of a matrix, a list, a dict or an attribute; a
path that grows and shrinks; arguments of nested calls; a path that is passed by value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from kt_core.programs.changes import Change, size
from kt_core.programs.squares import MISSING, Element, element_of, names_in

MOST_MEMBERS = 200  # limit for the containers of a family that are examined


@dataclass
class StreamStep:
    """One step of a stream: `element` may name a square; `at` is its place in the log."""

    at: int
    change: Change
    element: Element | None = None
    elements: tuple[Element | None, ...] | None = None  # the elements of a path by value


@dataclass
class Stream:
    """Steps of one container, or of one function's arguments."""

    kind: str
    key: tuple[Any, ...]
    steps: list[StreamStep] = field(default_factory=list)


@dataclass
class Family:
    """Streams of one kind that the same places of the program write: one board after another."""

    kind: str
    members: list[Stream]

    @property
    def first(self) -> Change:
        """The first change of the family."""
        return self.members[0].steps[0].change


def rows_of_matrices(log: Iterable[Change]) -> dict[int, tuple[Any, int]]:
    """Return the id of each list that is a row -> its matrix, and its number in the matrix."""
    rows: dict[int, tuple[Any, int]] = {}
    seen: set[int] = set()
    for change in log:
        matrix = change.container
        if change.kind == "cell" and type(matrix) is list and id(matrix) not in seen:
            seen.add(id(matrix))
            for number, row in enumerate(matrix):
                rows.setdefault(id(row), (matrix, number))
    return rows


def families(log: list[Change]) -> list[Family]:
    """Return the streams in a log, grouped by origin."""
    streams = _Streams(log).streams
    found: dict[tuple[Any, ...], list[Stream]] = {}
    for stream in streams.values():
        key: tuple[Any, ...] = stream.key
        if stream.kind in ("matrix", "map", "path"):
            sites = [step.change.site for step in stream.steps]
            origin = min(sites) if stream.kind == "path" else sites[0]
            key = (stream.kind, type(stream.steps[0].change.container), origin)
        found.setdefault(key, []).append(stream)
    return [Family(members[0].kind, members[:MOST_MEMBERS]) for members in found.values()]


class _Streams:
    def __init__(self, log: list[Change]) -> None:
        self.streams: dict[tuple[Any, ...], Stream] = {}
        self._rows = rows_of_matrices(log)
        self._marks: dict[tuple[int, str], Any] = {}  # the mark that each attribute had last
        self._nesting = _deepest_calls(log)
        self._by_site: dict[int, list[tuple[Any, ...]]] = {}
        takes = {
            "cell": self._mark, "item": self._mark, "push": self._path, "pull": self._path,
            "clear": self._path, "attribute": self._attribute, "enter": self._enter,
            "leave": self._leave, "bound": self._bound,
        }  # fmt: skip
        for self._at, change in enumerate(log):
            takes[change.kind](change)

    def _add(
        self, kind: str, key: tuple[Any, ...], change: Change, element: Element | None,
        elements: tuple[Element | None, ...] | None = None,
    ) -> None:  # fmt: skip
        stream = self.streams.get((kind, *key))
        if stream is None:
            stream = self.streams[kind, *key] = Stream(kind, (kind, *key))
        stream.steps.append(StreamStep(self._at, change, element, elements))

    def _mark(self, change: Change) -> None:
        change = as_cell(change, self._rows)
        kind = "matrix" if change.kind == "cell" else "map"
        self._add(kind, (id(change.container),), change, element_at(change))

    def _path(self, change: Change) -> None:
        value = change.old if change.kind == "pull" else change.new
        self._add("path", (id(change.container),), change, element_of(value))

    def _attribute(self, change: Change) -> None:
        owner, (name, place) = change.container, change.key
        mark = (id(owner), name)
        old = self._marks.get(mark, MISSING)
        self._marks[mark] = change.new
        if old is MISSING:
            return
        if (element := element_of_object(owner, place)) is not None:
            self._add("attribute", (type(owner), name), change._replace(old=old), element)

    def _bound(self, change: Change) -> None:
        if path := elements_of(change.new):
            self._add_path(change, (), path)

    def _enter(self, change: Change) -> None:
        if self._nesting[change.site] < 3:
            return
        arguments = change.new
        elements = [element_of(each) for each in arguments]
        for at, each in enumerate(arguments):
            is_square = type(each) in (list, tuple) and len(each) == 2 and type(each[0]) is int
            if type(each) in (list, tuple, str) and not is_square:
                self._path_argument(change, at, elements)
            if type(elements[at]) is tuple and (is_square or type(each) not in (list, tuple)):
                self._call(change, (at,), elements[at])
        numbers = [at for at, each in enumerate(arguments) if type(each) is int]
        pairs = [*pairwise(numbers), *zip(numbers, numbers[2:], strict=False)]
        for one, other in pairs:
            self._call(change, (one, other), (arguments[one], arguments[other]))
        for at in numbers[:4]:
            self._call(change, (at,), arguments[at])

    def _path_argument(self, change: Change, at: int, elements: list[Element | None]) -> None:
        path = elements_of(change.new[at])
        if path is None:
            return
        self._add_path(change, (at,), path)
        for other, element in enumerate(elements):  # the path so far, and the square after it
            if other == at or element is None or type(change.new[other]) is list:
                continue
            if not path or type(path[-1]) is type(element):
                self._add_path(change, (at, other), (*path, element))

    def _add_path(
        self, change: Change, at: tuple[int, ...], path: tuple[Element | None, ...]
    ) -> None:
        self._add("value", (change.site, at), change, path[-1] if path else None, path)

    def _call(self, change: Change, at: tuple[int, ...], element: Element | None) -> None:
        key = (change.site, at)
        if ("call", *key) not in self.streams:
            self._by_site.setdefault(change.site, []).append(("call", *key))
        self._add("call", key, change, element)

    def _leave(self, change: Change) -> None:
        for key in self._by_site.get(change.site, ()):
            self.streams[key].steps.append(StreamStep(self._at, change))


def element_of_object(owner: Any, place: Any) -> Element | None:
    """Return the square that an object names, or its place in a matrix."""
    element = element_of(owner)
    return element_of(place) if element is None else element


def as_cell(change: Change, rows: Mapping[int, tuple[Any, int]]) -> Change:
    """Return a changed item of a matrix's row, or of an array, as a changed cell.

    `rows` maps the id of each row to its matrix and its number.
    """
    container, key = change.container, change.key
    if change.kind != "item":
        return change
    if type(key) is int and id(container) in rows:
        matrix, row = rows[id(container)]
        if row < len(matrix) and matrix[row] is container:
            return change._replace(kind="cell", container=matrix, key=(row, key))
    if type(key) is tuple and type(container).__module__ == "numpy":
        return change._replace(kind="cell")
    return change


def element_at(change: Change) -> Element | None:
    """Return the place of a changed item or cell; negative indexes count from the end."""
    if change.kind == "cell":
        return cell_of(change)
    element = element_of(change.key)
    if type(change.container) is list and type(element) is int and element < 0:
        return element + len(change.container)
    return element


def cell_of(change: Change) -> Element | None:
    """Return the place of a change in its matrix; negative indexes count from the end."""
    row, column = change.key
    if type(row) is not int or type(column) is not int:
        return None
    matrix = change.container
    if row < 0:
        row += size(matrix)
    if column < 0 and type(matrix) is list and row < len(matrix):
        column += len(matrix[row])
    return row, column


def elements_of(path: Any) -> tuple[Element | None, ...] | None:
    """Return a path's squares as elements; None if its last value is not one."""
    if type(path) is str and not (path := names_in(path)):
        return None
    if not path:
        return ()
    if element_of(path[-1]) is None or element_of(path[0]) is None:
        return None
    return tuple(element_of(each) for each in path)


def _deepest_calls(log: Iterable[Change]) -> Counter[int]:
    """Return the depth of nested calls of each function."""
    now: Counter[int] = Counter()
    deepest: Counter[int] = Counter()
    for change in log:
        if change.kind == "enter":
            now[change.site] += 1
            deepest[change.site] = max(deepest[change.site], now[change.site])
        elif change.kind == "leave":
            now[change.site] -= 1
    return deepest
