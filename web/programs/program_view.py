"""The tab "Your program" for a whole program: its board, its output, and next steps. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core.drawing.shapes import escape
from kt_core.language import _, ngettext, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.lab.search.answer import at_end, position
from web.programs.kinds import is_program
from web.programs.reports import ProgramReport
from web.state.state import State

MOST_CHOICES = 3  # other containers, or boards, that are offered


def program(state: State, *, runs: bool) -> Patches:
    """Yield the regions for a program: its fields, report and output."""
    own = state.programs
    report, is_whole = own.report, Lazy(_fields, own.text)
    yield "#own@kind", is_whole
    yield "#own-visits", attributes(value=str(own.visits), disabled=runs)
    yield "#own-arguments", attributes(value=own.arguments, disabled=runs)
    watching = report.watching if report else None
    yield "#own-watch", _line(f"{text_of(watching)}." if watching else "")
    yield "#own-details", Lazy(_details, report)
    yield "#own-next", Lazy(_next, report, own.number, own.store)
    if report is not None:
        yield "#own-log", Lazy(_printed, report, _step(state))


def _step(state: State) -> int | None:
    """Return the step whose output is shown; None for all output."""
    question, answer = state.question, state.search.answer
    own = state.programs
    is_shown = own.begun and own.generation == state.search.generation
    if not is_shown or not answer.has_steps or at_end(question, answer):
        return None
    return position(question, answer)


def _fields(text: str) -> Patch:
    return {"data-program": "true" if is_program(text) else "false"}


def _line(line: str) -> Lazy:
    return attributes(html=escape(line), hidden=not line)


def _details(report: ProgramReport | None) -> Patch:
    lines = (*report.details, *report.notes) if report else ()
    items = "".join(f"<li>{escape(text_of(line))}</li>" for line in lines)
    return {"html": items, "hidden": not items}


def _next(report: ProgramReport | None, number: int, store: str) -> Patch:
    """Return the buttons for the next steps after a run."""
    html = "".join(_buttons(report, number, store)) if report else ""
    return {"html": html, "hidden": not html}


def _buttons(report: ProgramReport, number: int, store: str) -> Iterator[str]:
    if report.call:
        run = escape(_("Run {call}", call=report.call))
        yield f'<button type="button" name="add-call">{run}</button>'
    if report.question is not None:
        label, send = escape(report.question.strip() or _("Input")), escape(_("Answer"))
        yield (
            f'<label class="third"><span class="head">{label}</span>'
            '<input autocomplete="off" class="field" id="own-answer"></label>'
            f'<button type="button" name="answer">{send}</button>'
        )
    current = store or (report.stores[0][0] if report.stores else "")
    others = [each for each in report.stores if each[0] != current and each[1]]
    for key, name in others[:MOST_CHOICES]:
        watch = escape(_("Watch {name} instead", name=name))
        yield f'<button type="button" name="store" value="{escape(key)}">{watch}</button>'
    if report.boards > 1:
        yield from _boards(report.boards, number)


def _boards(count: int, number: int) -> Iterator[str]:
    """Yield the number of the board shown, and buttons for its neighbors."""
    here = ngettext("Board {number} of {n:,}", "Board {number} of {n:,}", count, number=number + 1)
    yield f'<span class="caption">{escape(here)}</span>'
    for other in (number - 1, number + 1):
        if 0 <= other < count:
            label = escape(_("Board {number}", number=other + 1))
            yield f'<button type="button" name="board-number" value="{other}">{label}</button>'


def _printed(report: ProgramReport, step: int | None) -> Patch:
    if not report.count:
        return {"html": "", "hidden": True}
    text = report.printed_by(step)
    name = escape(_("What was printed"))
    head = name
    if report.count > len(report.printed):
        left = report.count - len(report.printed)
        head = escape(_("What was printed, but for the last {n:,} characters", n=left))
    body = (
        f'<pre class="scroll" tabindex="0" role="region" aria-label="{name}">{escape(text)}</pre>'
    )
    return {"html": f'<p class="caption">{head}</p>{body}', "hidden": False}
