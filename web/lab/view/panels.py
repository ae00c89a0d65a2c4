"""The panels inside the search: their menu, and each panel as a function of a trace. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.language import N_, _
from kt_core.search import RECURSION_LIMIT, recursive
from web.draw.patch import Lazy, Patch, Patches, attributes, options_html
from web.lab.view import facts, words
from web.lab.view.code import caption, code, scroll_region, stack
from web.programs import view as own
from web.programs.marking import view as marking
from web.question.change import applies
from web.question.question import BEST
from web.search.answer import position
from web.search.recording import SearchState, Trace
from web.state.state import State, outcome

FORMED = ("code", "stack", "tree")  # panels that show one of two forms of the search
TITLES = {
    "code": N_("Code"),
    "own": N_("Your program"),
    "stack": N_("Stack"),
    "tree": N_("Tree"),
    "degrees": N_("Next moves"),
    "facts": N_("Statistics"),
    "about": N_("About this tour"),
}


def inside(state: State) -> Patches:
    """Yield the menu of the panels and the selected one."""
    question, panel = state.question, panel_of(state)
    names = () if state.where == "own" and not question.settings.embed else panels_of(state)
    yield "#panels", Lazy(_menu, names, panel)
    yield "#form", attributes(hidden=panel not in FORMED or state.tab == "own")
    yield "#form input", attributes(checked=state.look.recursive)
    yield "#panel@there", attributes(hidden=state.tab == "own")
    yield "#panel", _panel(state, panel)
    yield "#own", attributes(hidden=state.tab != "own")
    if state.tab != "own":
        yield "#lab@program", attributes(data_program=False)
        return
    yield from own.own(state)
    yield from marking.marking(state)


def panels_of(state: State) -> tuple[str, ...]:
    """Return the panels that have something to show, in the order of the menu."""
    found = outcome(state).tour is not None
    if state.question.mode == "play":
        return ("about",) if found else ()
    # A task to write a program has nothing to show before its first run.
    unrun = state.task.kind == "program" and not state.programs.run
    if unrun or not applies(state.question, "panels"):
        return ()
    if state.question.is_shown:
        return ("about",)
    shown = {"own": state.question.settings.embed, "about": found}  # the page has a place for it
    return tuple(name for name in state.question.panels if shown.get(name, True))


def panel_of(state: State) -> str:
    """Return the panel shown: the reader's choice if it applies, else the first one."""
    names = panels_of(state)
    return state.look.panel if state.look.panel in names else names[0] if names else ""


def _menu(names: tuple[str, ...], chosen: str) -> Patch:
    html = options_html({name: _(TITLES[name]) for name in names}, chosen)
    return {"html": html, "value": chosen, "hidden": len(names) < 2}


def _panel(state: State, panel: str) -> Lazy:
    traces, seen = state.search.answer.traces, outcome(state)
    if state.tab == "own" or not panel:
        return attributes(html="")
    if panel == "about":
        return Lazy(facts.about, seen.tour or state.search.answer.whole.tour)
    if not traces:
        proven = state.settled and state.search.answer.whole.reason
        return attributes(html=caption(_(words.NOTHING_SEARCHED)) if proven else "")
    moment = traces[0].at(position(state.question, state.search.answer))
    trace = replace(traces[0], solver=recursive) if state.look.recursive else traces[0]
    return Lazy(_patch, panel, trace, moment)


def _patch(panel: str, trace: Trace, moment: SearchState) -> Patch:
    if trace.ordering == BEST and panel in FORMED:
        return {"html": caption(_(words.NO_SEARCH))}
    if panel == "code" and not trace.lists_moves:
        return {"html": caption(_(words.OWN_CODE))}
    # The recursive form yields the same events, so its steps are the same.
    if panel in ("code", "stack") and trace.solver is recursive and too_deep(trace):
        return {"html": caption(_(words.TOO_DEEP))}
    if panel == "code":
        return {"html": code(trace, moment)}
    html = stack if panel == "stack" else facts.HTML_OF[panel]
    return {"html": scroll_region(_(TITLES[panel]), html(trace, moment))}


def too_deep(trace: Trace) -> bool:
    """Return True if the recursive form cannot run on this graph."""
    return len(trace.graph) > RECURSION_LIMIT
