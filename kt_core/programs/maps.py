"""Followers of boards with a mark for each key: a list, a dict, or an attribute of objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from kt_core.programs.changes import MISSING, Change, item_of
from kt_core.programs.follow import First, Hooks
from kt_core.programs.instrument import Site
from kt_core.programs.marks import PLAIN, MarkFollower
from kt_core.programs.recognize import Store
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.squares import Pair, element_of, is_key
from kt_core.programs.streams import Positions, StreamStep


class MapFollower(MarkFollower):
    """A follower of the items of a flat list, a dict or a flat array."""

    hooked = frozenset({"item", "item_read", "delete", "call", "take"})

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        super().__init__(store, recording, sites, flags)
        self._numbers: dict[Any, int] = {}  # of squares, by key

    def _marks_in(self, container: Any) -> Iterator[tuple[Pair, Any]]:
        kind = type(container)
        if kind.__module__ == "numpy":
            container = container.tolist()
        items = dict.items(container) if issubclass(kind, dict) else enumerate(container)
        for key, mark in items:
            element = element_of(key)
            square = None if element is None else self.store.projection(element)
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
                self._written(site, container, key, value)
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
        self._written(site, container, key, item_of(container, key))

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
                self._written(site, container, key, MISSING)

        return delete

    def take_change(self, change: Change) -> None:
        """Record a change by a method of the map."""
        if change.kind == "item":
            self._written(change.site, change.container, change.key, change.new)
        elif change.kind == "clear":
            self._cleared(change.site)

    def _cleared(self, site: int) -> None:
        for number in reversed([*self.recording.path]):
            self._occupied[number] = False
            self.recording.release(number, self._line(site))

    def _written(self, site: int, container: Any, key: Any, value: Any) -> None:
        element = element_of(key)
        if element is not None and type(container) is list and type(element) is int and element < 0:
            self._note_negative(element, site)
            element += len(container)
        square = None if element is None else self.store.projection(element)
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
        is_negative = type(key) is int and key < 0  # each of which is counted
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
        square = None if element is None else self.store.projection(element)
        return None if square is None else self._number_of(square)
