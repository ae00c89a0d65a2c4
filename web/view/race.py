"""A race in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.orderings import ordering
from web.search.trace import Trace


def stands(traces: Sequence[Trace], step: int) -> tuple[str, str]:
    """Return how the race stands after `step` steps: a sentence, and what can be done now."""
    first, second = traces
    if not (step or _reason(first) or _reason(second)):
        return (
            f"{title(first.ordering)} against {_low(title(second.ordering))}: ready.",
            "One clock for both. Play runs them; Solve runs them until one has a tour.",
        )
    slow = any(trace.grows for trace in traces) and any(trace.end for trace in traces)
    return _verdict(traces, step), "Play lets the other go on." if slow else ""


def title(name: str) -> str:
    """Return what a move ordering is called."""
    return ordering(name).title


def caption(trace: Trace, step: int) -> str:
    """Return what stands below a lane's board: "Warnsdorff: 12 of 64 squares, 0 dead ends"."""
    moment = trace.at(step)
    ends = "dead end" if moment.dead_ends == 1 else "dead ends"
    return (
        f"{title(trace.ordering)}: {len(moment.path):,} of {len(trace.graph):,} squares,"
        f" {moment.dead_ends:,} {ends}"
    )


def _verdict(traces: Sequence[Trace], step: int) -> str:
    first, second = traces
    times = [_found_at(trace, step) for trace in traces]
    if all(times):
        if times[0] == times[1]:
            return f"A draw: both have a tour after {_steps(times[0])}."
        winner, slow = (0, 1) if times[0] < times[1] else (1, 0)
        return (
            f"{title(traces[winner].ordering)} wins: a tour after {_steps(times[winner])};"
            f" {_low(title(traces[slow].ordering))} took {times[slow]:,}."
        )
    for trace, other, time in ((first, second, times[0]), (second, first, times[1])):
        if time:
            then = other.at(time)
            won = f"{title(trace.ordering)} wins: a tour after {_steps(time)}."
            had = f"{len(then.path):,} of {len(trace.graph):,} squares"
            return f"{won} {title(other.ordering)} then had {had}."
    if reason := _reason(first) or _reason(second):
        return f"Nobody can win: there is no such tour. {reason}"
    return f"After {_steps(step)} of each neither has a tour."


def _found_at(trace: Trace, step: int) -> int:
    """Return the steps after which a search had its tour, 0 where it has none by then."""
    return trace.length if trace.end and trace.end.tour and trace.length <= step else 0


def _reason(trace: Trace) -> str:
    return trace.end.reason if trace.end else ""


def _steps(count: int) -> str:
    return f"{count:,} step{'' if count == 1 else 's'}"


def _low(name: str) -> str:
    """Return a title as it stands inside a sentence: a name keeps its capital letter."""
    return name if name.startswith(("Warnsdorff", "Roth", "Pohl")) else name[:1].lower() + name[1:]
