"""Boards that one or two squares divide: the kinds `joints` and `pairs` of docs/proofs.md."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kt_core.board import Board, Square, short_name_list
from kt_core.events import Progress
from kt_core.language import N_, Sentence, value_error
from kt_core.proofs.checker.graph import BoardMoves, cycle_graph, given_ends
from kt_core.proofs.checker.record import EdgeStates, check_record
from kt_core.proofs.checker.values import fields, items, members, number, squares, word
from kt_core.tour import Puzzle

Prove = Callable[[Puzzle, str, Any, Any], Generator[Progress, None, Sentence]]
PartLog = Mapping[str, Any]
OF_PART = ("proof", "witness", "log")
#: A path that a part does not have: the part, whether it has both joints, and the first square and
#: the last one of the path. None means any square; as the first square, it means a jump.
Refuted = tuple[int, bool, Square | None, Square | None]


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
        raise value_error("a part of this proof is asked for a path between other squares")
    if last is not None and last not in own:
        raise value_error("a part of this proof is asked for a path between other squares")
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
    """Check that no tour of a part runs from joint to joint over a line beyond the board."""
    log, joints, puzzle = fields(log, ("search", "beyond")), division.joints, division.puzzle
    inside = division.parts[part].union(joints)
    start, end = (s if s in inside else None for s in (puzzle.start, puzzle.end))
    jump = division.question(part, joints, start, end)
    beyond = squares(puzzle.board, log["beyond"])
    is_outside = beyond and not any(square in jump.board for square in beyond)
    if kind != "jump" or not is_outside or len({*beyond}) < len(beyond):
        raise value_error("a part of this proof jumps over its own squares, or none")
    graph = yield from cycle_graph(jump, [joints[0], *beyond, joints[1]])
    if not isinstance(graph, Sentence):
        yield from check_record(log["search"], EdgeStates(graph))
