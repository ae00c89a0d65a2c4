"""Squares that a path cannot reach any more, and starts that no tour can have. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.board import Board, Square
from kt_core.graph import Graph
from kt_core.language import N_
from web.chapter.words import translation


def lost_squares(graph: Graph[Square], path: Sequence[Square]) -> list[Square]:
    """Return the squares not visited that no way over such squares leads to from the path's end."""
    reached, ends = {*path}, [path[-1]]
    for here in ends:  # grows during the loop
        new = [end for end in graph[here] if end not in reached]
        reached.update(new)
        ends += new
    return [square for square in graph if square not in reached]


def cannot_begin(board: Board, start: Square) -> bool:
    """Return True if the board is odd and the start has the color of fewer squares."""
    return len(board) % 2 == 1 and board.colour(start) != board.colour(0)


def why_none_begins(board: Board, start: Square, language: str) -> str:
    """Return the reason why no tour begins on a square of that color, in a sentence."""
    corners = sum(board.colour(square) == board.colour(0) for square in board)
    text = N_(
        "No tour begins on {start}: {most} of the {of} squares have the color of the corners, and"
        " {fewest} the other. The colors take turns, so a tour begins and ends on the first one."
    )
    shown = {"start": board.name(start), "of": len(board)}
    counts = {"most": corners, "fewest": len(board) - corners}
    return translation(language, text, **shown, **counts)
