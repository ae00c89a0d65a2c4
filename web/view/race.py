"""A race in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kt_core.language import _, joined, ngettext, said
from web.question.question import title_of
from web.search.recording import SearchState
from web.search.trace import Trace


def stands(traces: Sequence[Trace], step: int, reason: str = "") -> tuple[str, str]:
    """Return how the race stands after `step` steps: a sentence, and what can be done now.

    `reason` says why there is no tour, where that is known.
    """
    first, second = traces
    if reason:
        nobody = _("Nobody can win: there is no such tour.")
        return said(joined((nobody, said(reason)))), ""
    if not step:
        return (
            _(
                "{one} against {other}: ready.",
                one=title(first.ordering),
                other=_low(title(second.ordering)),
            ),
            _("One clock for both. Play runs them; Solve runs them until one has a tour."),
        )
    return _verdict(traces, step), _going_on(traces, step)


def title(name: str) -> str:
    """Return what a move ordering is called."""
    return _(title_of(name))


def caption(trace: Trace, step: int) -> str:
    """Return what stands below a lane's board: "Warnsdorff: 12 of 64 squares, 0 dead ends"."""
    moment = trace.at(step)
    return _(
        "{title}: {squares}, {dead_ends}",
        title=title(trace.ordering),
        squares=_squares(trace, moment),
        dead_ends=ngettext("{n:,} dead end", "{n:,} dead ends", moment.dead_ends),
    )


def _verdict(traces: Sequence[Trace], step: int) -> str:
    first, second = traces
    times = [_found_at(trace, step) for trace in traces]
    if all(times):
        if times[0] == times[1]:
            return _("A draw: both have a tour after {steps}.", steps=_steps(times[0]))
        winner, slow = (0, 1) if times[0] < times[1] else (1, 0)
        return _(
            "{title} wins: a tour after {steps}; {other} took {n:,}.",
            title=title(traces[winner].ordering),
            steps=_steps(times[winner]),
            other=_low(title(traces[slow].ordering)),
            n=times[slow],
        )
    for trace, other, time in ((first, second, times[0]), (second, first, times[1])):
        if time:
            then = other.at(time)
            return _(
                "{title} wins: a tour after {steps}. {other} then had {squares}.",
                title=title(trace.ordering),
                steps=_steps(time),
                other=title(other.ordering),
                squares=_squares(other, then),
            )
    return _("After {steps} of each neither has a tour.", steps=_steps(step))


def _going_on(traces: Sequence[Trace], step: int) -> str:
    """Return which search goes on alone after this step, as a sentence; "" where none does."""
    over = [trace for trace in traces if trace.end and trace.length <= step]
    left = [trace for trace in traces if trace.grows or trace.length > step]
    if not (over and left):
        return ""
    return _("Play lets {title} go on.", title=_low(title(left[0].ordering)))


def _found_at(trace: Trace, step: int) -> int:
    """Return the steps after which a search had its tour, 0 where it has none by then."""
    return trace.length if trace.end and trace.end.tour and trace.length <= step else 0


def _steps(count: int) -> str:
    return ngettext("{n:,} step", "{n:,} steps", count)


def _squares(trace: Trace, moment: SearchState) -> str:
    return _("{n:,} of {total:,} squares", n=len(moment.path), total=len(trace.graph))


def _low(name: str) -> str:
    """Return a title as it stands inside a sentence: a name keeps its capital letter."""
    return name if name.startswith(("Warnsdorff", "Roth", "Pohl")) else name[:1].lower() + name[1:]
