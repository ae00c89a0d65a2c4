"""The panels Code and Stack: the search's own source, where it stands, and its variables. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from kt_core.drawing.shapes import escaped
from kt_core.search import recursive
from web.search.listing import Call, Solver, source
from web.search.record import Moment
from web.search.trace import Trace, counts
from web.view.steps import happened

LAST_SQUARES = 7  # squares of the path that are named
_WORDS = (
    "and|break|def|else|for|from|if|import|in|is|lambda|not|or|pass|return|while|yield|None|True"
    "|False"
)
#: What a line of Python is coloured by: a comment, a string, a keyword.
_PYTHON = re.compile(rf"(?P<i>#.*|\"[^\"]*\"|'[^']*')|\b(?P<b>{_WORDS})\b")


def code(trace: Trace, moment: Moment) -> str:
    """Return the listing that runs, its current line lit, and the variables at this moment."""
    call = trace.calls(moment)[-1]
    first = source(trace.solver).first
    lines = "".join(_line(n, text, n == call.line - first) for n, text in _listed(trace.solver))
    listing = f'<ol class="code" tabindex="0" aria-label="The code that runs">{lines}</ol>'
    return listing + _values(trace, moment, call) + _caption(trace, moment, call)


def stack(trace: Trace, moment: Moment) -> str:
    """Return the calls that wait for one another, one row each; the innermost is the last."""
    if trace.solver is not recursive:
        return (
            '<p class="caption">This search calls no function again: it keeps its path in a'
            " dictionary, each square with the moves untried where it came from. Choose the"
            " recursive search to see one call inside another.</p>"
        )
    found = trace.calls(moment)
    first, lines = source(trace.solver).first, source(trace.solver).lines
    rows = "".join(
        _frame(trace, call, lines[call.line - first].strip(), current=call is found[-1])
        for call in found
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("square", "line", "untried"))
    said = (
        f"{len(found)} calls, each waiting for the one below it. "
        if len(found) > 1
        else "One call. "
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="Calls"><table class="stack">'
        f'<caption class="caption">{said}A call is what remembers where to go on.</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def names(trace: Trace, vertices: Sequence[Any], most: int = LAST_SQUARES) -> str:
    """Return names, of more than `most` the last and the number of the others."""
    more = f'<span class="soft">{len(vertices) - most:,} more</span> ' if vertices[:-most] else ""
    return more + " ".join(escaped(trace.name(v)) for v in vertices[-most:])


@cache
def _listed(solver: Solver) -> tuple[tuple[int, str], ...]:
    """Return the lines, each with its number from 0; the docstring is folded to its first line."""
    shown, quoted = [], False
    for number, line in enumerate(source(solver).lines):
        if quoted:
            quoted = '"""' not in line
        elif '"""' in line:
            quoted = line.count('"""') == 1
            shown.append((number, _indented(line, f"<i>{escaped(line.strip())}</i>")))
        else:
            shown.append((number, _indented(line, _coloured(line.strip()))))
    return tuple(shown)


def _indented(line: str, coloured: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 4
    return f'<code class="in{depth}">{coloured}</code>'


def _coloured(line: str) -> str:
    parts, at = [], 0
    for match in _PYTHON.finditer(line):
        tag = match.lastgroup
        parts += [escaped(line[at : match.start()]), f"<{tag}>{escaped(match[0])}</{tag}>"]
        at = match.end()
    return "".join(parts) + escaped(line[at:])


def _line(number: int, text: str, lit: bool) -> str:  # noqa: FBT001
    mark = ' class="here" aria-current="step"' if lit else ""
    return f'<li{mark} value="{number + 1}">{text}</li>'


def _values(trace: Trace, moment: Moment, call: Call) -> str:
    path = moment.path
    square = "" if call.square is None else escaped(trace.name(call.square))
    values = {
        "square": square or '<span class="soft">none yet</span>',
        "path": names(trace, path) or '<span class="soft">empty</span>',
        "len(path)": f"{len(path):,} of {len(trace.graph):,}",
        "onward" if trace.solver is recursive else "moves": _chips(trace, moment, call.choices),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in values.items())
    return f'<dl class="values">{rows}</dl>'


def _chips(trace: Trace, moment: Moment, untried: Sequence[Any]) -> str:
    if not untried:
        return '<span class="soft">none left</span>'
    counted = counts(trace, moment.path) if trace.by_rule and moment.path else {}
    chips = _chosen(trace, untried, counted)
    why = ' <li class="plain soft">fewest onward moves first</li>' if counted else ""
    return f'<ul class="chips">{"".join(chips)}{why}</ul>'


def _chosen(trace: Trace, untried: Iterable[Any], counted: dict[Any, int]) -> Iterator[str]:
    for place, v in enumerate(untried):
        mark = ' class="next"' if place == 0 else ""
        count = f"<b>{counted[v]}</b>" if v in counted else ""
        yield f"<li{mark}>{escaped(trace.name(v))}{count}</li>"


def _caption(trace: Trace, moment: Moment, call: Call) -> str:
    said = happened(trace, moment.step)
    line = call.line - source(trace.solver).first + 1
    where = f"The search waits at line {line}." if moment.step else "The search has not begun."
    return f'<p class="caption">{escaped(said[0].upper() + said[1:])}. {where}</p>'


def _frame(trace: Trace, call: Call, text: str, *, current: bool) -> str:
    mark = ' class="here" aria-current="step"' if current else ""
    square = "" if call.square is None else escaped(trace.name(call.square))
    untried = names(trace, call.choices, 8) or '<span class="soft">none</span>'
    line = f'<td><code title="{escaped(text)}">{_coloured(text)}</code></td>'
    return f'<tr{mark}><th scope="row">{square}</th>{line}<td>{untried}</td></tr>'
