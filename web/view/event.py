"""What a step of a search did and what it means, in a sentence or two. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kt_core import sentences
from web.search.record import Moment
from web.search.trace import Options, Trace, choices, least, options
from web.view.words import NUMBERS

NAMED = 3  # moves that are named; of more, the number is said
FAR_SQUARES = 100  # that a search goes back, as far as it is looked ahead


def happened(trace: Trace, step: int, *, told: bool = True) -> str:
    """Return what a step did: "Step 37: c4. Dead end on c4: all its neighbours are visited. …"."""
    moment = trace.at(step)
    what = event(trace, moment, told=told)
    if moment.left is not None:
        return f"Step {step:,}: back from {trace.name(moment.left)}. {what}"
    here = "" if moment.found or not step else f"{trace.name(moment.path[-1])}. "
    return f"Step {step:,}: {here}{what}".rstrip()


def event(trace: Trace, moment: Moment, *, told: bool = True) -> str:
    """Return what happened at a moment, and what comes of it; `told` is whether what is next."""
    if not moment.path:
        return _before(trace, moment)
    if moment.found:
        return f"All {len(trace.graph):,} {_noun(trace)} are on the path."
    if moment.left is not None:
        return _back(trace, (*moment.path, moment.left)) if told else ""
    here, seen = trace.name(moment.path[-1]), options(trace, moment)
    why = dead_end(trace, moment, seen)
    if why:
        return f"Dead end on {here}: {why}. {_back(trace, moment.path) if told else ''}".rstrip()
    return _next(trace, seen) if told and seen.listed else ""


def dead_end(trace: Trace, moment: Moment, seen: Options) -> str:
    """Return why the search does not go on from a square that it has just come to; "" if it does.

    `seen` are its `options` there.
    """
    if not moment.path or moment.left is not None or moment.found:
        return ""
    if len(moment.path) == len(trace.graph):
        ends = trace.ends
        allowed = ends is None or moment.path[-1] in ends
        return "" if allowed else "all is visited, but a tour may not end here"
    if not seen.onward:
        return "all its neighbours are visited"
    if not seen.listed:
        return f"no tour goes on to {_named(trace, tuple(seen.onward))}"
    return ""


def _before(trace: Trace, moment: Moment) -> str:
    start = trace.name(trace.start)
    if moment.step:
        return f"Every path from {start} was tried."
    return f"Nothing is visited yet; the search begins on {start}."


def _back(trace: Trace, path: Sequence[Any]) -> str:
    """Return where the search goes on after the last of a path is given up."""
    for depth in range(len(path) - 1, max(len(path) - 1 - FAR_SQUARES, 0), -1):
        listed = choices(trace, path[:depth])
        if rest := listed[listed.index(path[depth]) + 1 :]:
            back, to = len(path) - depth, trace.name(path[depth - 1])
            how = f"Back to {to}" if back == 1 else f"Back {_number(back)} squares, to {to}"
            return f"{how}; {_named(trace, rest)} {'is' if len(rest) == 1 else 'are'} untried."
    if len(path) > FAR_SQUARES:
        return f"Back more than {FAR_SQUARES} squares."
    return f"Back to {trace.name(path[0])}, and nothing is untried: there is no tour from there."


def _next(trace: Trace, seen: Options) -> str:
    name, tied = trace.name(seen.chosen), least(seen.onward)
    if not trace.by_rule or seen.chosen not in tied:
        return f"{name} is next."
    count = seen.onward[seen.chosen]
    moves = f"{_number(count)} onward move{'' if count == 1 else 's'}"
    if len(seen.onward) == 1:
        return f"{name} is the only move."
    if len(tied) > 1:
        return f"{_named(trace, tied)} tie with {moves}; {name} is next."
    return f"{name} is next: it has the fewest onward moves, {_number(count)}."


def _named(trace: Trace, vertices: Sequence[Any]) -> str:
    names: Iterable[str] = map(trace.name, vertices[:NAMED])
    more = len(vertices) - NAMED
    return sentences.listed((*names, f"{_number(more)} more") if more > 0 else names)


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def _noun(trace: Trace) -> str:
    return "squares" if trace.board else "vertices"
