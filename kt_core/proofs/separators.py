"""Parts of a board that hang on one square or on two, and what each would have to be toured as.

A tour goes once through a square without which the board falls in two: so it has an end in either
part, and each part has a path that ends on that square. Through two squares that part the board a
closed tour goes once each: each part has a path from the one to the other.

An open tour is then x a y b z: three walks, any of them empty, each of which lies in one part.
Either one part has y alone, a path from joint to joint, and the other x and z: a tour that jumps
from joint to joint. Or a part has x and perhaps y, or z and perhaps y: a tour that begins on a
joint. That makes six ways, each two questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kt_core.board import Board, Square, short_name_list
from kt_core.language import Sentence, paragraph
from kt_core.tour import NoTour, Puzzle

Joints = tuple[Square, Square]


@dataclass(frozen=True)
class Part:
    """A part of a board without its joints, and the question that it has to answer with them."""

    joints: tuple[Square, ...]
    squares: Collection[Square]
    puzzle: Puzzle


def question_of_part(
    puzzle: Puzzle, joints: tuple[Square, ...], squares: Collection[Square]
) -> Part:
    """Return what one part has to answer: a tour that begins on the first joint."""
    board, inside = puzzle.board, {*squares, *joints}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = joints[1] if puzzle.closed else next(iter(_given_ends(puzzle) & {*squares}), None)
    return Part(joints, squares, Puzzle(own, joints[0], end, leaper=puzzle.leaper))


def refutation_by_ends(
    puzzle: Puzzle, joints: tuple[Square, ...], sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return why there is none where both given ends are in one part; None where they are not."""
    given = _given_ends(puzzle)
    if puzzle.closed or len(given) < 2 or not any(given <= {*side} for side in sides):
        return None
    board = puzzle.board
    reason = Sentence(
        "Without {joint} the board falls into two parts, and a tour has an end in each."
        " {ends} are both in one.",
        joint=board.name(joints[0]),
        ends=short_name_list(board, sorted(given)),
    )
    side = next(side for side in sides if given <= {*side})
    log = {"joints": list(joints), "squares": sorted(side)}
    return NoTour(reason, "joints", {Sentence("goes through"): list(joints)}, log)


def refutation_by_part(part: Part, no: NoTour) -> NoTour:
    """Return why the whole has no tour where this part has none."""
    board, joints = part.puzzle.board, part.joints
    values = {"joints": short_name_list(board, joints), "square": board.name(min(part.squares))}
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
    return NoTour(paragraph((rule, own, no.reason)), "joints", witness, log)


class Subproblem(NamedTuple):
    """What one part is asked for: a tour of it and of these joints.

    It begins on the joint `first`; where that is None, it jumps from one joint to the other.
    """

    part: int  # 0 or 1
    joints: tuple[Square, ...]
    first: Square | None
    last: Square | None = None


Split = tuple[Subproblem, Subproblem]


@dataclass(frozen=True)
class SeparationPair:
    """A puzzle whose board falls into two parts without two joints."""

    puzzle: Puzzle
    joints: Joints
    parts: Sequence[Collection[Square]]

    def splits(self) -> Iterator[Split]:
        """Yield the ways through the parts that the given ends of the tour allow."""
        a, b = self.joints
        for part in (0, 1):
            other = 1 - part
            yield from self._legal_splits(
                Subproblem(part, (a, b), a, b), Subproblem(other, (a, b), None)
            )
            for joint in (a, b):
                yield from self._legal_splits(
                    Subproblem(part, (joint,), joint), Subproblem(other, (a, b), joint)
                )

    def question(self, subproblem: Subproblem) -> Puzzle:
        """Return the question of a part; of a jump all but the jump."""
        board, ends = self.puzzle.board, self._ends(subproblem)
        inside = {*self.parts[subproblem.part], *subproblem.joints}
        own = Board(board.rows, board.columns, board.holes | {s for s in board if s not in inside})
        if subproblem.first is None:
            start, end = self.puzzle.start, self.puzzle.end  # which are in it: see `_fits`
        else:
            start, end = (
                subproblem.first,
                next(iter(ends), None) if subproblem.last is None else subproblem.last,
            )
        return Puzzle(own, start, end, leaper=self.puzzle.leaper)

    def _legal_splits(self, one: Subproblem, other: Subproblem) -> Iterator[Split]:
        # Between two joints there is no end; from one on there is one, and that is no joint that
        # both have; at a jump there are both.
        if all(self._fits(subproblem) for subproblem in (one, other)):
            yield one, other

    def _fits(self, subproblem: Subproblem) -> bool:
        given = _given_ends(self.puzzle)
        if subproblem.first is None:
            return given <= {*self.parts[subproblem.part], *subproblem.joints}
        if subproblem.last is not None:
            return given.isdisjoint(self.parts[subproblem.part])
        return subproblem.first not in given and len(self._ends(subproblem)) < 2

    def _ends(self, subproblem: Subproblem) -> set[Square]:
        return _given_ends(self.puzzle) & {*self.parts[subproblem.part], *subproblem.joints}

    def refutation(self, none: Mapping[Subproblem, NoTour]) -> NoTour:
        """Return why there is no tour, where in each way one of the questions has none."""
        a, b = map(self.puzzle.board.name, self.joints)
        reason = Sentence(
            "Without {joints} the board falls into two parts, and a tour goes once through each of"
            " these squares. So either one part has a path from {a} to {b} and the other all else;"
            " or both have a path that begins on {a}, or both one that begins on {b}, and the"
            " square that is left is in one of them. Each of these six ways asks a part for a path"
            " that it does not have.",
            joints=short_name_list(self.puzzle.board, self.joints),
            a=a,
            b=b,
        )
        log = {
            "joints": list(self.joints),
            "squares": sorted(self.parts[0]),
            "parts": [_entry(subproblem, no) for subproblem, no in none.items()],
        }
        return NoTour(reason, "pairs", {Sentence("goes through"): list(self.joints)}, log)


def _given_ends(puzzle: Puzzle) -> set[Square]:
    return {square for square in (puzzle.start, puzzle.end) if square is not None}


def _entry(subproblem: Subproblem, no: NoTour) -> dict[str, Any]:
    witness = {str(name): list(squares) for name, squares in no.witness.items()}
    told = {"proof": no.proof, "witness": witness, "log": no.log}
    return {**subproblem._asdict(), **told}
