"""A part of a board that hangs on one square or on two, and has no tour of its own.

A tour goes once through a square without which the board falls in two: so it has an end in either
part, and each part has a path that ends on that square. Through two squares that part the board a
closed tour goes once each: each part has a path from the one to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kt_core.board import Board, Square, marked
from kt_core.language import Sentence, joined
from kt_core.tour import NoTour, Puzzle


@dataclass(frozen=True)
class Part:
    """A part of a board without its joints, and the question that it has to answer with them."""

    joints: tuple[Square, ...]
    squares: Collection[Square]
    puzzle: Puzzle


def part(puzzle: Puzzle, joints: tuple[Square, ...], squares: Collection[Square]) -> Part:
    """Return what one part has to answer: a tour that begins on the first joint."""
    board, inside = puzzle.board, {*squares, *joints}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = joints[1] if puzzle.closed else next(iter(_given(puzzle) & {*squares}), None)
    return Part(joints, squares, Puzzle(own, joints[0], end, leaper=puzzle.leaper))


def torn(
    puzzle: Puzzle, joints: tuple[Square, ...], sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return why there is none where both given ends are in one part; None where they are not."""
    given = _given(puzzle)
    if puzzle.closed or len(given) < 2 or not any(given <= {*side} for side in sides):
        return None
    board = puzzle.board
    reason = Sentence(
        "Without {joint} the board falls into two parts, and a tour has an end in each."
        " {ends} are both in one.",
        joint=board.name(joints[0]),
        ends=marked(board, sorted(given)),
    )
    side = next(side for side in sides if given <= {*side})
    log = {"joints": list(joints), "squares": sorted(side)}
    return NoTour(reason, "joints", {Sentence("goes through"): list(joints)}, log)


def refuted(part: Part, no: NoTour) -> NoTour:
    """Return why the whole has no tour where this part has none."""
    board, joints = part.puzzle.board, part.joints
    values = {"joints": marked(board, joints), "square": board.name(min(part.squares))}
    if len(joints) == 1:
        rule = Sentence(
            "Without {joints} the board falls into two parts, and a tour goes through it once, so"
            " the part with {square} would have a tour of its own that ends there.",
            **values,
        )
    else:
        rule = Sentence(
            "Without {joints} the board falls into two parts, and a closed tour goes through each"
            " once, so the part with {square} would have a tour of its own from one to the other.",
            **values,
        )
    own = Sentence("It has none:")
    log = {
        "joints": list(joints),
        "squares": sorted(part.squares),
        "proof": no.proof,
        "witness": {str(name): list(squares) for name, squares in no.witness.items()},
        "log": no.log,
    }
    witness = {Sentence("goes through"): list(joints), **no.witness}
    return NoTour(joined((rule, own, no.reason)), "joints", witness, log)


def _given(puzzle: Puzzle) -> set[Square]:
    return {s for s in (puzzle.start, puzzle.end) if s is not None}
