"""The textbook's graph of six vertices, A to F: its drawing, and searches of it. Pure.

In all searches, a white vertex turns gray when it is found; backtracking makes it white again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot

from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import Layer, circle, escape, number
from kt_core.graph import LETTERS, Graph
from kt_core.language import N_, _
from web.chapter.content.trials import search_paths
from web.chapter.figures.figure import BET, Figure, step_dial
from web.chapter.figures.layout import DRAWING, with_title
from web.chapter.text import Values, count_text, sentences_text
from web.draw.patch import Lazy, Patches, time_color

SIDES = (6, 8)  # rows and columns of the picture, in squares of a board
PLACES = {"A": (1.3, 1.5), "B": (4, 1.5), "C": (6.7, 1.5)}
PLACES |= {"D": (1.3, 4.5), "E": (4, 4.5), "F": (6.7, 4.5)}
RADIUS = 0.52

_LOOKS = {
    "white": f'fill="{light("paper")}" stroke="{light("field")}" stroke-width=".05"',
    "gray": f'fill="{light("edge")}" stroke="{light("ink")}" stroke-width=".05"',
    "now": f'fill="{light("edge")}" stroke="{light("accent")}" stroke-width=".1"',
}


def svg_of(groups: Iterable[str], label: str) -> str:
    """Return groups as a picture of this graph."""
    rows, columns = SIDES
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board lettered" data-board="letters"'
        f' viewBox="0 0 {columns} {rows}" role="img" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{"".join(groups)}</svg>'
    )


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


def line(path: Iterable[str]) -> Layer:
    """Yield the edges of a path, emphasized."""
    for i, (a, b) in enumerate(pairwise(path)):
        when, color = time_color((i + 0.5) / (len(LETTERS) - 1))
        on = when.replace('class="', 'class="arrow on ')
        yield _arrow(a, b, 0.11, f'{on} stroke="{color}" fill="{color}"')


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
    """Yield the vertices: gray and described if in `gray`, emphasized if in `now`."""
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


def dead_end(vertex: str) -> Layer:
    """Yield the mark of a dead end."""
    x, y = PLACES[vertex]
    yield (
        f'<g class="dead-end" fill="none" stroke="{light("ink")}" stroke-width=".07">'
        f"{dead_ends.cross_above_vertex(x, y)}</g>"
    )


# --- Two searches side by side --------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A search after a step."""

    order: tuple[str, ...]  # the vertices visited so far, except those freed by backtracking
    held: tuple[str, ...]  # the vertices on the stack or in the queue
    now: str
    gray: frozenset[str]


def backtracking() -> Iterator[Moment]:
    """Yield each step of a search that frees a vertex when it backtracks."""
    for path in search_paths(LETTERS):
        yield Moment(path, path, path[-1], frozenset(path))
        if len(path) == len(LETTERS):
            return


def traversal() -> Iterator[Moment]:
    """Yield each step of a depth-first traversal, which visits each vertex only once."""
    order, stack = ["A"], ["A"]
    while stack:
        yield Moment(tuple(order), tuple(stack), stack[-1], frozenset(order))
        end = next((each for each in LETTERS[stack[-1]] if each not in order), None)
        if end is None:
            stack.pop()
        else:
            order.append(end)
            stack.append(end)


def breadth_first() -> Iterator[Moment]:
    """Yield each step of a breadth-first search; every step visits a vertex."""
    queue, order, gray = deque("A"), list[str](), {"A"}
    while queue:
        order.append(queue.popleft())
        new = [end for end in LETTERS[order[-1]] if end not in gray]
        queue += new
        gray |= {*new}
        yield Moment(tuple(order), tuple(queue), order[-1], frozenset(gray))


@dataclass(frozen=True)
class ComparedSearch:
    """A search: its moments, its name, the name of its stack or queue, and its description."""

    moments: Callable[[], Iterator[Moment]]
    name: str
    title: str
    holds: str
    description: str


KINDS: Mapping[str, ComparedSearch] = {
    "backtracking": ComparedSearch(
        backtracking,
        N_("Backtracking"),
        N_("Backtracking: a vertex that is left turns white"),
        N_("Stack"),
        N_("Backtracking has the path {order}."),
    ),
    "traversal": ComparedSearch(
        traversal,
        N_("Depth-first traversal"),
        N_("Depth-first traversal: a vertex stays gray"),
        N_("Stack"),
        N_("Depth-first traversal has visited {order}."),
    ),
    "breadth-first": ComparedSearch(
        breadth_first,
        N_("Breadth-first search"),
        N_("Breadth-first search: a vertex stays gray"),
        N_("Queue"),
        N_("Breadth-first search has visited {order}."),
    ),
}


@cache
def moments(searches: tuple[str, ...]) -> tuple[tuple[Moment, ...], ...]:
    """Return the moments of two searches, one pair for each position of the dial.

    If one of them is a breadth-first search, which never backtracks, only visits are steps.
    """
    both = [tuple(KINDS[kind].moments()) for kind in searches]
    if "breadth-first" in searches:
        both = [_visits(each) for each in both]
    return tuple(zip(*both, strict=False))


def _visits(all_moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    first = {len(moment.order): moment for moment in reversed(all_moments)}
    return tuple(first[n] for n in sorted(first))


class CompareFigure(Figure):
    """Two searches side by side, after the same number of steps."""

    kind = "compare"

    def __init__(self, *searches: str) -> None:
        self.searches = searches
        self.dials = (step_dial(len(moments(searches)) - 1), BET)

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield both searches."""
        yield DRAWING, Lazy(_both, self.searches, values[0])

    def sentence(self, values: Values) -> str:
        """Describe both searches in a sentence each."""
        sentences = (
            _(KINDS[kind].description, order=" ".join(moment.order))
            for kind, moment in zip(self.searches, moments(self.searches)[values[0]], strict=True)
        )
        return sentences_text(*sentences)

    def asks(self, values: Values) -> str:
        """Return the question about both searches."""
        if "backtracking" in self.searches:
            return _("Which search visits C twice?")
        return _("Which search visits D first?")

    def answers(self, values: Values) -> tuple[str, str]:
        """Return the names of both searches."""
        first, second = self.searches
        return KINDS[first].name, KINDS[second].name

    def right(self, values: Values) -> int:
        """Return the number of the search that visits D first, or C twice; 0 before that."""
        pairs = moments(self.searches)[: values[0] + 1]
        if "backtracking" in self.searches:
            return int(self.at_end(values))
        arrivals = [sum("D" not in pair[place].order for pair in pairs) for place in (0, 1)]
        return 1 + arrivals.index(min(arrivals)) if min(arrivals) < len(pairs) else 0


def _both(searches: tuple[str, ...], step: int) -> Iterator[str]:
    yield '<div class="pair">'
    for kind, moment in zip(searches, moments(searches)[step], strict=True):
        title = _(KINDS[kind].title)
        yield with_title(title, _picture(moment, title)).removesuffix("</div>")
        holds = escape(_(KINDS[kind].holds))
        count = count_text(len(moment.held))
        chips = "".join(f"<li>{vertex}</li>" for vertex in moment.held)
        yield (
            f'<p class="holds"><span>{holds} ({count})</span></p>'
            f'<ul class="chips">{chips or "<li>–</li>"}</ul></div>'
        )
    yield "</div>"


def _picture(moment: Moment, title: str) -> str:
    steps = {vertex: _("step {n}", n=step) for step, vertex in enumerate(moment.order, start=1)}
    waits = {vertex: _("waits") for vertex in moment.gray}
    layers = (
        ground(),
        edges(LETTERS),
        described_vertices(waits | steps, moment.now),
        map(ring, moment.held),
    )
    return svg_of(map("".join, layers), title)
