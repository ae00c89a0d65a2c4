"""An inference of a refutation in words. Pure.

An added vertex of a proof stands for where the tour begins, or for where it ends.
"""

from __future__ import annotations

from collections.abc import Collection

from kt_core.language import _, joined, said
from kt_core.proofs import deduction
from kt_core.proofs.deduction import Inference, Move
from kt_core.proofs.grammar import FROM
from kt_core.sentences import named
from kt_core.tour import Puzzle


def told(puzzle: Puzzle, inference: Inference) -> str:
    """Return an inference in a sentence or two; a contradiction as a clause."""
    return _WORDS[inference.kind](puzzle, inference)


def _take(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        return _ends_on(puzzle, it)
    square, to = _name(puzzle, it.at), _names(puzzle, it.used)
    if _is_end(it.had) or (_is_end(it.used) and it.at == puzzle.start):
        return _taken_at_end(puzzle, it)
    if _is_end(it.used):
        if not to:
            return _("{square} has no second move left: so the tour ends there.", square=square)
        few = _(
            "{square} has one move only, to {to}: so the tour ends there.", square=square, to=to
        )
        left = _(
            "{square} has one move left, to {to}: so the tour ends there.", square=square, to=to
        )
        return left if it.lost else few
    if len(it.used) == 1:
        return _(
            "{square} needs a second move, and one is left, to {to}: the tour uses it.",
            square=square,
            to=to,
        )
    few = _("{square} has two moves only, to {to}: the tour uses both.", square=square, to=to)
    left = _("{square} has two moves left, to {to}: the tour uses both.", square=square, to=to)
    return left if it.lost else few


def _ends_on(puzzle: Puzzle, it: Inference) -> str:
    square = _names(puzzle, it.used)
    if it.at == FROM:
        return _("The tour begins on {square}: it makes one move there, not two.", square=square)
    if puzzle.end is not None:
        return _("The tour is to end on {square}: it makes one move there, not two.", square=square)
    return _("{square} alone is left for the end of the tour.", square=square)


def _taken_at_end(puzzle: Puzzle, it: Inference) -> str:
    square, to = _name(puzzle, it.at), _names(puzzle, it.used)
    if not to:
        return _("The tour begins on {square}: it makes one move there, not two.", square=square)
    return _(
        "{square} is an end of the tour, and one move is left there, to {to}: the tour uses it.",
        square=square,
        to=to,
    )


def _full(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        square = _names(puzzle, it.had)
        return _("The tour ends on {square}, so on no other square.", square=square)
    out = {"square": _name(puzzle, it.at), "to": _names(puzzle, it.out)}
    if not out["to"]:
        return _("{square} has both its moves: so the tour does not end there.", **out)
    if not _is_end(it.had):
        full = _("{square} has both its moves: those to {to} are left out.", **out)
        if len(_squares(it.out)) == 1:
            full = _("{square} has both its moves: that to {to} is left out.", **out)
    else:
        full = _("{square} is an end of the tour and has its move: to {to} it has none.", **out)
    nor = _("Nor does the tour end there.") if _is_end(it.out) else ""
    return said(joined((full, nor)))


def _ring(puzzle: Puzzle, it: Inference) -> str:
    n, names = sum(v >= 0 for v in it.path), [_name(puzzle, v) for v in it.out[0] if v >= 0]
    if n == 1:
        return _("The tour begins on {square}, so it does not end there.", square=names[0])
    if len(names) == 1:
        return _(
            "The tour does not end on {square}: it would be over after {n:,} squares.",
            square=names[0],
            n=n,
        )
    moved = {"one": names[0], "other": names[1], "n": n}
    if min(it.path) < 0:
        return _(
            "A move from {one} to {other} would end the tour after {n:,} squares: it is left out.",
            **moved,
        )
    return _(
        "A move from {one} to {other} would close a circle of {n:,} squares: it is left out.",
        **moved,
    )


def _stuck(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        return _("no square is left where the tour could end.")
    square, to = _name(puzzle, it.at), _names(puzzle, (*it.had, *it.left))
    if _is_end(it.had):
        return _("{square} is an end of the tour, and no move is left there.", square=square)
    if not to:
        return _("{square} has no move left.", square=square)
    return _("{square} has one move left, to {to}, and needs two.", square=square, to=to)


def _crowd(puzzle: Puzzle, it: Inference) -> str:
    to = _names(puzzle, it.had)
    if it.at < 0:
        return _("the tour would end on both {squares}.", squares=to)
    square = _name(puzzle, it.at)
    if not _is_end(it.had):
        return _(
            "{square} has three forced moves, to {to}; a tour makes two.", square=square, to=to
        )
    return _(
        "{square} has two forced moves, to {to}; as an end of the tour it makes one.",
        square=square,
        to=to,
    )


def _circle(puzzle: Puzzle, it: Inference) -> str:
    n = sum(v >= 0 for v in it.path)
    if min(it.path) < 0:
        return _("forced moves end the tour after {n:,} squares.", n=n)
    return _("forced moves close a circle of {n:,} squares, which leaves out the others.", n=n)


def _name(puzzle: Puzzle, square: int) -> str:
    return puzzle.board.name(square)


def _squares(moves: Collection[Move]) -> list[int]:
    """Return where moves lead; an added vertex is no square."""
    return [to for _from, to in moves if to >= 0]


def _names(puzzle: Puzzle, moves: Collection[Move]) -> str:
    """Return where moves lead, by name: "b3 and d3"; "" where there are none."""
    squares = _squares(moves)
    return said(named(puzzle.board, squares)) if squares else ""


def _is_end(moves: Collection[Move]) -> bool:
    """Return whether one of these is the way in, or out, at an end of the tour."""
    return any(to < 0 for _from, to in moves)


_WORDS = {
    deduction.TAKE: _take,
    deduction.FULL: _full,
    deduction.RING: _ring,
    deduction.STUCK: _stuck,
    deduction.CROWD: _crowd,
    deduction.CIRCLE: _circle,
}
