"""The panels inside the search: their menu, and each panel as a function of a trace. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kt_core.analysis import properties, search_tree
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.graph import directed_edges, fill_percent
from kt_core.language import N_, _, ngettext
from kt_core.search import RECURSION_LIMIT, recursive
from kt_core.tour import Tour
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.draw.tree import WHOLE_VISITS, ladder
from web.draw.tree import tree as whole_tree
from web.lab.search.answer import position
from web.lab.search.recording import SearchState, Trace, counts, fewest_moves, options
from web.lab.view import words
from web.lab.view.code import code, stack
from web.question.change import applies
from web.question.counts import clauses, enumeration, kind_of
from web.question.question import BEST
from web.state.state import State, outcome

Panel = Callable[[Trace, SearchState], str]

HEADS = (N_("move"), N_("onward moves"), N_("note"))
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
    from web.marking.view import marking  # not loaded at startup
    from web.programs.view import own

    yield from own(state)
    yield from marking(state)


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
    html = "".join(
        f'<option value="{name}"{" selected" * (name == chosen)}>{escape(_(TITLES[name]))}</option>'
        for name in names
    )
    return {"html": html, "value": chosen, "hidden": len(names) < 2}


def _panel(state: State, panel: str) -> Lazy:
    traces, seen = state.search.answer.traces, outcome(state)
    if state.tab == "own" or not panel:
        return attributes(html="")
    if panel == "about":
        return Lazy(about, seen.tour or state.search.answer.whole.tour)
    if not traces:
        proven = state.settled and state.search.answer.whole.reason
        return attributes(html=_caption(_(words.NOTHING_SEARCHED)) if proven else "")
    moment = traces[0].at(position(state.question, state.search.answer))
    trace = replace(traces[0], solver=recursive) if state.look.recursive else traces[0]
    return Lazy(_patch, panel, trace, moment)


def _patch(panel: str, trace: Trace, moment: SearchState) -> Patch:
    if trace.ordering == BEST and panel in FORMED:
        return {"html": _caption(_(words.NO_SEARCH))}
    if panel == "code" and not trace.lists_moves:
        return {"html": _caption(_(words.OWN_CODE))}
    # The recursive form yields the same events, so its steps are the same.
    if panel in ("code", "stack") and trace.solver is recursive and too_deep(trace):
        return {"html": _caption(_(words.TOO_DEEP))}
    return {"html": HTML_OF[panel](trace, moment)}


def too_deep(trace: Trace) -> bool:
    """Return True if the recursive form cannot run on this graph."""
    return len(trace.graph) > RECURSION_LIMIT


def tree(trace: Trace, moment: SearchState) -> str:
    """Return the search tree: the whole tree while it is small, else the current path."""
    if moment.visits <= WHOLE_VISITS:
        drawing = whole_tree(trace, moment)
        sentence = _(
            "Each dot is a visit, later ones further down. The bold line is the path now; thin"
            " lines were given up, and a cross is a dead end."
        )
    else:
        drawing = ladder(trace, moment)
        sentence = _(
            "{n:,} visits are too many to draw. This is the path now; beside each square, crossed,"
            " the moves given up and how many visits lie beneath; rings are moves not yet tried.",
            n=moment.visits,
        )
    name = escape(_("Search tree"))
    scroll = f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'
    return f'{scroll}{drawing}</div><p class="caption">{sentence}</p>'


def degrees(trace: Trace, moment: SearchState) -> str:
    """Return the moves from here, each with its number of onward moves, for Warnsdorff's rule."""
    if not moment.path:
        return _caption(_("Nothing is visited, so there are no moves to compare."))
    here, counted = escape(trace.name(moment.path[-1])), counts(trace, moment.path)
    if not counted:
        end = len(moment.path) == len(trace.graph)
        why = _("everything is visited") if end else _("it is a dead end")
        return _caption(_("No move is left from {square}: {why}.", square=here, why=why))
    notes = _notes(trace, moment, counted)
    rows = "".join(
        f'<tr class="{look}"><th scope="row">{escape(trace.name(v))}</th>'
        f"<td>{_bar(counted[v])}</td><td>{note}</td></tr>"
        for v, (look, note) in sorted(notes.items(), key=lambda each: counted[each[0]])
    )
    heads = "".join(f'<th scope="col">{_(head)}</th>' for head in HEADS)
    sentence = _(
        "The moves from {square}. Each is counted by its onward moves: how many unvisited squares"
        " can be reached from there. Warnsdorff’s rule goes where they are fewest.",
        square=here,
    )
    return (
        f'<table class="onward"><caption class="caption">{sentence}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _caption(text: str) -> str:
    return f'<p class="caption">{text}</p>'


def facts(trace: Trace, moment: SearchState) -> str:
    """Return numbers of the graph and of the search at this moment."""
    rows = {**_of_graph(trace), **_of_search(trace, moment)}
    listed = "".join(
        f'<tr><th scope="row">{_(fact)}</th><td>{value}</td><td class="soft">{what}</td></tr>'
        for fact, (value, what) in rows.items()
    )
    caption = _("The graph that is searched, and the search so far.")
    return (
        f'<table class="facts-table"><caption class="caption">{caption}</caption>'
        f"<tbody>{listed}</tbody></table>"
    )


def tree_size(board: Board, k: float) -> str:
    """Return k^(N+1) - 1 for N+1 squares, the textbook's estimate of the search tree, as HTML.

    >>> tree_size(Board(8, 8), 5.25)
    '1.23 × 10<sup>46</sup>'
    """
    mantissa, exponent = search_tree(board, k)
    if exponent < 6:
        return _("{n:,}", n=round(max(mantissa, 0) * 10**exponent))
    carried = mantissa >= 9.995
    return f"{1 if carried else mantissa:.2f} × 10<sup>{exponent + carried:,}</sup>"


def _notes(
    trace: Trace, moment: SearchState, counted: Mapping[Any, int]
) -> dict[Any, tuple[str, str]]:
    """Return the CSS class and the note of each move."""
    known, tied = options(trace, moment), fewest_moves(counted)
    notes = {}
    for v in counted:
        notes_of = []
        if v in known.tried:
            notes_of.append(_("tried, in vain"))
        if v in known.skipped:
            notes_of.append(_("skipped: no tour goes on from there"))
        if v in tied:
            notes_of.append(_("one of the fewest: a tie") if len(tied) > 1 else _("the fewest"))
        if v == known.chosen:
            notes_of.append(f"<b>{_('taken next')}</b>")
        look = "next" if v == known.chosen else "least" if v in tied else "other"
        notes[v] = look, clauses(*notes_of) if notes_of else ""
    return notes


def _bar(count: int) -> str:
    squares = "".join(f'<rect x="{9 * i}" width="7" height="7" rx="1"/>' for i in range(count))
    return f'{count} <svg width="72" height="7" aria-hidden="true">{squares}</svg>'


def _of_graph(trace: Trace) -> dict[str, tuple[str, str]]:
    board = trace.board
    assert board
    count, edges = len(board), directed_edges(board)
    size = f"k<sup>{_('{n:,}', n=count)}</sup> − 1"
    return {
        N_("Vertices"): (_("{n:,}", n=count), _("squares that a knight can stand on")),
        N_("Edges"): (
            _("{n:,} directed, {lines:,} lines", n=edges, lines=edges // 2),
            _("each line goes both ways"),
        ),
        N_("Matrix filled"): (
            _("{share}%", share=f"{fill_percent(board):.2g}"),
            _("of its {n:,} × {n:,} entries", n=count),
        ),
        N_("Branching factor k"): (f"{edges / count:.4g}", _("moves from a vertex, on average")),
        N_("Search tree"): (
            tree_size(board, edges / count),
            _("{size}: the textbook’s estimate of its visits", size=size),
        ),
    }


def _of_search(trace: Trace, moment: SearchState) -> dict[str, tuple[str, str]]:
    deepest = trace.recording.deepest_by(moment.step)
    took = trace.end.milliseconds if trace.end else None
    time = "–" if took is None else _("{n:,} ms", n=took)
    back = ngettext("and {n:,} step back", "and {n:,} steps back", moment.backtracks)
    return {
        N_("Visits"): (_("{n:,}", n=moment.visits), back),
        N_("Dead ends"): (_("{n:,}", n=moment.dead_ends), _("paths that cannot go on")),
        N_("Deepest path"): (
            _("{n:,} of {total:,}", n=deepest, total=len(trace.graph)),
            _("squares"),
        ),
        N_("Time"): (time, _("for the whole search") if took is not None else ""),
    }


#: Every panel by its name, in the order of the tabs.
HTML_OF: Mapping[str, Panel] = {
    "code": code,
    "stack": stack,
    "tree": tree,
    "degrees": degrees,
    "facts": facts,
}


# --- About this tour ------------------------------------------------------------------------------


#: The names of symmetries in `analysis`, each with its meaning; the first one that holds is shown.
SYMMETRIES = (
    ("rot90", N_("the same after every quarter turn")),
    ("rot180", N_("the same after half a turn")),
    ("mirror", N_("its own mirror image")),
)
MOST_SUMS = 12  # largest number of sums that are listed


def about(tour: Tour | None) -> str:
    """Return the properties of a tour as a table; "" without one."""
    if tour is None:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(_(fact))}</th><td>{escape(value)}</td></tr>'
        for fact, value in _facts(tour)
    )
    return f'<table class="facts-table"><tbody>{rows}</tbody></table>'


def _facts(tour: Tour) -> Iterator[tuple[str, str]]:
    known = properties(tour)
    yield N_("Kind"), kind_of(tour)
    names = " ".join(known["symmetry"])
    held = (_(meaning) for name, meaning in SYMMETRIES if name in names)
    kind = _("called {kind}", kind=known["kind"]) if known["kind"] else ""
    yield N_("Symmetry"), clauses(*filter(None, (next(held, _("none")), kind)))
    yield N_("Sums of the rows"), _sums(known["rows"])
    yield N_("Sums of the columns"), _sums(known["columns"])
    if known["diagonals"]:
        yield N_("Sums of the diagonals"), _sums(known["diagonals"])
    if known["magic"]:
        yield N_("Square of numbers"), _("magic: all these sums are equal")
    elif known["semi_magic"]:
        yield (
            N_("Square of numbers"),
            _("semi-magic: rows and columns have one sum, the diagonals have not"),
        )
    else:
        yield N_("Square of numbers"), _("not magic: the sums differ")
    yield N_("Crossings"), _("{n:,}", n=known["crossings"])
    yield N_("Turns"), _("{n:,}", n=known["turns"])


def _sums(sums: Sequence[int]) -> str:
    if len(set(sums)) == 1:
        return _("all {n:,}", n=sums[0])
    if len(sums) > MOST_SUMS:
        return _("from {n:,} to {most:,}", n=min(sums), most=max(sums))
    return enumeration(f"{each}" for each in sums)
