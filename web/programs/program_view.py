"""The tab "Your program" for a whole program: its answer, fields, output and next steps. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kt_core.drawing.shapes import escape
from kt_core.language import _, ngettext, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes, typeset
from web.lab.search.answer import at_end, position
from web.programs.feed import WHY
from web.programs.kinds import function_in, is_program
from web.programs.reports import ProgramOutput, ProgramReport
from web.question.counts import clauses, dead_ends
from web.state.state import State

MOST_CHOICES = 3  # other containers that are offered
MOST_DETAILS = 5  # sentences below the result
MOST_LINES_SHOWN = 2_000  # last lines of the output at a step
#: What a program uses -> the field that it needs, shown for such programs alone.
USES = {"random": r"\brandom\b|\bshuffle\b", "arguments": r"\bargv\b"}


def answers(state: State) -> bool:
    """Return True if the answer is that of a program: it runs, or has run on this question."""
    own = state.programs
    return own.is_program and own.generation == state.search.generation


def waits(state: State) -> bool:
    """Return True if the tab shows a program that can be run, and there is no other answer."""
    answer = state.search.answer
    is_idle = not (answer.has_steps or answer.whole.tour or answer.whole.reason)
    return state.tab == "own" and is_idle and is_program(state.programs.text)


def answer(state: State) -> Lazy:
    """Return the answer of a program: its result, or how far it has come."""
    own = state.programs
    if not answers(state):
        head = _("Run your program, and watch it on the board.")
        lines: tuple[str, ...] = (
            _("Any Python program for the knight’s tour runs here, unchanged."),
        )
        return Lazy(_answer, head, lines)
    report = own.report
    if report is not None:
        details = (*report.details, *report.notes)
        lines = tuple(text_of(each) for each in (*_search(state), *details)[:MOST_DETAILS])
        is_slow = own.begun and report.ended in ("visits", "seconds")
        return Lazy(_answer, text_of(report.sentence), lines, is_slow)
    lines = tuple(text_of(each) for each in own.details[:MOST_DETAILS])
    return Lazy(_answer, _status(state), lines, bool(lines))


def _search(state: State) -> tuple[str, ...]:
    """Return the size of the search that found a tour, as a sentence."""
    trace = state.search.answer.longest
    if not (state.programs.begun and trace and trace.end and trace.end.tour):
        return ()
    moment = trace.at(trace.length)
    visits = ngettext("{n:,} visit", "{n:,} visits", moment.visits)
    ends = dead_ends(moment.dead_ends)
    return (text_of(_("{heard}.", heard=clauses(visits, ends))),)


def _status(state: State) -> str:
    """Return the progress of a program without a report, as a sentence."""
    own, trace = state.programs, state.search.answer.longest
    visits = trace.at(trace.length).visits if trace and own.begun else 0
    if own.active and not visits:
        return _("Your program is running.")
    if own.active:
        return ngettext("Running: {n:,} visit so far.", "Running: {n:,} visits so far.", visits)
    if own.why == "stopped":
        return ngettext("Stopped after {n:,} visit.", "Stopped after {n:,} visits.", visits)
    return text_of(_("Not settled: {why}.", why=_(WHY.get(own.why, WHY["stopped"]))))


def _answer(head: str, lines: tuple[str, ...], is_slow: bool = False) -> Patch:  # noqa: FBT001, FBT002
    small = "".join(f"<small>{escape(typeset(line))}</small>" for line in lines)
    if is_slow:
        link = escape(_("Why such a search takes so long"))
        small += f'<small><a href="#view=growth">{link}</a></small>'
    return {"html": escape(typeset(head)) + small}


def program(state: State, *, runs: bool) -> Patches:
    """Yield the regions for a program: its fields, its output, and what can be done next."""
    own = state.programs
    report = own.report
    yield "#lab@program", attributes(data_program=is_program(own.text))
    yield "#own@kind", Lazy(_kind, own.text)
    yield "#own-visits", attributes(value=str(own.visits), disabled=runs)
    yield "#own-seed", attributes(value=str(own.seed), disabled=runs)
    yield "#own-arguments", attributes(value=own.arguments, disabled=runs)
    yield "#own-watch", Lazy(_watching, own.watching, report, own.number, own.store)
    yield "#own-next", Lazy(_next, report, own.run)
    yield "#own-log", Lazy(_output, own.output, _step(state))


def _step(state: State) -> int | None:
    """Return the step whose output is shown; None for all output."""
    question, answer = state.question, state.search.answer
    own = state.programs
    is_shown = own.begun and own.generation == state.search.generation
    if not is_shown or not answer.has_steps or state.searching or at_end(question, answer):
        return None
    return position(question, answer)


def _kind(text: str) -> Patch:
    uses = " ".join(name for name, sign in USES.items() if re.search(sign, text))
    function = function_in(text)
    return {
        "data-program": "false" if function else "true",
        "data-function": function,
        "data-uses": uses,
    }


def _watching(watching: str, report: ProgramReport | None, number: int, store: str) -> Patch:
    """Return a description of the watched board, with the other containers and boards."""
    sentence = escape(typeset(_("{heard}.", heard=text_of(watching)))) if watching else ""
    if report is None or not watching:
        return {"html": sentence}
    return {"html": " ".join((sentence, *_others(report, store), *_boards(report.boards, number)))}


def _others(report: ProgramReport, store: str) -> Iterator[str]:
    current = store or (report.stores[0][0] if report.stores else "")
    others = [each for each in report.stores if each[0] != current and each[1]]
    for key, name in others[:MOST_CHOICES]:
        watch = escape(_("Watch {name} instead", name=name))
        yield f'<button type="button" name="store" value="{escape(key)}">{watch}</button>'


def _boards(count: int, number: int) -> Iterator[str]:
    """Yield the number of the board shown, and buttons for its neighbors."""
    if count < 2:
        return
    here = ngettext(
        "Board {number:,} of {n:,}.", "Board {number:,} of {n:,}.", count, number=number + 1
    )
    yield f"<span>{escape(here)}</span>"
    for other in (number - 1, number + 1):
        if 0 <= other < count:
            label = escape(_("Board {number:,}", number=other + 1))
            yield f'<button type="button" name="board-number" value="{other}">{label}</button>'


def _next(report: ProgramReport | None, run: int) -> Patch:
    """Return the field for a call to add, or for an answer to input()."""
    html = "".join(_needs(report, run)) if report else ""
    return {"html": html, "hidden": not html}


def _needs(report: ProgramReport, run: int) -> Iterator[str]:
    if report.call:
        label, add = escape(_("Call to add")), escape(_("Add and run"))
        yield (
            f'<input class="field call" id="own-call" data-run="{run}" aria-label="{label}"'
            f' autocomplete="off" spellcheck="false" value="{escape(report.call)}">'
            f'<button type="button" name="add-call">{add}</button>'
        )
    if report.question is not None:
        label, send = escape(report.question.strip() or _("Input")), escape(_("Answer"))
        yield (
            f'<label for="own-answer">{label}</label><input autocomplete="off" class="field call"'
            f' id="own-answer" data-run="{run}" spellcheck="false">'
            f'<button type="button" name="answer">{send}</button>'
        )


def _output(output: ProgramOutput | None, step: int | None) -> Patch:
    if output is None or not output.count:
        return {"html": "", "hidden": True}
    text = output.by(step)
    left = output.count - len(output.text)
    head = escape(_("What was printed"))
    if left > 0:
        head = escape(_("What was printed, but for the last {n:,} characters", n=left))
    elif step is not None:
        head = escape(_("What was printed by this step"))
    shown = escape("\n".join(text.split("\n")[-MOST_LINES_SHOWN:]))
    body = f'<pre class="scroll" tabindex="0" role="region" aria-label="{head}">{shown}</pre>'
    return {"html": f'<p class="caption">{head}</p>{body}', "hidden": False}
