"""Move orderings without backtracking: the path of one, and the success rate of each. Pure.

On a small board, the path is drawn square by square. On a large one it is drawn in pieces, so that
only the piece that has grown is redrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import center, circle, cross, number
from kt_core.graph import knight_graph, onward
from kt_core.language import N_, _, ngettext
from web.chapter.content.controls import (
    BOARDS,
    LIVE_SIDE,
    ORDER_NAMES,
    ORDERS,
    positions,
    squares_at,
)
from web.chapter.content.trials import (
    cannot_begin,
    lost_squares,
    path_of,
    why_none_begins,
)
from web.chapter.figures.layout import (
    DRAWING,
    Guess,
    choice,
    drawing,
    layer,
    rings,
    slider,
    turns,
)
from web.chapter.text import Values, Words, sentences_text
from web.draw.patch import Lazy, Patches, attributes, time_color

RULE_NAMES = tuple(ORDER_NAMES.values())
BOARD_NAMES = tuple(f"{side} × {side}" for side in BOARDS)
BY_CHANCE = ORDERS.index("random")
CROSS = 0.22  # half of the side of the cross on a lost square, in squares
WORDS = ("edge", "middle")  # words of the text that highlight squares
PIECE = 1000  # number of squares of a long path that are drawn together


def regions(words: Words, values: Values, lit: str) -> Patches:
    """Yield the board with the visited squares."""
    place, order, seed, start, _bet, step = values
    side = BOARDS[place]
    yield DRAWING, Lazy(_ground, side)
    if side <= LIVE_SIDE:
        yield layer("path"), Lazy(_path, values[:4], step, lit if lit in WORDS else "")
    else:
        done = squares_at(side, step)
        for piece in range(_pieces(side)):
            length = min(max(done, 1), (piece + 1) * PIECE + 1)
            yield layer(f"piece-{piece}"), Lazy(_piece, values[:4], piece, length)
    name = Board(side, side).name(start)
    most = positions(side) if side > LIVE_SIDE else len(path_of(*values[:4]).first(side**2)) - 1
    yield " [name=board]", choice(place)
    yield " [name=order]", choice(order)
    yield " [data-dial=seed]", attributes(hidden=order != BY_CHANCE)
    yield " [name=seed]", slider(seed, str(seed))
    yield " [name=start]", slider(start, name, side**2 - 1)
    yield " [name=step]", slider(step, sentence(words, values), most)


def sentence(words: Words, values: Values) -> str:
    """Describe the position of the path in a sentence."""
    board, path = _board_and_path(values)
    text = {
        0: N_("{count:,} of {of:,} squares, now on {name}."),
        1: N_("A tour: all {of:,} squares, without ever going back."),
        2: N_("Stuck on {name} after {count:,} of {of:,} squares."),
    }[_end(words, values)]
    slots = {"count": len(path), "of": len(board), "name": board.name(path[-1])}
    parts = [_(text, **slots)]
    if board.rows <= LIVE_SIDE and (lost := lost_squares(knight_graph(board), path)):
        parts.append(
            ngettext(
                "{n} square can no longer be reached.",
                "{n} squares can no longer be reached.",
                len(lost),
            )
        )
    if cannot_begin(board, path[0]):
        parts.append(why_none_begins(board, path[0]))
    return sentences_text(*parts)


def _board_and_path(values: Values) -> tuple[Board, Sequence[int]]:
    side = BOARDS[values[0]]
    return Board(side, side), path_of(*values[:4]).first(squares_at(side, values[-1]))


def _end(words: Words, values: Values) -> int:
    """Return 1 if the path is a tour, 2 if it is at a dead end, else 0."""
    board, path = _board_and_path(values)
    if len(path) == len(board):
        return 1
    return 2 * (len(path_of(*values[:4]).first(len(path) + 1)) == len(path))


def _asks(words: Words, values: Values) -> str:
    board = Board(BOARDS[values[0]], BOARDS[values[0]])
    text = N_("From {name}: will it visit all {of:,} squares, or get stuck?")
    return _(text, name=board.name(values[3]), of=len(board))


GUESS = Guess(_asks, _end, lambda *_: (N_("It will finish"), N_("It will get stuck")))


def measurement(words: Words, found: Values, milliseconds: int) -> str:
    """Describe the number of starts from which the rule found a tour, measured in this browser."""
    of, tried, tours = found
    return ngettext(
        "{tried} of {of} starts tried, without ever going back: {n} tour, in {took:,} ms.",
        "{tried} of {of} starts tried, without ever going back: {n} tours, in {took:,} ms.",
        tours,
        tried=tried,
        of=of,
        took=milliseconds,
    )


def _pieces(side: int) -> int:
    return -(-side * side // PIECE)


def _ground(side: int) -> Iterator[str]:
    board = Board(side, side)
    if side <= LIVE_SIDE:
        yield drawing(board, "", (svg.squares(board, turns("start")), svg.names(board)), "path")
    else:
        yield drawing(board, "", (), *(f"piece-{piece}" for piece in range(_pieces(side))))


def _path(request: Values, step: int, lit: str) -> Iterator[str]:
    side = BOARDS[request[0]]
    board, path = Board(side, side), path_of(*request).first(step + 1)
    graph, here = knight_graph(board), path[-1]
    yield from svg.vertices(board, path)
    yield from svg.line(board, path, of=len(board))
    yield from svg.ends(board, path)
    yield from svg.moves(board, here, path)
    if not onward(graph, path, here) and len(path) < len(board):
        yield from svg.dead_end_square(board, here)
    yield from svg.knight(board, here)
    yield from _crosses(board, lost_squares(graph, path))
    yield from rings(board, (s for s in board if _is_lit(board, s, lit)), 0.42, 0.07)


def _crosses(board: Board, squares: Sequence[Square]) -> Iterator[str]:
    """Yield a cross on each square."""
    d = "".join(cross(*center(board, square), CROSS) for square in squares)
    look = f'class="lost" fill="none" stroke="{light("wrong")}" stroke-width=".07"'
    if d:
        yield f'<path {look} d="{d}"/>'


def _is_lit(board: Board, square: Square, lit: str) -> bool:
    """Return True if a word of the text highlights this square: at the edge, or in the middle."""
    row, column = divmod(square, board.columns)
    inwards = min(row, column, board.rows - 1 - row, board.columns - 1 - column)
    return lit == ("edge" if inwards == 0 else "middle" if inwards > 1 else "between")


def _piece(request: Values, piece: int, length: int) -> Iterator[str]:
    side = BOARDS[request[0]]
    board, path = Board(side, side), path_of(*request).first(length)
    squares = path[piece * PIECE :]
    if piece == 0:
        yield circle(center(board, request[3]), side / 90, f' fill="{light("accent")}"')
    if not squares:
        return
    points = (center(board, square) for square in squares)
    d = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    cls, color = time_color(piece / max(_pieces(side) - 1, 1))
    yield f'<path {cls} d="M{d}" fill="none" stroke="{color}" stroke-width=".3"/>'
    if len(path) == length <= (piece + 1) * PIECE:
        yield circle(center(board, squares[-1]), side / 90, f' fill="{light("ink")}"')
