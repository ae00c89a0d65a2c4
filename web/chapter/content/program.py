"""The program of the chapter, listing by listing: together they print a tour of 5x5. Pure.

The names agree with the text, and the figure of the search highlights lines of `TOUR`.
"""

from __future__ import annotations

from collections.abc import Mapping

STEPS = """\
rows, columns = 5, 5
steps = [(-2, -1), (-2, 1), (-1, -2), (-1, 2),
         (1, -2), (1, 2), (2, -1), (2, 1)]
"""
LEGAL_MOVES = """\
def legal_moves(row, column):
    ends = []
    for up, right in steps:
        if 0 <= row + up < rows and 0 <= column + right < columns:
            ends.append((row + up) * columns + column + right)
    return ends
"""
KNIGHT_GRAPH = """\
def knight_graph():
    graph = {}
    for row in range(rows):
        for column in range(columns):
            graph[row * columns + column] = legal_moves(row, column)
    return graph
"""
TOUR = """\
def tour(square):
    color[square] = "gray"
    path.append(square)
    if len(path) == len(graph):
        return True
    for end in graph[square]:
        if color[end] == "white" and tour(end):
            return True
    path.pop()
    color[square] = "white"
    return False
"""
RUN = """\
graph = knight_graph()
color = {square: "white" for square in graph}
path = []
if tour(0):
    print(path)
"""
BREADTH_FIRST = """\
def breadth_first(start):
    order = []
    queue = [start]
    color[start] = "gray"
    while queue:
        square = queue.pop(0)
        order.append(square)
        for end in graph[square]:
            if color[end] == "white":
                color[end] = "gray"
                queue.append(end)
    return order
"""
#: By the names that Markdown files use, in the order of the text.
PROGRAM: Mapping[str, str] = {
    "steps": STEPS,
    "legal_moves": LEGAL_MOVES,
    "knight_graph": KNIGHT_GRAPH,
    "tour": TOUR,
    "run": RUN,
    "breadth_first": BREADTH_FIRST,
}
#: Shows the result of the program in the lab.
SHOWN = """\
# For the board of this page: the path that the program has found.
from kt_core.events import Found, Visit


def search(graph, start, ends):
    for square in path:
        yield Visit(square)
    yield Found(tuple(path))
"""
#: Lines of `TOUR`, from 1, by the last event.
VISITED, COMPLETE, WAITS, LEFT = 2, 5, 7, 10


def whole_program() -> str:
    """Return the program for "Your program": the listings, and the code that shows the path."""
    runs = (text for name, text in PROGRAM.items() if name != "breadth_first")
    return "\n\n".join((*runs, SHOWN))
