"""The regions below the board: the step controls, the timeline and the speed. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core.drawing.shapes import escape
from kt_core.language import _, ngettext, paragraph, text_of, whole
from web.draw.patch import Lazy, Patches, attributes, text, typeset
from web.draw.timeline import played_width, timeline, timeline_of_tour
from web.lab.search.answer import Answer, position, rate
from web.lab.search.recording import PathPrefix, SearchState, Trace
from web.lab.view import words
from web.lab.view.event import chapter_topic, event, square_sentence, step_sentence
from web.question import address
from web.question.counts import clauses
from web.question.question import Question
from web.state.state import State, outcome

PLAY = '<path class="solid" stroke="none" d="M7 5l9 5-9 5z"/>'
PAUSE = '<path d="M7.500 5.500v9M12.500 5.500v9"/>'
ICON = '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">{}</svg>'


def transport(state: State) -> Patches:
    """Yield the step controls, the timeline and the speed."""
    if state.search.inference is not None:
        from web.lab.view import deduction  # not loaded at startup

        locked = "step" in state.task.locked
        yield from deduction.transport(state, state.search.inference, locked=locked)
        yield "#play", _play(state, disabled=locked)
        return
    question, answer, trace = state.question, state.search.answer, state.search.answer.longest
    step, length = (position(question, answer), answer.length) if answer.has_steps else (0, 0)
    moment = answer.traces[0].at(step) if trace else _tour_state(answer, step)
    locked = "step" in state.task.locked
    progress, step_text = _progress(question, answer, step, moment)
    value_text = clauses(progress, step_text) if step_text else progress
    event = (_event(state, moment) if trace else "") or _hint(state, moment)
    if _has_numbered_step(state):
        place = _("{step}: {what}", step=progress, what=step_text) if step_text else progress
        event = text_of(paragraph((whole(place), event)))
    yield (
        "#timeline",
        attributes(
            max=str(max(length, 1)), value=str(step), aria_valuetext=value_text, disabled=locked
        ),
    )
    yield "#rail", Lazy(_rail, trace, length)
    if length:
        yield "#rail clipPath rect", attributes(width=played_width(length, step))
    yield "#at", text(progress)
    yield "#of", text(step_text)
    yield "#event", text(typeset(event))
    yield "#learn", _chapter_link(state, moment)
    yield (
        "#spoken",
        text("" if state.playing else text_of(paragraph((_("{heard}.", heard=value_text), event)))),
    )
    yield from _buttons(state, moment, locked=locked)
    yield "#speed", _speed(state.look.speed, rate(state.look.speed, question))
    yield "#rate", text(_rate(rate(state.look.speed, question)))


def _buttons(state: State, moment: SearchState, *, locked: bool) -> Patches:
    for name in ("first", "back", "step", "last"):
        yield f"#transport [name={name}]", attributes(disabled=locked or _hides(state, name))
    for name, exists in _dead_ends(state, moment):
        hidden = locked or not exists or _hides(state, name)
        unknown = not state.question.can_be_watched  # only the tour of a large board is known
        yield f"#transport [name={name}]", attributes(disabled=hidden, hidden=unknown)
    yield "#play", _play(state, disabled=locked or _hides(state, "play"))
    unseen = position(state.question, state.search.answer) < state.search.answer.length
    more = bool(state.search.answer.traces) and (unseen or state.search.answer.grows)
    skips = more and state.question.mode == "watch" and not locked
    yield "#skip", attributes(hidden=not skips)


def _hint(state: State, moment: SearchState) -> str:
    """Return a hint for a reader who watches; "" while a search runs, or if the start is locked."""
    question = state.question
    quiet = state.search.doing or _has_numbered_step(state) or "start" in state.task.locked
    if quiet or question.mode != "watch":
        return ""
    return _(words.COLOURS) if moment.found and "path" in question.show else _(words.HINT)


def _has_numbered_step(state: State) -> bool:
    """Return True if the step and its number are on one line: in the view for a lecture."""
    presents = state.question.settings.present and state.question.mode != "play"
    return presents and state.search.answer.has_steps and not state.hurries


def _tour_state(answer: Answer, step: int) -> SearchState:
    """Return the state at a step of a tour without a search: one square per step.

    A path that is not a tour has no steps, so all of it is shown: the correct beginning of a wrong
    tour, or the present path of a search on a large board.
    """
    path, is_tour = tuple(answer.whole.path), bool(answer.whole.tour)
    step = step if is_tour else len(path)
    found = is_tour and step == len(path)
    return SearchState(step, PathPrefix(path, step), step, found=found)


def pointer_patch(state: State) -> Lazy:
    """Return the sentence about the square or step under the pointer.

    During playback it changes with each step, so it is not read aloud.
    """
    return attributes(
        html=escape(_pointer_sentence(state)), aria_live="off" if state.playing else "polite"
    )


def _pointer_sentence(state: State) -> str:
    if state.look.past is not None and state.search.inference is not None:
        from web.lab.view import deduction  # not loaded at startup

        return deduction.step_sentence(state, state.look.past)
    trace = state.search.answer.longest
    if state.look.past is not None and trace:
        tells_next = state.question.mode == "watch"
        return step_sentence(trace, min(state.look.past, trace.length), tells_next=tells_next)
    if state.look.pointed is None or state.predicts:
        return ""
    return square_sentence(state.question, state.look.pointed, outcome(state))


def _progress(
    question: Question, answer: Answer, step: int, moment: SearchState
) -> tuple[str, str]:
    """Return the progress of the path, "37 of 64 squares", and the last step, "c7".

    After a backtrack a search has more steps than squares, so the step number is added.
    """
    count = _("step {n:,}", n=step)
    if len(answer.traces) > 1:
        return _("{step} of each", step=count), ""
    squares, step_text = words.squares_reached(question, moment), _step_text(question, moment)
    if not moment.backtracks:
        return squares, step_text
    return squares, _("{step}: {what}", step=count, what=step_text) if step_text else count


def _step_text(question: Question, moment: SearchState) -> str:
    """Describe the step: "c7", or "back from c7"."""
    name = question.board.name
    if moment.found:
        return _("tour complete")
    if moment.backtracked_from is not None:
        return _("back from {square}", square=name(moment.backtracked_from))
    return name(moment.path[-1]) if moment.path else ""


def _event(state: State, moment: SearchState) -> str:
    # Sentences cannot be read at the highest speed, and a found tour is described elsewhere.
    if len(state.search.answer.traces) > 1 or state.hurries or moment.found:
        return ""
    return event(state.search.answer.traces[0], moment, tells_next=state.question.mode == "watch")


def _chapter_link(state: State, moment: SearchState) -> Lazy:
    """Return the link to the chapter's explanation of a moment."""
    question, trace = state.question, state.search.answer.longest
    settings = question.settings
    closed = state.task.is_set or settings.embed or settings.present or state.hurries
    topic = chapter_topic(trace, moment) if trace and not closed and not question.is_race else None
    if not topic:
        return attributes(html="", hidden=True, href=None)
    section, title = topic
    link = address.write(question.with_settings(view=section))
    return attributes(html=escape(_(title)), hidden=False, href=link)


def _dead_ends(state: State, moment: SearchState) -> Iterator[tuple[str, bool]]:
    """Yield the buttons for the dead end before and after, with True if there is one."""
    trace = state.search.answer.longest
    yield "before", bool(trace and moment.dead_ends)
    if (
        trace
        and not trace.grows
        and moment.backtracked_from is None
        and trace.dead_ends > moment.dead_ends
    ):
        yield "after", trace.dead_end_after(moment.step) is not None
    else:
        yield "after", bool(trace and (trace.grows or trace.dead_ends > moment.dead_ends))


def _rail(trace: Trace | None, length: int) -> str:
    if trace and length:
        return timeline(trace)
    return timeline_of_tour(length) if length else ""


def _hides(state: State, name: str) -> bool:
    """Return True if a button would show squares that the reader has to predict."""
    if not state.hides_next:
        return False
    if name == "last":  # the button gives up the prediction, unless the task forbids that
        return state.task.hides_answer
    at_last = position(state.question, state.search.answer) >= state.search.reached
    return name in ("play", "after") or (name == "step" and at_last)


def _play(state: State, *, disabled: bool) -> Lazy:
    if state.playing:
        return attributes(
            html=ICON.format(PAUSE), name="pause", aria_label=_("Pause"), disabled=False
        )
    return attributes(html=ICON.format(PLAY), name="play", aria_label=_("Play"), disabled=disabled)


def _speed(speed: int, rate: int | None) -> Lazy:
    fast = (
        _("as fast as it goes")
        if rate is None
        else ngettext("{n:,} step a second", "{n:,} steps a second", rate)
    )
    return attributes(value=str(speed), aria_valuetext=fast)


def _rate(rate: int | None) -> str:
    if rate is None:
        return _("fastest")
    if rate < 10_000:
        return ngettext("{n:,} step/s", "{n:,} steps/s", rate)
    return _("{n:,}k steps/s", n=rate // 1000)
