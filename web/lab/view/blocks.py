"""The layers of a board that follow its squares or its path, in blocks. Pure.

A block is a part of a layer: it draws some squares, or some moves of the path. It depends only on
these, so it changes only if they do. A small board is one block. A board of 145 to 1,599 squares
has several, so that a step redraws only a few. A larger board shows only a line, which is painted
on a canvas if it is very long.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat

from kt_core import svg
from kt_core.board import Board, Square, SquarePath
from web.draw.patch import Lazy
from web.question.question import Question
from web.search.recording import Outcome

SMALL_AREA = 144  # the largest area, with holes, of a board that is one block, with its graph
#: Up to this size the path is SVG and its squares are listed by name; a longer path is painted.
PAINTED_SQUARES = 40_000
BLOCK_SQUARES = 36  # number of squares or moves in a block, unless a board is one block
#: The layers that are divided.
DIVIDED = ("graph", "vertices", "exits", "to-come", "line", "numbers", "degrees", "names")


EMPTY = Lazy(tuple)  # a layer without elements


def is_small(board: Board) -> bool:
    """Return True if a board is drawn at once. Its graph is always drawn, and hidden if not wanted.

    Holes count too: 90,000 holes take as long to draw as squares.
    """
    return board.rows * board.columns <= SMALL_AREA


def is_painted(question: Question, outcome: Outcome) -> bool:
    """Return True if the path is painted on a canvas below the board, because drawing takes long.

    On a large board a path is painted while it grows.
    """
    grows = len(outcome.path) > 1 and not outcome.tour and svg.is_large(question.board)
    return grows or len(question.board) > PAINTED_SQUARES


def is_in_blocks(board: Board) -> bool:
    """Return True if this board has several blocks."""
    return not (is_small(board) or svg.is_large(board))


def blocks(question: Question, outcome: Outcome) -> Mapping[str, Sequence[Lazy]]:
    """Return the blocks of each layer that is divided; a layer that is not shown has empty ones.

    The number of blocks depends only on the board; a large one has none.
    """
    if svg.is_large(question.board):
        return {}
    shown = {**_layers_of_squares(question, outcome), **_layers_of_path(question, outcome)}
    count = len(_ranges(question.board))
    return {name: _as_many_blocks([*shown.get(name, ())], count) for name in DIVIDED}


def _as_many_blocks(parts: Sequence[Lazy], count: int) -> Sequence[Lazy]:
    """Return this number of blocks; the last one has all parts that are left."""
    last = parts[count - 1 :]
    few = last if len(last) < 2 else (Lazy(drawing, last),)
    return (*parts[: count - 1], *few, *repeat(EMPTY, count - len(parts)))


def drawing(parts: Iterable[Lazy]) -> Iterator[str]:
    """Yield the drawings of several parts."""
    return chain.from_iterable(part.value() for part in parts)


def _layers_of_squares(question: Question, outcome: Outcome) -> Mapping[str, Iterable[Lazy]]:
    board, show, path = question.board, question.show, outcome.path
    edges = svg.edges if is_small(board) else svg.edges_at_once
    layers = {"graph": _still(edges, board)} if is_small(board) or "graph" in show else {}
    if not outcome.witness:
        gray = outcome.visited_squares if "path" in show else ()
        layers["vertices"] = _vertices(board, (*gray, *dict(question.puzzle.given)))
    if "names" in show:
        layers["names"] = _still(svg.names, board)
    if "degrees" in show and (outcome.tour or not path):
        layers["degrees"] = _still(svg.degrees, board)
    elif "degrees" in show:
        layers["exits"] = _exits(board, outcome.visited_squares, path[-1])
    return layers


def _layers_of_path(question: Question, outcome: Outcome) -> Mapping[str, Iterable[Lazy]]:
    board, path, whole = question.board, outcome.path, outcome.whole
    closed, pieces = question.puzzle.closed and outcome.tour is not None, outcome.pieces.items()
    layers = dict[str, Iterable[Lazy]]()
    if path and "numbers" in question.show:
        layers["numbers"] = chain.from_iterable(_numbers(board, *piece) for piece in pieces)
    if path and "path" in question.show:
        lines = (_moves(board, *piece, closed=closed) for piece in pieces)
        layers["line"] = chain.from_iterable(lines)
        # The tour of a finished search is not drawn below the path at an earlier step.
        if whole[: len(path)] == path:
            layers["to-come"] = _moves(board, 1, whole, begin=len(path) - 1, is_thin=True)
    return layers


def _ranges(board: Board) -> list[range]:
    """Return the squares of each block."""
    size, length = board.rows * board.columns, _length(board)
    return [range(i, min(i + length, size)) for i in range(0, size, length)]


def _length(board: Board) -> int:
    """Return the largest number of squares in a block."""
    return BLOCK_SQUARES if is_in_blocks(board) else board.rows * board.columns


def _still(layer: Callable[..., Iterable[str]], board: Board) -> Iterator[Lazy]:
    """Yield the blocks of a layer that does not change with a step."""
    return (Lazy(layer, board, block) for block in _ranges(board))


def _numbers(board: Board, first: int, path: Sequence[Square]) -> Iterator[Lazy]:
    """Yield the numbers of a path, from the first one on."""
    length = _length(board)
    for i in range(0, len(path), length):
        yield Lazy(
            svg.numbers, board, tuple(path[i : i + length]), first=first - 1 + i, of=len(board)
        )


def _near(board: Board, path: Iterable[Square], reach: int) -> Iterator[tuple[range, SquarePath]]:
    """Yield each block of squares, with the squares of a path in it and up to `reach` beside it."""
    gray = sorted(path)
    for block in _ranges(board):
        begin, end = (bisect_left(gray, at) for at in (block.start - reach, block.stop + reach))
        yield block, tuple(gray[begin:end])


def _vertices(board: Board, path: Iterable[Square]) -> Iterator[Lazy]:
    for block, gray in _near(board, path, 0):
        yield Lazy(svg.vertices, board, gray, block)


def _exits(board: Board, path: Sequence[Square], here: Square) -> Iterator[Lazy]:
    """Yield blocks of onward moves; each depends on the squares within a knight's move."""
    reach = 2 * board.columns + 2
    for block, gray in _near(board, path, reach):
        knight = here if here in gray else None
        yield Lazy(svg.exits, board, gray, knight, block)


def _moves(
    board: Board,
    number: int,
    path: Sequence[Square],
    *,
    begin: int = 0,
    closed: bool = False,
    is_thin: bool = False,
) -> Iterator[Lazy]:
    """Yield the moves of a path after `begin` of them; its first square has this number."""
    squares, length = (*path, path[0]) if closed else path, _length(board)
    moves = len(squares) - 1
    of = max(moves, 1) if is_thin else max(len(board) - 1 + closed, 1)
    home, out = (path[-1:], path[1:2]) if closed else ((), ())
    for block in range(0, max(moves, 0), length):
        first, last = max(block, begin), min(block + length, moves)
        if first >= last:
            yield EMPTY
            continue
        part = tuple(squares[first : last + 1])
        before = tuple(squares[first - 1 : first] if first > begin else home)
        after = tuple(squares[last + 1 : last + 2] if last < moves else out)
        look = {"before": before, "after": after, "is_thin": is_thin}
        yield Lazy(svg.piece, board, part, number - 1 + first, of=of, **look)
