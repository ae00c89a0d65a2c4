"""The tab "Your program" as regions of the page: its buttons, fields and results. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core.board import Board
from kt_core.drawing.shapes import cross, escape
from kt_core.language import N_, _, ngettext, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.programs.feed import WHY
from web.programs.program_view import answers, program
from web.programs.reports import Mistake
from web.programs.update import runs as under_way
from web.question import address
from web.question.counts import percent
from web.question.question import Question
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
        " Reload the page, or get it again. All else on this page works."
    ),
}
LONG = N_("This code is too long for a link; save it as a file.")
#: Visits per square up to which a start of the map has the palest shade, the next, and so on.
SHADES = (1.05, 2.0, 10.0)


def own(state: State) -> Patches:
    """Yield the regions of the tab."""
    question, bench = state.question, state.programs
    runs = not isinstance(state.search.doing, StartsTrial) and under_way(state) is not None
    barred = bool(bench.barred)
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
    trace = bench.mistake.trace if bench.mistake else bench.report.trace if bench.report else ""
    yield "#own-trace", _line_or_nothing(trace)
    yield from program(state, runs=runs)
    yield "#own-length", _line_or_nothing(_(LONG) if _is_long(question) else "")
    yield "#own-map", Lazy(_map, question.board, bench.tried)


def verdict(state: State) -> str:
    """Return the result of the code as sentences."""
    bench, board = state.programs, state.question.board
    if answers(state):
        return ""  # the answer has it
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
    if not sentence.startswith(("order ", "search ")):  # a function has no capital
        sentence = f"{sentence[:1].upper()}{sentence[1:]}"
    is_whole = sentence.endswith((".", "。"))
    return sentence if is_whole else text_of(_("{heard}.", heard=sentence))


def _is_long(question: Question) -> bool:
    return bool(question.is_own and question.code and not address.keys(question)["code"])


def _line_or_nothing(line: str) -> Lazy:
    return attributes(html=escape(line), hidden=not line)


def _button(name: str, wish: str, *, on: bool, disabled: bool) -> Lazy:
    """Return a button, or Stop as the same element, so that it keeps the focus."""
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
    names = "".join(f"<li>{sign}<span>{escape(_(what))}</span></li>" for sign, what in _legend())
    drawing = f'<svg class="heat" {size} role="img" aria-label="{label}">{ground}{squares}</svg>'
    return {"html": f'{drawing}<ul class="legend">{names}</ul>', "hidden": False}


def _squares(board: Board, tried: tuple[Attempt, ...]) -> Iterator[str]:
    for each in tried:
        row, column = divmod(each.start, board.columns)
        title = escape(_start_sentence(board, each))
        place = f'x="{column}" y="{board.rows - 1 - row}" width="1" height="1"'
        yield f'<rect class="{_kind(board, each)}" {place}><title>{title}</title></rect>'
        if each.why != "found":  # not by color alone
            yield f'<path class="no" d="{cross(column + 0.5, board.rows - row - 0.5, 0.2)}"/>'


def _kind(board: Board, tried: Attempt) -> str:
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
