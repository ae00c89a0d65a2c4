"""The timeline of a recording, as SVG: its depth, its dead ends, and its ties. Pure.

The height and color of the rail show the depth at each step, so it dips at backtracks. Dead ends
are marked below it with the sign that they have on the board, ties above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any

from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import number
from kt_core.graph import Graph
from kt_core.language import ngettext
from web.draw.patch import picture, time_color
from web.search.recording import Recording, Trace

EACH_STEPS = 2000  # a search with at most this many steps has a mark at each dead end and tie
HEIGHT = 28
WIDTH = 640
RAIL = 11.0  # y of the middle of the rail
SIGN = 7  # width of a sign in pixels
BAR_FOOT = 27.0  # y of the bottom of the bars
BAR_HEIGHT = 10.0  # height of the bar for the span with the most dead ends
BAR_GAP = 1.5
STRETCHES = 96  # parts of the rail if the search has backtracked
STRAIGHT = 12  # parts of the rail if the search has not backtracked
BARS = 80
MOST_SIGNS = 40  # limit for dead ends that are drawn one by one; more are shown as bars


def timeline(trace: Trace) -> str:
    """Return the timeline of a search so far, with no step played: see `played_width`."""
    ends = ngettext("{n:,} dead end", "{n:,} dead ends", trace.dead_ends)
    label = ngettext(
        "Timeline: {n:,} step, {dead_ends}",
        "Timeline: {n:,} steps, {dead_ends}",
        trace.tour_steps or trace.length,
        dead_ends=ends,
    )
    of = max(len(trace.graph) - 1, 1)
    depths = [(step, (depth - 1) / of) for step, depth in _depths(trace)]
    parts = (*rail(depths, trace.length), *_marks(trace))
    return picture("timeline", WIDTH, HEIGHT, label, parts)


def timeline_of_tour(steps: int) -> str:
    """Return the timeline of a tour without a search, in the colors of its line."""
    colors = [(steps * i / STRAIGHT, i / STRAIGHT) for i in range(STRAIGHT + 1)]
    parts = rail(colors, steps)
    label = ngettext("Timeline: {n:,} step", "Timeline: {n:,} steps", steps)
    return picture("timeline", WIDTH, HEIGHT, label, parts)


def played_width(length: int, step: int) -> str:
    """Return the width of the bold part, up to `step`."""
    return number(WIDTH * step / max(length, 1))


def ties(recording: Recording, graph: Graph[Any], last: int) -> list[int]:
    """Return the visits among the first `last` steps from which Warnsdorff's rule has a tie.

    At a tie, two or more unvisited neighbors have the least number of onward moves.
    """
    into: dict[Any, list[Any]] = {v: [] for v in graph}
    for v in graph:
        for w in graph[v]:
            into[w].append(v)
    free = {v: len(graph[v]) for v in graph}  # the present number of onward moves of each vertex
    visited: set[Any] = set()
    tied = []
    for step, (square, back) in enumerate(recording.steps(0, last), start=1):
        change = 1 if back else -1
        for v in into[square]:
            free[v] += change
        if back:
            visited.remove(square)
            continue
        visited.add(square)
        onward = [free[v] for v in graph[square] if v not in visited]
        if len(onward) > 1 and onward.count(min(onward)) > 1:
            tied.append(step)
    return tied


def rail(depths: Iterable[tuple[float, float]], total: int) -> Iterator[str]:
    """Yield the parts of the rail; `depths` are the depths of the search at some steps, 0 to 1."""
    yield '<linearGradient id="timeline-depths">'
    for step, depth in depths:
        when, color = time_color(depth)
        yield f'<stop {when} offset="{number(step / max(total, 1))}" stop-color="{color}"/>'
    yield "</linearGradient>"
    look = 'fill="url(#timeline-depths)"'
    yield f'<rect class="to-come" y="{number(RAIL - 1)}" width="{WIDTH}" height="2" rx="1" {look}/>'
    # A clip path shortens the rail without moving its colors.
    yield f'<clipPath id="timeline-played"><rect width="0" height="{HEIGHT}"/></clipPath>'
    place = f'y="{number(RAIL - 3)}" width="{WIDTH}" height="6" rx="3"'
    yield f'<rect class="played" {place} clip-path="url(#timeline-played)" {look}/>'


def _depths(trace: Trace) -> list[tuple[int, int]]:
    """Return some evenly spaced steps, each with its depth."""
    most = STRETCHES if trace.dead_ends else STRAIGHT
    stretches = min(trace.length, most) or 1
    steps = [round(trace.length * i / stretches) for i in range(stretches + 1)]
    return [(step, trace.recording.depth_at(step)) for step in steps]


def _marks(trace: Trace) -> Iterator[str]:
    recording, total = trace.recording, trace.length
    is_short = total <= EACH_STEPS
    # The sign is at the visit of a dead end, not at the backtrack from it.
    visits = [step - 1 for step in recording.ends_between(0, total)] if is_short else []
    places = list(_spaced_positions(visits, WIDTH / max(total, 1)))
    if is_short and len(places) <= MOST_SIGNS:
        yield dead_ends.crosses((x, RAIL + 12) for x in places)
    else:  # signs without gaps between them would not show the distribution
        yield f'<path class="dead-end-bars" fill="{light("soft")}" d="{_bars(trace)}"/>'
    if is_short and trace.by_rule:
        tied = {round(step * WIDTH / total, 1) for step in ties(recording, trace.graph, total)}
        d = "".join(f"M{number(x)} {number(RAIL - 10)}v4" for x in sorted(tied))
        yield f'<path class="ties" fill="none" stroke="{light("field")}" d="{d}"/>'


def _spaced_positions(steps: list[int], scale: float) -> Iterator[float]:
    """Yield the positions of signs; signs that would touch become one, in their middle."""
    for __, near in groupby(steps, key=lambda step: int(step * scale // SIGN)):
        places = [step * scale for step in near]
        yield sum(places) / len(places)


def _bars(trace: Trace) -> str:
    """Return a histogram below the rail: the dead ends in equal spans of steps.

    The span with the most dead ends has the full height.
    """
    by = [trace.recording.dead_ends_by(trace.length * i // BARS) for i in range(BARS + 1)]
    many = [b - a for a, b in pairwise(by)]
    most, span = max(*many, 1), WIDTH / BARS
    foot, thick = number(BAR_FOOT), number(span - BAR_GAP)
    return "".join(
        f"M{number(i * span)} {foot}v-{number(BAR_HEIGHT * count / most)}h{thick}V{foot}z"
        for i, count in enumerate(many)
        if count
    )
