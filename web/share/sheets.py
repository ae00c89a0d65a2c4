"""A drawing as a stack of drawings, so that a browser can paint a large one bit by bit. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

SHEET_CHARACTERS = 1 << 16  # after which a sheet is full
_HEAD = re.compile(r"<svg\b[^>]*>(?:<style>.*?</style>)?", re.DOTALL)


def sheets(parts: Iterable[str], full: int = SHEET_CHARACTERS) -> Iterator[str]:
    """Yield drawings of the same size that come to the given one, the first at the bottom.

    `parts` are what the drawings of this package come in: the root with its style first, and each
    `g` that holds other parts begins and ends with a part of its own. An attribute may come in
    several.
    """
    rest = iter(parts)
    first = next(rest)
    head = _HEAD.match(first)
    assert head
    around, made, size, cut = list[str](), [first], len(first), False
    for part in rest:
        if size > full and not cut and part != "</svg>":
            yield "".join([*made, *["</g>"] * len(around), "</svg>"])
            made, size = [head[0], *around], 0
        made.append(part)
        size += len(part)
        if "<" in part or ">" in part:  # else it goes on with what was begun
            cut = part.rfind("<") > part.rfind(">")  # in the middle of an element
        if part == "</g>":
            around.pop()
        elif part.startswith("<g ") and part.count("<") == 1:
            around.append(part)
    yield "".join(made)
