"""Questions and answers: which tour is asked for, and a tour, proven, or why there is none.

A `Tour` cannot be built from a wrong path, so whoever holds one holds the proof.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import short, value_error
from kt_core.leaper import KNIGHT, Leaper, leaper_of
from kt_core.path import proven_path

Symmetry = Literal["half-turn", "quarter-turn", "mirror"]
SYMMETRIES: Sequence[Symmetry] = get_args(Symmetry)


def seed_of(seed: object) -> int | None:
    """Return a seed as it is; `ValueError` where it is neither a whole number nor None."""
    if seed is None or type(seed) is int:
        return seed
    raise value_error("{seed} is not a seed; give a whole number, such as 7", seed=short(seed))


def symmetry_of(name: str) -> Symmetry:
    """Return the symmetry of this name; `ValueError` where it is none."""
    for symmetry in SYMMETRIES:
        if symmetry == name:
            return symmetry
    known = ", ".join(SYMMETRIES)
    raise value_error("{name!r} is not a symmetry; there are {known}", name=name, known=known)


@dataclass(frozen=True)
class Puzzle:
    """Which tour is asked for, by squares; `ValueError` where the parts contradict each other.

    >>> Puzzle.of(Board(8, 8), start="a1", end="b1")
    Puzzle(board=Board(8, 8), start=0, end=1, closed=False, leaper=(1, 2))
    """

    board: Board
    start: Square | None = None  # None: any
    end: Square | None = None  # None: any
    closed: bool = False
    leaper: Leaper = KNIGHT
    symmetry: Symmetry | None = field(default=None, repr=False)  # by which it is its own image

    @classmethod
    def of(
        cls,
        board: Board,
        *,
        start: str | Square | None = None,
        end: str | Square | None = None,
        closed: bool = False,
        leaper: Leaper = KNIGHT,
        symmetry: str | None = None,
    ) -> Puzzle:
        """Return the puzzle whose start and end are given by name or by square."""
        first, last = (None if s is None else board.square(s) for s in (start, end))
        kind = None if symmetry is None else symmetry_of(symmetry)
        return cls(board, first, last, closed, leaper, kind)

    def __post_init__(self) -> None:
        object.__setattr__(self, "leaper", leaper_of(self.leaper))
        for square in (self.start, self.end):
            if square is not None and square not in self.board:
                raise value_error(
                    "{square} is not a square of {board}", square=repr(square), board=self.board
                )
        if self.end is None:
            return
        name = self.board.name(self.end)
        if self.closed:
            raise value_error(
                "a closed tour has no end, so not {name} either; leave the end out", name=name
            )
        if self.end == self.start and len(self.board) > 1:
            raise value_error("start and end are both {name}; choose two squares", name=name)

    def from_start(self, path: tuple[Square, ...]) -> tuple[Square, ...]:
        """Return the path of such a tour, turned round where it begins on a given end."""
        ends = self.start in (None, path[0]) and self.end in (None, path[-1])
        return path if ends or self.closed else path[::-1]

    def ends(
        self, graph: Mapping[Square, Collection[Square]], start: Square
    ) -> Collection[Square] | None:
        """Return the squares where a tour from `start` may end; None where it may end anywhere."""
        if self.closed:
            return graph[start]
        return None if self.end is None else (self.end,)


@dataclass(frozen=True)
class Tour:
    """A knight's tour: `path` visits every square of `board` once, by knight's moves.

    >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
    Tour(Board(3, 4), open, a1 to d3)

    A closed tour also has a move from its last square to its first. `ValueError` names the first
    step that is wrong.
    """

    board: Board
    path: tuple[Square, ...]
    closed: bool = False
    leaper: Leaper = KNIGHT

    def __init__(
        self,
        board: Board,
        path: Iterable[str | Square],
        closed: bool = False,
        leaper: Leaper = KNIGHT,
    ) -> None:
        for _ in _prove(self, board, path, closed, leaper):
            pass

    @classmethod
    def proving(
        cls,
        board: Board,
        path: Iterable[str | Square],
        closed: bool = False,
        leaper: Leaper = KNIGHT,
    ) -> Generator[Progress, None, Tour]:
        """Return the same tour in slices: yields `Progress` every few milliseconds."""
        tour = cls.__new__(cls)  # which nobody holds before its proof is done
        yield from _prove(tour, board, path, closed, leaper)
        return tour

    @property
    def moves(self) -> int:
        """How many moves the knight makes; a closed tour's last one leads home."""
        return len(self.path) - (not self.closed)

    def _repr_svg_(self) -> str:
        from kt_core import svg  # only a notebook needs the drawing

        return svg.tour(self)

    def __repr__(self) -> str:
        ends = f"{self.board.name(self.path[0])} to {self.board.name(self.path[-1])}"
        return f"Tour({self.board!r}, {'closed' if self.closed else 'open'}, {ends})"


class NoTour(ValueError):
    """There is no such tour, and here is the proof.

    `reason` is a sentence; `proof` a short key such as "parity"; `witness` the named sets of
    squares that show it, a `Subgraph` where their moves show it; `log` what else it takes to check
    it, step by step: see `proofs`. `puzzle` is what was asked, once the front door says no.
    """

    puzzle: Puzzle | None = None

    def __init__(
        self,
        reason: str,
        proof: str,
        witness: Mapping[Any, Sequence[Square]] | None = None,
        log: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.proof = proof
        self.witness: dict[str, Sequence[Square]] = dict(witness or {})
        self.log = dict(log or {})

    def of(self, puzzle: Puzzle) -> NoTour:
        """Return this refutation as that of a puzzle."""
        self.puzzle = puzzle
        return self

    def __reduce__(self) -> tuple[object, ...]:  # from one process to another
        told = self.reason, self.proof, self.witness, self.log
        return NoTour, told, {"puzzle": self.puzzle} if self.puzzle else {}


class Undecided(Exception):
    """Neither a tour nor a proof was found; `spent` says what was tried, as counts by name."""

    def __init__(self, reason: str, spent: Mapping[str, int]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = dict(spent)

    def __reduce__(self) -> tuple[object, ...]:
        return Undecided, (self.reason, self.spent)


def _prove(
    tour: Tour, board: Board, path: Iterable[str | Square], closed: bool, leaper: Leaper
) -> Generator[Progress, None, None]:
    """Give a tour its values, once they are proven; `ValueError` where they are wrong."""
    proven = leaper_of(leaper)
    squares = yield from proven_path(board, path, proven, closed=closed)
    values = {"board": board, "path": squares, "closed": closed, "leaper": proven}
    for name, value in values.items():
        object.__setattr__(tour, name, value)
