"""A path, proven to be a tour: every square of the board once, by moves of the leaper.

It is proven in slices, so that a page lives on while a tour of a million squares is looked at.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from operator import sub
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.language import Sentence, value_error
from kt_core.leaper import KNIGHT, Leaper, move_name, steps

SQUARES_PER_YIELD = 1 << 14  # proven between two yields: about 1 ms


def proven_path(
    board: Board, path: Iterable[str | Square], leaper: Leaper, *, closed: bool
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the squares of a path that is a tour; `ValueError` names the first thing wrong."""
    squares = yield from _squares(board, path)
    whole = yield from _comes_everywhere_once(board, squares)
    moves = yield from _leading_moves(board, squares, leaper)
    if not whole or moves < len(squares) - 1:
        fault = yield from _first_fault(board, squares, moves, leaper)
        raise ValueError(fault)
    if closed:
        _prove_closed(board, squares, leaper)
    return squares


def is_move(board: Board, here: Square, there: Square, leaper: Leaper = KNIGHT) -> bool:
    """Return whether the leaper goes from one square to the other."""
    (row, column), (to_row, to_column) = (divmod(s, board.columns) for s in (here, there))
    return (to_row - row, to_column - column) in steps(leaper)


def _squares(
    board: Board, path: Iterable[str | Square]
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path as squares; `ValueError` where one is none, as `board.square` has it."""
    squares: tuple[Any, ...] = tuple(path)
    for begin in range(0, len(squares), SQUARES_PER_YIELD):
        part = squares[begin : begin + SQUARES_PER_YIELD]
        if not _are_squares(board, part):
            named = map(board.square, part)
            squares = (*squares[:begin], *named, *squares[begin + SQUARES_PER_YIELD :])
        yield Progress("proof", begin / len(squares) / 3)
    return squares


def _are_squares(board: Board, part: Sequence[Any]) -> bool:
    # By type and not by equality, since True and 1.0 equal 1; whole slices at once, since a million
    # questions to the board would take seconds.
    return (
        set(map(type, part)) == {int}
        and min(part) >= 0
        and max(part) < board.rows * board.columns
        and board.holes.isdisjoint(part)
    )


def _comes_everywhere_once(board: Board, path: Sequence[Square]) -> Generator[Progress, None, bool]:
    # All of the path are squares of the board. If it is as long as the board has squares, and comes
    # to as many different ones, then it comes to each of them once.
    seen = bytearray(board.rows * board.columns)
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        for square in path[begin : begin + SQUARES_PER_YIELD]:
            seen[square] = 1
        yield Progress("proof", (1 + begin / len(path)) / 3)
    return len(path) == len(board) == seen.count(1)


def _leading_moves(
    board: Board, path: Sequence[Square], leaper: Leaper
) -> Generator[Progress, None, int]:
    """Return how many moves of the leaper the path begins with."""
    # Number the squares anew, as on a board with `longest` further columns. Two squares that are
    # `up` rows and `right` columns apart then differ by up * width + right. Another u, v makes the
    # same sum only if (up - u) * width = v - right; but |right| < columns, and |v| <= longest for
    # a step, so |v - right| < width, and both are equal: no move runs around the edge unseen.
    columns, longest = board.columns, max(leaper)
    width = columns + longest
    moves = {up * width + right for up, right in steps(leaper)}
    for begin in range(0, len(path), SQUARES_PER_YIELD):
        walk = path[begin : begin + SQUARES_PER_YIELD + 1]
        anew = [square + square // columns * longest for square in walk]
        made = list(map(sub, anew[1:], anew))
        if not moves.issuperset(made):
            return next(i for i, move in enumerate(made, start=begin) if move not in moves)
        yield Progress("proof", (2 + begin / len(path)) / 3)
    return max(len(path) - 1, 0)


def _first_fault(
    board: Board, path: Sequence[Square], moves: int, leaper: Leaper
) -> Generator[Progress, None, str]:
    """Return what is wrong first with a path that begins with so many moves."""
    seen = bytearray(board.rows * board.columns)
    for step, square in enumerate(path[: moves + 2], start=1):
        if seen[square]:
            return Sentence(
                "step {step} comes to {square} again; a tour visits a square once",
                step=step,
                square=board.name(square),
            )
        seen[square] = 1
        if step % SQUARES_PER_YIELD == 0:
            yield Progress("proof", 1.0)
    if moves < len(path) - 1:
        here, there = path[moves : moves + 2]
        move = Sentence("{start} to {end}", start=board.name(here), end=board.name(there))
        return Sentence(
            "step {step}, {move}, is not a {leaper_move}",
            step=moves + 2,
            move=move,
            leaper_move=move_name(leaper),
        )
    missing = next(square for square in board if not seen[square])
    return Sentence("the path ends before it has come to {missing}", missing=board.name(missing))


def _prove_closed(board: Board, path: Sequence[Square], leaper: Leaper) -> None:
    if len(path) < 3:
        raise value_error("{path} is too short a path for a closed tour", path=board.names(path))
    last, first = path[-1], path[0]
    if not is_move(board, last, first, leaper):
        home = Sentence("{start} to {end}", start=board.name(last), end=board.name(first))
        raise value_error(
            "the tour is not closed: {move} is not a {leaper_move}",
            move=home,
            leaper_move=move_name(leaper),
        )
