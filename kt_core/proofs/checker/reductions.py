"""Kinds whose proofs are about other questions: `joints` and `symmetry` of docs/proofs.md.

`joints` divides a board at one or two squares, and its proof is about a part.
`symmetry` is about tours that an image of the board maps to themselves. Such an image either moves
every square equally far along the tour, or reverses the tour.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kt_core.board import Board, Square, short_name_list
from kt_core.events import Progress
from kt_core.graph import steps
from kt_core.language import N_, Sentence, value_error
from kt_core.proofs.checker.question import (
    CHECKING,
    VERTICES_PER_YIELD,
    BoardMoves,
    cycle_graph,
    given_ends,
)
from kt_core.proofs.checker.reader import FROM, TO, fields, items, squares, word
from kt_core.proofs.checker.record import EdgeStates, VertexImage, check_record
from kt_core.tour import Puzzle

Prove = Callable[[Puzzle, str, Any, Any], Generator[Progress, None, Sentence]]
PartLog = Mapping[str, Any]
OF_PART = ("proof", "witness", "log")
Lay = Callable[[int, int, int, int], tuple[int, int]]  # row, column, last row, last column
#: The images of each symmetry in the order of a log, and those that only a square board has.
LAYS: dict[str, tuple[Sequence[Lay], Sequence[Lay]]] = {
    "half-turn": ((lambda r, c, m, n: (m - r, n - c),), ()),
    "quarter-turn": ((), (lambda r, c, m, _: (m - c, r),)),
    "mirror": (
        (lambda r, c, _, n: (r, n - c), lambda r, c, m, _: (m - r, c)),
        (lambda r, c, _, __: (c, r), lambda r, c, m, n: (n - c, m - r)),
    ),
}


def check_joints(puzzle: Puzzle, log: PartLog, prove: Prove) -> Generator[Progress, None, Sentence]:
    """Return the sentence that a part lacks a path that tours need; `ValueError` if not shown."""
    needed = ("joints", "squares")
    log = fields(log, needed, OF_PART)
    joints, part = squares(puzzle.board, log["joints"]), {*squares(puzzle.board, log["squares"])}
    given, inside = given_ends(puzzle), part.union(joints)
    rest = {square for square in puzzle.board if square not in inside}
    if not given.isdisjoint(joints) or not _divide(puzzle, joints, part, rest):
        raise value_error("the joints of this proof do not divide the board into two parts")
    named = short_name_list(puzzle.board, joints)
    if len(given) == 2 and (given <= part or given <= rest):
        # An open tour goes through the joint once, so it has an end in each part.
        template = N_("Without {joints} the board falls in two, and both ends are in one part.")
        return Sentence(template, joints=named)
    log = fields(log, (*needed, *OF_PART))
    begin, *others = joints
    end = others[0] if others else next(iter(given & part), None)
    own = Board(puzzle.board.rows, puzzle.board.columns, puzzle.board.holes | rest)
    question = Puzzle(own, begin, end, leaper=puzzle.leaper)
    why = yield from prove(question, word(log["proof"]), log["witness"], log["log"])
    template = N_(
        "Without {joints} the board falls in two, and one part lacks what a tour needs. {why}"
    )
    return Sentence(template, joints=named, why=why)


def _divide(puzzle: Puzzle, joints: Sequence[Square], part: set[Square], rest: set[Square]) -> bool:
    """Return True if the joints, two for a closed tour, are all that connects the two parts."""
    are_joints = len(joints) == len({*joints}) == 1 + puzzle.closed and part.isdisjoint(joints)
    if not (are_joints and part and rest):
        return False
    moves = BoardMoves(puzzle)
    return all(rest.isdisjoint(moves.near(square)) for square in part)


def check_symmetry(puzzle: Puzzle, log: Any) -> Generator[Progress, None, Sentence]:
    """Return the sentence that no image maps a tour to itself; `ValueError` if not shown."""
    if puzzle.symmetry is None:
        raise value_error("this proof is about a symmetry, but its question has none")
    board = puzzle.board
    records = [*items(log.get("images", ()))]
    lays, square_lays = LAYS[puzzle.symmetry]
    for place, lay in enumerate((*lays, *(square_lays if board.rows == board.columns else ()))):
        image = _Image(puzzle, lay, 4 if puzzle.symmetry == "quarter-turn" else 2)
        counts = yield from _counts(image)
        if (yield from _is_impossible(counts)):
            continue
        if place >= len(records):
            template = N_(
                "this proof does not say why image {n} of the board maps no tour to itself"
            )
            raise value_error(template, n=place + 1)
        yield from _check_image(counts, records[place])
    return Sentence("No turn or mirror of this kind maps a tour to itself.")


@dataclass(frozen=True)
class _Image:
    """A turn or mirror of the board; applied `times` times, it is the identity."""

    puzzle: Puzzle
    lay: Lay
    times: int

    def __call__(self, square: Square) -> Square:
        """Return the image of a square or a hole."""
        board = self.puzzle.board
        row, column = divmod(square, board.columns)
        row, column = self.lay(row, column, board.rows - 1, board.columns - 1)
        return row * board.columns + column

    def power(self, times: int, *, exchanges: bool) -> VertexImage:
        """Return the image applied `times` times; it may exchange the two added vertices."""

        def image(vertex: Square) -> Square:
            if vertex < 0:
                return FROM + TO - vertex if exchanges and times % 2 else vertex
            for _ in range(times):
                vertex = self(vertex)
            return vertex

        return image


@dataclass(frozen=True)
class _Counts:
    image: _Image
    fixed: int  # squares that stay in place
    exchanged: int  # pairs of squares, a move apart, that change places
    ends_fit: bool  # whether it exchanges the given ends


def _counts(image: _Image) -> Generator[Progress, None, _Counts]:
    puzzle, columns = image.puzzle, image.puzzle.board.columns
    fixed = exchanged = 0
    leaps, given = {*steps(puzzle.leaper)}, given_ends(puzzle)
    for count, square in enumerate(puzzle.board):
        to = image(square)
        fixed += to == square
        if square < to and image(to) == square:
            (row, column), (to_row, to_column) = divmod(square, columns), divmod(to, columns)
            exchanged += (to_row - row, to_column - column) in leaps
        if count % VERTICES_PER_YIELD == 0:
            yield CHECKING
    astray = any(
        image(end) == end or (len(given) == 2 and image(end) not in given) for end in given
    )
    return _Counts(image, fixed, exchanged, not astray)


def _is_impossible(counts: _Counts) -> Generator[Progress, None, bool]:
    """Return True if counts show that an image maps no tour to itself."""
    image, puzzle, fixed = counts.image, counts.image.puzzle, counts.fixed
    n, board = len(puzzle.board), puzzle.board
    if any(image(hole) in board for hole in board.holes):
        return True
    side = yield from BoardMoves(puzzle).sides()
    if side is None:
        return True
    if fixed == n:
        return False
    if not puzzle.closed:  # an open tour is reversed; its middle square or move stays
        middle = fixed == 1 if n % 2 else fixed == 0 and counts.exchanged > 0
        return image.times > 2 or not counts.ends_fit or not middle
    first = board.squares[0]
    changes = side[first] != side[image(first)]
    return not (_carries(counts, changes=changes) or _reverses(counts, changes=changes))


def _carries(counts: _Counts, *, changes: bool) -> bool:
    """Return True if an image may move each square equally far along a closed tour.

    `changes` is True if it exchanges the classes.
    """
    distance, rest = divmod(len(counts.image.puzzle.board), counts.image.times)
    return counts.fixed == 0 and rest == 0 and changes == (distance % 2 == 1)


def _reverses(counts: _Counts, *, changes: bool) -> bool:
    """Return True if an image may reverse a closed tour.

    Then two squares or two moves stay in place.
    """
    if counts.image.times > 2:
        return False
    return counts.exchanged > 1 if changes else counts.fixed == 2


def _check_image(counts: _Counts, record: Any) -> Generator[Progress, None, None]:
    puzzle, image = replace(counts.image.puzzle, symmetry=None), counts.image
    if len(puzzle.board) == 1 and not puzzle.closed:
        raise value_error("the proof leads to a tour, so it proves nothing")
    is_identity, given = counts.fixed == len(puzzle.board), given_ends(puzzle)
    if len(given) == 1 and not is_identity:
        end = image(next(iter(given)))
        is_start = puzzle.start is None
        puzzle = replace(puzzle, start=end) if is_start else replace(puzzle, end=end)
    graph = yield from cycle_graph(puzzle)
    if not isinstance(graph, Sentence):
        exchanges, times = graph.degree[TO] > 0, 1 if is_identity else image.times
        powers = [image.power(each, exchanges=exchanges) for each in range(times)]
        yield from check_record(record, EdgeStates(graph, powers))
