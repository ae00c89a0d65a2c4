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
from web.chapter.content.trials import (
    BOARDS,
    LIVE_SIDE,
    MOST_SEED,
    ORDER_NAMES,
    ORDERS,
    Prefix,
    lost_squares,
    path_of,
    positions,
    sampled_trials,
    squares_at,
    why_none_begins,
)
from web.chapter.figures.figure import BET, Dial, Figure, step_dial
from web.chapter.figures.layout import DRAWING, drawing, layer, rings, turns
from web.chapter.text import Values, sentences_text
from web.draw.patch import Lazy, Patches, attributes, time_color

RULE_NAMES = tuple(ORDER_NAMES.values())
BOARD_NAMES = tuple(f"{side} × {side}" for side in BOARDS)
BY_CHANCE = ORDERS.index("random")
CROSS = 0.22  # half of the side of the cross on a lost square, in squares
WORDS = ("edge", "middle")  # words of the text that highlight squares
PIECE = 1000  # number of squares of a long path that are drawn together


class RuleFigure(Figure):
    """The path of a move ordering without backtracking."""

    kind, is_counted = "rule", True
    measures = (N_("Try every start"), N_("Stop"))

    def __init__(self, side: str, order: str, step: str) -> None:
        self.dials = (
            Dial("board", N_("Board"), 0, BOARDS.index(int(side)), BOARD_NAMES, resets=True),
            Dial("order", N_("Rule"), 0, ORDERS.index(order), RULE_NAMES, resets=True),
            Dial("seed", N_("Seed"), MOST_SEED, resets=True, text=lambda at: str(at[2])),
            Dial("start", N_("Start"), board=board_of, resets=True, text=start_name),
            BET,
            step_dial(_last_step, int(step)),
        )

    def link(self, values: Values) -> str:
        """Return the address of the same path."""
        board, step = board_of(values), values[-1]
        order, seed = ORDERS[values[1]], values[2]
        keys = f"board={board}&start={start_name(values)}&ordering={order}&seed={seed}"
        at = f"&step={step + 1}" if board.rows <= LIVE_SIDE else ""
        return f"#{keys}&prune=0&show=path,degrees{at}"

    def counts(self, values: Values) -> Values | None:
        """Return the request for a long path."""
        return values[:4] if BOARDS[values[0]] > LIVE_SIDE else None

    def count(self, request: Values) -> Iterator[Values]:
        """Yield the dial position that the path has reached."""
        side, path, position = BOARDS[request[0]], path_at(request), 0
        most = positions(side)
        for count in path.grow(side * side):
            while position < most and squares_at(side, position + 1) <= count:
                position += 1
            yield (position,)
        yield (most,)

    def measure(self, values: Values) -> Iterator[Values]:
        """Yield (number of starts, starts tried, tours found)."""
        return sampled_trials(board_of(values), ORDERS[values[1]], values[2])

    def result_sentence(self, found: Values, milliseconds: int) -> str:
        """Describe the number of starts from which the rule found a tour in this browser."""
        of, tried, tours = found
        return ngettext(
            "{tried} of {of} starts tried, without ever going back: {n} tour, in {took:,} ms.",
            "{tried} of {of} starts tried, without ever going back: {n} tours, in {took:,} ms.",
            tours,
            tried=tried,
            of=of,
            took=milliseconds,
        )

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the visited squares."""
        side, step = BOARDS[values[0]], values[-1]
        yield DRAWING, Lazy(_ground, side)
        if side <= LIVE_SIDE:
            yield layer("path"), Lazy(_path, values[:4], step, lit if lit in WORDS else "")
        else:
            done = squares_at(side, step)
            for piece in range(_pieces(side)):
                length = min(max(done, 1), (piece + 1) * PIECE + 1)
                yield layer(f"piece-{piece}"), Lazy(_piece, values[:4], piece, length)
        yield " [data-dial=seed]", attributes(hidden=values[1] != BY_CHANCE)

    def sentence(self, values: Values) -> str:
        """Describe the position of the path in a sentence."""
        board, path = board_of(values), _path_so_far(values)
        text = {
            0: N_("{count:,} of {of:,} squares, now on {name}."),
            1: N_("A tour: all {of:,} squares, without ever going back."),
            2: N_("Stuck on {name} after {count:,} of {of:,} squares."),
        }[self.right(values)]
        slots = {"count": len(path), "of": len(board), "name": board.name(path[-1])}
        parts = [_(text, **slots)]
        if board.rows <= LIVE_SIDE and (lost := lost_squares(board, path)):
            parts.append(
                ngettext(
                    "{n} square can no longer be reached.",
                    "{n} squares can no longer be reached.",
                    len(lost),
                )
            )
        return sentences_text(*parts, why_none_begins(board, path[0]))

    def asks(self, values: Values) -> str:
        """Return the question about the path."""
        text = N_("From {name}: will it visit all {of:,} squares, or get stuck?")
        return _(text, name=start_name(values), of=len(board_of(values)))

    def answers(self, values: Values) -> tuple[str, str]:
        """Return the two ends of a path."""
        return N_("It will finish"), N_("It will get stuck")

    def right(self, values: Values) -> int:
        """Return 1 if the path is a tour, 2 if it is at a dead end, else 0."""
        path = _path_so_far(values)
        if len(path) == len(board_of(values)):
            return 1
        return 2 * (len(path_at(values).first(len(path) + 1)) == len(path))


def board_of(values: Values) -> Board:
    """Return the board of the path."""
    return Board(BOARDS[values[0]], BOARDS[values[0]])


def start_name(values: Values) -> str:
    """Return the name of the square where the path begins."""
    return board_of(values).name(values[3])


def path_at(values: Values) -> Prefix[Square]:
    """Return the path for the values of the first four dials."""
    _, order, seed, start = values[:4]
    return path_of(board_of(values), ORDERS[order], seed, start)


def _last_step(values: Values) -> int:
    side = BOARDS[values[0]]
    return positions(side) if side > LIVE_SIDE else len(path_at(values).first(side * side)) - 1


def _path_so_far(values: Values) -> Sequence[Square]:
    return path_at(values).first(squares_at(BOARDS[values[0]], values[-1]))


def _pieces(side: int) -> int:
    return -(-side * side // PIECE)


def _ground(side: int) -> Iterator[str]:
    board = Board(side, side)
    if side <= LIVE_SIDE:
        yield drawing(board, "", (svg.squares(board, turns("start")), svg.names(board)), "path")
    else:
        yield drawing(board, "", (), *(f"piece-{piece}" for piece in range(_pieces(side))))


def _path(request: Values, step: int, lit: str) -> Iterator[str]:
    board, path = board_of(request), path_at(request).first(step + 1)
    here = path[-1]
    yield from svg.vertices(board, path)
    yield from svg.line(board, path, of=len(board))
    yield from svg.ends(board, path)
    yield from svg.moves(board, here, path)
    if not onward(knight_graph(board), path, here) and len(path) < len(board):
        yield from svg.dead_end_square(board, here)
    yield from svg.knight(board, here)
    yield from _crosses(board, lost_squares(board, path))
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
    board, path = board_of(request), path_at(request).first(length)
    side = board.rows
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
