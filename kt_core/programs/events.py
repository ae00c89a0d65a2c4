"""A run's events as events of a search on a board, up to the first impossible one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kt_core.events import Backtrack, Event, Visit
from kt_core.programs.frames import Frame
from kt_core.programs.recording import NEW_BOARD, ProgramRecording
from kt_core.programs.squares import is_knight_move


@dataclass
class Replay:
    """The events of one board of a run.

    `stopped_at` is the number of the event that ends the replay: a visit that is no knight's move
    or leaves the board, or a release of another square than the last; None if all are right.
    """

    recording: ProgramRecording
    frame: Frame
    board: int = 0
    stopped_at: int | None = field(default=None, init=False)

    def __iter__(self) -> Iterator[Event]:
        """Yield the events, up to the first wrong one."""
        recording, path = self.recording, list[int]()
        first = recording.boards[self.board].first
        for number in range(first + (first > 0), len(recording.events)):
            event = recording.events[number]
            if event == NEW_BOARD:
                return
            square = self.frame.square(recording.squares[abs(event) - 1])
            if square is None or not self._is_right(path, event):
                self.stopped_at = number
                return
            if event > 0:
                path.append(event - 1)
                yield Visit(square)
            else:
                path.pop()
                yield Backtrack(square)

    def _is_right(self, path: list[int], event: int) -> bool:
        if event < 0:
            return bool(path) and path[-1] == -event - 1
        if not path:
            return True
        squares = self.recording.squares
        return event - 1 not in path and is_knight_move(squares[path[-1]], squares[event - 1])
