"""The textbook's graph of six vertices, A to F, in the place of a board: drawn and searched. Pure.

White and gray mean what they mean in depth-first search: not yet visited, on the path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from kt_core.drawing.colours import light
from kt_core.drawing.curve import number
from kt_core.drawing.shapes import escaped
from kt_core.graph import LETTERS
from kt_core.orderings import textbook
from kt_core.search import search
from web.draw.elements import cross, timed
from web.search.context import Context
from web.search.record import Record
from web.search.run import Outcome

START = "A"
SIDES = (6, 8)  # of the picture, in rows and columns of a board's squares
PLACES = {"A": (1.3, 1.5), "B": (4, 1.5), "C": (6.7, 1.5)}
PLACES |= {"D": (1.3, 4.5), "E": (4, 4.5), "F": (6.7, 4.5)}
RADIUS = 0.52

_LOOKS = {
    "white": f'fill="{light("paper")}" stroke="{light("field")}" stroke-width=".05"',
    "gray": f'fill="{light("line")}" stroke="{light("ink")}" stroke-width=".05"',
    "now": f'fill="{light("wash")}" stroke="{light("accent")}" stroke-width=".1"',
}

Drawing = Iterator[str]


class Spelling:
    """The search of this graph, as work of the page."""

    runs = ()

    def __init__(self, step: int | None = None) -> None:
        self.record = Record(LETTERS, search(LETTERS, START))
        self._last = step

    def advance(self, count: int) -> bool:
        """Pull up to `count` events; return whether there is more to pull."""
        left = count if self._last is None else self._last - len(self.record)
        return self.record.pull(min(count, left)) and len(self.record) != self._last

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the search stands."""
        moment = self.record.at(len(self.record))
        return Outcome(path=moment.path, steps=moment.step, dead_ends=moment.dead_ends)

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the same: nothing is held back."""
        return self.outcome(milliseconds)


def context(work: Any) -> Context:
    """Return what panels and timeline are about."""
    assert isinstance(work, Spelling)
    return Context(work.record, LETTERS, START, textbook)


def still() -> Mapping[str, Iterable[str]]:
    """Return the layers below: the ground, and the edges as arrows."""
    rows, columns = SIDES
    ground = (
        f'<rect class="sq" width="{columns}" height="{rows}" rx=".1" fill="{light("square")}"/>'
    )
    return {"squares": (ground,), "graph": _edges()}


def moving(outcome: Outcome) -> Mapping[str, Iterable[str]]:
    """Return the layers that change from step to step."""
    path = outcome.path
    return {
        "line": _line(path),
        "vertices": _vertices(path),
        "moves": (),
        "died": () if outcome.died is None else _died(outcome.died),
    }


def assembled(groups: Iterable[str], said: str) -> str:
    """Return groups as the picture of this graph."""
    rows, columns = SIDES
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board lettered" data-board="letters"'
        f' viewBox="0 0 {columns} {rows}" role="img" aria-label="{escaped(said)}"'
        f' font-family="sans-serif">{"".join(groups)}</svg>'
    )


def label(outcome: Outcome) -> str:
    """Return the picture's name for those who do not see it."""
    return f"Graph of six vertices, A to F; the path is {' '.join(outcome.path) or 'empty'}"


def told(outcome: Outcome) -> tuple[str, str]:
    """Return what the search has come to, in two sentences."""
    said, ends = " ".join(outcome.path), outcome.dead_ends
    if len(outcome.path) == len(LETTERS):
        counted = "one dead end" if ends == 1 else f"{ends} dead ends"
        how = "C was a dead end when B tried it first; the search went back, and came to C last."
        return f"A path through all six: {said}, after {counted}.", how
    return (
        f"The path so far: {said}." if said else "Six vertices, and a path through all of them.",
        "White is not yet visited, gray is on the path. Step goes vertex by vertex from A.",
    )


def facts() -> str:
    """Return what the graph is, in one sentence."""
    edges = sum(map(len, LETTERS.values()))
    return (
        f"This graph: {len(LETTERS)} vertices; {edges} directed edges, each one way; that is"
        f" {100 * edges / len(LETTERS) ** 2:.1f} % of the 6 x 6 matrix."
    )


def _edges() -> Drawing:
    for a in LETTERS:
        for b in LETTERS[a]:
            look = f'class="arrow" stroke="{light("field")}" fill="{light("field")}"'
            yield _arrow(a, b, 0.03, look)


def _line(path: Iterable[str]) -> Drawing:
    for i, (a, b) in enumerate(pairwise(path)):
        when, colour = timed((i + 0.5) / (len(LETTERS) - 1))
        on = when.replace('class="', 'class="arrow on ')
        yield _arrow(a, b, 0.11, f'{on} stroke="{colour}" fill="{colour}"')


def _arrow(a: str, b: str, width: float, look: str) -> str:
    (x, y), (u, v) = PLACES[a], PLACES[b]
    size = hypot(u - x, v - y)
    right, down = (u - x) / size, (v - y) / size
    long, wide = 0.24 + width, 0.1 + width / 2  # of the head
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


def _vertices(path: tuple[str, ...]) -> Drawing:
    for vertex, (x, y) in PLACES.items():
        look = "now" if path[-1:] == (vertex,) else "gray" if vertex in path else "white"
        number_of = f"step {path.index(vertex) + 1}" if vertex in path else "not yet visited"
        yield (
            f'<g class="vertex {look}" data-vertex="{vertex}"><title>{vertex}, {number_of}</title>'
            f'<circle cx="{x}" cy="{y}" r="{RADIUS}" {_LOOKS[look]}/>'
            f'<text x="{x}" y="{number(y + 0.17)}" font-size=".5" text-anchor="middle"'
            f' fill="{light("ink")}">{vertex}</text></g>'
        )


def _died(vertex: str) -> Drawing:
    x, y = PLACES[vertex]
    yield (
        f'<g class="died" fill="none" stroke="{light("ink")}" stroke-width=".07">'
        f'<path d="{cross(x, y - 0.85, 0.13)}"/></g>'
    )
