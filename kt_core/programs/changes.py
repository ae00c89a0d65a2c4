"""The changes that hooks record before the board is known: a bounded list, with the containers.

A hook executes its statement and then records it. Keys and values of a program's own classes are
never compared: an old value is only read if the key is of builtin types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kt_core.programs.containers import (
    LONGEST_COPY,
    MISSING,
    Change,
    changes_of_call,
    container_of,
    holds_items,
    is_array,
    item_of,
    size,
    snapshot,
)

MOST_REMEMBERED = 2_000  # containers
CHANGES_OF_OBJECTS = 4  # after which they are located in the program's variables


class Changes:
    """A recorder of changes, which it passes to `learn` until the board is recognized."""

    def __init__(
        self,
        learn: Callable[[], None],
        printed: Callable[[], int],
        locate: Callable[[], None],
        is_inner_call: Callable[[], bool],
    ) -> None:
        self._learn, self._printed, self._locate = learn, printed, locate
        self._is_inner_call = is_inner_call
        self._owners: set[int] = set()  # objects whose attributes were set
        self._changed_again = 0
        self.log: list[Change] = []
        self.printed: list[int] = []  # for each change, the length of the output until then
        self.first: dict[int, tuple[Any, Any]] = {}  # containers before their first change, by id
        self.results: dict[int, Any] = {}  # the last container that each `return` gave
        self.inner_results: dict[int, Any] = {}  # those returned to a call of the same function
        self.limit = 150  # changes before `learn` is called
        self.calls = 0
        self._busy = self._is_over = False

    def finish(self) -> tuple[dict[int, tuple[Any, Any]], list[int]]:
        """Stop recording; return the containers before their first change, and `printed`."""
        first, printed = self.first, self.printed
        self.first, self.log, self.printed = {}, [], []
        self._is_over = True
        return first, printed

    def forget(self, count: int) -> None:
        """Forget all but the last changes."""
        del self.log[:-count]
        del self.printed[:-count]

    def hooks(self) -> dict[str, Callable[..., Any]]:
        """Return the hooks by their names in the instrumented program."""
        names = (
            "cell", "item", "cell_read", "item_read", "delete", "append", "call", "changed",
            "bound", "attribute", "enter", "leave", "result", "recursive_result",
        )  # fmt: skip
        hooks = {f"__kt_{name}__": getattr(self, f"_{name}") for name in names}
        return {**hooks, "__kt_take__": self._call}

    def _record(self, change: Change) -> None:
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

    def _remember(self, container: Any) -> None:
        if id(container) not in self.first and len(self.first) < MOST_REMEMBERED:
            self.first[id(container)] = (container, snapshot(container))

    def _cell(self, site: int, value: Any, matrix: Any, row: Any, column: Any) -> None:
        inner = matrix[row]
        if not holds_items(inner):
            inner[column] = value
            return
        self._remember(matrix)
        old = item_of(inner, column)
        inner[column] = value
        self._record(Change(site, "cell", matrix, (row, column), old, value))

    def _item(self, site: int, value: Any, container: Any, key: Any) -> None:
        if not holds_items(container):
            container[key] = value
            return
        self._remember(container)
        old = item_of(container, key)
        container[key] = value
        self._record(Change(site, "item", container, key, old, value))

    def _cell_read(self, site: int, matrix: Any, row: Any, column: Any) -> None:
        inner = item_of(matrix, row)
        if holds_items(inner):
            self._record(
                Change(site, "cell", matrix, (row, column), MISSING, item_of(inner, column))
            )

    def _item_read(self, site: int, container: Any, key: Any) -> None:
        if holds_items(container):
            self._record(Change(site, "item", container, key, MISSING, item_of(container, key)))

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

    def _append(self, site: int, method: Any, value: Any) -> Any:
        container = container_of(method)
        if container is None:
            return method(value)
        self._remember(container)
        before = size(container)
        result = method(value)
        if size(container) != before:
            self._record(Change(site, "push", container, new=value))
        return result

    def _call(self, site: int, method: Any, *values: Any, **named: Any) -> Any:
        container = container_of(method)
        if container is None:
            return method(*values, **named)
        self._remember(container)
        before = size(container)
        result = method(*values, **named)
        name = method.__name__
        for change in changes_of_call(site, name, container, before, values, result):
            self._record(change)
        return result

    def _pop(self, site: int, method: Any) -> Any:
        return self._call(site, method)

    def _remove(self, site: int, method: Any, value: Any) -> Any:
        return self._call(site, method, value)

    def _changed(self, site: int, container: Any) -> None:
        self._bound(site, container)

    def _bound(self, site: int, value: Any) -> None:
        if type(value) in (list, tuple) and 0 < len(value) <= LONGEST_COPY:
            self._record(Change(site, "bound", value, new=tuple(value)))

    def _attribute(self, site: int, value: Any, owner: Any, name: str) -> None:
        setattr(owner, name, value)
        if not self._is_over:
            self._note_owner(owner)
        kind = type(value)
        if kind in (bool, str, type(None)) or (kind is int and -2 < value < 10_000):
            self._record(Change(site, "attribute", owner, name, new=value))
        elif kind in (list, tuple):
            self._bound(site, value)

    def _note_owner(self, owner: Any) -> None:
        """Locate the program's objects when it changes one that it made earlier."""
        if id(owner) not in self._owners:
            self._owners.add(id(owner))
            return
        self._changed_again += 1
        if self._changed_again == CHANGES_OF_OBJECTS:
            self._locate()

    def _enter(self, site: int, *arguments: Any) -> int:
        self.calls += 1
        number = self.calls
        copies = tuple(
            [*each] if type(each) is list and len(each) <= LONGEST_COPY else each
            for each in arguments
        )
        self._record(Change(site, "enter", None, number, new=copies))
        return number

    def _leave(self, site: int, number: int) -> None:
        self._record(Change(site, "leave", None, number))

    def _result(self, site: int, value: Any) -> Any:
        if _may_be_result(value):
            _put_last(self.results, site, value)
        return value

    def _recursive_result(self, site: int, value: Any) -> Any:
        if _may_be_result(value):
            _put_last(self.inner_results if self._is_inner_call() else self.results, site, value)
        return value


def _put_last(results: dict[int, Any], site: int, value: Any) -> None:
    results.pop(site, None)
    results[site] = value


def _may_be_result(value: Any) -> bool:
    return (type(value) in (list, tuple, dict, str) and len(value) > 2) or is_array(value)
