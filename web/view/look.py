"""What a region of the page looks like, and how regions are named. Pure.

A region is a CSS selector; what stands behind an @ in its name tells two regions of one element
apart. Whatever is written into an element takes what was in it away: so a region whose name begins
with that of another and a space lies in that one, and is written after it, again if need be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from kt_core.drawing.shapes import escaped
from web.draw.part import Lazy

#: By name: "html" is what stands in the element, in parts or whole; "value", "checked" and "open"
#: are what a reader may change as well; "cells" are names for the cells of a board, with | between;
#: "block-7" is what stands in the eighth block of a layer; all others are attributes, True for one
#: without a value, None or False for none.
Patch = Mapping[str, "str | bool | Iterable[str] | None"]
Patches = Iterator[tuple[str, Lazy]]

PROPERTIES = ("value", "checked", "open")


def selector(region: str) -> str:
    """Return the CSS selector of a region.

    >>> selector("#board@looks")
    '#board'
    """
    return region.partition("@")[0]


@cache
def outer(region: str) -> str:
    """Return the region that another lies in; "" for one that lies in none.

    >>> outer("#board > svg"), outer("#board@looks")
    ('#board', '')

    The names of a board's cells lie where the cells do.

    >>> outer("#board@cells")
    '#board [data-layer=squares]'
    """
    if region.endswith("@cells"):
        return f"{selector(region)} [data-layer=squares]"
    first, space, _ = region.partition(" ")
    return first if space else ""


def whole_patch(patch: Patch) -> dict[str, str | bool | None]:
    """Return a patch with each value in one piece."""
    return {
        name: value if isinstance(value, str | bool) or value is None else "".join(value)
        for name, value in patch.items()
    }


def attributes(**patch: str | bool | None) -> Lazy:
    """Return a region with these attributes; an underscore stands for a hyphen, or ends a keyword.

    >>> attributes(aria_pressed="true", class_="wrong").value()
    {'aria-pressed': 'true', 'class': 'wrong'}
    """
    return Lazy(dict, {_named(name): each for name, each in patch.items()})


@cache
def _named(keyword: str) -> str:
    return keyword.rstrip("_").replace("_", "-")


def text(said: str) -> Lazy:
    """Return a region with a text in it."""
    return attributes(html=escaped(said))
