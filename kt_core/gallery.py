"""Famous tours, each checked on first use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kt_core.analysis import is_semi_magic, symmetry
from kt_core.board import Board
from kt_core.language import N_, Sentence
from kt_core.tour import Tour, is_move

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

    key: str  # in menus and addresses
    name: str
    year: int | None  # None: not in the source
    source: str

    @cached_property
    def board(self) -> Board:
        """The board of the diagram."""
        rows = self._steps
        return Board(len(rows), len(rows[0]))

    @cached_property
    def tour(self) -> Tour:
        """The tour, from step 1; closed if the last square is a move from the first."""
        steps = [step for row in reversed(self._steps) for step in row]
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

    @property
    def _steps(self) -> list[list[int]]:
        rows = DIAGRAMS[self.key].strip().splitlines()
        return [[int(step) for step in row.split()] for row in rows]


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

#: The step on each square, top row first. All are from Rouse Ball's book, except those whose
#: `source` above names another.
DIAGRAMS = {
    "de-moivre": """
        34 49 22 11 36 39 24  1
        21 10 35 50 23 12 37 40
        48 33 62 57 38 25  2 13
         9 20 51 54 63 60 41 26
        32 47 58 61 56 53 14  3
        19  8 55 52 59 64 27 42
        46 31  6 17 44 29  4 15
         7 18 45 30  5 16 43 28
    """,
    "euler-6x6": """
        30 21  6 15 28 19
         7 16 29 20  5 14
        22 31  8 35 18 27
         9 36 17 26 13  4
        32 23  2 11 34 25
         1 10 33 24  3 12
    """,
    "euler-method": """
        22 25 50 39 52 35 60 57
        27 40 23 36 49 58 53 34
        24 21 26 51 38 61 56 59
        41 28 37 48  3 54 33 62
        20 47 42 13 32 63  4 55
        29 16 19 46 43  2  7 10
        18 45 14 31 12  9 64  5
        15 30 17 44  1  6 11  8
    """,
    "euler-1759": """
        58 43 60 37 52 41 62 35
        49 46 57 42 61 36 53 40
        44 59 48 51 38 55 34 63
        47 50 45 56 33 64 39 54
        22  7 32  1 24 13 18 15
        31  2 23  6 19 16 27 12
         8 21  4 29 10 25 14 17
         3 30  9 20  5 28 11 26
    """,
    "roget-half-board": """
        50 45 62 41 60 39 54 35
        63 42 51 48 53 36 57 38
        46 49 44 61 40 59 34 55
        43 64 47 52 33 56 37 58
        26  5 24  1 20 15 32 11
        23  2 27  8 29 12 17 14
         6 25  4 21 16 19 10 31
         3 22  7 28  9 30 13 18
    """,
    "roget-1840": """
        34 51 32 15 38 53 18  3
        31 14 35 52 17  2 39 54
        50 33 16 29 56 37  4 19
        13 30 49 36  1 20 55 40
        48 63 28  9 44 57 22  5
        27 12 45 64 21  8 41 58
        62 47 10 25 60 43  6 23
        11 26 61 46  7 24 59 42
    """,
    "jaenisch-1862": """
        63 22 15 40  1 42 59 18
        14 39 64 21 60 17  2 43
        37 62 23 16 41  4 19 58
        24 13 38 61 20 57 44  3
        11 36 25 52 29 46  5 56
        26 51 12 33  8 55 30 45
        35 10 49 28 53 32 47  6
        50 27 34  9 48  7 54 31
    """,
    "vandermonde-1771": """
        26 29 24 47 18 53 58 55
        23 46 27 30 59 56 17 52
        28 25 48 21 50 19 54 57
        45 22 31  4  1 60 51 16
        32  3 44 49 20 15  6 61
        41 38 35  2  5 64  9 12
        36 33 40 43 14 11 62  7
        39 42 37 34 63  8 13 10
    """,
    "beverley-1848": """
         1 48 31 50 33 16 63 18
        30 51 46  3 62 19 14 35
        47  2 49 32 15 34 17 64
        52 29  4 45 20 61 36 13
         5 44 25 56  9 40 21 60
        28 53  8 41 24 57 12 37
        43  6 55 26 39 10 59 22
        54 27 42  7 58 23 38 11
    """,
    "euler-5x5": """
        23 18 11  6 25
        10  5 24 17 12
        19 22 13  4  7
        14  9  2 21 16
         1 20 15  8  3
    """,
    "bergholt-6x9": """
        31 46 19 14 29 12 21  6  3
        18 15 30 47 20  5  2 11 22
        45 32 17 54 13 28  7  4 39
        16 51 48 27 42  1 38 23 10
        33 44 53 50 35  8 25 40 37
        52 49 34 43 26 41 36  9 24
    """,
    "suli-6x7": """
        22  7 20 33 24  9 16
        19 26 23  8 17 32 35
         6 21 18 25 34 15 10
        27 42 39  4 13 36 31
        40  5  2 29 38 11 14
         1 28 41 12  3 30 37
    """,
    "four-fold-1": """
         1  8 31 16  3 10
        30 23  2  9 32 17
         7 36 15 24 11  4
        22 29  6 33 18 25
        35 14 27 20  5 12
        28 21 34 13 26 19
    """,
    "four-fold-2": """
         1 26 13 16  3 28
        12 23  2 27 14 17
        25 36 15  6 29  4
        22 11 24 33 18  7
        35 32  9 20  5 30
        10 21 34 31  8 19
    """,
    "four-fold-3": """
         1 26  5 16  3 28
        12 15  2 27  6 17
        25 36 13  4 29 32
        14 11 22 31 18  7
        35 24  9 20 33 30
        10 21 34 23  8 19
    """,
    "four-fold-4": """
         1  8 23 16 31 10
        22 15  2  9 24 17
         7 36 21 30 11 32
        14 29 12  3 18 25
        35  6 27 20 33  4
        28 13 34  5 26 19
    """,
    "four-fold-5": """
         1 26 23 30 15 28
        24 31  2 27 22 17
         3 36 25 16 29 14
        32 11 34  7 18 21
        35  4  9 20 13  6
        10 33 12  5  8 19
    """,
}
