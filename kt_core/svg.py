"""Drawings as SVG text. One square is 1 unit, and `viewBox` is the board.

A picture is `picture(board, layer, layer, ...)`; this module exports all layers. Colors and widths
are attributes, which any style sheet overrides: a picture works alone in a file or a notebook and
follows the theme of a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kt_core.board import Board, Square
from kt_core.drawing import layers
from kt_core.drawing.dead_ends import dead_end, dead_end_square
from kt_core.drawing.layers import (
    KNIGHT,
    choices,
    coordinates,
    degrees,
    edges,
    edges_at_once,
    ends,
    exits,
    knight,
    legal,
    line,
    moves,
    names,
    numbers,
    piece,
    squares,
    vertices,
)
from kt_core.drawing.marks import witness
from kt_core.drawing.shapes import is_large, picture
from kt_core.graph import Subgraph
from kt_core.tour import Puzzle, Tour

__all__ = [
    "KNIGHT",
    "board",
    "choices",
    "coordinates",
    "dead_end",
    "dead_end_square",
    "degrees",
    "edges",
    "edges_at_once",
    "ends",
    "exits",
    "graph",
    "is_large",
    "knight",
    "legal",
    "line",
    "moves",
    "names",
    "numbers",
    "picture",
    "piece",
    "puzzle",
    "squares",
    "tour",
    "vertices",
    "witness",
]


def board(
    board: Board,
    *,
    path: Iterable[str | Square] = (),
    closed: bool = False,
    knight: str | Square | None = None,
    moves: bool = False,
    marks: Mapping[str, Iterable[str | Square]] | None = None,
    graph: bool = False,
    degrees: bool = False,
    numbers: bool = False,
    names: bool = True,
    label: str = "",
) -> str:
    """Return a picture of a board with the layers that the options choose.

    >>> board(Board(5, 5), path=["a1", "b3", "c5"], knight="c5", moves=True)[:4]
    '<svg'

    `path` is drawn as a line, without checking that it is a path, and `closed` draws the move from
    its last square to its first. `knight` is the square of the knight; with `moves`,
    also its moves to squares that are not on the path, with their numbers of onward moves. `marks`
    maps names to squares to mark, such as `NoTour.witness`. `graph` draws the knight graph,
    `degrees` the number of moves of each square, `numbers` the steps of the path, and `names` the
    names of the squares. `label` replaces the text for screen readers. Squares are numbers or
    names; `ValueError` if the board lacks one. Large boards show only the line, the marks and the
    knight.
    """
    visited = tuple(map(board.square, path))
    here = None if knight is None else board.square(knight)
    chosen: list[Iterable[str]] = [layers.squares(board)]
    if graph:
        chosen += layers.edges(board, alone=not visited), layers.vertices(board, visited)
    if marks:
        chosen.append(witness(board, _sets(board, marks)))
    chosen += line(board, visited, closed=closed), ends(board, visited, closed=closed)
    if degrees:
        chosen.append(layers.degrees(board))
    if moves and here is not None and not is_large(board):
        chosen.append(layers.moves(board, here, visited))
    if numbers:
        chosen.append(layers.numbers(board, visited))
    if here is not None:
        chosen.append(layers.knight(board, here, lift=0.12 if names else 0))
    if names:
        chosen.append(layers.names(board))
    return picture(board, *chosen, label=label)


def _sets(
    board: Board, marks: Mapping[str, Iterable[str | Square]]
) -> dict[str, Collection[Square]]:
    return {
        name: squares if isinstance(squares, Subgraph) else tuple(map(board.square, squares))
        for name, squares in marks.items()
    }


def graph(board: Board) -> str:
    """Return a picture of the board's knight graph, with one element for each directed edge."""
    return picture(board, squares(board), edges(board, alone=True), vertices(board), names(board))


def tour(tour: Tour) -> str:
    """Return a picture of a tour; its color changes from start (square) to end (double ring)."""
    board, path, closed = tour.board, tour.path, tour.closed
    drawn = line(board, path, closed=closed), ends(board, path, closed=closed)
    return picture(board, squares(board), *drawn, names(board), tour=tour)


def puzzle(puzzle: Puzzle) -> str:
    """Return a picture of a puzzle, with its given numbers."""
    board, given = puzzle.board, dict(puzzle.numbers)
    return picture(board, squares(board), layers.given(board, given), names(board))
