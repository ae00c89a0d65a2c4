"""Sentences for a step of a search, and for the square under the pointer. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kt_core.board import Square
from kt_core.graph import knight_graph, onward
from kt_core.language import N_, _, conjunction, ngettext, paragraph, text_of
from web.lab.search.recording import (
    NOTHING,
    Options,
    Outcome,
    SearchState,
    Trace,
    choices,
    fewest_moves,
    options,
)
from web.question.counts import enumeration, number, ways
from web.question.question import Question

NAMED = 3  # limit for the moves listed by name; others are only counted
FAR_SQUARES = 100  # longer backtracks are not examined


def step_sentence(trace: Trace, step: int, *, tells_next: bool = True) -> str:
    """Describe a step: "Step 37: c4. Dead end on c4: all its neighbours are visited. …"."""
    moment = trace.at(step)
    description = event(trace, moment, tells_next=tells_next)
    if moment.backtracked_from is not None:
        back = _(
            "Step {n:,}: back from {square}.", n=step, square=trace.name(moment.backtracked_from)
        )
        return text_of(paragraph((back, description)))
    if moment.found or not step:
        return _("Step {n:,}: {what}", n=step, what=description).rstrip()
    here = trace.name(moment.path[-1])
    return text_of(paragraph((_("Step {n:,}: {square}.", n=step, square=here), description)))


def event(trace: Trace, moment: SearchState, *, tells_next: bool = True) -> str:
    """Describe the event at a moment, and with `tells_next` also the next move."""
    if not moment.path:
        return _start_sentence(trace, moment)
    if moment.found:
        count = len(trace.graph)
        return ngettext(
            "The only square is on the path.", "All {n:,} squares are on the path.", count
        )
    if moment.backtracked_from is not None:
        path = (*moment.path, moment.backtracked_from)
        return _backtrack_sentence(trace, path) if tells_next else ""
    here, seen = trace.name(moment.path[-1]), options(trace, moment)
    why = dead_end(trace, moment, seen)
    if why:
        end = _("Dead end on {square}: {why}.", square=here, why=why)
        return text_of(
            paragraph((end, _backtrack_sentence(trace, moment.path) if tells_next else ""))
        )
    return _next_move_sentence(trace, seen) if tells_next and seen.listed else ""


def dead_end(trace: Trace, moment: SearchState, seen: Options) -> str:
    """Return the reason why the square just visited is a dead end; "" if it is none.

    `seen` are its `options` there.
    """
    if not moment.path or moment.backtracked_from is not None or moment.found:
        return ""
    if len(moment.path) == len(trace.graph):
        ends = trace.ends
        allowed = ends is None or moment.path[-1] in ends
        return "" if allowed else _("all is visited, but a tour may not end here")
    if not seen.onward:
        return _("all its neighbours are visited")
    if not seen.listed and trace.lists_moves:
        return _("no tour goes on to {squares}", squares=_names(trace, tuple(seen.onward)))
    return ""


def chapter_topic(trace: Trace, moment: SearchState) -> tuple[str, str] | None:
    """Return the section of the chapter that explains a moment, and the text of its link."""
    if not moment.path or moment.found:
        return None
    seen = options(trace, moment)
    if moment.backtracked_from is not None or dead_end(trace, moment, seen):
        return "search", N_("What is a dead end?")
    if not (trace.by_rule and len(seen.onward) > 1):
        return None
    tied = len(fewest_moves(seen.onward)) > 1
    return "rule", N_("What about ties?") if tied else N_("Why the fewest?")


def _start_sentence(trace: Trace, moment: SearchState) -> str:
    start = trace.name(trace.start)
    if moment.step and not trace.lists_moves:
        return _("The path is empty again.")
    if moment.step:
        return _("Every path from {start} was tried.", start=start)
    return _("Nothing is visited yet; the search begins on {start}.", start=start)


def _backtrack_sentence(trace: Trace, path: Sequence[Any]) -> str:
    """Describe where the search continues after it gives up the last square of a path."""
    if not trace.lists_moves:
        return _("Back to {square}.", square=trace.name(path[-2])) if len(path) > 1 else ""
    for depth in range(len(path) - 1, max(len(path) - 1 - FAR_SQUARES, 0), -1):
        listed = choices(trace, path[:depth])
        if rest := listed[listed.index(path[depth]) + 1 :]:
            back, to = len(path) - depth, trace.name(path[depth - 1])
            clause = _("Back to {square}", square=to)
            if back > 1:
                clause = _("Back {number} squares, to {square}", number=number(back), square=to)
            left, named = len(rest), _names(trace, rest)
            return ngettext(
                "{how}; {named} is untried.",
                "{how}; {named} are untried.",
                left,
                how=clause,
                named=named,
            )
    if len(path) > FAR_SQUARES:
        return _("Back more than {n} squares.", n=FAR_SQUARES)
    return _(
        "Back to {square}, and nothing is untried: there is no tour from there.",
        square=trace.name(path[0]),
    )


def _next_move_sentence(trace: Trace, seen: Options) -> str:
    name, tied = trace.name(seen.chosen), fewest_moves(seen.onward)
    if not trace.by_rule or seen.chosen not in tied:
        return _("{square} is next.", square=name)
    count = seen.onward[seen.chosen]
    if len(seen.onward) == 1:
        return _("{square} is the only move.", square=name)
    if len(tied) > 1:
        return ngettext(
            "{named} tie with {number} onward move; {square} is next.",
            "{named} tie with {number} onward moves; {square} is next.",
            count,
            named=_names(trace, tied),
            number=number(count),
            square=name,
        )
    return _(
        "{square} is next: it has the fewest onward moves, {number}.",
        square=name,
        number=number(count),
    )


def _names(trace: Trace, vertices: Sequence[Any]) -> str:
    names: Iterable[str] = map(trace.name, vertices[:NAMED])
    more = len(vertices) - NAMED
    others = _("{number} more", number=number(more)) if more > 0 else ""
    return text_of(conjunction((*names, others) if others else names))


def square_sentence(question: Question, square: Square, seen: Outcome = NOTHING) -> str:
    """Describe a square at the step shown.

    On the path "c2, step 2 of 20; next a1", off it "e5: two onward moves now, to c4 c6", and
    before the first visit "c4: eight moves, to a3 a5 …".
    """
    board, name, path = question.board, question.board.name(square), seen.path
    if square in board.holes:
        return ngettext(
            "{square} is a hole; {n:,} square is left.",
            "{square} is a hole; {n:,} squares are left.",
            len(board),
            square=name,
        )
    if square in path:
        return _("{square}, {what}", square=name, what=_place_on_path(question, square, seen))
    to = onward(knight_graph(board), frozenset(path), square)
    if not path:
        if not to:
            return _("{square}: {what}", square=name, what=ways(0))
        moves = ways(len(to))
        return _("{square}: {moves}, to {to}", square=name, moves=moves, to=board.names(to))
    return _("{square}: {what}", square=name, what=_onward_now(question, to))


def _place_on_path(question: Question, square: Square, seen: Outcome) -> str:
    """Describe the place of a square on the path: "step 2 of 20; next a1"."""
    board, path = question.board, seen.path
    place = path.index(square) + 1
    step = _("step {n:,} of {total:,}", n=place, total=len(path))
    if place < len(path):
        return _("{step}; next {square}", step=step, square=board.name(path[place]))
    if seen.tour and seen.tour.closed:
        first = board.name(path[0])
        return _("{step}: the tour ends here, and goes back to {square}", step=step, square=first)
    if seen.tour:
        return _("{step}: the tour ends here", step=step)
    to = onward(knight_graph(board), frozenset(path), square)
    return _("{step}: the knight is here; {what}", step=step, what=_onward_now(question, to))


def _onward_now(question: Question, to: Sequence[Square]) -> str:
    names = question.board.names(to)
    if not to:
        return _("no onward move now")
    if not shows_counts(question):
        return _("can go on to {squares}", squares=enumeration(map(question.board.name, to)))
    return ngettext(
        "{number} onward move now, to {squares}",
        "{number} onward moves now, to {squares}",
        len(to),
        number=number(len(to)),
        squares=names,
    )


def shows_counts(question: Question) -> bool:
    """Return True if onward moves may be shown: not during a prediction that depends on them."""
    return question.mode != "predict" or "degrees" in question.show
