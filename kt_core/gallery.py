"""Famous tours, each checked on first use.

Their diagrams are in gallery.txt. All are from Rouse Ball's book, except those whose `source` names
another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from kt_core.analysis import is_semi_magic, symmetry
from kt_core.board import Board
from kt_core.graph import is_move
from kt_core.language import N_, Sentence, package_file
from kt_core.tour import Tour

BALL = (
    "W. W. Rouse Ball, Mathematical Recreations and Essays, 4th edition (Project Gutenberg 26839)"
)
PUBLIC = N_("the same in several public sources; Beverley 1847/48")
JELLISS = N_("property as described in Jelliss, Knight’s Tour Notes")
ENUMERATED = N_("by enumeration: of the 9,862 closed tours of 6x6 five kinds have this symmetry")
BUILT = N_("found by this program; kinds are named as in Jelliss, Knight’s Tour Notes")


@dataclass(frozen=True)
class Famous:
    """A famous tour: who found it, and where it is printed.

    >>> GALLERY["jaenisch-1862"].tour
    Tour(Board(8, 8), closed, e8 to c7)
    """

    key: str  # identifies the tour in menus and addresses
    name: str
    year: int | None  # None: not in the source
    source: str

    @cached_property
    def board(self) -> Board:
        """The board of the diagram."""
        rows = _diagrams()[self.key]
        return Board(len(rows), len(rows[0]))

    @cached_property
    def tour(self) -> Tour:
        """The tour, from step 1; closed if the last square is a move from the first."""
        steps = [step for row in reversed(_diagrams()[self.key]) for step in row]
        path = sorted(self.board, key=steps.__getitem__)
        return Tour(self.board, path, closed=is_move(self.board, path[-1], path[0]))

    @cached_property
    def symmetry(self) -> tuple[str, ...]:
        """The turns and mirrors that map it to itself, as `analysis.symmetry` names them."""
        return symmetry(self.tour)

    @cached_property
    def semi_magic(self) -> bool:
        """True if all rows and columns of its steps have the same sum."""
        return is_semi_magic(self.tour)


_TOURS = (
    Famous("de-moivre", N_("de Moivre"), None, BALL),
    Famous("euler-6x6", N_("Euler, closed, half-turn symmetric"), None, BALL),
    Famous("euler-method", N_("Euler’s method, worked example"), None, BALL),
    Famous("euler-1759", N_("Euler, by half-boards"), 1759, BALL),
    Famous("roget-half-board", N_("Roget, by half-boards"), None, BALL),
    Famous("roget-1840", N_("Roget, squares and diamonds"), 1840, BALL),
    Famous("jaenisch-1862", N_("Jaenisch, closed and semi-magic"), 1862, BALL),
    Famous("vandermonde-1771", N_("Vandermonde"), 1771, BALL),
    Famous("beverley-1848", N_("Beverley, the first semi-magic tour"), 1848, PUBLIC),
    Famous("euler-5x5", N_("Euler, centrally symmetric"), None, JELLISS),
    Famous("bergholt-6x9", N_("Of Bergholt’s kind, half-turn symmetric"), None, BUILT),
    Famous("suli-6x7", N_("Of as-Suli’s kind, its own mirror image"), None, BUILT),
    *(
        Famous(f"four-fold-{i}", Sentence("Four-fold symmetry, {n} of 5", n=i), None, ENUMERATED)
        for i in range(1, 6)
    ),
)
GALLERY: Mapping[str, Famous] = {famous.key: famous for famous in _TOURS}


@cache
def _diagrams() -> Mapping[str, list[list[int]]]:
    """Return the step on each square of each tour, top row first, by the tour's key."""
    blocks = package_file("gallery.txt").decode().split("\n\n")
    return {
        key: [[int(step) for step in row.split()] for row in rows]
        for key, *rows in map(str.splitlines, blocks)
    }
