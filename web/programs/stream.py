"""The events of a program's board as numbers, made while the program runs. Pure.

A worker sends them unchecked, since the page checks every event in any case: see `feed`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # which only a worker loads
    from kt_core.programs.frames import Frame
    from kt_core.programs.recording import ProgramRecording

OUTSIDE = 0xFFFF  # the code of a square outside the board, or of another board's beginning


class EventStream:
    """The events of one board: 2 * square for a visit, one more for a backtrack."""

    def __init__(self, recording: ProgramRecording, frame: Frame, board: int) -> None:
        first = recording.boards[board].first
        self._recording, self._frame = recording, frame
        self._first = self._next = first + (first > 0)
        self._visits, self._backtracks = list[int](), list[int]()  # codes by number of square
        self._known = 0  # squares that have codes

    @property
    def start(self) -> int | None:
        """The square of the first event."""
        events = self._recording.events
        if self._next >= len(events) or events[self._next] <= 0:
            return None
        return self._frame.square(self._recording.squares[events[self._next] - 1])

    def new(self, most: int) -> tuple[array[int], array[int]]:
        """Return the codes of at most `most` new events, and their lines."""
        recording, first = self._recording, self._next
        events = recording.events[first : first + most]
        self._next += len(events)
        codes = self._codes()
        new = array("H", [codes[event] for event in events])
        return new, recording.lines[first : self._next]

    def _codes(self) -> list[int]:
        """Return the code of each event, at the index of the event, which may be negative."""
        for pair in self._recording.squares[self._known :]:
            square = self._frame.square(pair)
            self._visits.append(OUTSIDE if square is None else 2 * square)
            self._backtracks.append(OUTSIDE if square is None else 2 * square + 1)
        self._known = len(self._visits)
        return [OUTSIDE, *self._visits, *reversed(self._backtracks)]

    def growth(self, since: int) -> array[int]:
        """Return the growth of the output: a step after `since`, the length by then, and so on."""
        first, pairs = self._first, array("I")
        for at, count in self._recording.output_lengths(first + since, self._next):
            pairs.extend((at - first + 1, min(count, 0xFFFFFFFF)))
        return pairs

    @property
    def steps(self) -> int:
        """The number of events returned so far."""
        return self._next - self._first
