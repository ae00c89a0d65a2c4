"""Elements of all drawings, and their colors in both themes. Pure.

Units are CSS pixels; y grows downward. Drawings have the light colors as attributes, so that they
work alone in a file. On the page, style rules replace each of these colors by the custom property
of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kt_core.drawing import colours
from kt_core.drawing.colours import COLOURS
from kt_core.drawing.shapes import escape, number

LETTER = 6.2  # width of a character in names of 10 pixels
#: White is also the background of drawings, so no style rule maps it to this color's property.
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
    """Return the attributes for the color of a time, 0 to 1, and the color itself."""
    stretch, percent = colours.stretch(min(max(time, 0), 1))
    return f'class="t{stretch}" style="--u:{percent}"', colours.at(min(max(time, 0), 1))


def colour_tokens() -> str:
    """Return the colors as custom properties, each for both themes."""
    day = "".join(f"--{name}:{light};" for name, (light, _) in COLOURS.items())
    known = COLOURS.items()
    both = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in known)
    # A browser without light-dark() shows the page in the light theme.
    newer = f"@supports (color: light-dark(red, red)) {{:root{{{both}}}}}"
    followed = "\n".join(colour_rules("var(--{})".format, "svg "))
    return f":root{{{day}}}\n{newer}\n{followed}\n"


def colour_rules(meaning: Callable[[str], str], within: str = "") -> Iterator[str]:
    """Yield a style rule for each color of the drawings, which maps it to its custom property."""
    names = {light: name for name, (light, _) in COLOURS.items() if name not in NOT_DRAWN}
    for light, name in names.items():
        for what in ("fill", "stroke"):
            yield f'{within}[{what}="{light}"]{{{what}:{meaning(name)}}}'
