"""The panels that load after the start: tree, next moves, statistics, the tour. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kt_core.analysis import properties
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.graph import directed_edges, fill_percent
from kt_core.language import N_, _, ngettext, paragraph, text_of
from kt_core.tour import Tour
from kt_core.tree_size import geometric_sum
from web.draw.patch import caption, scroll_region, table
from web.draw.tree import first_step
from web.draw.tree import tree as drawing
from web.question.counts import clauses, enumeration, kind_of
from web.search.recording import Options, SearchState, Trace, fewest_moves, options

HEADS = (N_("move"), N_("onward moves"), N_("note"))


def tree(trace: Trace, moment: SearchState) -> str:
    """Return the search tree, with what its signs mean."""
    signs = _(
        "Each dot is a visit, later ones further down. The bold line is the path now; thin"
        " lines were given up, and a cross is a dead end."
    )
    first = first_step(moment)
    part = _("Of what was given up before step {n:,}, nothing is drawn.", n=first) if first else ""
    return drawing(trace, moment) + caption(text_of(paragraph((signs, part))))


def degrees(trace: Trace, moment: SearchState) -> str:
    """Return the moves from here, each with its number of onward moves, for Warnsdorff's rule."""
    if not moment.path:
        return caption(_("Nothing is visited, so there are no moves to compare."))
    here, known = escape(trace.name(moment.path[-1])), options(trace, moment)
    if not known.onward:
        end = len(moment.path) == len(trace.graph)
        why = _("everything is visited") if end else _("it is a dead end")
        return caption(_("No move is left from {square}: {why}.", square=here, why=why))
    rows = "".join(
        f'<tr class="{look}"><th scope="row">{escape(trace.name(v))}</th>'
        f"<td>{_bar(known.onward[v])}</td><td>{note}</td></tr>"
        for v, (look, note) in sorted(_notes(known).items(), key=lambda each: known.onward[each[0]])
    )
    sentence = _(
        "The moves from {square}. Each is counted by its onward moves: how many unvisited squares"
        " can be reached from there. Warnsdorff’s rule goes where they are fewest.",
        square=here,
    )
    return table("onward", sentence, rows, HEADS)


def facts(trace: Trace, moment: SearchState) -> str:
    """Return numbers of the graph and of the search at this moment."""
    rows = {**_of_graph(trace), **_of_search(trace, moment)}
    listed = "".join(
        f'<tr><th scope="row">{_(fact)}</th><td>{value}</td><td class="soft">{what}</td></tr>'
        for fact, (value, what) in rows.items()
    )
    title = _("The graph that is searched, and the search so far.")
    return table("facts-table", title, listed)


def tree_size(board: Board) -> str:
    """Return the estimate of the search tree that the chapter explains, as HTML.

    >>> tree_size(Board(8, 8))
    '2.90 × 10<sup>45</sup>'
    """
    mantissa, exponent = geometric_sum(board)
    if exponent < 6:
        return _("{n:,}", n=round(max(mantissa, 0) * 10**exponent))
    carried = mantissa >= 9.995
    return f"{1 if carried else mantissa:.2f} × 10<sup>{exponent + carried:,}</sup>"


def _notes(known: Options) -> dict[Any, tuple[str, str]]:
    """Return the CSS class and the note of each move."""
    tied, notes = fewest_moves(known.onward), {}
    for v in known.onward:
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
    size = f"(k<sup>{_('{n:,}', n=count)}</sup> − 1)/(k − 1)"
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
            tree_size(board),
            _("{size}: an estimate of its visits", size=size),
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


#: The panels of a search, by name.
HTML_OF = {"tree": tree, "degrees": degrees, "facts": facts}


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
    return scroll_region(_("About this tour"), table("facts-table", "", rows))


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
    magic = _("not magic: the sums differ")
    if known["semi_magic"]:
        magic = _("semi-magic: rows and columns have one sum, the diagonals have not")
    if known["magic"]:
        magic = _("magic: all these sums are equal")
    yield N_("Square of numbers"), magic
    yield N_("Crossings"), _("{n:,}", n=known["crossings"])
    yield N_("Turns"), _("{n:,}", n=known["turns"])


def _sums(sums: Sequence[int]) -> str:
    if len(set(sums)) == 1:
        return _("all {n:,}", n=sums[0])
    if len(sums) > MOST_SUMS:
        return _("from {n:,} to {most:,}", n=min(sums), most=max(sums))
    return enumeration(f"{each}" for each in sums)
