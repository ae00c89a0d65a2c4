"""The elements that drawings share, and the colours by which they follow the page's theme. Pure.

Units are CSS pixels; y grows downward. Drawings say their colours as attributes, the light ones, so
that they stand alone in a file. In the page each of these means the property of its name, so that
nothing else says which colour is where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kt_core.drawing import colours
from kt_core.drawing.colours import COLOURS
from kt_core.drawing.shapes import escape, number

LETTER = 6.2  # the width of one, in names of 10 pixels
#: White like the ground of drawings, and no colour of theirs.
NOT_DRAWN = ("on-accent",)


def picture(look: str, width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """Return parts as one `svg` element with a class and a label."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" {size}'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img"'
        f' aria-label="{escape(label)}" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def rim(rows: int, columns: int) -> str:
    """Return the line around a board. The style sheet draws it, in pixels.

    A rounded box would be simpler, but WebKit clips the ranks and files outside it.
    """
    return f'<rect class="rim" width="{columns}" height="{rows}" rx=".08" fill="none"/>'


def dot(x: float, y: float, radius: float, label: str) -> str:
    """Return a circle with a tooltip."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f"<circle {place}><title>{escape(label)}</title></circle>"


def time_colour(time: float) -> tuple[str, str]:
    """Return attributes for the color of a time from 0 to 1, and that color."""
    stretch, percent = colours.stretch(min(max(time, 0), 1))
    return f'class="t{stretch}" style="--u:{percent}"', colours.at(min(max(time, 0), 1))


def colour_tokens() -> str:
    """Return the colours as custom properties, each for both themes."""
    day = "".join(f"--{name}:{light};" for name, (light, _) in COLOURS.items())
    known = COLOURS.items()
    both = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in known)
    # A browser that does not know light-dark() shows the page all the same, always light.
    newer = f"@supports (color: light-dark(red, red)) {{:root{{{both}}}}}"
    followed = "\n".join(colour_rules("var(--{})".format, "svg "))
    return f":root{{{day}}}\n{newer}\n{followed}\n"


def colour_rules(meaning: Callable[[str], str], within: str = "") -> Iterator[str]:
    """Yield a rule for each colour of the drawings: what a colour of this name means there."""
    names = {light: name for name, (light, _) in COLOURS.items() if name not in NOT_DRAWN}
    for light, name in names.items():
        for what in ("fill", "stroke"):
            yield f'{within}[{what}="{light}"]{{{what}:{meaning(name)}}}'
