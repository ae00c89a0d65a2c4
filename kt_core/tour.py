"""A question, `Puzzle`, and its possible answers: `Tour`, `NoTour` and `Undecided`.

A `Tour` cannot be built from a wrong path: `proven_path` checks every square and every move. It
works in slices, because a path may have a million squares.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter, sub
from typing import Any, Literal, get_args

from kt_core.board import Board, Square, Symmetry
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Leaper, is_move, leaper_of, move_name, steps
from kt_core.language import Sentence, choices, paragraph, short, value_error

SYMMETRIES: Sequence[Symmetry] = get_args(Symmetry)


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
        """Return a puzzle; start and end are names or squares."""
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

    @property
    def given_ends(self) -> tuple[Square, ...]:
        """The given ends of an open tour, the start before the end; empty for a closed tour."""
        ends = () if self.closed else (self.start, self.end)
        return tuple(square for square in ends if square is not None)

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

    def _repr_svg_(self) -> str:
        from kt_core import svg  # only a notebook needs the drawing

        return svg.tour(self)

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
    proven = leaper_of(leaper)
    squares = yield from proven_path(board, path, proven, closed=closed)
    values = {"board": board, "path": squares, "closed": closed, "leaper": proven}
    for name, value in values.items():
        object.__setattr__(tour, name, value)


SQUARES_PER_YIELD = 1 << 14  # checked between two yields: about 1 ms
BYTE_ORDER: Literal["little", "big"] = "little" if array("I", [1]).tobytes()[0] else "big"
LONG_PATH = 1 << 12  # squares of the shortest path that is checked with tables, slice by slice


def proven_path(
    board: Board, path: Iterable[str | Square], leaper: Leaper, *, closed: bool
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path as squares if it is a tour; `ValueError` names the first error."""
    squares: tuple[Any, ...] = tuple(path)
    if (yield from _is_tour_by_fast_test(board, squares, leaper)):
        if closed:
            _prove_closed(board, squares, leaper)
        return squares
    squares = yield from _squares(board, squares)
    whole = yield from _visits_each_square_once(board, squares)
    moves = yield from _leading_moves(board, squares, leaper)
    if not whole or moves < len(squares) - 1:
        fault = yield from _first_fault(board, squares, moves, leaper)
        raise ValueError(fault)
    if closed:
        _prove_closed(board, squares, leaper)
    return squares


def _is_tour_by_fast_test(
    board: Board, path: Sequence[Any], leaper: Leaper
) -> Generator[Progress, None, bool]:
    """Return True if a fast test shows a tour; False means that a full check is needed."""
    if len(path) < LONG_PATH or board.columns < 3 * max(leaper):
        return False
    are_moves, seen = _fast_move_test(board, leaper), bytearray(board.rows * board.columns)
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        walk = path[max(begin - 1, 0) : begin + SQUARES_PER_YIELD]
        # Compare types, because True and 1.0 equal 1.
        if [*map(type, walk)].count(int) < len(walk) or not are_moves(walk):
            return False
        for square in walk:
            seen[square] = 1
        yield Progress("proof", begin / len(path))
    return len(path) == len(board) == seen.count(1)


def _fast_move_test(board: Board, leaper: Leaper) -> Callable[[Sequence[int]], bool]:
    """Return a predicate that is true only for walks on squares of the board by legal moves."""
    # A step that wraps around the edge can change the number of the square by as much as a move.
    # But it goes from one of the first columns (as many as the longest leap) to one of the last, or
    # back. On a wide board no move does that, so a walk without such steps has only moves.
    longest, first, last, none = max(leaper), b"\1", b"\2", b"\3"
    row = first * longest + bytes(board.columns - 2 * longest) + last * longest
    kinds = bytearray(row * board.rows + none * (board.rows * board.columns))
    for hole in board.holes:
        kinds[hole] = ord(none)
    are_steps = _only_steps({up * board.columns + right for up, right in steps(leaper)})

    def are_moves(walk: Sequence[int]) -> bool:
        try:
            met = bytes(itemgetter(*walk)(kinds))  # negative numbers index `none` too
        except IndexError:
            return False
        runs_around = first + last in met or last + first in met
        return none not in met and not runs_around and are_steps(walk)

    return are_moves


def _only_steps(known: Collection[int]) -> Callable[[Sequence[Square]], bool]:
    """Return a predicate that is true for walks with only these steps, at most eight of them."""
    # Testing a million steps one by one would take a third of the time of building a tour. So a
    # slice of a walk is one large number with 32 bits for each square. Subtracting it from itself,
    # shifted by one square, gives all steps at once; `middle` makes each positive. Each known step
    # has a bit. For each byte of a step, a table gives the known steps with that byte; a step is
    # known if their intersection is not empty.
    middle, size = 1 << 31, 4
    bytes_of = [(step + middle).to_bytes(size, BYTE_ORDER) for step in known]
    tables = [
        bytes(sum((of[i] == byte) << bit for bit, of in enumerate(bytes_of)) for byte in range(256))
        for i in range(size)
    ]

    def are_steps(walk: Sequence[Square]) -> bool:
        squares, many = array("I", walk).tobytes(), len(walk) - 1
        middles = middle.to_bytes(size, BYTE_ORDER) * many
        here, there, zero = (
            int.from_bytes(each, BYTE_ORDER) for each in (squares[:-size], squares[size:], middles)
        )
        made = (there + zero - here).to_bytes(size * many, BYTE_ORDER)
        left = int.from_bytes(b"\xff" * many, BYTE_ORDER)
        for i, table in enumerate(tables):
            left &= int.from_bytes(made[i::size].translate(table), BYTE_ORDER)
        return 0 not in left.to_bytes(many, BYTE_ORDER)

    return are_steps


def _squares(
    board: Board, path: Iterable[str | Square]
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path as squares; `ValueError` for names that `board.square` refuses."""
    squares: tuple[Any, ...] = tuple(path)
    for begin in range(0, len(squares), SQUARES_PER_YIELD):
        part = squares[begin : begin + SQUARES_PER_YIELD]
        if not _are_squares(board, part):
            named = map(board.square, part)
            squares = (*squares[:begin], *named, *squares[begin + SQUARES_PER_YIELD :])
        yield Progress("proof", begin / len(squares) / 3)
    return squares


def _are_squares(board: Board, part: Sequence[Any]) -> bool:
    # Compare types, because True and 1.0 equal 1. Check whole slices at once, because a million
    # calls of the board would take seconds.
    return (
        set(map(type, part)) == {int}
        and min(part) >= 0
        and max(part) < board.rows * board.columns
        and board.holes.isdisjoint(part)
    )


def _visits_each_square_once(
    board: Board, path: Sequence[Square]
) -> Generator[Progress, None, bool]:
    # All entries of the path are squares of the board. If their number and the number of different
    # ones both equal the board's size, then the path visits each square once.
    seen = bytearray(board.rows * board.columns)
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        for square in path[begin : begin + SQUARES_PER_YIELD]:
            seen[square] = 1
        yield Progress("proof", (1 + begin / len(path)) / 3)
    return len(path) == len(board) == seen.count(1)


def _leading_moves(
    board: Board, path: Sequence[Square], leaper: Leaper
) -> Generator[Progress, None, int]:
    """Return the number of legal moves before the first illegal one."""
    # Renumber the squares as on a board with `longest` more columns. Two squares that are `up` rows
    # and `right` columns apart then differ by up * width + right. Another pair u, v gives the same
    # number only if (up - u) * width = v - right; but |right| < columns, and |v| <= longest for a
    # step, so |v - right| < width and the pairs are equal: no step wraps around the edge unnoticed.
    columns, longest = board.columns, max(leaper)
    width = columns + longest
    moves = {up * width + right for up, right in steps(leaper)}
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        walk = path[begin : begin + SQUARES_PER_YIELD + 1]
        renumbered = [square + square // columns * longest for square in walk]
        made = list(map(sub, renumbered[1:], renumbered))
        if not moves.issuperset(made):
            return next(i for i, move in enumerate(made, start=begin) if move not in moves)
        yield Progress("proof", (2 + begin / len(path)) / 3)
    return max(len(path) - 1, 0)


def _first_fault(
    board: Board, path: Sequence[Square], moves: int, leaper: Leaper
) -> Generator[Progress, None, str]:
    """Return a sentence about the first error of a path that begins with `moves` legal moves."""
    seen = bytearray(board.rows * board.columns)
    for step, square in enumerate(path[: moves + 2], start=1):
        if seen[square]:
            return Sentence(
                "step {step} comes to {square} again; a tour visits a square once",
                step=step,
                square=board.name(square),
            )
        seen[square] = 1
        if step % SQUARES_PER_YIELD == 0:
            yield Progress("proof", 1.0)
    if moves < len(path) - 1:
        here, there = path[moves : moves + 2]
        move = Sentence("{start} to {end}", start=board.name(here), end=board.name(there))
        return Sentence(
            "step {step}, {move}, is not a {leaper_move}",
            step=moves + 2,
            move=move,
            leaper_move=move_name(leaper),
        )
    missing = next(square for square in board if not seen[square])
    return Sentence("the path ends before it has come to {missing}", missing=board.name(missing))


def _prove_closed(board: Board, path: Sequence[Square], leaper: Leaper) -> None:
    if len(path) < 3:
        raise value_error("{path} is too short a path for a closed tour", path=board.names(path))
    last, first = path[-1], path[0]
    if not is_move(board, last, first, leaper):
        home = Sentence("{start} to {end}", start=board.name(last), end=board.name(first))
        raise value_error(
            "the tour is not closed: {move} is not a {leaper_move}",
            move=home,
            leaper_move=move_name(leaper),
        )
