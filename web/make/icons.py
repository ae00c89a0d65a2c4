"""The page's knight as a picture of dots, for the screens of phones: PNG, of one colour on another.

A phone takes no drawing. The knight's outline becomes straight lines, and each row of dots is cut
at several heights: between an odd crossing and the next one lies the knight.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kt_core import svg
from kt_core.drawing import colours

Point = tuple[float, float]
Outline = Sequence[Point]
CUTS = 4  # of each row of dots
STEPS = 16  # straight lines that a curve becomes
SHARE = 0.62  # of the icon's side: phones cut a circle out of it
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "a": 7, "Z": 0}


def icon(side: int) -> bytes:
    """Return the knight in the middle of a square of `side` dots, as PNG."""
    ground, knight = (_rgb(colours.light(name)) for name in ("accent", "on-accent"))
    mixed = [
        bytes(round(a + (b - a) * part / 255) for a, b in zip(ground, knight, strict=True))
        for part in range(256)
    ]
    outlines = [[_dot(point, side) for point in each] for each in outlines_of(svg.KNIGHT)]
    rows = (b"\0" + b"".join(mixed[dot] for dot in row) for row in coverage(outlines, side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def coverage(outlines: Sequence[Outline], side: int) -> Iterator[bytes]:
    """Yield for each row of dots how much of each lies inside, 0 to 255, by the even-odd rule."""
    edges = [edge for each in outlines for edge in pairwise((*each, each[0]))]
    for row in range(side):
        covered = [0.0] * side
        for cut in range(CUTS):
            y = row + (cut + 0.5) / CUTS
            crossed = sorted(
                x + (y - y0) * (x1 - x) / (y1 - y0)
                for (x, y0), (x1, y1) in edges
                if (y0 <= y) != (y1 <= y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                for dot in range(max(int(left), 0), min(int(right) + 1, side)):
                    covered[dot] += min(right, dot + 1) - max(left, dot)
        yield bytes(min(round(part * 255 / CUTS), 255) for part in covered)


def outlines_of(path: str) -> Iterator[list[Point]]:
    """Yield the closed outlines of an SVG path; of its commands those that the knight has.

    >>> [outline] = outlines_of("M1 2L3 4H5V6Z")
    >>> outline
    [(1.0, 2.0), (3.0, 4.0), (5.0, 4.0), (5.0, 6.0)]
    """
    points: list[Point] = []
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        size = _ARGUMENTS[command]
        for i in range(0, len(numbers), size) if size else ():
            points += _line(command, points[-1:], numbers[i : i + size])
        if command == "Z":
            yield points
            points = []


def _line(command: str, last: Sequence[Point], numbers: Sequence[float]) -> list[Point]:
    """Return the points that a command adds."""
    if command in "ML":
        return [(numbers[0], numbers[1])]
    [(x, y)] = last
    if command in "HV":
        return [(numbers[0], y) if command == "H" else (x, numbers[0])]
    if command == "a":  # the eye, a circle that begins at its top
        return [(x + numbers[0] * p, y + numbers[0] * (1 - q)) for p, q in _circle()]
    bend = [(x, y), *zip(numbers[::2], numbers[1::2], strict=True)]
    return [_bezier(bend, step / STEPS) for step in range(1, STEPS + 1)]


def _bezier(points: Sequence[Point], t: float) -> Point:
    """Return the point of a curve at `t`, by de Casteljau's halvings."""
    while len(points) > 1:
        points = [(a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(points)]
    return points[0]


def _circle() -> Iterator[Point]:
    return ((z.real, z.imag) for z in (1j * 1j ** (-4 * i / STEPS) for i in range(1, STEPS)))


def _dot(point: Point, side: int) -> Point:
    """Return where a point of the knight's square of 100 lies among the dots."""
    x, y = (
        side / 2 + (each - middle) * side * SHARE / 80
        for each, middle in zip(point, (48.5, 48.5), strict=True)
    )
    return x, y


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
