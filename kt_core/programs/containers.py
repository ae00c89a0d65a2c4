"""Containers of a program and their changes, read without running code of the program."""

from __future__ import annotations

from typing import Any, NamedTuple

BUILTIN_METHOD: Any = type([].append)
LONGEST_COPY = 2_000  # elements of a container that are copied


class Missing:
    """No value: a key that a dict does not have."""

    def __repr__(self) -> str:
        return "no entry"


MISSING = Missing()


class Change(NamedTuple):
    """One change: `kind` is cell, item, push, pull, clear, bound, attribute, enter or leave."""

    site: int
    kind: str
    container: Any
    key: Any = None
    old: Any = MISSING
    new: Any = MISSING


def is_plain(key: Any) -> bool:
    """Return True if a key is of builtin types: then a look-up runs no code of the program."""
    kind = type(key)
    if kind is tuple:
        return all(is_plain(part) for part in key)
    return kind in (int, str, bool, float, complex, type(None), bytes)


def snapshot(container: Any) -> Any:
    """Return a copy of a container two levels deep: of a matrix, its rows."""
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
    """Return True if assigning to an item is a change that can be read."""
    kind = type(container)
    return kind is list or issubclass(kind, dict) or kind.__module__ == "numpy"


def item_of(container: Any, key: Any) -> Any:
    """Return an item; `MISSING` if there is none, or if reading it could run the program's code."""
    kind = type(container)
    if kind is list and type(key) in (int, bool):
        return container[key] if -len(container) <= key < len(container) else MISSING
    if kind.__module__ == "numpy" and is_plain(key):
        return container[key]
    if kind is dict and is_plain(key):
        return container.get(key, MISSING)
    if issubclass(kind, dict) and is_plain(key):
        return dict.get(container, key, MISSING)
    return MISSING


def container_of(method: Any) -> Any:
    """Return the builtin container whose method this is, None for any other method."""
    if type(method) is not BUILTIN_METHOD:
        return None
    owner = method.__self__
    return owner if is_container(owner) else None


def size(container: Any) -> int:
    """Return the length of a container without running its class's methods; 0 for others."""
    kind = type(container)
    for base in (list, set, dict):
        if issubclass(kind, base):
            return base.__len__(container)
    return len(container) if kind.__module__ in ("collections", "numpy") else 0


def is_container(value: Any) -> bool:
    """Return True if a value is a list, set, dict or deque."""
    kind = type(value)
    return issubclass(kind, (list, set, dict)) or (
        kind.__module__ == "collections" and kind.__name__ == "deque"
    )


def changes_of_call(  # noqa: PLR0917 - as the hooks pass them
    site: int, name: str, container: Any, before: int, values: tuple[Any, ...], result: Any
) -> list[Change]:
    """Return the changes by a call of a container's method; `before` is its length before."""
    if name == "clear":
        return [Change(site, "clear", container)]
    if issubclass(type(container), dict):
        if name == "pop" and size(container) < before:
            return [Change(site, "item", container, values[0], result, MISSING)]
        if name == "popitem":
            return [Change(site, "item", container, result[0], result[1], MISSING)]
        return []
    return [
        *(Change(site, "pull", container, old=each) for each in _pulled(name, values, result)),
        *(Change(site, "push", container, new=each) for each in _pushed(name, container, values)),
    ]


def _pulled(name: str, values: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    if name in ("pop", "popleft"):
        return (result,)
    return values[:1] if name in ("remove", "discard") else ()


def _pushed(name: str, container: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    if name in ("append", "add", "appendleft"):
        return values[:1]
    if name == "insert":
        return values[1:2]
    if name == "extend" and type(container) is list and values:
        return tuple(container[len(container) - len(values[0]) :]) if _has_length(values[0]) else ()
    return ()


def _has_length(value: Any) -> bool:
    return type(value) in (list, tuple, set, dict, str)
