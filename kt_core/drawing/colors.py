"""Colors of the page and its drawings: name -> (light, dark).

`svg` uses the light ones, so a picture works alone in a notebook or a file. build.py writes both
into the page, as custom properties. The page looks up each light color of a drawing
here to find its dark one. So two drawn colors that are equal in light must be equal in dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

Color = str  # "#02256f"

COLORS: Mapping[str, tuple[Color, Color]] = {
    "paper": ("#fbfaf8", "#14161a"),
    "surface": ("#ffffff", "#1b1e24"),
    "square": ("#ffffff", "#1b1e24"),
    "square-b": ("#f3f1ec", "#23272e"),
    "ink": ("#1b1d22", "#ecebe7"),
    "soft": ("#5a5e66", "#a6abb4"),
    "line": ("#e4e1da", "#2c3037"),
    "field": ("#84878e", "#6e747f"),
    # A thin line behind the path; a graph without a path has the color of its vertices, "field".
    "edge": ("#a8a399", "#555b67"),
    "accent": ("#08705f", "#56cbb4"),
    "on-accent": ("#ffffff", "#0b1614"),
    "wash": ("#e2f1ed", "#1a302c"),
    "wrong": ("#a3271b", "#ff9f92"),
    # Time, from the first step to the last: even steps in OKLab, increasing lightness also for
    # color-blind readers, and a contrast of 3:1 or more on both kinds of squares.
    "t0": ("#02256f", "#437bc3"),
    "t1": ("#4a258b", "#957ce7"),
    "t2": ("#7f2f9f", "#da81d0"),
    "t3": ("#b03588", "#ff8f9c"),
    "t4": ("#d5445c", "#feb16c"),
    "t5": ("#e46400", "#fede64"),
}
STOPS = 5  # sections of the time scale, each interpolated in OKLab


def light(name: str) -> Color:
    """Return the color with this name on a light background."""
    return COLORS[name][0]


def stretch(time: float) -> tuple[int, int]:
    """Return the section of the time scale for 0 <= time <= 1, and the percentage within it."""
    number = min(int(time * STOPS), STOPS - 1)
    return number, round(100 * (time * STOPS - number))


def at(time: float) -> Color:
    """Return the light color for 0 <= time <= 1.

    >>> at(0), at(0.5), at(1)
    ('#02256f', '#973494', '#e46400')
    """
    return _mixture(time, 0)


def scale(ground: str, count: int) -> Iterator[Color]:
    """Yield `count` colors along the time scale, for a "light" or "dark" background.

    >>> list(scale("dark", 3))
    ['#437bc3', '#ec89b7', '#fede64']
    """
    theme = ("light", "dark").index(ground)
    return (_mixture(i / max(count - 1, 1), theme) for i in range(count))


def _mixture(time: float, theme: int) -> Color:
    return _between(*stretch(time), theme)


@cache  # a thousand colors at most
def _between(number: int, percent: int, theme: int) -> Color:
    first, second = (_oklab(COLORS[f"t{i}"][theme]) for i in (number, number + 1))
    mixed = (a + (b - a) * percent / 100 for a, b in zip(first, second, strict=True))
    return _hex(*mixed)


# OKLab and its matrices: Björn Ottosson, "A perceptual color space for image processing", 2020.


def _oklab(color: Color) -> tuple[float, float, float]:
    r, g, b = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(lightness: float, a: float, b: float) -> Color:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(min(max(c, 0), 1))):02x}" for c in channels)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _gamma(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
