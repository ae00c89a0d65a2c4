"""The colours as a style sheet: custom properties, and drawings that follow the theme. Pure.

Drawings say their colours as attributes, the light ones, so that they stand alone in a file. In the
page each of these means the property of its name, so that nothing else says which colour is where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kt_core.drawing.colours import COLOURS

#: White like the ground of drawings, and no colour of theirs.
NOT_DRAWN = ("on-accent",)


def tokens() -> str:
    """Return the colours as custom properties, each for both themes."""
    day = "".join(f"--{name}:{light};" for name, (light, _) in COLOURS.items())
    known = COLOURS.items()
    both = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in known)
    # A browser that does not know light-dark() shows the page all the same, always light.
    newer = f"@supports (color: light-dark(red, red)) {{:root{{{both}}}}}"
    followed = "\n".join(rules("var(--{})".format, "svg "))
    return f":root{{{day}}}\n{newer}\n{followed}\n"


def rules(meaning: Callable[[str], str], within: str = "") -> Iterator[str]:
    """Yield a rule for each colour of the drawings: what a colour of this name means there."""
    names = {light: name for name, (light, _) in COLOURS.items() if name not in NOT_DRAWN}
    for light, name in names.items():
        for what in ("fill", "stroke"):
            yield f'{within}[{what}="{light}"]{{{what}:{meaning(name)}}}'
