"""How fast steps go by: what the slider offers, and how many are due after some time. Pure."""

from __future__ import annotations

#: Steps a second that the slider offers, slowest first; None: as fast as it goes.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)


def due(owed: float, seconds: float, speed: int) -> tuple[int, float]:
    """Return how many steps are due, and the part of the next one that is still owed.

    >>> due(0.5, 0.25, USUAL)
    (2, 0.5)
    """
    rate = SPEEDS[speed]
    assert rate is not None
    owed += seconds * rate
    return int(owed), owed % 1
