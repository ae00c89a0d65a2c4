"""Tours of large full boards in linear time: the board is cut into tiles, whose tours are joined.

I. Parberry, Discrete Appl. Math. 73 (1997) 251, for closed tours of squares; here all full boards
whose sides are 5 or more, and open tours from any start to any end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import chain
from random import Random

from kt_core.board import Board, Square
from kt_core.events import Event, Found, Progress
from kt_core.leaper import KNIGHT
from kt_core.methods.tilings.bands import Bands
from kt_core.methods.tilings.chains import chained
from kt_core.methods.tilings.layout import Layout, parts
from kt_core.methods.tilings.strands import ABOVE, Place, Strand
from kt_core.tour import Puzzle

ATTEMPTS = 16  # layouts that are tried
SLICE_SQUARES = 30_000  # squares written between two words of progress: about 1 ms


def suits(puzzle: Puzzle) -> bool:
    """Return whether the board is full, for a knight, with sides of 5 or more, and large.

    Up to 11x11 a board is one tile at most, which is exact search with more ado.
    """
    board = puzzle.board
    return _can_be_cut(puzzle) and max(board.rows, board.columns) > 11 and len(board) > 121


def _can_be_cut(puzzle: Puzzle) -> bool:
    board = puzzle.board
    full = not board.holes and puzzle.leaper == KNIGHT
    return full and min(board.rows, board.columns) >= 5 and not (puzzle.closed and len(board) % 2)


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` between slices of work and one `Found`; or no `Found`, which proves nothing.

    Found on every full board with sides of 6 or more, whatever the ends, if their colours are
    right; on five rows nearly always. Another seed gives nearly always another tour: other sides
    and other tours of the tiles, the board laid on its side.

    >>> from kt_core.board import Board
    >>> *_, found = tours(Puzzle(Board(130, 130), closed=True))
    >>> len(set(found.path))
    16900
    """
    yield Progress("tiles", 0)
    begin, end, backwards = puzzle.start, puzzle.end, False
    if begin is None and end is not None:
        begin, end, backwards = end, None, True
    for turn in range(ATTEMPTS if _can_be_cut(puzzle) else 0):
        chance = Random(f"{seed} {turn}") if seed is not None or turn else None
        path = yield from _path(puzzle, begin, end, chance)
        if path:
            yield Found(tuple(reversed(path) if backwards else path))
            return


def _path(
    puzzle: Puzzle, begin: Square | None, end: Square | None, chance: Random | None
) -> Generator[Progress, None, Sequence[Square]]:
    board = puzzle.board
    if len(board) % 2 and begin is None:  # begin on a corner's colour, which has an even number
        begin = 2 * chance.randrange(len(board) // 2 + 1) if chance else 0
    layout, place = _layout(board, begin or 0, chance)
    if len(board) % 2 == 0 and end is None:  # then any closed tour will do
        strands = yield from _stacked(Bands(layout, chance))
    else:
        last = None if end is None else layout.place(end)
        strands = yield from chained(Bands(layout, chance), place, last)
    return (yield from written(strands, begin, len(board)))


def _layout(board: Board, begin: Square, chance: Random | None) -> tuple[Layout, Place]:
    row, column = divmod(begin, board.columns)
    if chance and chance.random() < 0.5:  # on its side
        heights, widths = parts(board.columns, column, chance), parts(board.rows, row, chance)
        return Layout(heights, widths, 1, board.columns), (column, row)
    heights, widths = parts(board.rows, row, chance), parts(board.columns, column, chance)
    return Layout(heights, widths, board.columns, 1), (row, column)


def _stacked(bands: Bands) -> Generator[Progress, None, Sequence[Strand]]:
    """Return a closed tour: bands of tiles from left to right, each one joined onto the last."""
    layout, strands = bands.layout, list[Strand]()
    for i in range(len(layout.heights)):
        band = yield from bands.band(i, 0, len(layout.widths))
        if band is None:
            return ()
        at = layout.square((layout.rows[i], 0))
        if not strands:
            strands.append(Strand(band, at))
        else:
            below = layout.tiles(i - 1, 0, len(layout.widths))
            joint = map(layout.square, below.joint(ABOVE))
            strands.append(strands[-1].take(band, at, joint))
    return strands[:1]


def written(
    strands: Sequence[Strand], begin: Square | None, size: int
) -> Generator[Progress, None, Sequence[Square]]:
    """Return the squares of all strands, from `begin` on, and those before it last."""
    before, path, told = list[Square](), list[Square](), 0
    for section in chain.from_iterable(strand.sections() for strand in strands):
        if begin is not None and begin in section:
            before, path = path, []
            before += section[: section.index(begin)]
            path += section[section.index(begin) :]
        else:
            path += section
        if len(path) + len(before) > told + SLICE_SQUARES:
            told = len(path) + len(before)
            yield Progress("tiles", told / size)
    path += before
    return path
