"""Why there is no tour: each proof names the squares that show it, and can be checked."""

from __future__ import annotations

from kt_core.events import result_of
from kt_core.tour import NoTour, Puzzle


def check(no: NoTour, puzzle: Puzzle | None = None) -> bool:
    """Return True where a refutation proves that its puzzle has no tour; `ValueError` otherwise.

    >>> from kt_core import Board, NoTour, solve
    >>> try:
    ...     solve(Board(4, 6), closed=True)
    ... except NoTour as no:
    ...     check(no)
    True

    It looks at the witness and the log alone, and shares no code with what made them; of the reason
    it believes nothing. The puzzle, which is the whole question with its symmetry, is the one that
    the refutation knows, unless another is given. `grammar` says how a proof is written, and
    `checks` what each kind of it shows.
    """
    from kt_core.proofs.checks import checking

    asked = no.puzzle if puzzle is None else puzzle
    if not isinstance(asked, Puzzle):
        raise ValueError("this refutation does not say of which puzzle it is; give the puzzle")
    result_of(checking(no, asked))
    return True
