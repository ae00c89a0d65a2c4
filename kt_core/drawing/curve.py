"""The line of a tour: smooth through the centre of every square, in moves that overlap like rope.

Units are squares; x grows to the right and y downward, as SVG has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import acos, hypot, pi

from kt_core.board import Board, Square

Point = tuple[float, float]  # (0.5, 7.5): the centre of a1 on 8x8


def centre(board: Board, square: Square) -> Point:
    """Return the centre of a square. Only here and in `square_at` is y known to grow downward."""
    row, column = divmod(square, board.columns)
    return column + 0.5, board.rows - row - 0.5


def square_at(board: Board, x: float, y: float) -> Square | None:
    """Return the square or hole that a point lies in; None outside the board."""
    if not (0 <= x < board.columns and 0 <= y < board.rows):
        return None
    return (board.rows - 1 - int(y)) * board.columns + int(x)


def bends(points: Sequence[Point], *, closed: bool) -> list[str]:
    """Return a path's `d` for each move: a cubic from centre to centre.

    The tangent in a centre is that of the chord from the square before to the square after. Its
    handle is short where the tour turns sharply, so that the line stays near the graph's edges.
    """
    around = (points[-1], *points, *points[:2]) if closed else (points[0], *points, points[-1])
    tangents = [_tangent(*around[i : i + 3]) for i in range(len(around) - 2)]
    moves = pairwise(zip(around[1:-1], tangents, strict=True))
    return [_cubic(*here, *there) for here, there in moves]


def sections(points: Iterable[Point], length: int) -> Iterator[str]:
    """Yield a path's `d` for each section of about `length` moves, in quarters of a square; lazy.

    For large boards: from the middle of one move to that of the next, bent at the square between.
    """
    stops = ((int(4 * x), int(4 * y)) for x, y in points)
    x, y = here = next(stops)
    section: list[str] = []
    half = 0, 0
    for a, b in stops:
        before, half = half, ((a - here[0]) // 2, (b - here[1]) // 2)
        section.append(_turn(before, half))
        if len(section) == length:
            yield f"M{x} {y}" + "".join(section)
            (x, y), section = (here[0] + half[0], here[1] + half[1]), []
        here = a, b
    yield f"M{x} {y}" + "".join(section) + f"l{half[0]} {half[1]}"


@lru_cache(1 << 13)  # the same few thousand make up a drawing of many moves
def number(value: float) -> str:
    """Return a number as SVG wants it, in thousandths, without needless zeros: .5, -1.25, 7."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if abs(value) < 1 else text


def _tangent(before: Point, here: Point, after: Point) -> Point:
    chord = after[0] - before[0], after[1] - before[1]
    size = hypot(*chord) or 1.0
    reach = 0.05 + 0.16 * _angle(before, here, after) / pi
    return chord[0] / size * reach, chord[1] / size * reach


def _angle(before: Point, here: Point, after: Point) -> float:
    into = before[0] - here[0], before[1] - here[1]
    out = after[0] - here[0], after[1] - here[1]
    sizes = hypot(*into) * hypot(*out)
    return (
        acos(max(-1.0, min(1.0, (into[0] * out[0] + into[1] * out[1]) / sizes))) if sizes else 0.0
    )


def _cubic(p: Point, leave: Point, q: Point, arrive: Point) -> str:
    out = p[0] + leave[0], p[1] + leave[1]
    into = q[0] - arrive[0], q[1] - arrive[1]
    x, y, *rest = (number(v) for v in (*p, *out, *into, *q))
    return f"M{x} {y}C{' '.join(rest)}"


@cache  # two moves in a row can be of 64 kinds only
def _turn(before: tuple[int, int], half: tuple[int, int]) -> str:
    (a, b), (c, d) = before, half
    return f"q{a} {b} {a + c} {b + d}" if before != (0, 0) else f"l{c} {d}"
