"""The textbook's graph of six vertices, A to F: its drawing and its search. Pure.

White and gray have the same meaning as in depth-first search: not yet visited, on the path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from math import hypot

from kt_core.drawing import dead_ends
from kt_core.drawing.colours import light
from kt_core.drawing.shapes import Layer, circle, escape, number
from kt_core.graph import LETTERS, Graph
from kt_core.language import _, pgettext
from web.draw.elements import time_colour
from web.draw.patch import Lazy
from web.lab.search.recording import Outcome

SIDES = (6, 8)  # rows and columns of the picture, in squares of a board
PLACES = {"A": (1.3, 1.5), "B": (4, 1.5), "C": (6.7, 1.5)}
PLACES |= {"D": (1.3, 4.5), "E": (4, 4.5), "F": (6.7, 4.5)}
RADIUS = 0.52

_LOOKS = {
    "white": f'fill="{light("paper")}" stroke="{light("field")}" stroke-width=".05"',
    "gray": f'fill="{light("edge")}" stroke="{light("ink")}" stroke-width=".05"',
    "now": f'fill="{light("edge")}" stroke="{light("accent")}" stroke-width=".1"',
}


def layers(outcome: Outcome) -> Mapping[str, Lazy]:
    """Return the layers, like `board.layers`: the ground, the edges as arrows, the path."""
    path, dead_end = outcome.path, outcome.dead_end
    return {
        "squares": Lazy(ground),
        "graph": Lazy(edges, LETTERS),
        "line": Lazy(_line, path),
        "vertices": Lazy(vertices, path),
        "moves": Lazy(_nothing),
        "dead-end": Lazy(_nothing) if dead_end is None else Lazy(_dead_end, dead_end),
    }


def svg_of(groups: Iterable[str], label: str) -> str:
    """Return groups as a picture of this graph."""
    rows, columns = SIDES
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board lettered" data-board="letters"'
        f' viewBox="0 0 {columns} {rows}" role="img" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{"".join(groups)}</svg>'
    )


def label(outcome: Outcome) -> str:
    """Return the accessible name of the picture."""
    path = " ".join(outcome.path) or pgettext("path", "empty")
    return _("Graph of six vertices, A to F; the path is {path}", path=path)


def _nothing() -> Layer:
    return iter(())


def ground() -> Layer:
    """Yield the background."""
    rows, columns = SIDES
    look = f'class="sq" width="{columns}" height="{rows}" rx=".1" fill="{light("square")}"'
    yield f"<rect {look}/>"


def edges(graph: Graph[str]) -> Layer:
    """Yield the edges of a graph of these vertices, as arrows."""
    for a in graph:
        for b in graph[a]:
            look = f'class="arrow" stroke="{light("field")}" fill="{light("field")}"'
            yield _arrow(a, b, 0.03, look)


def _line(path: Iterable[str]) -> Layer:
    for i, (a, b) in enumerate(pairwise(path)):
        when, colour = time_colour((i + 0.5) / (len(LETTERS) - 1))
        on = when.replace('class="', 'class="arrow on ')
        yield _arrow(a, b, 0.11, f'{on} stroke="{colour}" fill="{colour}"')


def _arrow(a: str, b: str, width: float, look: str) -> str:
    (x, y), (u, v) = PLACES[a], PLACES[b]
    size = hypot(u - x, v - y)
    right, down = (u - x) / size, (v - y) / size
    long, wide = 0.24 + width, 0.1 + width / 2  # length and width of the arrowhead
    first, last = RADIUS + 0.05, size - RADIUS - 0.1
    tail = x + first * right, y + first * down
    head = x + last * right, y + last * down
    neck = head[0] - long * right, head[1] - long * down
    wings = [(neck[0] - side * down, neck[1] + side * right) for side in (wide, -wide)]
    tip = "L".join(f"{number(p)} {number(q)}" for p, q in (head, *wings))
    line = f"M{number(tail[0])} {number(tail[1])}L{number(neck[0])} {number(neck[1])}"
    return (
        f'<g {look}><path d="{line}" stroke-width="{number(width)}"/>'
        f'<path d="M{tip}z" stroke="none"/></g>'
    )


def vertices(path: tuple[str, ...]) -> Layer:
    """Yield the vertices: gray on the path, else white."""
    steps = {vertex: _("step {n}", n=step) for step, vertex in enumerate(path, start=1)}
    return described_vertices(steps, path[-1:])


def described_vertices(gray: Mapping[str, str], now: Collection[str]) -> Layer:
    """Yield the vertices, those in a mapping gray, with its descriptions, and `now` emphasized."""
    for vertex, (x, y) in PLACES.items():
        look = "now" if vertex in now else "gray" if vertex in gray else "white"
        description = gray.get(vertex, _("not yet visited"))
        sentence = _("{square}, {what}", square=vertex, what=description)
        yield (
            f'<g class="vertex {look}" data-vertex="{vertex}"><title>{escape(sentence)}</title>'
            f'<circle cx="{x}" cy="{y}" r="{RADIUS}" {_LOOKS[look]}/>'
            f'<text x="{x}" y="{number(y + 0.17)}" font-size=".5" text-anchor="middle"'
            f' fill="{light("ink")}">{vertex}</text></g>'
        )


def ring(vertex: str) -> str:
    """Return a ring around a vertex."""
    look = f' fill="none" stroke="{light("accent")}" stroke-width=".11"'
    return circle(PLACES[vertex], 0.66, look)


def _dead_end(vertex: str) -> Layer:
    x, y = PLACES[vertex]
    yield (
        f'<g class="dead-end" fill="none" stroke="{light("ink")}" stroke-width=".07">'
        f"{dead_ends.cross_above_vertex(x, y)}</g>"
    )
