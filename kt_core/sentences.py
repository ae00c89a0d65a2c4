"""Parts of sentences: lists as they are said, squares by name, values that are cut where long."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kt_core.board import Board, Square
from kt_core.language import N_, Sentence

NAMED_SQUARES = 8  # squares that `marked` says by name; of more it says how many


def listed(words: Iterable[str], both: str = N_("{one} and {other}")) -> str:
    """Return names as they are said one after the other.

    >>> listed(["a1"]), listed(["a1", "a5"]), listed(["a1", "a5", "c4"])
    ('a1', 'a1 and a5', 'a1, a5 and c4')
    """
    *most, end = words
    return Sentence(both, one=choices(most), other=end) if most else end


def choices(words: Iterable[str]) -> str:
    """Return words that are typed as they stand, one after the other.

    >>> choices(["text", "json"])
    'text, json'
    """
    first, *more = words
    for word in more:
        first = Sentence("{first}, {next}", first=first, next=word)
    return first


def named(board: Board, squares: Iterable[Square]) -> str:
    """Return the names of squares, in this order: "a1, a5 and c4"."""
    return listed(map(board.name, squares))


def marked(board: Board, squares: Collection[Square]) -> str:
    """Return the names of a few squares, ascending, or how many are marked on the drawing."""
    if len(squares) > NAMED_SQUARES:
        return Sentence("{n} marked squares", n=len(squares))
    return named(board, sorted(squares))
