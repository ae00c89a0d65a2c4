"""A race in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.orderings import ordering
from web.search.trace import Trace


def stands(traces: Sequence[Trace], step: int, reason: str = "") -> tuple[str, str]:
    """Return how the race stands after `step` steps: a sentence, and what can be done now.

    `reason` says why there is no tour, where that is known.
    """
    first, second = traces
    if reason:
        return f"Nobody can win: there is no such tour. {reason}", ""
    if not step:
        return (
            f"{title(first.ordering)} against {_low(title(second.ordering))}: ready.",
            "One clock for both. Play runs them; Solve runs them until one has a tour.",
        )
    return _verdict(traces, step), _going_on(traces, step)


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
    return f"After {_steps(step)} of each neither has a tour."


def _going_on(traces: Sequence[Trace], step: int) -> str:
    """Return which search goes on alone after this step, as a sentence; "" where none does."""
    over = [trace for trace in traces if trace.end and trace.length <= step]
    left = [trace for trace in traces if trace.grows or trace.length > step]
    return f"Play lets {_low(title(left[0].ordering))} go on." if over and left else ""


def _found_at(trace: Trace, step: int) -> int:
    """Return the steps after which a search had its tour, 0 where it has none by then."""
    return trace.length if trace.end and trace.end.tour and trace.length <= step else 0


def _steps(count: int) -> str:
    return f"{count:,} step{'' if count == 1 else 's'}"


def _low(name: str) -> str:
    """Return a title as it stands inside a sentence: a name keeps its capital letter."""
    return name if name.startswith(("Warnsdorff", "Roth", "Pohl")) else name[:1].lower() + name[1:]
