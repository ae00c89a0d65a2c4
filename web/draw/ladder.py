"""The live path with its siblings, as SVG: what is left of a search tree too large to draw. Pure.

One row a square of the path, and beside it the other moves from the square above: first those
given up, with the count of all vertices beneath them, then those not yet tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kt_core.drawing.colours import light
from kt_core.drawing.shapes import cross, escape, number
from kt_core.language import _
from web.draw.elements import LETTER, dot, picture, time_colour
from web.search.recording import SearchState
from web.search.trace import Trace, choices

ROW = 20
SPINE = 58  # where the path goes down
LOOKED_AT_ROWS = 100  # rows, from the last, whose untried moves are worked out


def ladder(trace: Trace, moment: SearchState, *, width: int = 480) -> str:
    """Return the live path at this moment, downward, each square with its siblings.

    Below the last square are the moves from there. The class "here" is on the current square.
    """
    path, rows = moment.path, _rows(trace, moment)
    height = (len(rows) + 0.5) * ROW
    label = _("The path of {n:,} squares, and the moves beside it, tried and untried", n=len(path))
    return picture("ladder", width, height, label, _parts(trace, path, rows))


def _rows(trace: Trace, moment: SearchState) -> list[tuple[list[Any], int, list[Any]]]:
    """Return for each depth the moves given up, the vertices beneath them, the moves untried."""
    path, recording = moment.path, trace.recording
    entered = [*recording.entries(moment.step), moment.step - moment.found + 1]
    rows: list[tuple[list[Any], int, list[Any]]] = [([], 0, [])] if path else []
    for depth in range(1, len(path) + 1):
        # Between two visits on the path the search went as often back as on.
        beneath = (entered[depth] - entered[depth - 1] - 1) // 2
        near = depth + LOOKED_AT_ROWS > len(path) or beneath
        moves = choices(trace, path[:depth]) if near else []
        taken = path[depth] if depth < len(path) else moment.backtracked_from
        place = moves.index(taken) + (depth == len(path)) if taken in moves else 0
        rows.append((moves[:place], beneath, [v for v in moves[place:] if v != taken]))
    return rows if rows and any(rows[-1]) else rows[:-1]


def _parts(
    trace: Trace, path: Sequence[Any], rows: Sequence[tuple[list[Any], int, list[Any]]]
) -> Iterator[str]:
    last = max(len(trace.graph) - 1, 1)
    yield '<g class="live" fill="none" stroke-linecap="round">'
    for depth in range(1, len(path)):
        when, colour = time_colour((depth - 0.5) / last)
        yield f'<path {when} stroke="{colour}" d="M{SPINE} {number(_y(depth - 1))}v{ROW}"/>'
    yield "</g>"
    for depth, (tried, beneath, untried) in enumerate(rows):
        yield from _row(trace, path, depth, last)
        yield from _siblings(trace, depth, tried, beneath, untried)


def _row(trace: Trace, path: Sequence[Any], depth: int, last: int) -> Iterator[str]:
    if depth == len(path):
        yield from _text(SPINE - 10, depth, _("from here"), "end")
        return
    name, current = escape(trace.name(path[depth])), depth == len(path) - 1
    yield from _text(SPINE - 34, depth, f"{depth + 1:,}", "end")
    mark = ' class="current"' if current else ' class="on"'
    x, y = SPINE - 10, number(_y(depth) + 3.5)
    yield f'<text{mark} x="{x}" y="{y}" font-size="10" text-anchor="end">{name}</text>'
    if current:
        when, colour = time_colour(depth / last)
        point = dot(
            SPINE, _y(depth), 5, _("{square}: the search is here", square=trace.name(path[depth]))
        )
        yield f'<g class="here"><g {when} stroke="{colour}" fill="{light("paper")}">{point}</g>'
        yield "</g>"
    else:
        yield f'<circle class="gray" cx="{SPINE}" cy="{number(_y(depth))}" r="1.1"/>'


def _siblings(
    trace: Trace, depth: int, tried: list[Any], beneath: int, untried: list[Any]
) -> Iterator[str]:
    x, y = SPINE + 24.0, _y(depth)
    for v in tried:
        name = trace.name(v)
        look = f'class="dead-ends" fill="none" stroke="{light("ink")}"'
        yield f'<path {look} d="{cross(x, y, 2.5)}"/>'
        yield from _text(x + 7, depth, name, "start")
        x += 20 + LETTER * len(name)
    more = beneath - len(tried)
    if more > 0:
        sentence = _("{n:,} more", n=more)
        yield from _text(x, depth, sentence, "start", "folded")
        x += 14 + LETTER * len(sentence)
    for v in untried:
        name = trace.name(v)
        ring = dot(x, y, 3, _("{square}: not yet tried from here", square=name))
        yield f'<g class="white" fill="{light("paper")}" stroke="{light("field")}">{ring}</g>'
        yield from _text(x + 7, depth, name, "start")
        x += 20 + LETTER * len(name)


def _text(x: float, depth: int, text: str, anchor: str, look: str = "soft") -> Iterator[str]:
    place = f'x="{number(x)}" y="{number(_y(depth) + 3.5)}" text-anchor="{anchor}"'
    fill = f'fill="{light("soft")}" font-size="10"'
    yield f'<text class="{look}" {place} {fill}>{escape(text)}</text>'


def _y(depth: int) -> float:
    return (depth + 0.75) * ROW
