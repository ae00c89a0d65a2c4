"""Drawings as SVG text. One square is 1 unit, and `viewBox` is the board.

A picture is `picture(board, layer, layer, ...)`; this module exports all layers. Colors and widths
are attributes, which any style sheet overrides: a picture works alone in a file or a notebook and
follows the theme of a page.
"""

from __future__ import annotations

from kt_core.board import Board
from kt_core.drawing.dead_ends import dead_end, dead_end_square
from kt_core.drawing.layers import (
    KNIGHT,
    choices,
    coordinates,
    degrees,
    edges,
    edges_at_once,
    exits,
    knight,
    legal,
    moves,
    names,
    squares,
    vertices,
    vertices_at_once,
    witness,
)
from kt_core.drawing.line import (
    ends,
    line,
    numbers,
    piece,
    piece_to_come,
    to_come,
)
from kt_core.drawing.shapes import is_large, picture
from kt_core.tour import Tour

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
    "piece_to_come",
    "squares",
    "to_come",
    "tour",
    "vertices",
    "vertices_at_once",
    "witness",
]


def board(board: Board) -> str:
    """Return a picture of the empty board with the names of its squares."""
    return picture(board, squares(board), names(board))


def graph(board: Board) -> str:
    """Return a picture of the board's knight graph, with one element for each directed edge."""
    return picture(board, squares(board), edges(board, alone=True), vertices(board), names(board))


def tour(tour: Tour) -> str:
    """Return a picture of a tour; its color shows time, from the square to the double ring."""
    board, path, closed = tour.board, tour.path, tour.closed
    drawn = line(board, path, closed=closed), ends(board, path, closed=closed)
    return picture(board, squares(board), *drawn, names(board), tour=tour)
