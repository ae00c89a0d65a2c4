"""Inside the search as regions of the page: the tabs, and the one panel that is shown. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.search import RECURSION_LIMIT, recursive
from web.draw.part import Part
from web.question.controls import applies
from web.question.question import BEST
from web.search.answer import position
from web.search.record import Moment
from web.search.trace import Trace
from web.state.state import State
from web.view import words
from web.view.look import Look, Regions, plain

TABS = ("code", "stack", "tree", "degrees", "facts")


def inside(state: State) -> Regions:
    """Return the tabs, and the panel of the one that is chosen."""
    for name in TABS:
        chosen = name == state.panel
        yield (
            f"#tab-{name}",
            plain(aria_selected="true" if chosen else "false", tabindex="0" if chosen else "-1"),
        )
    yield "#panel@tab", plain(aria_labelledby=f"tab-{state.panel}")
    yield "#panel", _panel(state)


def _panel(state: State) -> Part:
    traces = state.answer.traces
    if not (traces and applies(state.question, "panels")):
        return plain(html="")
    moment = traces[0].at(position(state.question, state.answer))
    return Part(_drawn, state.panel, traces[0], moment, state.question.is_shown)


def _drawn(panel: str, trace: Trace, moment: Moment, shown: bool) -> Look:  # noqa: FBT001
    from web.view.panels import PANELS  # with the drawings, which a page starts without

    if trace.ordering == BEST and panel in ("code", "stack", "tree"):
        return {"html": f'<p class="caption">{words.SHOWN if shown else words.NO_SEARCH}</p>'}
    if panel == "stack" and len(trace.graph) > RECURSION_LIMIT:
        return {"html": f'<p class="caption">{words.TOO_DEEP}</p>'}
    # Recursion tells the same events, so it would stand at the same step.
    told = replace(trace, solver=recursive) if panel == "stack" else trace
    return {"html": PANELS[panel](told, moment)}
