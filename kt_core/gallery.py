"""Famous tours, each proven when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kt_core.board import Board
from kt_core.diagrams import DIAGRAMS
from kt_core.language import N_, Sentence
from kt_core.tour import Tour

BALL = (
    "W. W. Rouse Ball, Mathematical Recreations and Essays, 4th edition (Project Gutenberg 26839)"
)
PUBLIC = N_("the same in several public sources; Beverley 1847/48")
JELLISS = N_("property as described in Jelliss, Knight’s Tour Notes")
ENUMERATED = N_("by enumeration: of the 9,862 closed tours of 6x6 five kinds have this symmetry")
BUILT = N_("found by this program; kinds are named as in Jelliss, Knight’s Tour Notes")
HALF, QUARTER = ("rot180",), ("rot180", "rot90")


@dataclass(frozen=True)
class Famous:
    """A famous tour: who found it, where it is printed, and what is said of it.

    >>> GALLERY["jaenisch-1862"].tour
    Tour(Board(8, 8), closed, e8 to c7)

    `symmetry` has the names that `analysis.symmetry` gives; `semi_magic` is that of
    `analysis.is_semi_magic`.
    """

    key: str  # in menus and addresses
    name: str
    year: int | None  # None: the source does not tell
    source: str
    board: Board
    closed: bool = False
    symmetry: tuple[str, ...] = ()
    semi_magic: bool = False

    @cached_property
    def tour(self) -> Tour:
        """The tour, from step 1 on; it is proven as it is built."""
        rows = reversed(DIAGRAMS[self.key].strip().splitlines())
        steps = [int(step) for row in rows for step in row.split()]
        path = sorted(self.board, key=steps.__getitem__)
        return Tour(self.board, path, closed=self.closed)


_TOURS = (
    Famous("de-moivre", N_("de Moivre"), None, BALL, Board(8, 8)),
    Famous(
        "euler-6x6",
        N_("Euler, closed, half-turn symmetric"),
        None,
        BALL,
        Board(6, 6),
        closed=True,
        symmetry=HALF,
    ),
    Famous(
        "euler-method", N_("Euler’s method, worked example"), None, BALL, Board(8, 8), closed=True
    ),
    Famous(
        "euler-1759",
        N_("Euler, by half-boards"),
        1759,
        BALL,
        Board(8, 8),
        closed=True,
        symmetry=HALF,
    ),
    Famous(
        "roget-half-board",
        N_("Roget, by half-boards"),
        None,
        BALL,
        Board(8, 8),
        closed=True,
        symmetry=HALF,
    ),
    Famous("roget-1840", N_("Roget, squares and diamonds"), 1840, BALL, Board(8, 8), closed=True),
    Famous(
        "jaenisch-1862",
        N_("Jaenisch, closed and semi-magic"),
        1862,
        BALL,
        Board(8, 8),
        closed=True,
        semi_magic=True,
    ),
    Famous("vandermonde-1771", N_("Vandermonde"), 1771, BALL, Board(8, 8), closed=True),
    Famous(
        "beverley-1848",
        N_("Beverley, the first semi-magic tour"),
        1848,
        PUBLIC,
        Board(8, 8),
        semi_magic=True,
    ),
    Famous(
        "euler-5x5", N_("Euler, centrally symmetric"), None, JELLISS, Board(5, 5), symmetry=HALF
    ),
    Famous(
        "bergholt-6x9",
        N_("Of Bergholt’s kind, half-turn symmetric"),
        None,
        BUILT,
        Board(6, 9),
        closed=True,
        symmetry=HALF,
    ),
    Famous(
        "suli-6x7",
        N_("Of as-Suli’s kind, its own mirror image"),
        None,
        BUILT,
        Board(6, 7),
        closed=True,
        symmetry=("mirror up-down",),
    ),
    *(
        Famous(
            f"four-fold-{i}",
            Sentence("Four-fold symmetry, {n} of 5", n=i),
            None,
            ENUMERATED,
            Board(6, 6),
            closed=True,
            symmetry=QUARTER,
        )
        for i in range(1, 6)
    ),
)
GALLERY: Mapping[str, Famous] = {famous.key: famous for famous in _TOURS}
