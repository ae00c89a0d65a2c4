"""The elements that the panels' drawings share. Units are CSS pixels; y grows downward. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from kt_core.drawing import colours
from kt_core.drawing.curve import number
from kt_core.drawing.shapes import escaped

LETTER = 6.2  # the width of one, in names of 10 pixels


def picture(look: str, width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """Return parts as one `svg` element with a class and a label."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" {size}'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img"'
        f' aria-label="{escaped(label)}" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def rim(rows: int, columns: int) -> str:
    """Return the line around a board. The style sheet draws it, in pixels.

    A rounded box would do, but WebKit cuts off at it what stands outside: ranks and files.
    """
    return f'<rect class="rim" width="{columns}" height="{rows}" rx=".08" fill="none"/>'


def cross(x: float, y: float, half: float) -> str:
    """Return the sign of a dead end, as a piece of a path's `d`."""
    a, b, side = number(x - half), number(y - half), number(2 * half)
    return f"M{a} {b}l{side} {side}m0 -{side}l-{side} {side}"


def dot(x: float, y: float, radius: float, said: str) -> str:
    """Return a circle that says something of itself."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f"<circle {place}><title>{escaped(said)}</title></circle>"


def timed(time: float) -> tuple[str, str]:
    """Return attributes by which a page knows the colour of a time, 0 to 1, and that colour."""
    stretch, percent = colours.stretch(min(max(time, 0), 1))
    return f'class="t{stretch}" style="--u:{percent}"', colours.at(min(max(time, 0), 1))
