"""The results of a check in the tab "Your program": each test with its hint and its board. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.layers import wrong_move
from kt_core.drawing.marks import key, signs, witness
from kt_core.drawing.shapes import escape
from kt_core.exercise import sentences
from kt_core.language import N_, _, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.programs.feed import WHY
from web.programs.reports import ShownTest, watchable_test
from web.state.state import Marking, State

RIGHT, WRONG, MISSING = N_("right squares"), N_("wrong squares"), N_("missing squares")
WATCH = N_("Watch this call")
#: The kind of a result -> its words and its sign.
KINDS: Mapping[str, tuple[str, str]] = {
    "passed": (N_("passes"), "✓"),
    "failed": (N_("not yet"), "→"),
    "unfinished": (N_("did not finish"), "…"),
    "unrun": (N_("did not run"), "!"),
}
CHANGED = N_(
    "The locked part that begins with {line} was changed. Put it back, or begin again with the"
    " starter."
)
REFUSED = N_("The part that begins with {line} is locked, so nothing was changed.")
STOPPED = N_("The check was stopped; the results until then count.")
BROKEN = N_("The tests of this task have an error, so tell your teacher: {fault}")
ENDED = N_("The check ended early: {why}.")


def marking(state: State) -> Patches:
    """Yield the regions of the check; they are empty if the task has no tests."""
    is_task = state.task.kind == "program"
    known, is_barred = state.marking, state.programs.barred == "barred"
    title, name = (_("Stop"), "check-stop") if known.active else (_("Check"), "check")
    look = attributes(html=escape(title), name=name, hidden=not is_task, disabled=is_barred)
    yield "#own-check", look
    yield "#own-restore", attributes(hidden=not is_task, html=escape(_("Begin again")))
    said = "" if state.tells_check else " ".join(summary(known))
    yield "#own-marked", attributes(html=escape(said), hidden=not said)
    yield "#own-tests", Lazy(_tests, known, state.task.question.tests if is_task else "")


def summary(known: Marking) -> tuple[str, ...]:
    """Return sentences about the result of a check, or about its progress."""
    if line := known.refused or known.changed:
        return (_(REFUSED if known.refused else CHANGED, line=line),)
    passed, total = sum(each.kind == "passed" for each in known.tests), len(known.tests)
    if known.active and not total:
        return (_("The check begins …"),)
    if known.active:
        done = _("{n} of {total} tests are done …", n=_done(known), total=total)
        runs = _("{call} is running …", call=known.running) if known.running else ""
        return (done, runs) if runs else (done,)
    end = (_end(known),) if known.why else ()
    if not total:
        return end
    score = _("Score: {n} of 100.", n=round(100 * known.score))
    if passed == total:
        return _("All tests on this page passed."), score
    count = _("{n} of {total} tests passed.", n=passed, total=total)
    return count, score, *end


def _done(known: Marking) -> int:
    return sum(bool(each.kind) for each in known.tests)


def _end(known: Marking) -> str:
    if known.why == "stopped":
        return _(STOPPED)
    if known.why and known.why not in WHY:
        return _(BROKEN, fault=known.why)
    return _(ENDED, why=_(WHY[known.why]))


def _tests(known: Marking, text: str) -> Patch:
    """Return the list of tests, with a bar while they run; before a check, their sentences."""
    items = [*_items(known)] or [f"<li>{escape(each)}</li>" for each in sentences(text)]
    if not items:
        return {"html": "", "hidden": True}
    bar = f'<progress value="{_done(known)}" max="{len(items)}"></progress>'
    head = f'<h3 class="head" id="own-tests-head">{escape(_("What your program must do"))}</h3>'
    rows = any(each.board and not each.is_path for each in known.tests)
    note = f'<p class="soft">{_("In the drawings, row 0 is on top.")}</p>' * rows
    listed = f'{note}<ol class="tests" aria-labelledby="own-tests-head">{"".join(items)}</ol>'
    return {"html": f"{head}{bar if known.active else ''}{listed}", "hidden": False}


def _items(known: Marking) -> Iterator[str]:
    hints = {str(each.hint): each for each in reversed(known.tests)}  # each is shown once
    first = None if known.active else watchable_test(known.tests)
    for test in known.tests:
        is_new = hints[str(test.hint)] is test
        yield _item(test if is_new else replace(test, hint=""), is_watchable=test is first)


def _item(test: ShownTest, *, is_watchable: bool) -> str:
    if not test.kind:
        return f"<li>{escape(test.sentence)}</li>"
    words, sign = KINDS[test.kind]
    sign = f'<span class="mark" aria-hidden="true">{sign}</span>'
    kind = f'<span class="outcome">{escape(_(words))}</span>'
    inner = "".join(_details(test))
    if is_watchable:
        inner += f'<button class="plain" type="button" name="watch-call">{_(WATCH)}</button>'
    return f'<li data-kind="{test.kind}">{sign}{escape(test.sentence)} {kind}{inner}</li>'


def _details(test: ShownTest) -> Iterator[str]:
    if test.kind == "passed":
        return
    if test.hint:
        yield f"<p>{escape(text_of(test.hint))}</p>"
    if test.board:
        yield from _picture(test, test.board)


def _picture(test: ShownTest, board: Board) -> Iterator[str]:
    """Yield a drawing of the right, the wrong and the missing squares, and its legend."""
    sets = {RIGHT: test.right, WRONG: test.wrong, MISSING: test.missing}
    sets = {name: squares for name, squares in sets.items() if squares}
    layers = [svg.squares(board)]
    if test.is_path and test.right:
        layers.append(svg.line(board, test.right, closed=False, of=len(board)))
        layers.append(svg.ends(board, test.right, closed=False))
        layers += [wrong_move(board, test.right[-1], square) for square in test.wrong]
    known = signs(sets)
    keys = "".join(f"<span>{key(known[name])} {escape(_(name))}</span> " for name in sets)
    yield f'<div class="test-board">{svg.picture(board, *layers, witness(board, sets))}</div>'
    yield f"<p>{keys}</p>"
