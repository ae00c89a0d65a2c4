"""The code of each event in a record: one byte on a board of up to 127 squares. Pure."""

from __future__ import annotations

from array import array
from typing import Any

from kt_core.events import Backtrack, Found


class Codes:
    """The code of each event: twice the number of its square, and one more for a backtrack.

    A square has the number of its place in `vertices`, where it comes to once a search does: to
    number a million at the start would be felt. A search tells the same events again and again, so
    they are known by identity.
    """

    def __init__(self, vertices: list[Any], size: int, typecode: str) -> None:
        self.found, self._type = 2 * size, typecode
        self._vertices, self._size = vertices, size
        self._number: dict[Any, int] = {}
        self._known: dict[int, int] = {}
        self._alive: list[Any] = []  # an event that is gone could leave its identity to another

    def of(self, batch: list[Any]) -> array[int]:
        """Return the codes of events, up to the first `Found`."""
        known = map(self._known.__getitem__, map(id, batch))
        try:  # by way of bytes where they suffice: half of the time
            return array(self._type, bytes(known) if self._type == "B" else known)
        except KeyError:
            return array(self._type, self._learnt(batch))

    def _learnt(self, batch: list[Any]) -> list[int]:
        if len(self._alive) > 4 * self._size:  # events of a search that makes them anew
            self._alive, self._known = [], {}
        codes: list[int] = []
        for event in batch:
            if isinstance(event, Found):
                return [*codes, self.found]
            code = 2 * self._numbered(event.square) + isinstance(event, Backtrack)
            if id(event) not in self._known:
                self._known[id(event)] = code
                self._alive.append(event)
            codes.append(code)
        return codes

    def _numbered(self, vertex: Any) -> int:
        number = self._number.setdefault(vertex, len(self._vertices))
        if number == len(self._vertices):
            self._vertices.append(vertex)
        return number
