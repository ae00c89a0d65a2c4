"""The moves that a search has made, by its paths. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from kt_core.board import Square


class MoveTree:
    """The moves that a search has made from each of its paths, in 14 bytes a path.

    A node is a path, by the number of its first visit; node 0 is the empty path.
    """

    def __init__(self) -> None:
        self._squares = array("H", [0])  # the last of each path
        self._parents, self._first, self._next = (array("I", [0]) for _ in range(3))
        self._here = 0

    def __len__(self) -> int:
        return len(self._squares) - 1

    def visit(self, square: Square) -> None:
        """Add a move from the present path."""
        last = 0
        for child in self._children(self._here):
            if self._squares[child] == square:
                self._here = child
                return
            last = child
        node = len(self._squares)
        self._squares.append(square)
        self._parents.append(self._here)
        self._first.append(0)
        self._next.append(0)
        if last:
            self._next[last] = node
        else:
            self._first[self._here] = node
        self._here = node

    def leave(self) -> None:
        """Go back to the square before."""
        self._here = self._parents[self._here]

    def moves(self, path: Iterable[Square]) -> list[Square]:
        """Return the moves made from a path, in order; none from an unknown path."""
        node = 0
        for square in path:
            node = next((each for each in self._children(node) if self._squares[each] == square), 0)
            if not node:
                return []
        return [self._squares[each] for each in self._children(node)]

    def _children(self, node: int) -> Iterator[int]:
        child = self._first[node]
        while child:
            yield child
            child = self._next[child]
