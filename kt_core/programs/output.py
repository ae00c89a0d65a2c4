"""A program's output, bounded: its first and last characters, and its length."""

from __future__ import annotations

import io
from collections.abc import Callable

FIRST_CHARACTERS = 400_000
LAST_CHARACTERS = 100_000
WRITES_PER_TICK = 256


class OutputStream(io.TextIOBase):
    """A text stream that stores little, even if a program writes gigabytes."""

    def __init__(self, tick: Callable[[], None], note: Callable[[int], None]) -> None:
        self.count = 0  # characters written
        self._parts: list[str] = []
        self._kept = 0
        self._tail: list[str] = []
        self._tail_length = 0
        self._writes = 0
        self._tick, self._note = tick, note

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Write a text; most of a very long output is only counted."""
        if type(text) is not str:
            text = str.__str__(text)
        length = len(text)
        self.count += length
        self._note(self.count)
        room = FIRST_CHARACTERS - self._kept
        if room > 0:
            self._parts.append(text[:room])
            self._kept += min(length, room)
        if length > room:
            self._end(text[max(room, 0) :])
        self._writes += 1
        if not self._writes % WRITES_PER_TICK or length > 100_000:
            self._tick()
        return length

    def _end(self, text: str) -> None:
        self._tail.append(text[-LAST_CHARACTERS:])
        self._tail_length += len(self._tail[-1])
        if self._tail_length > 2 * LAST_CHARACTERS:
            self._tail = ["".join(self._tail)[-LAST_CHARACTERS:]]
            self._tail_length = LAST_CHARACTERS

    @property
    def first(self) -> str:
        """The first characters."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    @property
    def last(self) -> str:
        """The last characters that are not in `first`."""
        return "".join(self._tail)[-LAST_CHARACTERS:]

    @property
    def omitted(self) -> int:
        """The number of characters between `first` and `last`."""
        return self.count - self._kept - len(self.last)
