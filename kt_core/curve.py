"""The line of a tour: smooth through the centre of every square, in moves that overlap like rope.

Units are squares; x grows to the right and y downward, as SVG has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import acos, hypot, pi

from kt_core.board import Board, Square

Point = tuple[float, float]  # (0.5, 7.5): the centre of a1 on 8x8


def centre(board: Board, square: Square) -> Point:
    """Return the centre of a square. The one place that knows that y grows downward."""
    row, column = divmod(square, board.columns)
    return column + 0.5, board.rows - row - 0.5


def bends(points: Sequence[Point], closed: bool) -> list[str]:
    """Return a path's `d` for each move: a cubic from centre to centre.

    The tangent in a centre is that of the chord from the square before to the square after. Its
    handle is short where the tour turns sharply, so that the line stays near the edges of the
    graph.
    """
    around = (points[-1], *points, *points[:2]) if closed else (points[0], *points, points[-1])
    tangents = [_tangent(*around[i : i + 3]) for i in range(len(around) - 2)]
    moves = pairwise(zip(around[1:-1], tangents, strict=True))
    return [_cubic(*here, *there) for here, there in moves]


def runs(points: Sequence[Point], closed: bool, length: int) -> list[str]:
    """Return a path's `d` for each run of about `length` moves, in whole quarters of a square.

    For large boards: from the middle of one move to the middle of the next, bent at the square
    between.
    """
    stops = [(int(4 * x), int(4 * y)) for x, y in (*points, *points[:1])]
    stops = stops if closed else stops[:-1]
    halves = [((c - a) // 2, (d - b) // 2) for (a, b), (c, d) in pairwise(stops)]
    if not halves:
        return []
    first, last = (f"l{dx} {dy}" for dx, dy in (halves[0], halves[-1]))
    turns = [first, *_turns(halves), last]
    starts = [
        stops[0],
        *((x + dx, y + dy) for (x, y), (dx, dy) in zip(stops, halves, strict=False)),
    ]
    cuts = range(0, len(turns), length)
    return [f"M{starts[i][0]} {starts[i][1]}" + "".join(turns[i : i + length]) for i in cuts]


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
    if not (sizes := hypot(*into) * hypot(*out)):
        return 0.0
    return acos(max(-1.0, min(1.0, (into[0] * out[0] + into[1] * out[1]) / sizes)))


def _cubic(p: Point, leave: Point, q: Point, arrive: Point) -> str:
    out = p[0] + leave[0], p[1] + leave[1]
    into = q[0] - arrive[0], q[1] - arrive[1]
    x, y, *rest = (number(v) for v in (*p, *out, *into, *q))
    return f"M{x} {y}C{' '.join(rest)}"


def _turns(halves: Sequence[tuple[int, int]]) -> Iterator[str]:
    # Two moves in a row can be of 64 kinds only, so each text is written once.
    known: dict[object, str] = {}
    for pair in pairwise(halves):
        if pair not in known:
            (a, b), (c, d) = pair
            known[pair] = f"q{a} {b} {a + c} {b + d}"
        yield known[pair]
