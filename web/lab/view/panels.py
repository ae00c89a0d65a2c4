"""The panels inside the search: their menu, and each panel as a function of a trace. Pure.

Code and Stack are here; the others load late. They show the source of a search, its current line
and its variables. A paused generator knows its current line and its variables. For an earlier step,
another search is run to the same place and inspected there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from inspect import getsourcelines
from textwrap import dedent
from types import FrameType, FunctionType
from typing import Any

from kt_core.drawing.shapes import escape
from kt_core.graph import Graph
from kt_core.language import N_, _, ngettext, pgettext
from kt_core.orderings import Order
from kt_core.search import RECURSION_LIMIT, depth_first, explore, recursive, search
from web.draw.patch import (
    Lazy,
    Patch,
    Patches,
    attributes,
    caption,
    here,
    line_html,
    listing,
    options_html,
    scroll_region,
    table,
)
from web.lab.view import facts, words
from web.programs import view as own
from web.programs.marking import view as marking
from web.question.change import applies
from web.question.question import BEST
from web.search.answer import position
from web.search.recording import SearchState, Solver, Trace, counts
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
STACK_HEADS = (N_("square"), N_("untried moves"))
CALL_HEADS = (N_("square"), N_("waits at"), N_("untried"))
LAST_SQUARES = 7  # number of squares of the path that are listed by name


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
    too_deep = trace.solver is recursive and len(trace.graph) > RECURSION_LIMIT
    if panel in ("code", "stack") and too_deep:
        return {"html": caption(_(words.TOO_DEEP))}
    if panel == "code":
        return {"html": code(trace, moment)}
    html = stack if panel == "stack" else facts.HTML_OF[panel]
    return {"html": scroll_region(_(TITLES[panel]), html(trace, moment))}


# --- Code and Stack -------------------------------------------------------------------------------


def code(trace: Trace, moment: SearchState) -> str:
    """Return the listing with its current line marked, and the variables at this moment."""
    level = last_level(trace, moment)
    lines = listing(source(listed_function(trace.solver)).lines, level.line)
    listed = scroll_region(_("The code that runs"), f'<ol class="code">{lines}</ol>')
    variables = _values(trace, moment, level)
    return f'<div class="running">{listed}<div>{variables}</div></div>'


def stack(trace: Trace, moment: SearchState) -> str:
    """Return the stack as a table, a row for each square of the path; the last is on top.

    In the recursive form the stack is Python's own, and each row is a call.
    """
    found, calls = levels(trace, moment), trace.solver is recursive
    lines = source(listed_function(trace.solver)).lines
    heads = CALL_HEADS if calls else STACK_HEADS
    rows = "".join(
        _row(
            trace,
            level,
            lines[level.line - 1].strip() if calls and level.line else "",
            current=level is found[-1],
            calls=calls,
        )
        for level in reversed(found)
        if level.square is not None
    )
    caption = _calls_caption(len(found)) if calls else _stack_caption(len(moment.path))
    if not trace.lists_moves:
        caption = _("The squares of the path, with the moves that your code tries later.")
    return table("stack calls" if calls else "stack own", caption, rows, heads)


def _calls_caption(count: int) -> str:
    return ngettext(
        "One level. A call remembers where to go on.",
        "{n} calls, each waiting for the one above it. A call remembers where to go on.",
        count,
    )


def _stack_caption(count: int) -> str:
    if not count:
        return _("The stack is empty: no square is on the path.")
    return ngettext(
        "One entry, one for each square of the path: its moves not yet tried. The last is on top.",
        "{n:,} entries, one for each square of the path: its moves not yet tried. The last is on"
        " top.",
        count,
    )


def names(trace: Trace, vertices: Sequence[Any], most: int = LAST_SQUARES) -> str:
    """Return the last names, at most `most`, preceded by the number of those left out."""
    others = len(vertices) - most
    more = _soft(_("{n:,} more", n=others)) + " " if others > 0 else ""
    return more + " ".join(escape(trace.name(v)) for v in vertices[-most:])


def _soft(text: str) -> str:
    return f'<span class="soft">{text}</span>'


def _values(trace: Trace, moment: SearchState, level: Level) -> str:
    path = moment.path
    values = {
        "square": _square(trace, moment, level),
        "path": names(trace, path) or _soft(pgettext("path", "empty")),
        "len(path)": _("{n:,} of {total:,}", n=len(path), total=len(trace.graph)),
        "untried" if trace.solver is recursive else "moves": _chips(trace, moment, level.choices),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in values.items())
    return f'<dl class="values">{rows}</dl>'


def _square(trace: Trace, moment: SearchState, level: Level) -> str:
    """Return the value of the variable `square`: after a backtrack the square that was left."""
    if not moment.step:
        return _soft(_("none yet"))
    left = moment.backtracked_from
    square = level.square if trace.solver is recursive or left is None else left
    return escape(trace.name(square))


def _chips(trace: Trace, moment: SearchState, untried: Sequence[Any]) -> str:
    if not moment.step:
        return _soft(_("none yet"))
    if not untried:
        return _soft(_("none left"))
    counted = counts(trace, moment.path) if trace.by_rule and moment.path else {}
    chips = _choice_rows(trace, untried, counted)
    rule = _("fewest onward moves first")
    why = f' <li class="reason soft">{rule}</li>' if counted else ""
    return f'<ul class="chips">{"".join(chips)}{why}</ul>'


def _choice_rows(trace: Trace, untried: Iterable[Any], counted: dict[Any, int]) -> Iterator[str]:
    for place, v in enumerate(untried):
        mark = ' class="next"' if place == 0 else ""
        count = f"<b>{counted[v]}</b>" if v in counted else ""
        yield f"<li{mark}>{escape(trace.name(v))}{count}</li>"


def _row(trace: Trace, level: Level, text: str, *, current: bool, calls: bool) -> str:
    untried = names(trace, level.choices, 8) or _soft(pgettext("squares", "none"))
    line = f'<td><code title="{escape(text)}">{line_html(text)}</code></td>' if calls else ""
    square = escape(trace.name(level.square))
    return f'<tr{here(current)}><th scope="row">{square}</th>{line}<td>{untried}</td></tr>'


@dataclass(frozen=True)
class Source:
    """The lines of a function as shown, without types and docstring."""

    lines: tuple[str, ...]
    body: int  # the line number in its file of the second line here

    def number(self, line: int) -> int:
        """Return the line of the listing, from 1, for a line of the file; 0 before the body."""
        return max(line - self.body + 2, 0) if line >= self.body else 0


@dataclass(frozen=True)
class Level:
    """One level of a search: a square and its untried moves.

    In the recursive form a level is a call with a current line.
    """

    square: Any  # None before the search has begun
    choices: tuple[Any, ...]
    line: int  # line of the listing, from 1; 0 before any line has run


def listed_function(solver: Solver) -> FunctionType:
    """Return the function to list: of a recursive search the one that calls itself."""
    return depth_first if solver is search else explore  # type: ignore[return-value]


@cache
def source(function: Callable[..., Any]) -> Source:
    """Return the listing of a function."""
    lines, first = getsourcelines(function)
    (tree,) = ast.parse(dedent("".join(lines))).body
    assert isinstance(tree, ast.FunctionDef)
    has_docstring = ast.get_docstring(tree) is not None
    skipped = tree.body[has_docstring].lineno - 1  # the `def` with types, and the docstring
    names = ", ".join(argument.arg for argument in tree.args.args)
    head = f"def {function.__name__}({names}):"
    return Source((head, *(line.rstrip("\n") for line in lines[skipped:])), first + skipped)


def levels(trace: Trace, moment: SearchState) -> list[Level]:
    """Return the levels of the search at this moment, one for each square of its path.

    There is always at least one; before a search has begun and after its end, it has no square. The
    order of the trace must depend on graph, path and square alone, as the orders of kt_core do.
    """
    work, listing = _search_at(trace, trace.order, moment), source(listed_function(trace.solver))
    if trace.solver is search:
        return list(_stack_levels(work.gi_frame, listing))
    return [_call_level(frame, trace.graph, trace.order, listing) for frame in _frames(work)]


def last_level(trace: Trace, moment: SearchState) -> Level:
    """Return the last of the levels, without listing the moves of all earlier squares.

    On a path of a thousand squares, this takes a fortieth of the time of `levels`.
    """
    if trace.solver is not search:
        return levels(trace, moment)[-1]
    depth = len(moment.path)

    def at_last(graph: Graph[Any], path: Collection[Any], square: Any) -> Sequence[Any]:
        listed = len(path) >= depth
        return trace.order(graph, path, square) if listed else (moment.path[len(path)],)

    work, listing = _search_at(trace, at_last, moment), source(listed_function(trace.solver))
    return [*_stack_levels(work.gi_frame, listing)][-1]


def _search_at(trace: Trace, order: Order, moment: SearchState) -> Any:
    """Return a new search that has run to this moment, with this move ordering."""
    work = trace.solver(
        trace.graph, trace.start, order=_order_toward(order, moment), ends=trace.ends
    )
    for _step in range(len(moment.path) + 2 * (moment.backtracked_from is not None) + moment.found):
        next(work)
    return work


def _order_toward(order: Order, moment: SearchState) -> Order:
    # Along the target path, each square lists its moves from the one on that path onward. The
    # search had tried the earlier ones, so the untried moves are the same as in the search.
    closed_off = moment.backtracked_from is not None
    target = (*moment.path, moment.backtracked_from) if closed_off else moment.path

    def moves(graph: Graph[Any], path: Collection[Any], square: Any) -> Sequence[Any]:
        listed, depth = list(order(graph, path, square)), len(path)
        if depth < len(target):
            return listed[listed.index(target[depth]) :]
        return () if closed_off and depth == len(target) else listed

    return moves


def _stack_levels(frame: FrameType, listed: Source) -> Iterator[Level]:
    """Yield the level of each square of a path; the moves of the last are not on the stack yet."""
    known, line = frame.f_locals, listed.number(frame.f_lineno)
    path = tuple(known["path"] or ())
    if not path:
        yield Level(None, (), line)
        return
    for square, moves in zip(path, (*known["stack"][1:], known["moves"]), strict=True):
        yield Level(square, _untried_moves(moves, path), line)


def _untried_moves(moves: Iterable[Any], path: Collection[Any]) -> tuple[Any, ...]:
    # `moves` is the search's iterator, so a copy of it is consumed.
    return tuple(v for v in copy(moves) if v not in path)


def _frames(work: Any) -> Iterator[FrameType]:
    while work is not None and work.gi_frame is not None:
        yield work.gi_frame
        work = work.gi_yieldfrom  # the inner call of a recursive search


def _call_level(frame: FrameType, graph: Graph[Any], order: Order, listed: Source) -> Level:
    known = frame.f_locals
    line = listed.number(frame.f_lineno)
    return Level(known.get("square"), tuple(_untried_in_call(known, graph, order)), line)


def _untried_in_call(known: Mapping[str, Any], graph: Graph[Any], order: Order) -> Iterable[Any]:
    path, square = known["path"], known.get("square")
    if square not in path:
        return ()
    here = list(path)[: list(path).index(square) + 1]
    moves = list(order(graph, here, square))
    tried = moves.index(known["onward"]) + 1 if "onward" in known else 0
    return (v for v in moves[tried:] if v not in path)
