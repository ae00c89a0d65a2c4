"""The way to draw a board, which depends on its size: its blocks. Pure.

A small board is drawn at once. A board of 145 to 1,599 squares is divided into blocks, so that a
step redraws only a few. The path of a very large one is painted on a canvas.

A block is a part of a layer: it draws some squares, or some moves of the path. It depends only on
these, so it changes only if they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice, repeat

from kt_core import svg
from kt_core.board import Board, Square
from web.draw.patch import Lazy
from web.question.question import Question
from web.search.recording import Outcome

SMALL_AREA = 144  # the largest area, with holes, of a board that is drawn at once, with its graph
#: Up to this size the path is SVG and its squares are listed by name; a longer path is painted.
PAINTED_SQUARES = 40_000
BLOCK_SQUARES = 36  # number of squares or moves in a block


def nothing() -> Iterable[str]:
    """Return an empty layer."""
    return ()


EMPTY = Lazy(nothing)


def is_small(board: Board) -> bool:
    """Return True if a board is drawn at once. Its graph is always drawn, and hidden if not wanted.

    Holes count too: 90,000 holes take as long to draw as squares.
    """
    return board.rows * board.columns <= SMALL_AREA


def is_painted(question: Question) -> bool:
    """Return True if the path is painted on a canvas below the board instead of drawn."""
    return len(question.board) > PAINTED_SQUARES


def is_growing(question: Question, outcome: Outcome) -> bool:
    """Return True if a path is painted while it grows, because drawing it takes too long."""
    is_partial = len(outcome.path) > 1 and not outcome.tour
    return svg.is_large(question.board) and is_partial and not is_small(question.board)


def is_in_blocks(question: Question) -> bool:
    """Return True if this board is drawn in blocks; smaller boards need none."""
    return not (is_small(question.board) or svg.is_large(question.board))


def blocks(
    question: Question, outcome: Outcome, layers: Mapping[str, Lazy]
) -> Mapping[str, Sequence[Lazy]]:
    """Return the blocks of each layer that is divided; an empty layer has empty blocks.

    The number of blocks depends only on the board.
    """
    board, path = question.board, outcome.path
    closed = question.puzzle.closed and outcome.tour is not None
    count = len(_ranges(board))
    divided: Mapping[str, Callable[[], Iterable[Lazy]]] = {
        "graph": partial(_still_blocks, svg.edges_at_once, board),
        "vertices": partial(_vertices, board, path if "path" in question.show else ()),
        "exits": partial(_exits, board, path),
        "to-come": partial(_pieces, board, outcome.whole, len(path) - 1, is_thin=True),
        "line": partial(_pieces, board, path, 0, closed=closed),
        "numbers": partial(_numbers, board, path),
        "degrees": partial(_still_blocks, svg.degrees, board),
        "names": partial(_still_blocks, svg.names, board),
    }

    def blocks_of(name: str) -> Iterable[Lazy]:
        if layers[name] == EMPTY or outcome.others or outcome.first > 1:
            return (layers[name],)
        return divided[name]()

    return {name: list(islice(chain(blocks_of(name), repeat(EMPTY)), count)) for name in divided}


def _ranges(board: Board) -> list[range]:
    size = board.rows * board.columns
    return [range(i, min(i + BLOCK_SQUARES, size)) for i in range(0, size, BLOCK_SQUARES)]


def _still_blocks(layer: Callable[..., Iterable[str]], board: Board) -> Iterator[Lazy]:
    """Yield the blocks of a layer that does not change with a step."""
    return (Lazy(layer, board, block) for block in _ranges(board))


def _numbers(board: Board, path: Sequence[Square]) -> Iterator[Lazy]:
    for i in range(0, len(path), BLOCK_SQUARES):
        part = tuple(path[i : i + BLOCK_SQUARES])
        yield Lazy(svg.numbers, board, part, first=i, of=len(board))


def _visited_flags(board: Board, path: Iterable[Square]) -> bytearray:
    visited = bytearray(board.rows * board.columns)
    for square in path:
        visited[square] = 1
    return visited


def _vertices(board: Board, path: Iterable[Square]) -> Iterator[Lazy]:
    visited = _visited_flags(board, path)
    for block in _ranges(board):
        yield Lazy(_rings, board, block, bytes(visited[block.start : block.stop]))


def _rings(board: Board, block: range, visited: bytes) -> Iterable[str]:
    return svg.vertices_at_once(board, [block[i] for i, gray in enumerate(visited) if gray], block)


def _exits(board: Board, path: Sequence[Square]) -> Iterator[Lazy]:
    """Yield blocks of onward moves; each depends on the squares within a knight's move."""
    visited, reach, here = _visited_flags(board, path), 2 * board.columns + 2, path[-1]
    for block in _ranges(board):
        first, last = max(block.start - reach, 0), block.stop + reach
        near = here if first <= here < last else None
        yield Lazy(_counts, board, block, first, bytes(visited[first:last]), near)


def _counts(
    board: Board, block: range, first: int, visited: bytes, here: Square | None
) -> Iterable[str]:
    gray = [first + i for i, is_gray in enumerate(visited) if is_gray]
    return svg.exits(board, gray, here, block)


def _pieces(
    board: Board,
    path: Sequence[Square],
    begin: int,
    *,
    closed: bool = False,
    is_thin: bool = False,
) -> Iterator[Lazy]:
    """Yield the moves of a path in pieces, starting at square number `begin`."""
    squares = (*path, path[0]) if closed else path
    moves = len(squares) - 1
    of = max(moves, 1) if is_thin else max(len(board) - 1 + closed, 1)
    for block in range(0, max(moves, 0), BLOCK_SQUARES):
        first, last = max(block, begin), min(block + BLOCK_SQUARES, moves)
        if first >= last:
            yield EMPTY
            continue
        home, out = (path[-1:], path[1:2]) if closed else ((), ())
        before = squares[first - 1 : first] if first > begin else home
        after = squares[last + 1 : last + 2] if last < moves else out
        yield Lazy(
            svg.piece,
            board,
            tuple(squares[first : last + 1]),
            first,
            of=of,
            before=tuple(before),
            after=tuple(after),
            is_thin=is_thin,
        )
