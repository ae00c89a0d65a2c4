"""A player: where the reader stands in a record, and how fast the steps go by. Pure; no clock.

Laws, which tests hold it to: any walk of steps, jumps and ticks ends where adding up the numbers
says; whoever plays comes to every step; nothing moves while nothing plays.
"""

from __future__ import annotations

from web.record import Moment, Record

#: Steps a second that the speed slider offers, slowest first; None: as fast as it goes.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)
BATCH = 512  # steps pulled at a time, where as many are wanted as there are


class Player:
    """Holds a record and a place in it: `step` events have happened."""

    def __init__(self, record: Record, step: int = 0) -> None:
        self.record = record
        self.step = step
        self.playing = False
        self.speed = USUAL
        self._owed = 0.0  # of the next step, while playing

    @property
    def moment(self) -> Moment:
        """What there is to see at this step."""
        return self.record.at(self.step)

    @property
    def at_end(self) -> bool:
        """Whether there is no step after this one, or none that the record may hold."""
        return self.step == len(self.record) and (self.record.ended or self.record.full)

    def play(self) -> None:
        """Go on from here; from the beginning where this is the end."""
        if self.at_end:
            self.step = 0
        self.playing, self._owed = True, 1.0  # the first step at once

    def pause(self) -> None:
        """Stay here."""
        self.playing = False

    def go(self, step: int) -> None:
        """Go to a step, and stay; before the first it is the first, beyond what is known the last.

        One step beyond what is known is pulled.
        """
        self.pause()
        if step == len(self.record) + 1:
            self.record.pull(1)
        self.step = min(max(step, 0), len(self.record))

    def tick(self, seconds: float) -> bool:
        """Let so much time pass; return whether as many steps as there are would be wanted.

        Then `hurry` goes on for as long as the caller has time for.
        """
        if not self.playing:
            return False
        rate = SPEEDS[self.speed]
        if rate is None:
            return True
        self._owed += seconds * rate
        due, self._owed = int(self._owed), self._owed % 1
        self._forward(due)
        return False

    def hurry(self) -> bool:
        """Go on by some hundred steps; return whether there are more."""
        if self.playing:
            self._forward(BATCH)
        return self.playing

    def _forward(self, count: int) -> None:
        missing = self.step + count - len(self.record)
        if missing > 0:
            self.record.pull(missing)
        self.step = min(self.step + count, len(self.record))
        if self.at_end:
            self.pause()
