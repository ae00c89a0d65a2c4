"""The names of the chapter's sections, and its sentences and numbers outside its Markdown files.

The sentences are translated by the catalogs, and numbers have the format of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from kt_core.drawing.shapes import escape
from kt_core.language import _, choices, package_file, paragraph, text_of

Values = tuple[int, ...]  # the positions of a figure's dials
LONGEST_CHARACTERS = 120  # limit for an answer
LANGUAGES = ("en", "zh")
CHART_POWERS = 20  # powers of ten between two lines of the chart of search trees
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_HIGH, _LOW = str.maketrans("0123456789-", _RAISED), str.maketrans(_RAISED, "0123456789-")
_EXPONENT = re.compile(rf"(?<=10)[{_RAISED}]+(?![^<>]*>)")  # not inside attributes


@cache
def sections() -> tuple[str, ...]:
    """Return the names of the sections, as `web/chapter/contents.txt` lists them."""
    return tuple(package_file("chapter/contents.txt", __name__).decode().split())


def chapter_language(language: str) -> str:
    """Return the chapter's language that is closest to a language: "en" or "zh"."""
    return language if language in LANGUAGES else LANGUAGES[0]


def is_count(text: str) -> bool:
    """Return True if a text is a number of few digits, without a sign."""
    return text.isascii() and text.isdigit() and len(text) < 9


def count_text(count: int) -> str:
    """Format a whole number: in Chinese up to four digits have no separator."""
    return _("{n:,}", n=count)


def list_text(items: Iterable[object]) -> str:
    """Join a list with the separator of the language.

    >>> list_text([1, 3])
    '1, 3'
    """
    return text_of(choices(map(str, items)))


def sentences_text(*sentences: str) -> str:
    """Return sentences as one text; Chinese has no space between them."""
    return text_of(paragraph(sentences))


def scientific(mantissa: float, exponent: int, digits: int = 2) -> str:
    """Return a large number in scientific notation: 1.23 × 10⁴⁶."""
    if round(mantissa, digits) >= 10:
        mantissa, exponent = mantissa / 10, exponent + 1
    return f"{mantissa:.{digits}f} × 10{str(exponent).translate(_HIGH)}"


def approximation(size: float, digits: int = 1) -> str:
    """Return the scientific notation of a number: 1.3e35 -> "1.3 × 10³⁵"."""
    mantissa, exponent = f"{size:e}".split("e+")
    return scientific(float(mantissa), int(exponent), digits)


RAISED, RAISED_IN_SVG = "<sup>{}</sup>", '<tspan dy="-.4em" font-size=".7em">{}</tspan>'


def with_exponents(html: str, raised: str = RAISED) -> str:
    """Return HTML or SVG text with markup for its powers of ten, for fonts without raised digits.

    >>> with_exponents('<p title="10⁴⁶">1.23 × 10⁴⁶</p>')
    '<p title="10⁴⁶">1.23 × 10<sup>46</sup></p>'
    """
    return _EXPONENT.sub(lambda found: raised.format(found[0].translate(_LOW)), html)


def prose(text: str) -> str:
    """Return a text of the chapter as HTML."""
    return with_exponents(escape(text))
