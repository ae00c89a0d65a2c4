"""Code to begin with: move orderings, and a whole search, as a reader may change them. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.language import N_

TEXTBOOK = """\
def order(choices, onward, path, board):
    return choices
"""
WARNSDORFF = """\
def order(choices, onward, path, board):
    def moves(square):
        return len(onward(square))

    return sorted(choices, key=moves)
"""
REVERSE = """\
def order(choices, onward, path, board):
    def moves(square):
        return len(onward(square))

    return sorted(choices, key=moves, reverse=True)
"""
STATIC = """\
from kt_core import knight_graph


def order(choices, onward, path, board):
    graph = knight_graph(board)

    def degree(square):
        return len(graph[square])

    return sorted(choices, key=degree)
"""
CENTRE = """\
def order(choices, onward, path, board):
    def from_centre(square):
        row, column = divmod(square, board.columns)
        up = row - (board.rows - 1) / 2
        right = column - (board.columns - 1) / 2
        return up * up + right * right

    def key(square):
        return len(onward(square)), -from_centre(square)

    return sorted(choices, key=key)
"""
CHANCE = """\
import random


def order(choices, onward, path, board):
    random.shuffle(choices)
    return choices
"""
SEARCH = """\
from kt_core.events import Backtrack, Found, Visit


def search(graph, start, ends):
    yield from explore(graph, [], start, ends)


def explore(graph, path, square, ends):
    path.append(square)
    yield Visit(square)
    if len(path) == len(graph) and square in ends:
        yield Found(tuple(path))

    def moves(square):
        return sum(v not in path for v in graph[square])

    choices = [v for v in graph[square] if v not in path]
    for choice in sorted(choices, key=moves):
        yield from explore(graph, path, choice, ends)
    path.pop()
    yield Backtrack(square)
"""

#: By name: what it is called, and its text.
TEMPLATES: Mapping[str, tuple[str, str]] = {
    "textbook": (N_("Textbook order"), TEXTBOOK),
    "warnsdorff": (N_("Warnsdorff’s rule"), WARNSDORFF),
    "reverse": (N_("The rule reversed"), REVERSE),
    "static": (N_("Degrees never updated"), STATIC),
    "centre": (N_("Ties by the centre"), CENTRE),
    "chance": (N_("Chance"), CHANCE),
    "search": (N_("The whole search"), SEARCH),
}
FIRST_TEXT = WARNSDORFF  # what the editor opens with
