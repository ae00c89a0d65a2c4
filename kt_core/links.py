"""Squares that hang together, with their moves: how a proof shows parts of a board, and chains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Self

from kt_core.board import Square
from kt_core.graph import Graph


class Linked(tuple[Square, ...]):  # noqa: SLOT001 - a tuple has no room for named slots
    """Squares of a witness that hang together, with the moves between them: `links`.

    >>> Linked.chain([0, 6, 8]), Linked.chain([0, 6, 8]).links
    ((0, 6, 8), ((0, 6), (6, 8)))
    """

    links: tuple[tuple[Square, Square], ...]

    def __new__(
        cls, squares: Iterable[Square], links: Iterable[tuple[Square, Square]] = ()
    ) -> Self:
        """Return these squares, in this order, with these moves."""
        linked = super().__new__(cls, squares)
        linked.links = tuple(links)
        return linked

    @classmethod
    def chain(cls, squares: Sequence[Square]) -> Self:
        """Return squares of which each is a move from the one before."""
        return cls(squares, pairwise(squares))

    @classmethod
    def part(cls, graph: Graph[Square], squares: Iterable[Square]) -> Self:
        """Return squares, ascending, with all moves of a graph between them."""
        within = dict.fromkeys(sorted(squares))
        return cls(within, ((a, b) for a in within for b in graph[a] if a < b and b in within))
