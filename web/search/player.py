"""A player: where the reader stands in a record, and how fast the steps go by. Pure; no clock.

In a race there are two records, and one clock for both. Laws, which tests hold it to: any walk of
steps, jumps and ticks ends where adding up the numbers says; whoever plays comes to every step;
nothing moves while nothing plays.
"""

from __future__ import annotations

from collections.abc import Sequence

from web.search.record import Moment, Record

#: Steps a second that the speed slider offers, slowest first; None: as fast as it goes.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)
BATCH = 4096  # steps pulled at a time, where as many are wanted as there are


class Player:
    """Holds records and a place in them: `step` events have happened, in each that has as many."""

    def __init__(self, record: Record, step: int = 0, rivals: Sequence[Record] = ()) -> None:
        self.record = record
        self.records = (record, *rivals)
        self.step = step
        self.playing = False
        self.speed = USUAL
        self._owed = 0.0  # of the next step, while playing

    @property
    def length(self) -> int:
        """How many steps are known, in the record that has the most."""
        return max(map(len, self.records))

    @property
    def moment(self) -> Moment:
        """What there is to see at this step."""
        return self.moments[0]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The same for every record; one that has ended stays where it did."""
        return tuple(record.at(min(self.step, len(record))) for record in self.records)

    @property
    def ended(self) -> bool:
        """Whether every search came to its end, so that the number of steps is known."""
        return all(record.ended for record in self.records)

    @property
    def at_end(self) -> bool:
        """Whether there is no step after this one, or none that the records may hold."""
        return self.step == self.length and not any(record.more for record in self.records)

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
        if step == self.length + 1:
            self._pull(step)
        self.step = min(max(step, 0), self.length)

    @property
    def hurries(self) -> bool:
        """Whether it goes as fast as it can."""
        return SPEEDS[self.speed] is None

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
        self._pull(self.step + count)
        self.step = min(self.step + count, self.length)
        if self.at_end:
            self.pause()

    def _pull(self, step: int) -> None:
        for record in self.records:
            if step > len(record):
                record.pull(step - len(record))
