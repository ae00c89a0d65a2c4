"""A question, `Puzzle`, and its possible answers: `Tour`, `NoTour` and `Undecided`.

A `Tour` cannot be built from a wrong path: the judge checks every square and every move. It works
in slices, because a path may have a million squares.

A puzzle may have given numbers: steps, counted from 1, that are known for some squares. They must
not contradict each other at sight: each square has one number and each number one square, and of
two numbers that follow each other, the colors and the distance of the squares allow the moves
between them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, pairwise
from typing import Any, ClassVar, cast, get_args

from kt_core.board import Board, Square, Symmetry
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Leaper, distances, knight_graph, leaper_of
from kt_core.judge import SQUARES_PER_YIELD, judging
from kt_core.language import N_, choices, paragraph, short, value_error

SYMMETRIES: Sequence[Symmetry] = get_args(Symmetry)
#: What callers give: names or squares, with their numbers.
Given = Mapping[str, int] | Mapping[Square, int] | Mapping[str | Square, int]
GivenNumbers = tuple[tuple[Square, int], ...]  # each square with its number, the numbers ascending


def seed_of(seed: object) -> int | None:
    """Return the seed unchanged; `ValueError` unless it is a whole number or None."""
    if seed is None or type(seed) is int:
        return seed
    raise value_error("{seed} is not a seed; give a whole number, such as 7", seed=short(seed))


def symmetry_of(name: str) -> Symmetry:
    """Return the symmetry with this name; `ValueError` for other names."""
    for symmetry in SYMMETRIES:
        if symmetry == name:
            return symmetry
    raise no_symmetry(name, SYMMETRIES)


def no_symmetry(name: str, known: Iterable[str]) -> ValueError:
    """Return the error for an unknown name of a symmetry; it lists the known names."""
    return value_error(
        "{name} is not a symmetry; there are {known}", name=short(name), known=choices(known)
    )


@dataclass(frozen=True)
class Puzzle:
    """The kind of tour that is wanted; `ValueError` if its conditions contradict each other.

    >>> Puzzle.of(Board(8, 8), start="a1", end="b1")
    Puzzle(board=Board(8, 8), start=0, end=1, closed=False, leaper=(1, 2))
    """

    board: Board
    start: Square | None = None  # None: any
    end: Square | None = None  # None: any
    closed: bool = False
    leaper: Leaper = KNIGHT
    symmetry: Symmetry | None = field(default=None, repr=False)  # maps the tour to itself
    #: The known steps, those of start and end among them; empty if no other step is known.
    given: GivenNumbers = field(default=(), repr=False)

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
        given: Given | None = None,
    ) -> Puzzle:
        """Return a puzzle; start, end and the keys of `given` are names or squares.

        `given` maps squares to their steps, counted from 1.
        """
        first, last = (None if s is None else board.square(s) for s in (start, end))
        kind = None if symmetry is None else symmetry_of(symmetry)
        numbers = tuple((board.square(key), number) for key, number in (given or {}).items())
        return cls(board, first, last, closed, leaper, kind, numbers)

    def __post_init__(self) -> None:
        object.__setattr__(self, "leaper", leaper_of(self.leaper))
        for square in (self.start, self.end):
            if square is not None and square not in self.board:
                raise value_error(
                    "{square} is not a square of {board}", square=repr(square), board=self.board
                )
        name = "" if self.end is None else self.board.name(self.end)
        if name and self.closed:
            raise value_error(
                "a closed tour has no end, so not {name} either; leave the end out", name=name
            )
        if name and self.end == self.start and len(self.board) > 1:
            raise value_error("start and end are both {name}; choose two squares", name=name)
        if self.given:
            self._set_given()

    def _set_given(self) -> None:
        """Make the given numbers agree with start and end; no other numbers are left out."""
        if self.symmetry:
            raise value_error("a puzzle with given numbers has no symmetry; leave the symmetry out")
        given = (*self.given, *replace(self, given=()).numbers)
        numbers = _given_numbers(self.board, given, self.leaper, closed=self.closed)
        square_of = {number: square for square, number in numbers}
        start, end = square_of.get(1), None if self.closed else square_of.get(len(self.board))
        has_more = len(numbers) > (start is not None) + (end is not None)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "end", end)
        object.__setattr__(self, "given", numbers if has_more else ())

    @property
    def given_ends(self) -> tuple[Square, ...]:
        """The given ends of an open tour, the start before the end; empty for a closed tour."""
        ends = () if self.closed else (self.start, self.end)
        return tuple(square for square in ends if square is not None)

    @property
    def numbers(self) -> GivenNumbers:
        """The given numbers, those of the start and the end among them."""
        ends = ((self.start, 1), (self.end, len(self.board)))
        return self.given or tuple((square, n) for square, n in ends if square is not None)

    def from_start(self, path: tuple[Square, ...]) -> tuple[Square, ...]:
        """Return the path of a tour, reversed if needed to begin and end on the given squares."""
        ends = self.start in (None, path[0]) and self.end in (None, path[-1])
        return path if ends or self.closed else path[::-1]

    def ends(
        self, graph: Mapping[Square, Collection[Square]], start: Square
    ) -> Collection[Square] | None:
        """Return the squares where a tour from `start` may end; None if it may end anywhere."""
        if self.closed:
            return graph[start]
        return None if self.end is None else (self.end,)


@dataclass(frozen=True)
class Tour:
    """A knight's tour: `path` visits every square of `board` once, by knight's moves.

    >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
    Tour(Board(3, 4), open, a1 to d3)

    `path` may have names or squares; it becomes a tuple of squares. A closed tour also has a move
    from its last square to its first. `ValueError` names the first wrong step.
    """

    board: Board
    path: tuple[Square, ...]
    closed: bool = False
    leaper: Leaper = KNIGHT
    _repr_svg_: ClassVar[Callable[[Tour], str]]  # set in `kt_core`: a notebook draws a tour

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
        """Return a tour, built in slices: yields `Progress` every few milliseconds."""
        tour = cls.__new__(cls)  # no caller gets it before it is proven
        yield from _prove(tour, board, path, closed, leaper)
        return tour

    @property
    def moves(self) -> int:
        """The number of moves, including the move back to the start of a closed tour."""
        return len(self.path) - (not self.closed)

    def __repr__(self) -> str:
        ends = f"{self.board.name(self.path[0])} to {self.board.name(self.path[-1])}"
        return f"Tour({self.board!r}, {'closed' if self.closed else 'open'}, {ends})"


@dataclass(frozen=True)
class Claim:
    """One sentence of a reason, and the squares that show it.

    `shown` maps names to squares, as a witness does; `at` is a square whose moves the sentence is
    about, or -1; `wrong` are the squares that contradict each other.
    """

    says: str
    shown: Mapping[Any, Sequence[Square]]
    at: Square = -1
    wrong: tuple[Square, ...] = ()


class NoTour(ValueError):
    """Proof that there is no such tour.

    `reason` is a sentence; `proof` a short key such as "parity"; `witness` maps names to lists of
    squares, each a `Subgraph` if moves between its squares matter; `log` has everything else that a
    checker needs: see `proofs`. `claims` are the sentences of the reason, each with the squares
    that show it; empty if the reason is not split. `puzzle` is the question, if `solve` raised the
    exception.
    """

    claims: tuple[Claim, ...] = ()
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

    @classmethod
    def from_claims(
        cls, *claims: Claim, proof: str, witness: Mapping[Any, Sequence[Square]]
    ) -> NoTour:
        """Return a refutation made of these claims; the last is the contradiction."""
        made = cls(paragraph(each.says for each in claims), proof, witness)
        made.claims = claims
        return made

    def of(self, puzzle: Puzzle) -> NoTour:
        """Set the puzzle that this refutes, and return the refutation."""
        self.puzzle = puzzle
        return self

    def __reduce__(self) -> tuple[object, ...]:  # pickled to send it to another process
        values = self.reason, self.proof, self.witness, self.log
        attributes = {name: vars(self)[name] for name in ("claims", "puzzle") if name in vars(self)}
        return NoTour, values, attributes


class Undecided(Exception):
    """Neither a tour nor a proof was found; `spent` maps each method to its slices of work."""

    def __init__(self, reason: str, spent: Mapping[str, int]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = dict(spent)

    def __reduce__(self) -> tuple[object, ...]:
        return Undecided, (self.reason, self.spent)


def _prove(
    tour: Tour, board: Board, path: Iterable[str | Square], closed: bool, leaper: Leaper
) -> Generator[Progress, None, None]:
    """Check the values of a tour and set its fields; `ValueError` if a value is wrong."""
    squares = chain.from_iterable(_in_parts(board, path))
    found = yield from judging(board, squares, leaper, closed=closed)
    if wrong := found.wrong():
        raise ValueError(wrong)
    values = {"board": board, "path": found.path, "closed": closed, "leaper": found.leaper}
    for name, value in values.items():
        object.__setattr__(tour, name, value)


def _in_parts(board: Board, path: Iterable[str | Square]) -> Iterator[list[Square]]:
    """Yield the squares of a path, part by part: most parts have no names."""
    entries = iter(path)
    while part := [*islice(entries, SQUARES_PER_YIELD)]:
        if any(issubclass(each, str) for each in {*map(type, part)}):
            yield [board.square(each) if isinstance(each, str) else each for each in part]
        else:
            yield cast("list[Square]", part)


def _given_numbers(
    board: Board, given: Iterable[tuple[Square, int]], leaper: Leaper, *, closed: bool
) -> GivenNumbers:
    """Return given numbers in ascending order; `ValueError` names two that contradict each other.

    A pair may occur twice. The steps of a closed tour count around it: after the last comes 1.
    """
    square_of, number_of, most = dict[int, Square](), dict[Square, int](), len(board)
    for square, number in given:
        if square not in board:
            raise value_error(
                "{square} is not a square of {board}", square=short(square), board=board
            )
        name = board.name(square)
        if type(number) is not int or not 1 <= number <= most:
            raise value_error(
                "{square} is given the number {number}; the numbers of {board} are 1 to {most}",
                square=name,
                number=short(number),
                board=board,
                most=most,
            )
        if number_of.setdefault(square, number) != number:
            raise value_error(
                "{square} is given two numbers, {one} and {other}",
                square=name,
                one=number_of[square],
                other=number,
            )
        if square_of.setdefault(number, square) != square:
            raise value_error(
                "the number {number} is given twice, on {one} and on {other}",
                number=number,
                one=board.name(square_of[number]),
                other=name,
            )
    found = tuple((square_of[number], number) for number in sorted(square_of))
    for one, other in pairwise(found):
        _check_pair(board, one, other, leaper)
    if closed and len(found) > 1:  # 1 follows the last number
        _check_pair(board, found[-1], found[0], leaper)
    return found


def _check_pair(
    board: Board, one: tuple[Square, int], other: tuple[Square, int], leaper: Leaper
) -> None:
    """Raise `ValueError` if the moves from one number to the other do not fit their squares."""
    (here, number), (there, later) = one, other
    moves = later - number if later > number else later - number + len(board)
    # Around an odd number of squares there is no tour that changes color with each move.
    has_colors = sum(leaper) % 2 and (later > number or len(board) % 2 == 0)
    is_even, distance = board.color(here) == board.color(there), 0
    away = distances(knight_graph(board, leaper), here)
    if has_colors and is_even == moves % 2:
        template = N_(
            "{one} has the number {n} and {other} has {later}: the squares differ in color, so"
            " their numbers must differ by an odd number"
        )
        if is_even:
            template = N_(
                "{one} has the number {n} and {other} has {later}: the squares have the same color,"
                " so their numbers must differ by an even number"
            )
    elif (distance := next((n for square, n in away if square == there), 0)) > moves:
        template = N_(
            "{one} has the number {n} and {other} has {later}: from one to the other it takes at"
            " least {distance} moves, not {moves}"
        )
    else:
        return
    names = {"one": board.name(here), "other": board.name(there)}
    raise value_error(template, **names, n=number, later=later, distance=distance, moves=moves)
