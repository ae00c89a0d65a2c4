"""The search tree as SVG: as a whole, or its last part if it is too large. Pure.

Depth grows to the right and time downward. The first child of a vertex is in its row; each later
child begins a row below all others. So a vertex stays in its row while the tree grows, and no two
lines cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import escape, number
from kt_core.language import _
from web.draw.patch import LETTER, dot, picture, time_color
from web.search.recording import Recording, SearchState, Trace

WHOLE_VISITS = 2000  # a tree with more visits is not drawn whole
RECENT_STEPS = 200  # the drawing of a larger tree has its last 200 to 400 steps
ROWS = (48, 36, 28, 22, 16)  # heights of a row with names; the tallest that fits is used
DENSE_ROW = 6  # height of a row without names
NAMED_ROWS = 120  # a tree with more rows shows only the name of the current vertex
WIDTH, HEIGHT = 480, 400  # size of the visible part, in pixels
WIDEST = 64  # largest distance between two squares of the path, in pixels
MARGIN = 20


@dataclass(slots=True)
class TreeVertex:
    """A visit; each visit of the same square is a separate vertex."""

    square: Any
    step: int
    depth: int  # 1 for the root
    row: int
    parent: int  # its number; -1 for the root
    left: int = 0  # the step that backtracked from it; 0 if none did
    children: int = 0


def tree(trace: Trace, moment: SearchState) -> str:
    """Return the search tree at this moment; of a large one, the path and the last visits.

    The current path is bold, in the colors of time; a dead end has its sign. The current vertex
    has the class "here", and is scrolled into view.
    """
    # At every step, a short search has the layout of its last step, so that vertices stay in place.
    last = trace.length if trace.length <= 2 * WHOLE_VISITS else moment.step
    vertices = explored_vertices(trace.recording, last, first_step(moment))
    rows = 1 + max((v.row for v in vertices), default=0)
    down = _row_height(rows)
    shown = [v for v in vertices if v.step <= moment.step]
    plan = _Plan(trace, moment, shown, _depth_positions(vertices), down)
    live = len(moment.path)
    label = _(
        "Search tree: {n:,} visits, of which {live:,} are on the live path",
        n=len(shown),
        live=live,
    )
    return picture("tree", WIDTH, (rows + 0.5) * down, label, plan.parts())


def _row_height(rows: int) -> int:
    if rows <= NAMED_ROWS:
        return next((height for height in ROWS if rows * height <= HEIGHT), ROWS[-1])
    return DENSE_ROW


def first_step(moment: SearchState) -> int:
    """Return the step after which all visits are drawn; it changes rarely, so vertices stay."""
    is_large = moment.visits > WHOLE_VISITS
    return (moment.step // RECENT_STEPS - 1) * RECENT_STEPS if is_large else 0


def explored_vertices(recording: Recording, last: int, first: int = 0) -> list[TreeVertex]:
    """Return the visits of the steps after `first` up to `last`, after the path at `first`."""
    path = zip(recording.at(first).path, recording.entries(first), strict=True)
    vertices = [
        TreeVertex(square, step, place + 1, 0, place - 1)
        for place, (square, step) in enumerate(path)
    ]
    for v in vertices[:-1]:
        v.children = 1
    here, rows = len(vertices) - 1, 0
    for step, (square, back) in enumerate(recording.steps(first, last), start=first + 1):
        if back:
            vertices[here].left = step
            here = vertices[here].parent
            continue
        depth = row = 0
        if here >= 0:
            parent = vertices[here]
            depth, row = parent.depth, parent.row
            parent.children += 1
            if parent.children > 1:
                rows += 1
                row = rows
        vertices.append(TreeVertex(square, step, depth + 1, row, here))
        here = len(vertices) - 1
    return vertices


def _depth_positions(vertices: Sequence[TreeVertex]) -> list[float]:
    """Return the x of each depth. If there are many depths, those without branches are narrower."""
    deepest = max((v.depth for v in vertices), default=1)
    room = WIDTH - 2 * MARGIN
    wide_depths = set(range(deepest)) if deepest * WIDEST <= 3 * room else {1, deepest - 1}
    for v in vertices:
        if v.children != 1:
            wide_depths.update((v.depth - 1, v.depth))
    gaps = [1.0 if depth in wide_depths else 0.25 for depth in range(1, deepest)]
    unit = min(WIDEST, room / max(sum(gaps), 1))
    across = [0.0, float(MARGIN)]
    for gap in gaps:
        across.append(across[-1] + gap * unit)
    return across


@dataclass(frozen=True)
class _Plan:
    """The layout: the visits so far, the x of each depth, the height of a row."""

    trace: Trace
    moment: SearchState
    shown: Sequence[TreeVertex]
    across: Sequence[float]
    down: int

    def parts(self) -> Iterator[str]:
        given_up = [v for v in self.shown if 0 < v.left <= self.moment.step]
        d = "".join(map(self._branch, given_up))
        yield f'<path class="given-up" fill="none" stroke="{light("field")}" d="{d}"/>'
        yield from self._given_up([v for v in given_up if v.children])
        yield from self._dead([v for v in given_up if not v.children])
        yield from self._live()
        yield from self._names()

    @cached_property
    def _path(self) -> list[TreeVertex]:
        return [v for v in self.shown if not 0 < v.left <= self.moment.step]

    def _given_up(self, vertices: Sequence[TreeVertex]) -> Iterator[str]:
        yield f'<g class="white" fill="{light("paper")}" stroke="{light("field")}">'
        for v in vertices:
            sentence = _(
                "{square}, step {n:,}: given up at step {left:,}",
                square=self.trace.name(v.square),
                n=v.step,
                left=v.left,
            )
            yield self._dot(v, sentence)
        yield "</g>"

    def _dead(self, ends: Sequence[TreeVertex]) -> Iterator[str]:
        yield f'<g class="dead-ends" fill="none" stroke="{light("ink")}" pointer-events="all">'
        for v in ends:
            square = escape(self.trace.name(v.square))
            sentence = _("{square}, step {n:,}: a dead end", square=square, n=v.step)
            yield dead_ends.tree_cross(self.across[v.depth], self._y(v), self.down, sentence)
        yield "</g>"

    def _live(self) -> Iterator[str]:
        last = max(len(self.trace.graph) - 1, 1)
        yield '<g class="live" fill="none" stroke-linecap="round">'
        for v in self._path[1:]:
            when, color = time_color((v.depth - 1.5) / last)
            yield f'<path {when} stroke="{color}" d="{self._branch(v)}"/>'
        yield "</g>"
        yield from self._path_vertices(last)
        for v in self._path[-1:]:
            when, color = time_color((v.depth - 1) / last)
            square = self.trace.name(v.square)
            sentence = _("{square}, step {n:,}: the search is here", square=square, n=v.step)
            point = dot(self.across[v.depth], self._y(v), 5, sentence)
            look = f'{when} stroke="{color}" fill="{light("paper")}"'
            yield f'<g class="here"><g {look}>{point}</g></g>'

    def _path_vertices(self, last: int) -> Iterator[str]:
        yield f'<g class="gray" fill="{light("paper")}">'
        for v in self._path[:-1]:
            sentence = _(
                "{square}, step {n:,}: square {depth:,} of the path",
                square=self.trace.name(v.square),
                n=v.step,
                depth=v.depth,
            )
            point = self._dot(v, sentence)
            when, color = time_color((v.depth - 1) / last)
            is_colored = self._radii[v.depth] > 2
            yield f'<g {when} stroke="{color}">{point}</g>' if is_colored else point
        yield "</g>"

    def _names(self) -> Iterator[str]:
        yield f'<g class="named" fill="{light("soft")}" font-size="10" text-anchor="middle">'
        last = self._path[-1:]
        for v in self.shown if self.down >= ROWS[-1] else last:
            name, current = self.trace.name(v.square), [v] == last
            if current or self._room(v.depth) >= LETTER * len(name) + 3:
                mark = ' class="current"' if current else ""
                x, y = number(self.across[v.depth]), number(self._y(v) - (9 if current else 7))
                yield f'<text{mark} x="{x}" y="{y}">{escape(name)}</text>'
        yield "</g>"

    def _dot(self, v: TreeVertex, sentence: str) -> str:
        return dot(self.across[v.depth], self._y(v), self._radii[v.depth], sentence)

    @cached_property
    def _radii(self) -> list[float]:
        rooms = map(self._room, range(len(self.across)))
        return [max(1.1, min(3.5, self.down / 8, room / 5)) for room in rooms]

    def _room(self, depth: int) -> float:
        around = self.across[max(depth - 1, 1) : depth + 2]
        return min((b - a for a, b in pairwise(around)), default=WIDEST)

    def _branch(self, v: TreeVertex) -> str:
        """Return the line from the parent: straight, or down, around a corner and to the right."""
        if v.parent < 0:
            return ""
        parent = self.shown[v.parent]
        x, y = self.across[parent.depth], self._y(parent)
        u, w = self.across[v.depth], self._y(v)
        if v.row == parent.row:
            return f"M{number(x)} {number(y)}H{number(u)}"
        bend = min(6, u - x, w - y)
        corner = f"V{number(w - bend)}Q{number(x)} {number(w)} {number(x + bend)} {number(w)}"
        return f"M{number(x)} {number(y)}{corner}H{number(u)}"

    def _y(self, v: TreeVertex) -> float:
        return (v.row + 0.75) * self.down
