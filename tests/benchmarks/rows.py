"""Ratios that are valid on any machine, each with its promised bound."""

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

LOOP_ROUNDS = 10_000  # rounds of one calibration loop


class Row(NamedTuple):
    """A figure and its bound: a maximum, or with `least` a minimum."""

    name: str
    value: float
    bound: float
    least: bool = False

    @property
    def met(self) -> bool:
        """True if the figure is within its bound."""
        return self.value >= self.bound if self.least else self.value <= self.bound

    def __str__(self) -> str:
        sign, verdict = ">=" if self.least else "<=", "met" if self.met else "NOT MET"
        return f"{self.name:56} {self.value:8.2f} {sign} {self.bound:<8g} {verdict}"


def calibrate(rounds: int) -> int:
    """Run the calibration loop: integers, a list and a dictionary, as in a search.

    Its source also runs in the page, so it uses no names from outside.
    """
    seen: dict[int, int] = {}
    path: list[int] = []
    for i in range(rounds):
        key = i * 7919 % 10_007
        path.append(key)
        seen[key] = seen.get(key, 0) + 1
        if len(path) == 64:
            path = sorted(path)[32:]
    return len(seen)


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work, which other programs do not increase."""
    begun = process_time()
    work()
    return process_time() - begun


def in_turn(
    work: Callable[[], float], reference: Callable[[], float], pairs: int
) -> Iterator[float]:
    """Yield the ratio of two measurements, pair by pair; every other pair begins with the second.

    >>> sorted(in_turn(lambda: 3.0, lambda: 2.0, 2))
    [1.5, 1.5]
    """
    for pair in range(pairs):
        if pair % 2:
            below, above = reference(), work()
        else:
            above, below = work(), reference()
        yield above / below


def in_loops(work: Callable[[], object], pairs: int = 5) -> float:
    """Return the time of some work in calibration loops: the median of pairs."""
    count = max(1, round(seconds(work) / seconds(lambda: calibrate(LOOP_ROUNDS))))
    ratios = in_turn(
        lambda: seconds(work), lambda: seconds(lambda: calibrate(count * LOOP_ROUNDS)), pairs
    )
    return count * median(ratios)
