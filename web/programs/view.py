"""The regions of the tab "Your program": its buttons, fields, output and results. Pure.

`own` yields all of them, and `program` those for a whole program. The result of a program is the
answer of the page: see `answer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kt_core.board import Board
from kt_core.drawing.shapes import cross, escape
from kt_core.language import N_, _, ngettext, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes, typeset, words_html
from web.programs.feed import WHY
from web.programs.job import function_in, is_program
from web.programs.reports import Mistake, ProgramOutput, ProgramReport
from web.programs.update import runs as under_way
from web.question import address
from web.question.counts import clauses, dead_ends, percent
from web.search.answer import at_end, position
from web.state.state import Attempt, StartsTrial, State

CAME = N_("This code came with the link. None of it runs before you press Run.")
BARRED = {
    "barred": N_(
        "Your code needs a worker, and this page may start none: the site around it, or the"
        " browser, forbids it. Save the code, and run it with python3 -m kt_core solve 8x8"
        " --ordering-file mine.py. All else on this page works."
    ),
    "lost": N_(
        "Your code cannot run: the part of this page that runs it did not arrive, or not whole."
        " Press Run to try again, reload the page, or get it again. All else on this page works."
    ),
}
#: The sentence about code that has not run, by the function that the page calls.
KINDS = {
    "": N_("Any Python program for the knight’s tour runs here, unchanged."),
    "order": N_("The search tries the moves in the order that this code returns."),
    "search": N_("This code is the search: the board shows each of its steps."),
}
LONG = N_("This code is too long for a link; save it as a file.")
#: The limits, in visits per square, of the shades of a start on the map; the palest first.
SHADES = (1.05, 2.0, 10.0)
MOST_CHOICES = 3  # limit for the other containers offered
MOST_DETAILS = 5  # limit for the sentences below the result
MOST_LINES_SHOWN = 2_000  # the page shows this many last lines of the output
#: Field -> a pattern that matches the programs that need it; the field is hidden for others.
USES = {"random": r"\brandom\b|\bshuffle\b", "arguments": r"\bargv\b"}


def own(state: State) -> Patches:
    """Yield the regions of the tab."""
    question, bench = state.question, state.programs
    runs = not isinstance(state.search.doing, StartsTrial) and under_way(state) is not None
    barred = bench.barred == "barred"  # lost parts can be requested again, so they disable nothing
    tries, locked = isinstance(state.search.doing, StartsTrial), "code" in state.task.locked
    yield "#own-came", _line_or_nothing(_(CAME) if bench.came else "")
    yield "#own-barred", _line_or_nothing(_(BARRED[bench.barred]) if bench.barred else "")
    # A template may solve the task.
    yield "#own-begin", attributes(hidden=state.task.kind == "code")
    yield "#own-template", attributes(value="", disabled=locked)
    yield "#own-steps", attributes(value=str(bench.steps), disabled=tries or runs)
    yield "#own-seconds", attributes(value=str(bench.seconds), disabled=tries or runs)
    yield "#own-run", _button(_("Run"), "execute", on=runs, disabled=barred or tries)
    yield "#own-all", _button(_("Try all starts"), "starts", on=tries, disabled=barred or runs)
    is_wrong = bool(bench.mistake)
    loud = "off" if tries else "assertive" if is_wrong else "polite"
    wrong = "wrong" if is_wrong else None
    yield "#own-said", attributes(html=escape(verdict(state)), class_=wrong, aria_live=loud)
    trace = (
        bench.mistake.trace if bench.mistake else bench.report.found.trace if bench.report else ""
    )
    yield "#own-trace", _line_or_nothing(trace)
    yield from program(state, runs=runs)
    is_long = question.is_own and question.code and not address.keys(question)["code"]
    yield "#own-length", _line_or_nothing(_(LONG) if is_long else "")
    yield "#own-map", Lazy(_map, question.board, bench.tried)


def verdict(state: State) -> str:
    """Return the result of the code as sentences."""
    bench, board = state.programs, state.question.board
    if answers(state):
        return ""  # the answer shows it
    if bench.mistake:
        return _mistake(bench.mistake)
    if isinstance(state.search.doing, StartsTrial) or bench.tried:
        return _rate(state, board)
    if bench.why in ("", "found"):
        return ""
    return text_of(_("Not settled: {why}.", why=_(WHY[bench.why])))


def passes(state: State) -> bool:
    """Return True if every start was tried and has a tour."""
    return state.programs.whole and all(tried.why == "found" for tried in state.programs.tried)


def _rate(state: State, board: Board) -> str:
    bench = state.programs
    tried, right = len(bench.tried), sum(each.why == "found" for each in bench.tried)
    steps = state.question.check or bench.steps
    sentence = ngettext(
        "{right:,} of {n:,} start tried has a tour within {steps:,} steps: {share}.",
        "{right:,} of {n:,} starts tried have a tour within {steps:,} steps: {share}.",
        tried,
        right=right,
        steps=steps,
        share=percent(100 * right / max(tried, 1)),
    )
    if bench.why not in ("", "found", "exhausted", "steps") and not bench.whole:
        why = _("Not settled: {why}.", why=_(WHY[bench.why]))
        return text_of(_("{sentence} {next}", sentence=sentence, next=why))
    if state.question.check and bench.whole:
        done = _("The task is solved.") if passes(state) else _("The task is not solved yet.")
        return text_of(_("{sentence} {next}", sentence=sentence, next=done))
    return sentence


def _mistake(mistake: Mistake) -> str:
    sentence = text_of(mistake.sentence)
    if not sentence.startswith(("order ", "search ")):  # names of functions are not capitalized
        sentence = f"{sentence[:1].upper()}{sentence[1:]}"
    is_whole = sentence.endswith((".", "。"))
    return sentence if is_whole else text_of(_("{heard}.", heard=sentence))


def _line_or_nothing(line: str) -> Lazy:
    return attributes(html=escape(line), hidden=not line)


def _button(name: str, wish: str, *, on: bool, disabled: bool) -> Lazy:
    """Return a button, or Stop in the same element, so that the focus stays on it."""
    if on:
        return attributes(html=_("Stop"), name="halt", disabled=False)
    return attributes(html=escape(name), name=wish, disabled=disabled)


def _map(board: Board, tried: tuple[Attempt, ...]) -> Patch:
    """Return the board with a square for each start tried, darker for a longer search."""
    if not tried:
        return {"html": "", "hidden": True}
    label = escape(_("Starts that were tried"))
    size = f'viewBox="0 0 {board.columns} {board.rows}"'
    ground = f'<rect class="none" width="{board.columns}" height="{board.rows}"/>'
    squares = "".join(_squares(board, tried))
    names = "".join(
        f"<li>{sign}<span>{escape(_(meaning))}</span></li>" for sign, meaning in _legend()
    )
    drawing = f'<svg class="heat" {size} role="img" aria-label="{label}">{ground}{squares}</svg>'
    return {"html": f'{drawing}<ul class="legend">{names}</ul>', "hidden": False}


def _squares(board: Board, tried: tuple[Attempt, ...]) -> Iterator[str]:
    for each in tried:
        row, column = divmod(each.start, board.columns)
        title = escape(_start_sentence(board, each))
        place = f'x="{column}" y="{board.rows - 1 - row}" width="1" height="1"'
        yield f'<rect class="{_shade(board, each)}" {place}><title>{title}</title></rect>'
        if each.why != "found":  # a sign too, so that the color is not the only difference
            yield f'<path class="no" d="{cross(column + 0.5, board.rows - row - 0.5, 0.2)}"/>'


def _shade(board: Board, tried: Attempt) -> str:
    if tried.why != "found":
        return "not"
    times = tried.visits / len(board)
    return f"heat{sum(times > shade for shade in SHADES)}"


def _start_sentence(board: Board, tried: Attempt) -> str:
    name = board.name(tried.start)
    if tried.why == "found":
        return _("{square}: a tour after {n:,} visits", square=name, n=tried.visits)
    return _("{square}: no tour in {n:,} visits", square=name, n=tried.visits)


def _legend() -> Iterator[tuple[str, str]]:
    sign = '<svg viewBox="0 0 1 1" width="14" height="14" aria-hidden="true">{}</svg>'
    square = '<rect class="{}" width="1" height="1"/>'
    mark = f'<path class="no" d="{cross(0.5, 0.5, 0.2)}"/>'
    yield sign.format(square.format("heat0")), N_("a tour with hardly a dead end")
    yield sign.format(square.format("heat3")), N_("a tour after a long search")
    yield sign.format(square.format("not") + mark), N_("none within the budget")


def answers(state: State) -> bool:
    """Return True if the answer is that of a program: it runs, or has run on this question."""
    own = state.programs
    return own.is_program and own.generation == state.search.generation


def answer(state: State) -> Lazy:
    """Return the answer of a program: its result, or its progress."""
    own = state.programs
    if not answers(state):
        head = _("Run your program, and watch it on the board.")
        kind = _(KINDS[function_in(own.text)])
        return Lazy(_answer, head, (kind, *map(text_of, state.form.faults)))
    report = own.report
    if report is not None:
        details = (*report.judged.details, *report.found.notes)
        lines = tuple(text_of(each) for each in (*_search(state), *details)[:MOST_DETAILS])
        is_slow = own.begun and report.found.ended in ("visits", "seconds")
        return Lazy(_answer, text_of(report.judged.sentence), lines, is_slow)
    lines = tuple(text_of(each) for each in own.details[:MOST_DETAILS])
    return Lazy(_answer, _status(state), lines, bool(lines))


def _search(state: State) -> tuple[str, ...]:
    """Return sentences about the size of the search up to its first tour, which is shown."""
    own, trace = state.programs, state.search.answer.longest
    if not (own.begun and own.report and trace and trace.end and trace.end.tour):
        return ()
    moment = trace.at(trace.length)
    visits = ngettext("{n:,} visit", "{n:,} visits", moment.visits)
    ends = dead_ends(moment.dead_ends)
    size = text_of(_("{heard}.", heard=clauses(visits, ends)))
    boards = own.report.found.boards[own.number :]
    more = boards[0].visits - moment.visits if boards else 0
    later = ngettext(
        "The board shows the search up to its first tour. It went on for {n:,} more visit.",
        "The board shows the search up to its first tour. It went on for {n:,} more visits.",
        more,
    )
    return (size, later) if more > 0 else (size,)


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


def _answer(head: str, lines: tuple[str, ...], is_slow: bool = False) -> str:  # noqa: FBT001, FBT002
    sentence, *details = lines or ("",)
    small = "".join(f"<small>{escape(typeset(line))}</small>" for line in details)
    if is_slow:
        link = escape(_("Where the time goes"))
        small += f'<small><a href="#view=growth">{link}</a></small>'
    return words_html(escape(typeset(head)), escape(typeset(sentence)), small)


def program(state: State, *, runs: bool) -> Patches:
    """Yield the regions for a program: its fields, its output, and the next actions."""
    own = state.programs
    report = own.report
    yield "#lab@program", attributes(data_program=is_program(own.text))
    yield "#own@kind", Lazy(_kind_of_code, own.text)
    yield "#own-visits", attributes(value=str(own.visits), disabled=runs)
    yield "#own-seed", attributes(value=str(own.seed), disabled=runs)
    yield "#own-arguments", attributes(value=own.arguments, disabled=runs)
    yield "#own-watch", Lazy(_watched_board, own.watching, report, own.number, own.store)
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


def _kind_of_code(text: str) -> Patch:
    uses = " ".join(name for name, sign in USES.items() if re.search(sign, text))
    function = function_in(text)
    return {
        "data-program": "false" if function else "true",
        "data-function": function,
        "data-uses": uses,
    }


def _watched_board(watching: str, report: ProgramReport | None, number: int, store: str) -> Patch:
    """Return a description of the watched board, with the other containers and boards."""
    sentence = escape(typeset(_("{heard}.", heard=text_of(watching)))) if watching else ""
    if report is None or not watching:
        return {"html": sentence}
    return {
        "html": " ".join(
            (sentence, *_others(report, store), *_boards(len(report.found.boards), number))
        )
    }


def _others(report: ProgramReport, store: str) -> Iterator[str]:
    stores = report.found.stores
    current = store or (stores[0].key if stores else "")
    others = [each for each in stores if each.key != current and each.name]
    for each in others[:MOST_CHOICES]:
        watch = escape(_("Watch {name} instead", name=each.name))
        yield f'<button type="button" name="store" value="{escape(each.key)}">{watch}</button>'


def _boards(count: int, number: int) -> Iterator[str]:
    """Yield the number of the board shown, and buttons for the boards before and after it."""
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
    if report.found.call:
        label, add = escape(_("Call to add")), escape(_("Add and run"))
        yield (
            f'<input class="field call" id="own-call" data-run="{run}" aria-label="{label}"'
            f' autocomplete="off" spellcheck="false" value="{escape(report.found.call)}">'
            f'<button type="button" name="call">{add}</button>'
        )
    question = report.found.question
    if question is not None:
        label, send = escape(question.strip() or _("Input")), escape(_("Answer"))
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
    last_lines = escape("\n".join(text.split("\n")[-MOST_LINES_SHOWN:]))
    body = f'<pre class="scroll" tabindex="0" role="region" aria-label="{head}">{last_lines}</pre>'
    return {"html": f'<p class="caption">{head}</p>{body}', "hidden": False}
