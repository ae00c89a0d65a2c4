"""The program of the chapter, as listings; at each point of the text, those so far can be run.

A listing may be a new version of an earlier one, which it then replaces in the program. The names
agree with the text, and the figure of the search highlights lines of `TOUR`. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

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
GRAPH = """\
graph = knight_graph()
print(graph)
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
COLOR = """\
graph = knight_graph()
color = {square: "white" for square in graph}
path = []
"""
RUN = """\
if tour(0):
    print(path)
else:
    print("No tour begins here.")
"""
DEPTH_FIRST = """\
def depth_first(square):
    color[square] = "gray"
    order.append(square)
    for end in graph[square]:
        if color[end] == "white":
            depth_first(end)
"""
RUN_DEPTH_FIRST = """\
color = {square: "white" for square in graph}
order = []
depth_first(0)
print(order)
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
RUN_BREADTH_FIRST = """\
color = {square: "white" for square in graph}
print(breadth_first(0))
"""
ONWARD = """\
def onward(square):
    return [end for end in graph[square] if color[end] == "white"]
"""
FEWEST_FIRST = """\
def as_listed(square):
    return onward(square)

def fewest_first(square):
    return sorted(onward(square), key=lambda end: len(onward(end)))
"""
MOST_FIRST = """\
def most_first(square):
    return fewest_first(square)[::-1]
"""
TOUR_IN_ORDER = TOUR.replace("in graph[square]", "in ordering(square)")
FIND_TOUR = """\
def find_tour(start, chosen):
    global ordering
    ordering = chosen
    path.clear()
    for square in graph:
        color[square] = "white"
    return tour(start)
"""
RUN_IN_ORDER = RUN.replace("tour(0)", "find_tour(0, fewest_first)")
STATIC_DEGREE = """\
def static_degree(square):
    return sorted(onward(square), key=lambda end: len(graph[end]))
"""
LARGER_BOARD = STEPS.replace("5, 5", "6, 6")  # has closed tours, and a tour from every square
CLOSED_TOUR = TOUR_IN_ORDER.replace(
    "        return True\n    for",
    "        if path[0] in graph[square]:\n            return True\n    for",
)
RUN_CLOSED = RUN_IN_ORDER.replace("(0,", "(2,")
EVERY_START = """\
for start in graph:
    print(start, find_tour(start, fewest_first))
"""


@dataclass(frozen=True)
class Listing:
    """A part of the program, and the name of the earlier listing that it replaces, or ""."""

    text: str
    replaces: str = ""


#: The name that Markdown files use -> the listing, in the order of the text.
PROGRAM: Mapping[str, Listing] = {
    "steps": Listing(STEPS),
    "legal_moves": Listing(LEGAL_MOVES),
    "knight_graph": Listing(KNIGHT_GRAPH),
    "graph": Listing(GRAPH),
    "tour": Listing(TOUR),
    "color": Listing(COLOR, "graph"),
    "run": Listing(RUN),
    "onward": Listing(ONWARD),
    "fewest_first": Listing(FEWEST_FIRST),
    "tour_in_order": Listing(TOUR_IN_ORDER, "tour"),
    "find_tour": Listing(FIND_TOUR),
    "run_in_order": Listing(RUN_IN_ORDER, "run"),
    "most_first": Listing(MOST_FIRST),
    "static_degree": Listing(STATIC_DEGREE),
    "depth_first": Listing(DEPTH_FIRST),
    "run_depth_first": Listing(RUN_DEPTH_FIRST),
    "breadth_first": Listing(BREADTH_FIRST),
    "run_breadth_first": Listing(RUN_BREADTH_FIRST),
}
#: Changes that the text proposes: the listing that is shown, and all listings that it replaces.
CHANGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "closed": (
        "tour_in_order",
        {"steps": LARGER_BOARD, "tour_in_order": CLOSED_TOUR, "run_in_order": RUN_CLOSED},
    ),
    "every_start": ("run_in_order", {"steps": LARGER_BOARD, "run_in_order": EVERY_START}),
}
#: The current lines of `TOUR`, from 1, after each kind of event.
VISITED, COMPLETE, WAITS, LEFT = 2, 5, 7, 10


def program(names: Iterable[str], change: str = "") -> str:
    """Return the program that these listings form, perhaps with a change that the text proposes.

    Replaced listings are left out. Listings that call functions come last, so that a reader may
    change them to call any function.
    """
    named = {name: PROGRAM[name] for name in sorted(names, key=lambda name: name.startswith("run"))}
    replaced = {each.replaces for each in named.values()}
    texts = {name: each.text for name, each in named.items() if name not in replaced}
    if change:
        texts |= CHANGES[change][1]
    return "\n\n".join(texts.values())


def changed_lines(name: str) -> tuple[tuple[str, bool], ...]:
    """Return the lines of a listing or change; each with True if it is new in that listing.

    If there is no earlier version, or if most lines are new, no line counts as new.
    """
    if name not in (*PROGRAM, *CHANGES):
        raise ValueError(f"{name!r} is no listing; there are {', '.join((*PROGRAM, *CHANGES))}")
    if name in CHANGES:
        listing_name, texts = CHANGES[name]
        text, before = texts[listing_name], PROGRAM[listing_name].text
    else:
        text, before = PROGRAM[name].text, PROGRAM.get(PROGRAM[name].replaces, Listing("")).text
    known = {line.strip() for line in before.splitlines()}
    lines = [(line, line.strip() not in known) for line in text.splitlines()]
    rewritten = 2 * sum(new for _, new in lines) > len(lines)
    return tuple((line, new and not rewritten) for line, new in lines)


def visits(rows: int, columns: int, ordering: str) -> int:
    """Return the number of visits by the whole program, from a1, until it finds a tour."""
    text = program(name for name in PROGRAM if not name.startswith("run"))
    known: dict[str, Any] = {}
    exec(text.replace("rows, columns = 5, 5", f"rows, columns = {rows}, {columns}"), known)
    tour, count = known["tour"], 0

    def counted(square: int) -> object:
        nonlocal count
        count += 1
        return tour(square)

    known["tour"] = counted
    assert known["find_tour"](0, known[ordering])
    return count
