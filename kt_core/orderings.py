"""Move orderings: the order in which a search tries moves, and the moves that it can skip.

An order is a function of the graph, the path and the square just reached; it returns the moves from
that square, best first. The search skips squares on the path, so an order may list them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kt_core.board import Board, Square
from kt_core.graph import Graph, onward
from kt_core.language import N_, value_error
from kt_core.tour import seed_of

Visited = Collection[Any]  # the squares visited, with a fast `in`
Order = Callable[[Graph[Any], Visited, Any], Sequence[Any]]


def textbook(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
    """Moves as the graph lists them: on a board, in ascending order of squares."""
    return graph[square]


def warnsdorff(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
    """Fewest onward moves first; ties as the graph lists them (Warnsdorff 1823)."""
    return sorted(onward(graph, path, square), key=lambda v: len(onward(graph, path, v)))


def most_moves(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
    """Most onward moves first: the opposite of Warnsdorff's rule, for comparison."""
    return sorted(onward(graph, path, square), key=lambda v: -len(onward(graph, path, v)))


def static_degree(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
    """Fewest neighbors first, visited or not: Warnsdorff's rule with degrees that never change."""
    return sorted(onward(graph, path, square), key=lambda v: len(graph[v]))


def pohl(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
    """Warnsdorff's rule; ties by looking one move ahead (Pohl, CACM 10 (1967) 446)."""

    def key(v: Any) -> tuple[int, int]:
        after = onward(graph, path, v)
        return len(after), min((len(onward(graph, path, w)) for w in after), default=0)

    return sorted(onward(graph, path, square), key=key)


def roth(board: Board) -> Order:
    """Warnsdorff's rule; ties by the greatest distance from the center (after Roth)."""

    def distance(square: Square) -> int:  # the square of the distance, in half squares: an integer
        row, column = divmod(square, board.columns)
        return (2 * row - board.rows + 1) ** 2 + (2 * column - board.columns + 1) ** 2

    def order(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
        moves = onward(graph, path, square)
        return sorted(moves, key=lambda v: (len(onward(graph, path, v)), -distance(v)))

    return order


def random(seed: int | str) -> Order:
    """Warnsdorff's rule; random ties. The same seed gives the same moves on the same path."""
    if not isinstance(seed, str):
        seed_of(seed)
    salt = Random(seed).getrandbits(32)

    def order(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
        # The ties depend only on the seed and the path, not on earlier draws, so a search can
        # resume on any of its paths.
        turn = salt + len(path) * 0x9E3779B1
        moves = onward(graph, path, square)
        return sorted(moves, key=lambda v: (len(onward(graph, path, v)), _hash(turn, v)))

    return order


def _hash(turn: int, vertex: Any) -> int:
    """Return 32 pseudorandom bits (the last steps of MurmurHash3, Appleby 2008)."""
    number = vertex if isinstance(vertex, int) else int.from_bytes(str(vertex).encode(), "big")
    bits = (turn ^ number * 0x85EBCA6B) & 0xFFFFFFFF
    bits = (bits ^ bits >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return bits ^ bits >> 16


@dataclass(frozen=True)
class Ordering:
    """An entry of the registry: the name of an order, and how to make it for a board and a seed."""

    title: str  # "Warnsdorff, random ties"
    rule: str  # "fewest onward moves first", a phrase to read after the title
    make: Callable[[Board, int | str], Order]
    by_rule: bool = False  # it follows Warnsdorff's rule, so a reader can predict its moves
    seeded: bool = False  # it is random, and depends on the seed


#: Every ordering by its name in addresses and on the command line. To add one, add a line.
ORDERINGS: Mapping[str, Ordering] = {
    "warnsdorff": Ordering(
        N_("Warnsdorff"),
        N_("fewest onward moves first, ties in order of squares"),
        lambda *_: warnsdorff,
        by_rule=True,
    ),
    "roth": Ordering(
        N_("Warnsdorff, ties by Roth"),
        N_("fewest onward moves first, ties farthest from the center"),
        lambda board, _: roth(board),
        by_rule=True,
    ),
    "pohl": Ordering(
        N_("Warnsdorff, ties by looking one move ahead"),
        N_("fewest onward moves first, ties by the fewest one move later"),
        lambda *_: pohl,
        by_rule=True,
    ),
    "random": Ordering(
        N_("Warnsdorff, random ties"),
        N_("fewest onward moves first, random ties"),
        lambda _, seed: random(seed),
        by_rule=True,
        seeded=True,
    ),
    "textbook": Ordering(
        N_("Textbook order"), N_("moves in order of squares"), lambda *_: textbook
    ),
    "static-degree": Ordering(
        N_("Degree of the empty board"),
        N_("fewest neighbors first, visited or not"),
        lambda *_: static_degree,
    ),
    "most-moves": Ordering(
        N_("Most moves first"), N_("most onward moves first"), lambda *_: most_moves
    ),
}


def ordering(name: str) -> Ordering:
    """Return the ordering with this name; `ValueError` lists the known names."""
    if name not in ORDERINGS:
        raise value_error(
            "{name} is not a move ordering; there are {orderings}",
            name=repr(name),
            orderings=", ".join(ORDERINGS),
        )
    return ORDERINGS[name]


def with_pruning(order: Order, ends: Collection[Any] | None = None) -> Order:
    """Return `order` without moves that cannot lead to a tour; no tour is lost.

    `ends` are the squares where the tour may end, None for any; a closed tour ends on a neighbor of
    its start. The graph must be undirected.
    """

    def moves(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
        choices = [v for v in order(graph, path, square) if v not in path]
        if len(graph) - len(path) <= 1:
            return choices
        last = _only_end(ends, path)
        return [v for v in _passable(graph, path, choices, ends) if v != last]

    return moves


def _passable(
    graph: Graph[Any], path: Visited, choices: list[Any], ends: Collection[Any] | None
) -> list[Any]:
    # The knight moves to one of the choices; the others lose a move, as it never returns here. So a
    # choice without onward moves is lost. A choice with a single onward move can later be entered
    # by that move, but not left again. So it must be the next square or the last one, and only one
    # square can be the last.
    tight = []
    for v in choices:
        exits = len(onward(graph, path, v))
        if exits == 0:
            return []
        if exits == 1:
            tight.append(v)
    if not tight:
        return choices
    return [v for v in choices if _can_wait([w for w in tight if w != v], ends)]


def _can_wait(tight: list[Any], ends: Collection[Any] | None) -> bool:
    return not tight or (len(tight) == 1 and (ends is None or tight[0] in ends))


def _only_end(ends: Collection[Any] | None, path: Visited) -> Any:
    # The tour must end on one of `ends`; if only one of them is unvisited, it must be the last.
    free = [] if ends is None else [v for v in ends if v not in path]
    return free[0] if len(free) == 1 else None
