"""Build tours of full boards from tours of tiles by exchanges of two edges.

I. Parberry, Discrete Appl. Math. 73 (1997) 251. His tiles have tours of a knight, and are joined at
their corners. Here the piece may be any leaper. Two tiles are joined at two moves, one of each
tile, whose ends are a leap apart: both moves are replaced with the two leaps between them. The tour
of each shape of tile, and of each kind of row of tiles, is computed only once, so the time is
linear in the number of squares. The tour is closed if that number is even. The module imports
`two_factors`, which finds the tours of the tiles.

Given ends are reached by rotations (L. Pósa, Discrete Math. 14 (1976) 359). A path ends at `e`, and
`x` is a neighbor of `e` on the board. After a rotation, the path goes from `x` to `e`, and then
back along the squares that followed `x`. So it ends at the square that followed `x`, at most two
moves from `e`. Each rotation chooses the square nearest to the target, so the number of rotations
grows with the distance. A rotation reverses a list of stretches, not of squares. A failure, of
either part, proves nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect, insort
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product

from kt_core.board import Board, Square
from kt_core.events import Event, Found, Progress, first_path
from kt_core.graph import KNIGHT, Graph, Leaper, knight_graph, steps
from kt_core.methods import two_factors
from kt_core.tour import NoTour, Puzzle

SIDE = 10  # side of most tiles
LEAST_SQUARES = 122  # exact search answers smaller boards sooner
PATIENCE_SLICES = 200  # limit for the slices of work on a tile
MOST_ROTATIONS = 200  # rotations of one end, besides three for each row and column
ROTATIONS_PER_YIELD = 50  # about 1 ms
SQUARES_PER_YIELD = 1 << 14  # squares written between two yields: about 1 ms

Shape = tuple[int, int]  # rows, columns
Side = int  # the axis on which tiles are joined: 0 in a column, 1 in a row
TilePart = tuple[Sequence[Square], slice, int]  # a path, a range of its steps, and its first square
_known: dict[tuple[Shape, Leaper], Sequence[Square]] = {}  # tours of tiles


@dataclass(frozen=True, eq=False)
class TileBlock:
    """A tour of a part of the board; squares are numbered from the first square of the part.

    It is closed, or its first and last squares are also those of the tour of the whole board.
    """

    shape: Shape
    path: Sequence[Square]


def suits(puzzle: Puzzle) -> bool:
    """Return True if the board is full, large and wide, and has an even area for a closed tour."""
    board = puzzle.board
    is_large = max(board.rows, board.columns) > 11 and len(board) >= LEAST_SQUARES
    is_full = not board.holes and is_large and is_wide(board, puzzle.leaper)
    return is_full and not (puzzle.closed and len(board) % 2)


def is_wide(board: Board, leaper: Leaper) -> bool:
    """Return True if both sides are long enough for tiles, and each move changes the color."""
    least = 5 if leaper == KNIGHT else max(SIDE, 2 * sum(leaper))
    return sum(leaper) % 2 == 1 and min(board.rows, board.columns) >= least


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` between slices of work and at most one `Found`; its absence proves nothing.

    >>> *_, found = tours(Puzzle(Board(130, 130), closed=True))
    >>> len(set(found.path))
    16900
    """
    path = (yield from tour(puzzle.board, puzzle.leaper)) if suits(puzzle) else ()
    if path:
        path = yield from _with_ends(puzzle, path)
    if path:
        yield Found(tuple(path))


def _with_ends(
    puzzle: Puzzle, path: Sequence[Square]
) -> Generator[Progress, None, Sequence[Square]]:
    """Return a path through the same squares with the given ends; empty if none is found."""
    ends = [square for square in (puzzle.start, puzzle.end) if square is not None]
    if not ends:
        return path
    if len(ends) > 1 or len(path) % 2:
        graph = knight_graph(puzzle.board, puzzle.leaper)
        path = yield from with_ends(puzzle.board, graph, path, ends)
    else:
        first = path.index(ends[0])
        path = [*path[first:], *path[:first]]
    return path if puzzle.start is not None else path[::-1]


def tour(board: Board, leaper: Leaper) -> Generator[Progress, None, Sequence[Square]]:
    """Return a tour of a full board, closed if its area is even; empty if none is found."""
    yield Progress("tiles", 0)
    tiles: dict[Shape, TileBlock] = {}
    part = max(SIDE, 2 * sum(leaper))
    for heights, widths in product(_cuts(board.rows, part), _cuts(board.columns, part)):
        for shape in product(dict.fromkeys(heights), dict.fromkeys(widths)):
            if shape not in tiles:
                tiles[shape] = yield from _tile(board, shape, leaper)
        join = _Join(board, leaper)
        rows = {}
        for height in dict.fromkeys(heights):
            rows[height] = yield from join.join([tiles[height, width] for width in widths], 1)
        whole = yield from join.join([rows[height] for height in heights], 0)
        if whole.path:
            yield Progress("tiles", 1)
            return whole.path
    return ()


def _cuts(length: int, part: int) -> Iterator[Sequence[int]]:
    """Yield lists of sides of tiles that add up to `length`; all but the first are `part`."""
    most = max(length // part - 1, 0)
    for parts in range(most, max(most - 3, -1), -1):
        yield [length - parts * part, *[part] * parts]


def _tile(board: Board, shape: Shape, leaper: Leaper) -> Generator[Progress, None, TileBlock]:
    """Return a tile with squares numbered as on the board; its path is empty if none is found."""
    if (shape, leaper) not in _known:
        _known[shape, leaper] = yield from _tile_tour(shape, leaper)
    columns, extra = shape[1], board.columns - shape[1]
    path = [square + square // columns * extra for square in _known[shape, leaper]]
    return TileBlock(shape, path)


def _tile_tour(shape: Shape, leaper: Leaper) -> Generator[Progress, None, Sequence[Square]]:
    board = Board(*shape)
    puzzle = Puzzle(board, closed=len(board) % 2 == 0, leaper=leaper)
    try:
        return (yield from first_path(two_factors.tours(puzzle), PATIENCE_SLICES)) or ()
    except NoTour:  # this tile has no tour, but the board may have one
        return ()


class _Join:
    """Joins blocks in a row or a column, each as a detour of the previous one."""

    def __init__(self, board: Board, leaper: Leaper) -> None:
        self.board, self.leaper = board, leaper
        self._opening, self._exchange = cache(_opening), cache(self._first_exchange)

    def join(self, blocks: Sequence[TileBlock], side: Side) -> Generator[Progress, None, TileBlock]:
        """Return the tour of all blocks, in slices; its path is empty if two cannot be joined."""
        # Only the first block may be an open tour. The path through any other block goes from a
        # square along its closed tour to a neighbor; the detour to the next block interrupts it.
        here, at = blocks[0], 0
        ahead, back = list[TilePart](), list[TilePart]()
        for block in blocks[1:]:
            if (exchange := self._exchange(here, block, side)) is None:
                return TileBlock(here.shape, ())
            leave, beyond = exchange
            ahead.append((here.path, slice(leave), at))
            back.append((here.path, slice(leave, None), at))
            at += here.shape[1] if side else here.shape[0] * self.board.columns
            here = beyond
        parts = (*ahead, (here.path, slice(None), at), *reversed(back))
        sections = ([square + begin for square in path[part]] for path, part, begin in parts)
        path = yield from squares_of(sections, len(self.board), "tiles")
        rows = here.shape[0] if side else self.board.rows
        return TileBlock((rows, self.board.columns), path)

    def _first_exchange(
        self, here: TileBlock, beyond: TileBlock, side: Side
    ) -> tuple[int, TileBlock] | None:
        """Return the number of squares of a path before the detour, and the detour; or None."""
        columns, near = self.board.columns, here.shape[side] - max(self.leaper)
        turn = {divmod(square, columns): i for i, square in enumerate(beyond.path)}
        far = (0, here.shape[1]) if side else (here.shape[0], 0)
        walk = [divmod(square, columns) for square in here.path]
        for leave, (a, b) in enumerate(pairwise(walk), start=1):
            for up, right in steps(self.leaper) if a[side] >= near else ():
                i, j = (turn.get((r + up - far[0], c + right - far[1])) for r, c in (a, b))
                if None not in (i, j) and (detour := self._opening(beyond, i, j)):
                    return leave, detour
        return None


def _opening(block: TileBlock, i: int, j: int) -> TileBlock | None:
    """Return a closed tour as a path between two of its steps; None unless one follows the other.

    >>> ring = TileBlock((2, 2), (0, 5, 6, 1))
    >>> _opening(ring, 1, 2).path, _opening(ring, 0, 3).path, _opening(ring, 0, 2)
    ([5, 0, 1, 6], [0, 5, 6, 1], None)
    """
    tour, ahead = block.path, (j - i) % len(block.path)
    if ahead == len(tour) - 1:
        return replace(block, path=[*tour[i:], *tour[:i]])
    return replace(block, path=[*tour[i::-1], *tour[:i:-1]]) if ahead == 1 else None


# --- Rotations ------------------------------------------------------------------------------------


class RotatedPath:
    """A path made of stretches of another path, each walked forward or backward.

    `step` is the place of each square on the other path. A stretch goes from its entry in `firsts`
    to that in `lasts`, both steps; `lows` has the lower of the two. `begins` are the sorted lows.
    """

    def __init__(
        self, path: Sequence[Square], step: Sequence[int], stretches: Sequence[tuple[int, int]]
    ) -> None:
        self.path, self.step = path, step
        self.firsts = [first for first, _ in stretches]
        self.lasts = [last for _, last in stretches]
        self.lows = [min(stretch) for stretch in stretches]
        self.begins = sorted(self.lows)

    @property
    def last(self) -> Square:
        """The square at the end."""
        return self.path[self.lasts[-1]]

    def after(self, square: Square) -> Square | None:
        """Return the square that follows this one; None at the end."""
        step, place = self._place(square)
        if step != self.lasts[place]:
            return self.path[self._step_after(step, place)]
        place += 1
        return self.path[self.firsts[place]] if place < len(self.firsts) else None

    def rotate(self, square: Square) -> None:
        """Reverse the path after a square."""
        step, place = self._place(square)
        if step != self.lasts[place]:
            self._split(step, place)
        self._reverse(place + 1)

    def reverse(self) -> None:
        """Reverse the path."""
        self._reverse(0)

    def sections(self) -> Iterator[Sequence[Square]]:
        """Yield the squares, in order, as a few long sections."""
        for first, last in zip(self.firsts, self.lasts, strict=True):
            section = self.path[min(first, last) : max(first, last) + 1]
            yield section if first <= last else section[::-1]

    def _place(self, square: Square) -> tuple[int, int]:
        """Return the step of a square, and the place of its stretch."""
        step = self.step[square]
        return step, self.lows.index(self.begins[bisect(self.begins, step) - 1])

    def _step_after(self, step: int, place: int) -> int:
        return step + 1 if self.firsts[place] < self.lasts[place] else step - 1

    def _split(self, step: int, place: int) -> None:
        """Split a stretch after a step that is not its last."""
        first, onward, last = self.firsts[place], self._step_after(step, place), self.lasts[place]
        self.firsts[place : place + 1] = first, onward
        self.lasts[place : place + 1] = step, last
        lows = min(first, step), min(onward, last)
        self.lows[place : place + 1] = lows
        insort(self.begins, max(lows))

    def _reverse(self, place: int) -> None:
        firsts, lasts = self.firsts[place:], self.lasts[place:]
        self.firsts[place:], self.lasts[place:] = lasts[::-1], firsts[::-1]
        self.lows[place:] = self.lows[place:][::-1]


def with_ends(
    board: Board, graph: Graph[Square], path: Sequence[Square], ends: Sequence[Square]
) -> Generator[Progress, None, Sequence[Square]]:
    """Return a path through the same squares that begins at the first of the ends.

    It ends at the second, if there are two. The squares of `path` are a closed tour if their
    number is even. Return an empty path if the rotations fail.
    """
    step = yield from steps_of(path, board.rows * board.columns, "tiles")
    for order, backward in product((ends, ends[::-1]), (False, True)):
        rotated = RotatedPath(path, step, _stretches(path, step[order[0]], backward=backward))
        if (yield from _lead_ends(board, graph, rotated, order)):
            if rotated.last == ends[0]:
                rotated.reverse()
            return (yield from squares_of(rotated.sections(), len(path), "tiles"))
    return ()


def steps_of(
    path: Sequence[Square], size: int, method: str
) -> Generator[Progress, None, Sequence[int]]:
    """Return the step of each square of a path among squares below `size`, in slices."""
    step = array("i", bytes(4 * size))
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        for i, square in enumerate(path[begin : begin + SQUARES_PER_YIELD], start=begin):
            step[square] = i
        yield Progress(method)
    return step


def _stretches(path: Sequence[Square], begin: int, *, backward: bool) -> Sequence[tuple[int, int]]:
    """Return the stretches of a path; a closed path is opened beside step `begin`."""
    last = len(path) - 1
    if len(path) % 2:
        return [(last, 0) if backward else (0, last)]
    if backward:
        return [(begin, 0), *([(last, begin + 1)] if begin < last else [])]
    return [(begin, last), *([(0, begin - 1)] if begin else [])]


def _lead_ends(
    board: Board, graph: Graph[Square], rotated: RotatedPath, ends: Sequence[Square]
) -> Generator[Progress, None, bool]:
    """Return True if the path has these ends now, in some order."""
    if len(rotated.path) % 2 == 0:  # it was opened at the first
        return (yield from _lead(board, graph, rotated, ends[1]))
    for end in ends:
        if not (yield from _lead(board, graph, rotated, end)):
            return False
        rotated.reverse()
    return True


def _lead(
    board: Board, graph: Graph[Square], rotated: RotatedPath, target: Square
) -> Generator[Progress, None, bool]:
    """Return True if the path now ends at the target; its first square stays."""
    columns, been = board.columns, {rotated.last}
    row, column = divmod(target, columns)
    for turn in range(MOST_ROTATIONS + 3 * (board.rows + columns)):
        here = rotated.last
        if here == target:
            return True
        choices = ((rotated.after(square), square) for square in graph[here])
        onward = [(end, square) for end, square in choices if end is not None and end not in been]
        if not onward:
            return False
        end, square = min(
            onward,
            key=lambda choice: (
                (choice[0] // columns - row) ** 2 + (choice[0] % columns - column) ** 2
            ),
        )
        been.add(end)
        rotated.rotate(square)
        if turn % ROTATIONS_PER_YIELD == 0:
            yield Progress("tiles")
    return False


def squares_of(
    sections: Iterable[Sequence[Square]], total: int, method: str
) -> Generator[Progress, None, list[Square]]:
    """Return the squares of the sections of a path, in slices."""
    squares, reported = list[Square](), 0
    for section in sections:
        squares += section
        if len(squares) > reported + SQUARES_PER_YIELD:
            reported = len(squares)
            yield Progress(method, reported / total)
    return squares
