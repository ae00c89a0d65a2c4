"""The dialog "Symbols and shortcuts": the signs on the board, and the keys. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing import dead_ends
from kt_core.drawing.layers import choice
from kt_core.drawing.shapes import end_mark, escape, start_mark
from kt_core.language import N_, _
from web.draw.dialog import header
from web.draw.patch import Lazy, Patch, Patches
from web.question import address
from web.question.question import Question
from web.state.state import State

WORD = "\N{OBJECT REPLACEMENT CHARACTER}"  # placeholder for a link
ONE = Board(1, 1)
MIDDLE = (0.5, 0.5)
TIME = "".join(
    f'<rect x="{i / 6:.3f}" y=".4" width=".17" height=".2" style="fill:var(--t{i})"/>'
    for i in range(6)
)
TICK = '<path d="M.5 .3v.4" stroke="currentColor" stroke-width=".05"/>'
DEAD_END = dead_ends.legend()

#: The keys and their actions.
KEYS = (
    ("Space", N_("Play, and pause")),
    ("← →", N_("A step back, a step on")),
    ("Home End", N_("To the beginning, to the end")),
    ("D Shift+D", N_("To the next dead end, to the one before")),
    ("S", N_("Skip ahead: to the next path longer than any before, or to the end")),
    ("Tab ← ↑ → ↓", N_("On the board: from square to square; Enter chooses one")),
    ("Backspace", N_("In a game: take a move back; with Shift make it again")),
    ("+ − 0", N_("Enlarge the board, make it smaller, show it whole")),
    ("G N", N_("On the full-screen board: graph, numbers")),
    ("Esc", N_("Leave the full-screen board")),
    ("?", N_("This list")),
)


def dialog(state: State) -> Patches:
    """Yield the dialog, with links to the chapter if the page may leave the lab."""
    closed = state.task.is_set or state.question.settings.embed
    yield "#help", Lazy(whole, None if closed else state.question)


def whole(question: Question | None) -> Patch:
    """Return the content of the dialog; for None, without links to the chapter."""
    return {"html": "".join(_parts(question))}


def _parts(question: Question | None) -> Iterator[str]:
    yield header("help", _("Symbols and shortcuts"))
    yield f'<ul class="signs">{"".join(_signs(question))}</ul>'
    rows = "".join(
        f'<tr><th scope="row">{_keys(keys)}</th><td>{escape(_(meaning))}</td></tr>'
        for keys, meaning in KEYS
    )
    yield f'<table class="keys">{rows}</table>'


def _keys(names: str) -> str:
    return " ".join(f"<kbd>{name}</kbd>" for name in names.split())


def _signs(question: Question | None) -> Iterator[str]:
    """Yield each sign with its meaning; a term of the chapter becomes a link."""
    yield _sign((TIME,), _("The path: its color is time, from the first square to the last."))
    yield _sign((start_mark(MIDDLE, 1),), _("Start: the path begins here."))
    yield _sign((end_mark(MIDDLE, 1),), _("End of a tour."))
    yield _sign(svg.knight(ONE, 0), _("The knight: the last square of the path."))
    yield _sign(svg.vertices(ONE), _("A square that is not visited yet."))
    degree = _link(question, "graph", _("degree"))
    ring = _("A move that is possible, and how many moves go on from there.")
    yield _sign((choice(ONE, 0, 3),), ring)
    empty = _("On the empty board that number is the {word}.", word=WORD)
    yield _sign((choice(ONE, 0, 8),), empty, degree)
    tried = _("Tried; led nowhere. Under the timeline: a {word}.", word=WORD)
    yield _sign((DEAD_END,), tried, _link(question, "search", _("dead end")))
    yield _sign(svg.dead_end_square(ONE, 0), _("The knight is at a dead end: no move is left."))
    tied = _("Over the timeline: a {word}, moves that the heuristic ranks alike.", word=WORD)
    yield _sign((TICK,), tied, _link(question, "rule", _("tie")))


def _sign(parts: Iterable[str], meaning: str, link: str = "") -> str:
    text = escape(meaning).replace(WORD, link)
    return (
        '<li><svg class="key" viewBox="0 0 1 1" font-size=".3" text-anchor="middle"'
        f' aria-hidden="true">{"".join(parts)}</svg>'
        f"<span>{text}</span></li>"
    )


def _link(question: Question | None, section: str, word: str) -> str:
    if question is None:
        return escape(word)
    link = address.write(question.with_settings(view=section, present=False))
    return f'<a href="{escape(link)}">{escape(word)}</a>'
