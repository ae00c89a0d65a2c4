"""What a refutation is about, in words of its own: the question, with all that it asks for."""

from __future__ import annotations

from kt_core.board import NAMED_SQUARES, Board, name_list
from kt_core.language import N_, Sentence
from kt_core.leaper import KNIGHT
from kt_core.tour import Puzzle

_NONE = (
    N_("{board} has no open tour{ends}{by}{image}"),
    N_("{board} has no closed tour{ends}{by}{image}"),
)  # by whether it is closed
_IMAGES = {
    "half-turn": N_(" that a half-turn lays on itself"),
    "quarter-turn": N_(" that a quarter-turn lays on itself"),
    "mirror": N_(" that a mirror lays on itself"),
}


def none_of(puzzle: Puzzle) -> Sentence:
    """Return that there is no tour as the puzzle asks for it: a clause, as long as it need be.

    >>> none_of(Puzzle.of(Board(8, 8, ["c3"]), start="a1", leaper=(1, 4)))
    '8x8 without c3 has no open tour from a1 by the (1, 4) leaper'
    """
    by = Sentence(" by the {leaper} leaper", leaper=puzzle.leaper)
    return Sentence(
        _NONE[puzzle.closed],
        board=_board(puzzle.board),
        ends=_ends(puzzle),
        by="" if puzzle.leaper == KNIGHT else by,
        image=Sentence(_IMAGES[puzzle.symmetry]) if puzzle.symmetry else "",
    )


def _board(board: Board) -> str:
    if not board.holes:
        return str(board)
    if len(board.holes) <= NAMED_SQUARES:
        holes = name_list(board, sorted(board.holes))
        return Sentence("{board} without {holes}", board=str(board), holes=holes)
    return Sentence.plural(
        "{board} with {n:,} hole", "{board} with {n:,} holes", len(board.holes), board=str(board)
    )


def _ends(puzzle: Puzzle) -> str:
    start, end = (None if s is None else puzzle.board.name(s) for s in (puzzle.start, puzzle.end))
    if start and end:
        return Sentence(" from {start} to {end}", start=start, end=end)
    if start:
        return Sentence(" from {start}", start=start)
    return Sentence(" to {end}", end=end) if end else ""
