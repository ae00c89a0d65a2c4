"""What forced moves come to, a step at a time: what is said of each, and where it leads. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escaped
from kt_core.language import _, joined, ngettext, said, whole
from kt_core.proofs.degrees import ROUND, THROUGH
from kt_core.tour import Puzzle
from web.draw.deduction import timeline_of_inferences
from web.draw.patch import Lazy, Patch, Patches, attributes, text
from web.draw.timeline import played
from web.search.answer import READ_SPEEDS, inferences
from web.state.state import State
from web.view.counts import clauses
from web.view.inference import told


def transport(state: State, count: int, *, held: bool) -> Patches:
    """Return where the reader stands among the inferences; `held` is whether he stays there."""
    total = len(inferences(state.question, state.answer))
    where, moves = _("step {n:,} of {total:,}", n=count, total=total), used(state, count)
    heard, a_minute = clauses(where, moves), READ_SPEEDS[state.speed]
    before = said(whole(where)) if state.question.setting("present") else ""
    yield (
        "#timeline",
        attributes(max=str(total), value=str(count), aria_valuetext=heard, disabled=held),
    )
    yield "#rail", Lazy(_rail, total)
    yield "#rail clipPath rect", attributes(width=played(total, count))
    yield "#at", text(where)
    yield "#of", text(moves)
    yield "#event", attributes(html=marked(state, count, before))
    spoken = said(joined((_("{heard}.", heard=heard), event(state, count))))
    yield "#spoken", text("" if state.playing else spoken)
    for name in ("first", "back", "step", "last", "before", "after"):
        yield f"#transport [name={name}]", attributes(disabled=held or name in ("before", "after"))
    fast = _("{n:,} steps a minute", n=a_minute)
    yield "#speed", attributes(value=str(state.speed), aria_valuetext=fast)
    yield "#rate", text(_("{n:,} / min", n=a_minute))


def _rail(length: int) -> Patch:
    return {"html": timeline_of_inferences(length)}


def event(state: State, count: int) -> str:
    """Return what the inference of this number says, from 1; before it what every tour does."""
    known, question = inferences(state.question, state.answer), state.question
    if not count:
        first = ROUND if question.puzzle.closed else THROUGH
        so = _("A square with no more moves than that leaves no choice.")
        return said(joined((first, so, _ends_by_colour(question.puzzle))))
    what = told(question.puzzle, known[count - 1])
    if count < len(known):
        return what
    so = _("So there is no such tour.")
    return said(joined((_("Contradiction: {what}", what=what), so)))


def _ends_by_colour(puzzle: Puzzle) -> str:
    """Return on which squares an open tour may end; "" where its end is given."""
    if puzzle.closed or puzzle.end is not None or puzzle.start is None:
        return ""
    start = puzzle.board.name(puzzle.start)
    if len(puzzle.board) % 2:
        return _(
            "Every move changes colour, so the tour ends on a square of the colour of {start}.",
            start=start,
        )
    return _(
        "Every move changes colour, so the tour ends on no square of the colour of {start}.",
        start=start,
    )


def marked(state: State, count: int, where: str = "") -> str:
    """Return the same as HTML, behind `where` it is; a contradiction stands out."""
    html, known = escaped(event(state, count)), inferences(state.question, state.answer)
    shown = f'<strong class="wrong">{html}</strong>' if count == len(known) else html
    return f"{escaped(where)} {shown}" if where else shown


def step_sentence(state: State, count: int) -> str:
    """Return what was inferred at a step: "Step 3: …"."""
    return _("Step {n:,}: {what}", n=count, what=event(state, count))


def used(state: State, count: int) -> str:
    """Return how many moves are forced by so many inferences."""
    known = inferences(state.question, state.answer)[:count]
    n = sum(min(move) >= 0 for each in known for move in each.used)
    return ngettext("{n:,} forced move", "{n:,} forced moves", n)
