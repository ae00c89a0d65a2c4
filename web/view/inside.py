"""Inside the search as regions of the page: the tabs, and the one panel that is shown. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import _
from kt_core.search import RECURSION_LIMIT, recursive
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.question.controls import applies
from web.question.question import BEST, PANELS
from web.search.answer import position
from web.search.recording import SearchState
from web.search.trace import Trace
from web.state.state import State
from web.view import words

TABS = PANELS
FORMED = ("code", "stack", "tree")  # that tell of one form of the search or the other


def inside(state: State) -> Patches:
    """Return the tabs, and the panel of the one that is chosen."""
    there = state.question.panels
    panel = chosen(state)
    for name in TABS:
        selected, tabindex = ("true", "0") if name == panel else ("false", "-1")
        tab = attributes(aria_selected=selected, tabindex=tabindex, hidden=name not in there)
        yield f"#tab-{name}", tab
    yield "#form", attributes(hidden=panel not in FORMED)
    yield "#form input", attributes(checked=state.recursive)
    yield "#panel@tab", attributes(aria_labelledby=f"tab-{panel}")
    yield "#panel@there", attributes(hidden=panel == "own")
    yield "#panel", _panel(state)
    yield "#own", attributes(hidden=panel != "own")
    if panel == "own":
        from web.view.own import own  # which a page starts without

        yield from own(state)


def chosen(state: State) -> str:
    """Return the panel that is shown: the reader's choice, or the first that is there."""
    there = state.question.panels
    return state.panel if state.panel in there else there[0] if there else ""


def _panel(state: State) -> Lazy:
    traces = state.answer.traces
    if not (traces and chosen(state) not in ("", "own") and applies(state.question, "panels")):
        return attributes(html="")
    moment = traces[0].at(position(state.question, state.answer))
    told = replace(traces[0], solver=recursive) if state.recursive else traces[0]
    return Lazy(_drawn, chosen(state), told, moment, state.question.is_shown)


def _drawn(panel: str, trace: Trace, moment: SearchState, shown: bool) -> Patch:  # noqa: FBT001
    from web.view import panels  # with the drawings, which a page starts without

    if trace.ordering == BEST and panel in ("code", "stack", "tree"):
        return {"html": f'<p class="caption">{_(words.SHOWN if shown else words.NO_SEARCH)}</p>'}
    # Recursion tells the same events, so it would stand at the same step.
    if panel in ("code", "stack") and trace.solver is recursive and too_deep(trace):
        return {"html": f'<p class="caption">{_(words.TOO_DEEP)}</p>'}
    return {"html": panels.PANELS[panel](trace, moment)}


def too_deep(trace: Trace) -> bool:
    """Return whether the recursive form cannot run on this graph."""
    return len(trace.graph) > RECURSION_LIMIT
