"""Texts as tours or as boards: the reader of tours first, then the reader of drawings. Pure."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from kt_core.events import Progress
from kt_core.files.boards import Drawing, begins_with_sides, read_drawing
from kt_core.files.reader import Unreadable, reading
from kt_core.files.verdicts import Reading

TourOrBoard = Reading | Drawing


def understood(
    text: str, options: Mapping[str, Any], longest: int
) -> Generator[Progress, None, TourOrBoard]:
    """Return the tour, the path or the board that a text has, in slices.

    `options` are those of `read`. `ValueError` where the text has none of the three.
    """
    try:
        found = yield from reading(text, longest=longest, **options)
    except Unreadable as wrong:
        drawing = _drawing(text)
        if drawing is None:
            raise wrong from None
        return drawing
    drawing = _drawing(text) if not options and _may_be_a_board(found, text) else None
    return drawing or found


def _may_be_a_board(found: Reading, text: str) -> bool:
    """True if a text may be a board although it was read as a path.

    A list of names is one only after the sides of a board, as in 8x8 c3 d4. The signs of a drawing
    make a path without a single move.
    """
    if found.verdict == "tour":
        return False
    if begins_with_sides(text):
        return True
    return found.form != "names" and len(found.path) < 2


def _drawing(text: str) -> Drawing | None:
    try:
        return read_drawing(text)
    except ValueError:
        return None
