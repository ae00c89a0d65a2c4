"""Each way of an open tour through the two parts of a board, refuted again by the parts alone.

A tour goes once through each of two joints, so what is left of it is three walks, some of them
empty, each in one part. Which of them one part has tells the way: the one between the joints; the
two outer ones; an outer one; or an outer one and the one between.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import Sentence, value_error
from kt_core.proofs.definitions import Graph, cycle_graph, given_ends, near
from kt_core.proofs.grammar import Joint, Pair, Proof, Question, Search
from kt_core.proofs.replay import Replay
from kt_core.tour import Puzzle

Work = Generator[Progress, None, Sentence]
#: The number of a part, which joints belong to it, the one it begins on, and the one it ends on.
PartQuestion = tuple[int, frozenset[Square], Square | None, Square | None]
Parts = tuple[set[Square], set[Square]]


def parts_of(puzzle: Puzzle, log: Joint | Pair) -> Parts | None:
    """Return the two parts that a log tells, if no move leads from one to the other."""
    board, first = puzzle.board, {*log.squares}
    beside = first.union(log.joints)
    if any(square not in board for square in beside):
        return None
    rest = {square for square in board if square not in beside}
    if not first or not rest or not first.isdisjoint(log.joints):
        return None
    return None if any(near(puzzle, square) & rest for square in first) else (first, rest)


def are_splits_refuted(
    puzzle: Puzzle, log: Pair, checking: Callable[[Proof, Puzzle], Work]
) -> Generator[Progress, None, bool]:
    """Return, in slices, whether in each way one part has no tour as it would need it.

    `checking` checks the refutations of the parts.
    """
    parts = parts_of(puzzle, log)
    if puzzle.closed or len({*log.joints}) != 2 or len(log.joints) != 2 or not parts:
        return False
    none = set[PartQuestion]()
    for question in log.questions:
        none.add((yield from _checked_question(puzzle, log.joints, parts, question, checking)))
    joints = log.joints[0], log.joints[1]
    return all(_is_split_refuted(puzzle, joints, parts, none, part) for part in (0, 1))


def _checked_question(
    puzzle: Puzzle,
    both: array[int],
    parts: Parts,
    question: Question,
    checking: Callable[[Proof, Puzzle], Work],
) -> Generator[Progress, None, PartQuestion]:
    """Return what a part is asked for, once it is checked that it has none."""
    joints = frozenset(question.joints)
    begin, end, jumps = question.first, question.last, question.first is None
    known = {end} <= {None} and joints == {*both} if jumps else {begin, end} - {None} <= joints
    if not known or not joints <= {*both}:
        raise value_error("a part of this proof is asked for what it has not")
    inside = {*parts[question.part], *joints}
    if begin is None:
        yield from _check_jump(_jump(puzzle, inside), both, question.proof)
    else:
        yield from checking(question.proof, _question(puzzle, inside, begin, end))
    return question.part, joints, begin, end


def _is_split_refuted(
    puzzle: Puzzle, joints: tuple[Square, Square], parts: Parts, none: set[PartQuestion], part: int
) -> bool:
    """Return whether no way is left in which one part has but one walk, with no joint but its own.

    The other part has the rest: nothing is left out, as one of two parts has one walk at most.
    """
    (a, b), both, given, other = joints, frozenset(joints), given_ends(puzzle), 1 - part
    inner = {(part, both, a, b), (part, both, b, a), (other, both, None, None)}
    if given.isdisjoint(parts[part]) and not inner & none:
        return False
    for joint in joints:
        outer = {(part, frozenset([joint]), joint, None), (other, both, joint, None)}
        here, there = given & parts[part], given - parts[part]
        if joint not in given and len(here) < 2 and len(there) < 2 and not outer & none:
            return False
    return True


def only(board: Board, inside: set[Square]) -> Board:
    """Return the board with these squares alone."""
    return Board(board.rows, board.columns, board.holes.union(s for s in board if s not in inside))


def _question(puzzle: Puzzle, inside: set[Square], begin: Square, end: Square | None) -> Puzzle:
    """Return the question of a part whose tour begins on a joint, and has one end of the whole."""
    if end is None:
        end = next(iter(given_ends(puzzle) & (inside - {begin})), None)
    return Puzzle(only(puzzle.board, inside), begin, end, leaper=puzzle.leaper)


def _jump(puzzle: Puzzle, inside: set[Square]) -> Puzzle:
    start, end = (s if s in inside else None for s in (puzzle.start, puzzle.end))
    return Puzzle(only(puzzle.board, inside), start, end, leaper=puzzle.leaper)


def _check_jump(
    puzzle: Puzzle, joints: array[int], proof: Proof
) -> Generator[Progress, None, None]:
    """Check that no tour passes vertices, which nothing else leads to, between two joints."""
    log, board = proof.log, puzzle.board
    if not isinstance(log, Search) or log.beyond is None or proof.kind != "jump":
        raise value_error("a part of this proof jumps, and does not say how")
    beyond = [*log.beyond]
    if not beyond or len({*beyond}) < len(beyond) or any(square in board for square in beyond):
        raise value_error("a part of this proof jumps over its own squares, or none")
    graph = cycle_graph(puzzle, [joints[0], *beyond, joints[1]])
    if isinstance(graph, Graph):
        yield from Replay(graph).run(log.record)
