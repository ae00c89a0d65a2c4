"""Templates for the reader's code: orderings, a search, programs; and locked parts in it. Pure."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

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
CENTER = """\
def order(choices, onward, path, board):
    def from_center(square):
        row, column = divmod(square, board.columns)
        up = row - (board.rows - 1) / 2
        right = column - (board.columns - 1) / 2
        return up * up + right * right

    def key(square):
        return len(onward(square)), -from_center(square)

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

BOARD_PROGRAM = """\
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2),
         (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def solve(n):
    board = [[-1] * n for _ in range(n)]

    def go(row, column, number):
        board[row][column] = number
        if number == n * n - 1:
            return True
        for down, right in MOVES:
            r, c = row + down, column + right
            if 0 <= r < n and 0 <= c < n and board[r][c] == -1:
                if go(r, c, number + 1):
                    return True
        board[row][column] = -1
        return False

    return board if go(0, 0, 0) else None


for line in solve(5):
    print(*(f"{number:2}" for number in line))
"""
SLOW_PROGRAM = BOARD_PROGRAM.replace("solve(5)", "solve(8)")
GRAPH_PROGRAM = """\
from pythonds3.graphs import Graph

MOVES = [(-1, -2), (-1, 2), (-2, -1), (-2, 1),
         (1, -2), (1, 2), (2, -1), (2, 1)]


def knight_graph(size):
    graph = Graph()
    for row in range(size):
        for column in range(size):
            for down, right in MOVES:
                r, c = row + down, column + right
                if 0 <= r < size and 0 <= c < size:
                    graph.add_edge(row * size + column, r * size + c)
    return graph


def knight_tour(n, path, vertex, limit):
    vertex.color = "gray"
    path.append(vertex)
    if n == limit:
        return True
    for neighbor in by_onward_moves(vertex):
        if knight_tour(n + 1, path, neighbor, limit):
            return True
    path.pop()
    vertex.color = "white"
    return False


def by_onward_moves(vertex):
    def white(v):
        return [w for w in v.get_neighbors() if w.color == "white"]

    return sorted(white(vertex), key=lambda v: len(white(v)))


path = []
knight_tour(0, path, knight_graph(8).get_vertex(0), 63)
print([vertex.key for vertex in path])
"""

#: The name of a template -> its title and its text.
TEMPLATES: Mapping[str, tuple[str, str]] = {
    "textbook": (N_("Textbook order"), TEXTBOOK),
    "warnsdorff": (N_("Warnsdorff’s rule"), WARNSDORFF),
    "reverse": (N_("The rule reversed"), REVERSE),
    "static": (N_("Degrees never updated"), STATIC),
    "center": (N_("Ties by the center"), CENTER),
    "chance": (N_("Chance"), CHANCE),
    "search": (N_("The whole search"), SEARCH),
    "slow-program": (N_("A program that seems to run forever"), SLOW_PROGRAM),
    "board-program": (N_("The same program on 5 × 5"), BOARD_PROGRAM),
    "graph-program": (N_("The textbook’s graph program"), GRAPH_PROGRAM),
}
FIRST_TEXT = SLOW_PROGRAM  # the text with which the editor opens
CONTINUES = "\0"  # the mark of a line that continues a statement
BLANK = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
_PART = re.compile(r"^# *-+ *locked *-+ *\n(.*?)\n# *-+ *end *-+ *$", re.DOTALL | re.MULTILINE)


def locked_parts(starter: str) -> Iterator[str]:
    r"""Yield the locked parts of a starter.

    >>> [*locked_parts("# --- locked ---\nn = 8\n# --- end ---\n")]
    ['n = 8']
    """
    yield from (part.strip("\n") for part in _PART.findall(starter))


def changed_part(starter: str, text: str) -> str:
    """Return the first line of the first locked part that a text lacks; "" if it has all."""
    for part in locked_parts(starter):
        if _plain(part) not in _plain(text):
            return part.strip().partition("\n")[0]
    return ""


def locked_lines(starter: str, text: str) -> list[int]:
    r"""Return the numbers of the locked lines in a text, from 1; none if a locked part is missing.

    >>> locked_lines("# --- locked ---\nn = 8\n# --- end ---\n", "# mine\nn = 8\n")
    [2]
    """
    lines, found = _plain(text), list[int]()
    for part in map(_plain, locked_parts(starter)):
        before, is_there, _after = lines.partition(part)
        if not is_there:
            return []
        first = before.count("\n") + 1
        found += range(first, first + part.count("\n") - 1)
    return found


@lru_cache(8)  # the editor compares its text at each change
def _plain(text: str) -> str:
    """Return a text without spaces at the ends of lines; each line is between line feeds.

    A line that continues a statement is marked, so code differs from the same text in a string.
    """
    first, inner = 0, set[int]()
    for token in _tokens(text):
        if token.type == tokenize.NEWLINE:
            inner.update(range(first + 1, token.end[0] + 1))
            first = 0
        elif token.type not in BLANK:
            first = first or token.start[0]
    lines = enumerate(text.split("\n"), start=1)
    return "\n" + "".join(f"{CONTINUES * (n in inner)}{line.rstrip()}\n" for n, line in lines)


def is_template(text: str) -> bool:
    """Return True if a text is the code of a template, perhaps with other comments."""
    return _code(text) in {_code(template) for _title, template in TEMPLATES.values()}


@lru_cache(16)
def _code(text: str) -> tuple[str, ...]:
    return tuple(token.string for token in _tokens(text) if token.type not in BLANK)


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of a text up to the first error."""
    with suppress(tokenize.TokenError, SyntaxError):
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
