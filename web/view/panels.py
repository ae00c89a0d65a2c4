"""The panels beside the board, each a function of a search and a moment: HTML out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kt_core.analysis import paths_from, search_tree
from kt_core.board import Board
from kt_core.drawing.shapes import escaped
from kt_core.graph import directed_edges
from web.draw.ladder import ladder
from web.draw.tree import WHOLE_VISITS
from web.draw.tree import tree as whole_tree
from web.search.record import Moment
from web.search.trace import Trace, counts, least, options
from web.view.code import code, stack

Panel = Callable[[Trace, Moment], str]


def tree(trace: Trace, moment: Moment) -> str:
    """Return the search tree: whole while it is small, then its live path with what is beside."""
    if moment.visits <= WHOLE_VISITS:
        drawing = whole_tree(trace, moment)
        said = (
            "Each dot is a visit, later ones further down. The bold line is the path now; thin"
            " lines were given up, and a cross is a dead end."
        )
    else:
        drawing = ladder(trace, moment)
        said = (
            f"{moment.visits:,} visits are too many to draw. This is the path now; beside each"
            " square, crossed, the moves given up and how many visits lie beneath; rings are"
            " moves not yet tried."
        )
    scroll = '<div class="scroll" tabindex="0" role="region" aria-label="Search tree">'
    return f'{scroll}{drawing}</div><p class="caption">{said}</p>'


def degrees(trace: Trace, moment: Moment) -> str:
    """Return the moves from here with their onward moves: what Warnsdorff's rule compares."""
    if not moment.path:
        return '<p class="caption">Nothing is visited, so there are no moves to compare.</p>'
    here, counted = escaped(trace.name(moment.path[-1])), counts(trace, moment.path)
    if not counted:
        end = len(moment.path) == len(trace.graph)
        why = "everything is visited" if end else "it is a dead end"
        return f'<p class="caption">No move is left from {here}: {why}.</p>'
    notes = _notes(trace, moment, counted)
    rows = "".join(
        f'<tr class="{look}"><th scope="row">{escaped(trace.name(v))}</th>'
        f"<td>{_bar(counted[v])}</td><td>{note}</td></tr>"
        for v, (look, note) in sorted(notes.items(), key=lambda each: counted[each[0]])
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("move", "onward moves", "note"))
    return (
        f'<table class="onward"><caption class="caption">The moves from {here}. Each is counted'
        " by its onward moves: how many unvisited squares can be reached from there. Warnsdorff's"
        f" rule goes where they are fewest.</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def facts(trace: Trace, moment: Moment) -> str:
    """Return numbers of the graph, and of the search at this moment."""
    rows = {**_of_graph(trace), **_of_search(trace, moment)}
    listed = "".join(
        f'<tr><th scope="row">{fact}</th><td>{value}</td><td class="soft">{what}</td></tr>'
        for fact, (value, what) in rows.items()
    )
    caption = "The graph that is searched, and the search so far."
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
        return f"{max(mantissa, 0) * 10**exponent:,.0f}"
    carried = mantissa >= 9.995
    return f"{1 if carried else mantissa:.2f} × 10<sup>{exponent + carried:,}</sup>"


def _notes(trace: Trace, moment: Moment, counted: Mapping[Any, int]) -> dict[Any, tuple[str, str]]:
    """Return for each move its class and what to say of it."""
    known, tied = options(trace, moment), least(counted)
    notes = {}
    for v in counted:
        said = []
        if v in known.tried:
            said.append("tried, in vain")
        if v in known.skipped:
            said.append("skipped: no tour goes on from there")
        if v in tied:
            said.append("one of the fewest: a tie" if len(tied) > 1 else "the fewest")
        if v == known.chosen:
            said.append("<b>taken next</b>")
        look = "next" if v == known.chosen else "least" if v in tied else "other"
        notes[v] = look, ", ".join(said)
    return notes


def _bar(count: int) -> str:
    squares = "".join(f'<rect x="{9 * i}" width="7" height="7" rx="1"/>' for i in range(count))
    return f'{count} <svg width="72" height="7" aria-hidden="true">{squares}</svg>'


def _of_graph(trace: Trace) -> dict[str, tuple[str, str]]:
    graph, board = trace.graph, trace.board
    count = len(graph)
    edges = directed_edges(board) if board else sum(map(len, graph.values()))
    both = board or all(v in graph[w] for v in graph for w in graph[v])
    lines = f", {edges // 2:,} lines" if both else ""
    what = "squares" if board else "points"
    each = "each line goes both ways" if both else "each goes one way only"
    filled = 100 * edges / count**2
    return {
        "Vertices": (f"{count:,}", f"{what} that a knight can stand on" if board else what),
        "Edges": (f"{edges:,} directed{lines}", each),
        "Matrix filled": (f"{filled:.2g} %", f"of its {count:,} × {count:,} entries"),
        "Branching factor k": (f"{edges / count:.4g}", "moves from a vertex, on average"),
        "Search tree": _tree(trace, edges / count),
    }


def _tree(trace: Trace, k: float) -> tuple[str, str]:
    """Return how large the search tree is: counted where it is small, else as textbooks reckon."""
    if trace.board:
        estimate = f"k<sup>{len(trace.graph):,}</sup> − 1: the textbook’s estimate of its visits"
        return tree_size(trace.board, k), estimate
    count = paths_from(trace.graph, trace.start)
    return f"{count:,}", f"paths from {escaped(trace.name(trace.start))}, each of them a visit"


def _of_search(trace: Trace, moment: Moment) -> dict[str, tuple[str, str]]:
    deepest = trace.record.deepest_by(moment.step)
    took = trace.end.milliseconds if trace.end else None
    time = "–" if took is None else f"{took:,} ms"
    noun = "squares" if trace.board else "vertices"
    back = "step" if moment.backtracks == 1 else "steps"
    return {
        "Visits": (f"{moment.visits:,}", f"and {moment.backtracks:,} {back} back"),
        "Dead ends": (f"{moment.dead_ends:,}", "where the search had to turn back"),
        "Deepest path": (f"{deepest:,} of {len(trace.graph):,}", noun),
        "Time": (time, "for the whole search" if took is not None else ""),
    }


#: Every panel by its name, in the order of the tabs.
PANELS: Mapping[str, Panel] = {
    "code": code,
    "stack": stack,
    "tree": tree,
    "degrees": degrees,
    "facts": facts,
}
