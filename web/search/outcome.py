"""What a question comes to: a tour, a refutation that was checked once more, or a path. Pure."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.tour import NoTour, Puzzle, Tour

if TYPE_CHECKING:  # which a page starts without
    from kt_core.proofs.deduction import Inference

MOST_SQUARES = 400  # of a larger board it takes too long to be waited for
LEAST_INFERENCES = 2  # that are worth to be gone through: one says no more than the reason


@dataclass(frozen=True, eq=False)
class PathPrefix(Sequence[Any]):
    """The first squares of a path: there at once and equal at once, however long the path is.

    Two of the same path need no look at its squares, which a tuple would take at each of them.

    >>> tuple(PathPrefix((0, 10, 4), 2))
    (0, 10)
    """

    whole: tuple[Any, ...]
    length: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathPrefix) or self.length != other.length:
            return False
        return self.whole is other.whole or tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return tuple(self.whole[i] for i in range(*place.indices(self.length)))
        if not -self.length <= place < self.length:
            raise IndexError(place)
        return self.whole[place % self.length]

    def __iter__(self) -> Iterator[Any]:
        return islice(self.whole, self.length)


@dataclass(frozen=True)
class Outcome:
    """What there is to see of an answer at one step."""

    tour: Tour | None = None
    reason: str = ""  # why there is no tour; "" where that is not known
    witness: Mapping[str, Sequence[Square]] = field(default_factory=dict)  # what shows that
    checked: bool = False  # whether a second look has confirmed that there is none
    inferences: Sequence[Inference] = ()  # how forced moves contradict each other, if they do
    undecided: str = ""  # why neither is known, where the work was given up
    path: Sequence[Any] = ()  # squares; or vertices of another graph
    whole: Sequence[Any] = ()  # the path as it will be, where it is shown only in part
    dead_end: Any = None  # the square that was just left, where that was a dead end
    steps: int = 0
    dead_ends: int = 0
    milliseconds: int | None = None
    method: str = ""  # that answered; "" for the search that is watched
    progress: Progress | None = None  # the last word of a method at work


NOTHING = Outcome()


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, bool]:
    """Return whether a second look at the board confirms it; in slices.

    What cannot be checked so is not said to be: a search that was watched to its end.
    """
    if len(puzzle.board) > MOST_SQUARES:
        return False
    from kt_core.proofs import checks  # which a page starts without

    try:
        yield from checks.checking(no, puzzle)
    except ValueError:
        return False
    return True


def deduction_of(puzzle: Puzzle) -> tuple[Inference, ...]:
    """Return how forced moves come to contradict each other; none where they do not.

    For a refutation that was confirmed: whatever its kind, forced moves may tell it as well.
    """
    from kt_core.proofs.deduction import deduction  # which a page starts without

    told = deduction(puzzle)
    return told if len(told) >= LEAST_INFERENCES else ()
