"""The panels Code and Stack: the source of a search, its current line and its variables. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from keyword import kwlist
from typing import Any

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, ngettext, pgettext
from kt_core.search import recursive
from web.lab.search.listing import Level, last_level, levels, listed_function, source
from web.lab.search.recording import SearchState
from web.lab.search.trace import Solver, Trace, counts

STACK_HEADS = (N_("square"), N_("untried moves"))
CALL_HEADS = (N_("square"), N_("waits at"), N_("untried"))
LAST_SQUARES = 7  # squares of the path that are listed by name
_WORDS = "|".join(kwlist)
#: Tokens of Python to color: comments, strings, keywords.
_PYTHON = re.compile(rf"(?P<i>#.*|\"[^\"]*\"|'[^']*')|\b(?P<b>{_WORDS})\b")


def code(trace: Trace, moment: SearchState) -> str:
    """Return the listing with its current line marked, and the variables at this moment."""
    level = last_level(trace, moment)
    listed = enumerate(_listing_html(trace.solver), start=1)
    lines = "".join(_line(number, text, number == level.line) for number, text in listed)
    name = escape(_("The code that runs"))
    listing = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'
        f'<ol class="code">{lines}</ol></div>'
    )
    variables = _values(trace, moment, level) + ("" if moment.step else _caption())
    return f'<div class="running">{listing}<div>{variables}</div></div>'


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
    head = "".join(f'<th scope="col">{_(each)}</th>' for each in heads)
    name = _("Calls") if calls else _("Stack")
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'
        f'<table class="stack {"calls" if calls else "own"}">'
        f'<caption class="caption">{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _calls_caption(count: int) -> str:
    return ngettext(
        "One level. A call is what remembers where to go on.",
        "{n} calls, each waiting for the one above it. A call is what remembers where to go on.",
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
    """Return the last names, at most `most` of them, after the number of the others."""
    others = len(vertices) - most
    more = _soft(_("{n:,} more", n=others)) + " " if others > 0 else ""
    return more + " ".join(escape(trace.name(v)) for v in vertices[-most:])


def _soft(text: str) -> str:
    return f'<span class="soft">{text}</span>'


@cache
def _listing_html(solver: Solver) -> tuple[str, ...]:
    """Return the listing's lines as HTML."""
    return tuple(
        _code_line(line, line_html(line.strip())) for line in source(listed_function(solver)).lines
    )


def _code_line(line: str, html: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 4
    return f'<code class="in{depth}">{html}</code>'


def line_html(line: str) -> str:
    """Return a line of Python as HTML, with its tokens colored."""
    parts, at = [], 0
    for match in _PYTHON.finditer(line):
        tag = match.lastgroup
        parts += [escape(line[at : match.start()]), f"<{tag}>{escape(match[0])}</{tag}>"]
        at = match.end()
    return "".join(parts) + escape(line[at:])


def _line(number: int, text: str, lit: bool) -> str:  # noqa: FBT001
    mark = ' class="here" aria-current="step"' if lit else ""
    return f'<li{mark} value="{number}">{text}</li>'


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


def _caption() -> str:
    return f'<p class="caption">{_("The search has not begun.")}</p>'


def _row(trace: Trace, level: Level, text: str, *, current: bool, calls: bool) -> str:
    mark = ' class="here" aria-current="step"' if current else ""
    untried = names(trace, level.choices, 8) or _soft(pgettext("squares", "none"))
    line = f'<td><code title="{escape(text)}">{line_html(text)}</code></td>' if calls else ""
    square = escape(trace.name(level.square))
    return f'<tr{mark}><th scope="row">{square}</th>{line}<td>{untried}</td></tr>'
