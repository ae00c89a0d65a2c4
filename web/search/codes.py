"""The code of each event in a recording: one byte on a board of up to 127 squares. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from kt_core.events import Backtrack, Found


class Codes:
    """The code of each event: twice the number of its square, and one more for a backtrack.

    A square has the number of its place in `vertices`, where it comes to once a search does: to
    number a million at the start would be felt. A search that is given `events` tells codes.
    """

    def __init__(self, size: int) -> None:
        self.typecode = "B" if size <= 127 else "H" if size < 1 << 15 else "I"
        self.found = 2 * size
        self.vertices: list[Any] = []
        visits = _Visits(self.vertices)
        self.events = visits, _Backtracks(visits)

    def of(self, batch: list[Any]) -> array[int]:
        """Return the codes of events, or of codes, up to the first `Found`."""
        try:  # by way of bytes where they suffice: a quarter of the time
            return array(self.typecode, bytes(batch) if self.typecode == "B" else batch)
        except TypeError:
            return array(self.typecode, self._read(batch))

    def _read(self, batch: list[Any]) -> Iterator[int]:
        visits, backtracks = self.events
        for event in batch:
            if isinstance(event, Found):
                yield self.found
                return
            if isinstance(event, int):
                yield event
            else:
                yield (backtracks if isinstance(event, Backtrack) else visits)[event.square]


class _Visits(dict[Any, int]):
    def __init__(self, vertices: list[Any]) -> None:
        self._vertices = vertices

    def __missing__(self, vertex: Any) -> int:
        self[vertex] = code = 2 * len(self._vertices)
        self._vertices.append(vertex)
        return code


class _Backtracks(dict[Any, int]):
    def __init__(self, visits: _Visits) -> None:
        self._visits = visits

    def __missing__(self, vertex: Any) -> int:
        self[vertex] = code = self._visits[vertex] + 1
        return code
