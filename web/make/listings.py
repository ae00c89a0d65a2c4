"""What the text lists: functions from their own source. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kt_core import graph, orderings
from kt_core.board import Board
from kt_core.graph import knight_graph
from web.search.listing import source


def as_sets(board: Board) -> dict[int, set[int]]:
    """Return the knight graph as a plain dict of sets."""
    return {square: set(moves) for square, moves in knight_graph(board).items()}


#: By the name that a Markdown file lists it by.
LISTINGS: Mapping[str, Callable[..., Any]] = {
    "legal_moves": graph._neighbours,  # noqa: SLF001
    "knight_graph": knight_graph,
    "as_sets": as_sets,
    "warnsdorff": orderings.warnsdorff,
    "static_degree": orderings.static_degree,
}


def listing(name: str) -> str:
    """Return the source of a function without types and docstring; `ValueError` lists the names."""
    if name not in LISTINGS:
        raise ValueError(f"{name!r} is no listing; there are {', '.join(LISTINGS)}")
    return "\n".join(source(LISTINGS[name]).lines)
