"""Each way of an open tour through the two parts of a board, refuted again by the parts alone.

A tour goes once through each of two joints, so what is left of it is three walks, some of them
empty, each in one part. Which of them one part has tells the way: the one between the joints; the
two outer ones; an outer one; or an outer one and the one between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from itertools import pairwise
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.proofs.ground import given_ends, graph_of_cycles, moves_of, near
from kt_core.proofs.replay import Replay
from kt_core.tour import NoTour, Puzzle

Work = Generator[Progress, None, None]
#: The number of a part, which joints belong to it, the one it begins on, and the one it ends on.
Asked = tuple[int, frozenset[Square], Square | None, Square | None]


def ways_refuted(
    puzzle: Puzzle, log: Mapping[str, Any], checking: Callable[[NoTour, Puzzle], Work]
) -> Generator[Progress, None, bool]:
    """Return, in slices, whether in each way one part has no tour as it would need it.

    `checking` checks the refutations of the parts.
    """
    board, (a, b), first = puzzle.board, log["joints"], set(log["squares"])
    second = {square for square in board if square not in first and square not in (a, b)}
    whole = a != b and all(square in board for square in (a, b, *first))
    parted = whole and first.isdisjoint((a, b)) and first and second
    if puzzle.closed or not parted or any(near(puzzle, s) & second for s in first):
        return False
    none = set[Asked]()
    for told in log["parts"]:
        joints = frozenset(told["joints"])
        part, begin, end = told["part"], told["first"], told["last"]
        if part not in (0, 1) or not joints <= {a, b} or not {begin, end} - {None} <= joints:
            return False
        inside = {*(first, second)[part], *joints}
        if begin is not None:
            question = _question(puzzle, inside, begin, end)
            no = NoTour("", told["proof"], told["witness"], told["log"])
            yield from checking(no, question)
        elif (
            joints != {a, b}
            or end is not None
            or not (yield from _jump_refuted(_jump(puzzle, inside), (a, b), told["log"]))
        ):
            return False
        none.add((part, joints, begin, end))
    return all(_way_refuted(puzzle, (a, b), (first, second), none, part) for part in (0, 1))


def _way_refuted(
    puzzle: Puzzle,
    joints: tuple[Square, Square],
    parts: tuple[set[Square], set[Square]],
    none: set[Asked],
    part: int,
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


def _own(puzzle: Puzzle, inside: set[Square]) -> Board:
    board = puzzle.board
    return Board(board.rows, board.columns, {*range(board.rows * board.columns)} - inside)


def _question(puzzle: Puzzle, inside: set[Square], begin: Square, end: Square | None) -> Puzzle:
    """Return the question of a part whose tour begins on a joint, and has one end of the whole."""
    if end is None:
        end = next(iter(given_ends(puzzle) & (inside - {begin})), None)
    return Puzzle(_own(puzzle, inside), begin, end, leaper=puzzle.leaper)


def _jump(puzzle: Puzzle, inside: set[Square]) -> Puzzle:
    start, end = (s if s in inside else None for s in (puzzle.start, puzzle.end))
    return Puzzle(_own(puzzle, inside), start, end, leaper=puzzle.leaper)


def _jump_refuted(
    puzzle: Puzzle, joints: tuple[Square, Square], log: Mapping[str, Any]
) -> Generator[Progress, None, bool]:
    """Return whether no tour passes vertices, which nothing else leads to, between two joints."""
    graph, between = moves_of(puzzle), log["beyond"]
    line = [joints[0], *between, joints[1]]
    if not between or any(type(v) is not int or v < 0 or v in graph for v in between):
        return False
    if len({*between}) < len(between):
        return False
    for v in between:
        graph[v] = set()
    for v, w in pairwise(line):
        graph[v].add(w)
        graph[w].add(v)
    cycle = graph_of_cycles(puzzle, graph, between)
    if cycle is not None:
        yield from Replay(cycle).run(log["search"])
    return True
