"""Objects without coordinates as squares, by their place in a matrix of the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

MOST_OBJECTS = 20_000
LONGEST_ROW = 200


def positions_of_objects(roots: Iterable[dict[str, Any]]) -> dict[int, tuple[int, int]]:
    """Return for each object in a matrix its row and column, by id; `roots` hold the variables."""
    positions: dict[int, tuple[int, int]] = {}
    for value in _values(roots):
        if type(value) is not list or not 3 <= len(value) <= LONGEST_ROW:
            continue
        if not all(type(row) is list and 3 <= len(row) <= LONGEST_ROW for row in value):
            continue
        if type(value[0][0]).__module__ == "builtins":
            continue
        for row, objects in enumerate(value):
            for column, each in enumerate(objects):
                positions.setdefault(id(each), (row, column))
        if len(positions) > MOST_OBJECTS:
            break
    return positions


def _values(roots: Iterable[dict[str, Any]]) -> Iterator[Any]:
    for root in roots:
        for value in [*root.values()]:
            yield value
            try:
                stored = object.__getattribute__(value, "__dict__")
            except AttributeError:
                continue
            if type(stored) is dict and type(value).__module__ == "__main__":
                yield from [*stored.values()]
