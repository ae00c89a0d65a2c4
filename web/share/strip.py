"""A strip of stills for a slide: a search, or a tour, at six of its moments side by side. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from kt_core.drawing.colours import light
from kt_core.drawing.curve import number
from kt_core.drawing.shapes import escaped, text_at
from kt_core.language import _, ngettext
from web.draw import board
from web.question.question import Question
from web.search.answer import Answer, scene
from web.search.outcome import Outcome, PathPrefix
from web.share.picture import Seen, box, layers_of, style

STILLS = 6
STILL_PIXELS = 320  # pixels across one of them
GAP_SHARE = 0.06  # of a still's width, between two
WORDS_SHARE = 0.12  # of its width, below it


def strip(seen: Seen) -> Iterator[str]:
    """Yield the drawing, in parts: it is light or dark as the system is."""
    question = replace(seen.question, race="")
    left, top, wide, high = box(question)
    gap, words, stills = GAP_SHARE * wide, WORDS_SHARE * wide, moments(seen)
    across, down = len(stills) * (wide + gap) - gap, high + words
    scale = STILL_PIXELS / wide
    label = board.label(question, seen.outcome)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-stills="{len(stills)}"'
        f' width="{round(across * scale)}" height="{round(down * scale)}"'
        f' viewBox="{number(left)} {number(top)} {number(across)} {number(down)}" role="img"'
        f' aria-label="{escaped(label)}" font-family="sans-serif">{style("system")}'
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(across)}"'
        f' height="{number(down)}" fill="{light("paper")}"/>'
    )
    for i, (step, outcome) in enumerate(stills):
        yield f'<g transform="translate({number(i * (wide + gap))} 0)">'
        yield from chain.from_iterable(layers_of(question, outcome))
        middle, below = left + wide / 2, top + high + words / 2
        told = text_at(middle, below, escaped(_caption(step, outcome)))
        yield f'<g fill="{light("ink")}" font-size="{number(0.55 * words)}">{told}</g></g>'
    yield "</svg>"


def moments(seen: Seen) -> list[tuple[int, Outcome]]:
    """Return the steps that are shown, evenly apart from the first on, each with what is seen."""
    question, trace = seen.question, seen.trace
    length = trace.length if trace else len(seen.path)
    steps = sorted({max(1, round(length * i / (STILLS - 1))) for i in range(STILLS)})
    if trace:
        known = Answer(traces=(trace,))
        return [(step, scene(replace(question, step=step), known)) for step in steps]
    return [(step, _beginning(question, seen, step)) for step in steps]


def _beginning(question: Question, seen: Seen, step: int) -> Outcome:
    if step == len(seen.path) and (tour := seen.tour()):
        return Outcome(tour=tour, path=tour.path)
    return Outcome(path=PathPrefix(seen.path, step), whole=seen.path, steps=step)


def _caption(step: int, outcome: Outcome) -> str:
    told = _("step {n:,}", n=step)
    if not outcome.dead_ends:
        return told
    n = outcome.dead_ends
    ends = ngettext("{n:,} dead end", "{n:,} dead ends", n)
    return _("{one}, {other}", one=told, other=ends)
