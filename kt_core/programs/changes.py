"""Changes of a program's containers, read without running code of the program.

Until the board is known, hooks record the changes in `Changes`, a bounded list. A hook executes its
statement and then records the change. Keys and values of a program's own classes are never
compared: an old value is read only if its key has a builtin type.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kt_core.programs.squares import MISSING, field

Hooks = dict[str, Callable[..., Any]]  # hook's name in the program -> hook

BUILTIN_METHOD: Any = type([].append)
CONTAINERS: tuple[Any, ...] = (list, set, dict, deque)
LONGEST_COPY = 2_000  # the most elements of a container that is copied
MOST_REMEMBERED = 2_000  # limit for the containers that are remembered


class Change(NamedTuple):
    """One change: `kind` is cell, item, push, pull, clear, bound, attribute, enter or leave."""

    site: int  # the index of the statement among the program's sites
    kind: str
    container: Any
    key: Any = None
    old: Any = MISSING
    new: Any = MISSING


def is_plain(key: Any) -> bool:
    """Return True if a key has a builtin type: then a look-up runs no code of the program."""
    kind = type(key)
    if kind is tuple:
        return all(is_plain(part) for part in key)
    return kind in (int, str, bool, float, complex, type(None), bytes)


def snapshot(container: Any) -> Any:
    """Return a copy of a container, and of the lists in a list; None if it cannot be copied."""
    kind = type(container)
    if is_array(container):
        return container.tolist()
    if kind is list and len(container) <= LONGEST_COPY:
        return [
            [*row] if type(row) is list and len(row) <= LONGEST_COPY else row for row in container
        ]
    if kind is dict and len(container) <= LONGEST_COPY and all(map(is_plain, container)):
        return dict(container)
    if kind in (tuple, set, frozenset) and len(container) <= LONGEST_COPY:
        return [*container]
    return None


def is_array(value: Any) -> bool:
    """Return True for an array of numpy."""
    return type(value).__module__ == "numpy"


def holds_items(container: Any) -> bool:
    """Return True if assigning to an item of this container is a change to record."""
    kind = type(container)
    return kind is list or issubclass(kind, dict) or kind.__module__ == "numpy"


def item_of(container: Any, key: Any) -> Any:
    """Return an item; `MISSING` if there is none, or if reading it could run the program's code."""
    kind = type(container)
    if kind is list and type(key) in (int, bool):
        return container[key] if -len(container) <= key < len(container) else MISSING
    if kind.__module__ == "numpy" and is_plain(key):
        return container[key]
    if issubclass(kind, dict) and is_plain(key):
        return dict.get(container, key, MISSING)
    return MISSING


def container_of(method: Any) -> Any:
    """Return the container that a bound builtin method belongs to; None for other methods."""
    if type(method) is not BUILTIN_METHOD:
        return None
    owner = method.__self__
    return owner if issubclass(type(owner), CONTAINERS) else None


def size(container: Any) -> int:
    """Return the length of a container without running its class's methods; 0 for other values."""
    kind = type(container)
    for base in CONTAINERS:
        if issubclass(kind, base):
            return int(base.__len__(container))
    return 0


def changes_of_call(  # noqa: PLR0917 - the arguments that the hooks pass
    site: int, name: str, container: Any, before: int, values: tuple[Any, ...], result: Any
) -> list[Change]:
    """Return the changes by a call of a container's method; `before` is its previous length."""
    if name == "clear":
        return [Change(site, "clear", container)]
    growth, is_pop = size(container) - before, name.startswith("pop")
    if issubclass(type(container), dict):
        if not (growth and is_pop):
            return []
        key, old = result if name == "popitem" else (values[0], result)
        return [Change(site, "item", container, key, old, MISSING)]
    if growth < 0:
        return [Change(site, "pull", container, old=result if is_pop else values[0])]
    added: Sequence[Any] = values[-1:] if growth else ()  # insert has an index before the element
    if name in ("extend", "update"):
        added = container[before:] if type(container) is list else ()
    return [Change(site, "push", container, new=each) for each in added]


class Changes:
    """A recorder of changes; it calls `learn` whenever its log is full."""

    def __init__(
        self,
        learn: Callable[[], None],
        printed: Callable[[], int],
        is_inner_call: Callable[[], bool],
    ) -> None:
        self._learn, self._printed = learn, printed
        self._is_inner_call = is_inner_call
        self.log: list[Change] = []
        self.printed: list[int] = []  # the length of the output at each change
        self.first: dict[int, tuple[Any, Any]] = {}  # containers before their first change, by id
        self.results: dict[int, Any] = {}  # the last container that each `return` returned
        self.limit = 150  # changes in the log before `learn` is called
        self.calls = 0
        self._busy = self._is_over = False
        self._take_next: Callable[[Change], bool] | None = None  # once the store is known
        self._miss: Callable[[int], None] = lambda site: None

    def pass_on(self, take: Callable[[Change], bool], miss: Callable[[int], None]) -> None:
        """Pass later changes to `take`, and the places of those that it refuses to `miss`."""
        self._take_next, self._miss = take, miss

    def finish(self) -> tuple[dict[int, tuple[Any, Any]], list[int]]:
        """Stop recording; return the containers before their first change, and `printed`."""
        first, printed = self.first, self.printed
        self.first, self.log, self.printed = {}, [], []
        self._is_over = True
        return first, printed

    def forget(self, count: int) -> None:
        """Forget all changes except the last `count`."""
        del self.log[:-count]
        del self.printed[:-count]

    def hooks(self) -> Hooks:
        """Return the hooks by their names in the instrumented program."""
        hooks = (
            self._item, self._item_read, self._delete, self._call, self._bound, self._attribute,
            self._attribute_read, self._enter, self._leave, self._result,
        )  # fmt: skip
        named = {f"__kt{hook.__name__}__": hook for hook in hooks}
        return {**named, "__kt_cell__": self._item}

    def _record(self, change: Change) -> None:
        if self._take_next:
            if not self._take_next(change):
                self._miss(change.site)
            return
        if self._busy or self._is_over:
            return
        self.log.append(change)
        self.printed.append(self._printed())
        if len(self.log) >= self.limit:
            self._busy = True
            try:
                self._learn()
            finally:
                self._busy = False

    def _old(self, whole: Any, container: Any, key: Any) -> Any:
        """Return the item that a key has now, and remember the whole container."""
        if self._take_next:
            return MISSING
        self._remember(whole)
        return item_of(container, key)

    def _remember(self, container: Any) -> None:
        is_new = id(container) not in self.first and not self._take_next
        if is_new and len(self.first) < MOST_REMEMBERED:
            self.first[id(container)] = (container, snapshot(container))

    def _item(self, site: int, value: Any, whole: Any, *keys: Any) -> None:
        """Set an item of a container, or a cell of a matrix if there are two keys."""
        container, key = whole if len(keys) == 1 else whole[keys[0]], keys[-1]
        if not holds_items(container):
            container[key] = value
            return
        old = self._old(whole, container, key)
        container[key] = value
        self._record(_change_of_item(site, whole, keys, old, value))

    def _item_read(self, site: int, whole: Any, *keys: Any) -> None:
        container = whole if len(keys) == 1 else item_of(whole, keys[0])
        if holds_items(container):
            new = item_of(container, keys[-1])
            self._record(_change_of_item(site, whole, keys, MISSING, new))

    def _delete(self, site: int, container: Any, key: Any) -> None:
        kind = type(container)
        old = item_of(container, key) if holds_items(container) else MISSING
        if kind is list:
            self._remember(container)
        del container[key]
        if kind is list and old is not MISSING:
            self._record(Change(site, "pull", container, old=old))
        elif issubclass(kind, dict):
            self._record(Change(site, "item", container, key, old, MISSING))

    def _call(self, site: int, method: Any, *values: Any, **named: Any) -> Any:
        container = container_of(method)
        if container is None:
            self._miss(site)
            return method(*values, **named)
        self._remember(container)
        before = size(container)
        result = method(*values, **named)
        name = method.__name__
        for change in changes_of_call(site, name, container, before, values, result):
            self._record(change)
        return result

    def _bound(self, site: int, value: Any) -> None:
        if type(value) not in (list, tuple):
            self._miss(site)
            return
        if self._take_next:
            self._record(Change(site, "bound", value, new=value))
        elif 0 < len(value) <= LONGEST_COPY:
            self._record(Change(site, "bound", value, new=tuple(value)))

    def _attribute(self, site: int, value: Any, owner: Any, name: str, *place: Any) -> None:
        setattr(owner, name, value)
        self._attribute_read(site, owner, name, *place)

    def _attribute_read(self, site: int, owner: Any, name: str, *place: Any) -> None:
        value = field(owner, name)
        kind = type(value)
        is_mark = kind in (bool, str, type(None)) or (kind is int and -2 < value < 10_000)
        if kind in (list, tuple):
            self._bound(site, value)
        elif is_mark or (self._take_next and value is not MISSING):
            self._record(Change(site, "attribute", owner, (name, place), new=value))

    def _enter(self, site: int, *arguments: Any) -> int:
        self.calls += 1
        number = self.calls
        if not self._take_next:
            arguments = tuple(
                [*each] if type(each) is list and len(each) <= LONGEST_COPY else each
                for each in arguments
            )
        self._record(Change(site, "enter", None, number, new=arguments))
        return number

    def _leave(self, site: int, number: int) -> None:
        self._record(Change(site, "leave", None, number))

    def _result(self, site: int, value: Any, is_recursive: bool) -> Any:  # noqa: FBT001
        if _may_be_result(value) and not (is_recursive and self._is_inner_call()):
            self.results.pop(site, None)  # the last one is at the end
            self.results[site] = value
        return value


def _change_of_item(site: int, whole: Any, keys: tuple[Any, ...], old: Any, new: Any) -> Change:
    kind, key = ("cell", keys) if len(keys) == 2 else ("item", keys[0])
    return Change(site, kind, whole, key, old, new)


def _may_be_result(value: Any) -> bool:
    if type(value) in (list, tuple, dict) and len(value) < 3:  # such as True and a path
        inner = value.values() if type(value) is dict else value
        return any(type(each) is list for each in inner)
    return (type(value) in (list, tuple, dict, str) and len(value) > 2) or is_array(value)
