"""Kinds whose proofs are about other questions: `joints`, `pairs` and `symmetry` of docs/proofs.md.

`joints` and `pairs` divide a board at one or two squares; their proofs are about the parts.
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
from kt_core.proofs.checker.graph import (
    CHECKING,
    VERTICES_PER_YIELD,
    BoardMoves,
    cycle_graph,
    given_ends,
)
from kt_core.proofs.checker.record import EdgeStates, VertexImage, check_record
from kt_core.proofs.checker.values import FROM, TO, fields, items, members, number, squares, word
from kt_core.tour import Puzzle

Prove = Callable[[Puzzle, str, Any, Any], Generator[Progress, None, Sentence]]
PartLog = Mapping[str, Any]
OF_PART = ("proof", "witness", "log")
#: A path that a part does not have: the part, whether it has both joints, and the first square and
#: the last one of the path. None means any square; as the first square, it means a jump.
Refuted = tuple[int, bool, Square | None, Square | None]
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


@dataclass(frozen=True)
class _Division:
    """Two parts of a board, between which no move leads without the joints."""

    puzzle: Puzzle
    joints: Sequence[Square]
    parts: tuple[set[Square], set[Square]]

    def question(
        self, part: int, joints: Sequence[Square], start: Square | None, end: Square | None
    ) -> Puzzle:
        """Return the question of an open tour of one part and these joints."""
        board, inside = self.puzzle.board, self.parts[part].union(joints)
        holes = board.holes.union(square for square in board if square not in inside)
        whole = Board(board.rows, board.columns, holes)
        return Puzzle(whole, start, end, leaper=self.puzzle.leaper)


def _division(puzzle: Puzzle, log: PartLog) -> _Division:
    board, moves = puzzle.board, BoardMoves(puzzle)
    joints, first = squares(board, log["joints"]), {*squares(board, log["squares"])}
    beside = first.union(joints)
    rest = {square for square in board if square not in beside}
    is_cut = first and rest and first.isdisjoint(joints) and len(joints) == len({*joints})
    if not is_cut or any(not rest.isdisjoint(moves.near(square)) for square in first):
        raise value_error("the joints of this proof do not divide the board into two parts")
    return _Division(puzzle, joints, (first, rest))


def check_joints(puzzle: Puzzle, log: PartLog, prove: Prove) -> Generator[Progress, None, Sentence]:
    """Return the sentence that a part lacks a path that tours need; `ValueError` if not shown."""
    needed = ("joints", "squares")
    log = fields(log, needed, OF_PART)
    division, given = _division(puzzle, log), given_ends(puzzle)
    first, rest = division.parts
    if len(division.joints) != 1 + puzzle.closed or not given.isdisjoint(division.joints):
        raise value_error("the joints of this proof do not divide the board into two parts")
    named = short_name_list(puzzle.board, division.joints)
    if len(given) == 2 and (given <= first or given <= rest):
        # An open tour goes through the joint once, so it has an end in each part.
        template = N_("Without {joints} the board falls in two, and both ends are in one part.")
        return Sentence(template, joints=named)
    log = fields(log, (*needed, *OF_PART))
    begin, *others = division.joints
    end = others[0] if others else next(iter(given & first), None)
    own = division.question(0, division.joints, begin, end)
    why = yield from prove(own, word(log["proof"]), log["witness"], log["log"])
    template = N_(
        "Without {joints} the board falls in two, and one part lacks what a tour needs. {why}"
    )
    return Sentence(template, joints=named, why=why)


def check_pairs(puzzle: Puzzle, log: PartLog, prove: Prove) -> Generator[Progress, None, Sentence]:
    """Return the sentence that all six ways through two joints fail; `ValueError` if not shown."""
    log = fields(log, ("joints", "squares", "parts"))
    division, refuted = _division(puzzle, log), set[Refuted]()
    if puzzle.closed or len(division.joints) != 2:
        raise value_error("the joints of this proof do not divide the board into two parts")
    for question in items(log["parts"]):
        refuted.add((yield from _refuted_path(division, question, prove)))
    if not all(_is_ruled_out(division, refuted, part) for part in (0, 1)):
        raise value_error("this proof leaves a way for a tour through both of its joints")
    template = N_(
        "Without {joints} the board falls in two, and for each way of a tour through both parts one"
        " of them lacks what it needs."
    )
    return Sentence(template, joints=short_name_list(puzzle.board, division.joints))


def _is_ruled_out(division: _Division, refuted: set[Refuted], part: int) -> bool:
    """Return True if this part cannot have a single path while the other part has the rest."""
    (a, b), given, other = division.joints, given_ends(division.puzzle), 1 - part
    inner = {(part, True, a, b), (part, True, b, a), (other, True, None, None)}
    here, there = given & division.parts[part], given - division.parts[part]
    if not here and not inner & refuted:
        return False
    for joint in (a, b):
        outer = {(part, False, joint, None), (other, True, joint, None)}
        if joint not in given and len(here) < 2 and len(there) < 2 and not outer & refuted:
            return False
    return True


def _refuted_path(
    division: _Division, value: Any, prove: Prove
) -> Generator[Progress, None, Refuted]:
    """Return the path that a part does not have, after its proof is checked."""
    question = fields(value, ("part", "joints", "first", "last", *OF_PART))
    part, board = number(question["part"]), division.puzzle.board
    own = squares(board, question["joints"])
    first, last = (
        None if question[name] is None else squares(board, [question[name]])[0]
        for name in ("first", "last")
    )
    if part not in (0, 1):
        raise value_error("this proof has part {part} of a board; there are 0 and 1", part=part)
    of_both = {*own} == {*division.joints}
    is_jump = first is None and last is None and of_both
    if not is_jump and not (first in own and {first, last, *own} - {None} <= {*division.joints}):
        raise value_error(
            "a part of this proof is about a path between squares that are not its joints"
        )
    if last is not None and last not in own:
        raise value_error(
            "a part of this proof is about a path between squares that are not its joints"
        )
    log = dict(members(question["log"]))
    if is_jump:
        yield from _check_jump(division, part, word(question["proof"]), log)
    else:
        inside = given_ends(division.puzzle) & division.parts[part].union(own) - {first}
        end = next(iter(inside), None) if last is None else last
        puzzle = division.question(part, own, first, end)
        yield from prove(puzzle, word(question["proof"]), question["witness"], log)
    return part, of_both, first, last


def _check_jump(
    division: _Division, part: int, kind: str, log: PartLog
) -> Generator[Progress, None, None]:
    """Check that no tour of a part jumps from joint to joint over squares outside the part."""
    log, joints, puzzle = fields(log, ("search", "beyond")), division.joints, division.puzzle
    inside = division.parts[part].union(joints)
    start, end = (s if s in inside else None for s in (puzzle.start, puzzle.end))
    jump = division.question(part, joints, start, end)
    beyond = squares(puzzle.board, log["beyond"])
    is_outside = beyond and not any(square in jump.board for square in beyond)
    if kind != "jump" or not is_outside or len({*beyond}) < len(beyond):
        raise value_error("a jump of this proof must pass squares outside its part, each once")
    graph = yield from cycle_graph(jump, [joints[0], *beyond, joints[1]])
    if not isinstance(graph, Sentence):
        yield from check_record(log["search"], EdgeStates(graph))


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
    changes = side[first] != side[image(first)] if 2 in side else None
    return not (_carries(counts, changes=changes) or _reverses(counts, changes=changes))


def _carries(counts: _Counts, *, changes: bool | None) -> bool:
    """Return True if an image may move each square equally far along a closed tour.

    `changes` is True if it exchanges the classes, None if there are no classes.
    """
    distance, rest = divmod(len(counts.image.puzzle.board), counts.image.times)
    return counts.fixed == 0 and rest == 0 and changes in (None, distance % 2 == 1)


def _reverses(counts: _Counts, *, changes: bool | None) -> bool:
    """Return True if an image may reverse a closed tour.

    Then a square and a move stay in place, or two squares, or two moves.
    """
    if counts.image.times > 2:
        return False
    if len(counts.image.puzzle.board) % 2:
        return counts.fixed == 1 and counts.exchanged > 0
    if counts.fixed:
        return counts.fixed == 2 and changes in (None, False)
    return counts.exchanged > 1 and changes in (None, True)


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
