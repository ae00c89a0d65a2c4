"""Handlers for Solve, for the steps of a search, and for the reports of its work. Pure."""

from __future__ import annotations

from dataclasses import replace

from web.programs.update import run_code, waits
from web.question.question import BEST
from web.search.answer import Answer, at_end, inferences, position
from web.search.recording import LOOK_STEPS, Trace
from web.state import intents
from web.state.begin import (
    at_rest,
    beginning,
    last_step,
    offer,
    step_shown,
    with_form_closed,
    with_inferences,
    with_known_step,
)
from web.state.intents import RunCode, handlers
from web.state.state import Focus, Playing, Push, ScrollToBoard, Solving, State


def solve(state: State, intent: intents.Solve) -> State:
    """Search from the beginning; run the reader's code first, unless it has just run.

    In the form of a game, close the form.
    """
    if state.form.opened and state.question.mode == "play":
        return with_form_closed(state).then(Focus("#board [tabindex='0']"))
    if state.question.is_own and not (state.programs.came or intent.from_host):
        return run_code(state, RunCode())
    after = with_search(state).then(ScrollToBoard(), Push())
    return after.then(Focus("#asked")) if state.form.opened else after  # its button is hidden now


def with_search(state: State) -> State:
    """Return the state that searches for the answer from the beginning, to be watched."""
    question = replace(state.question, step=None, famous="", opened=(), mode="watch")
    state = with_form_closed(state)
    return beginning(state, question, drafts=state.form.drafts, doing=Solving(timed=True))


def at_step(state: State, step: int) -> State:
    """Return the state at a step; an unknown step starts the search for it."""
    answer = state.search.answer
    if state.search.inference is not None:
        return with_inferences(state, min(max(step, 0), last_step(state)))
    if _needs_tour_first(state):
        return with_search(state) if step > 0 else state
    if not answer.has_steps or (step > answer.length and answer.grows):
        step = min(max(step, 0), answer.length + 1)
        return state.with_work(Solving(to=step)).with_step(step)
    return with_known_step(state, min(max(step, 0), answer.length))


def go(state: State, intent: intents.Go) -> State:
    """Go to a step and stop there."""
    return at_step(state, intent.step)


def step(state: State, intent: intents.StepBy) -> State:
    """Go some steps forward or back."""
    return at_step(state, step_shown(state) + intent.by)


def jump(state: State, intent: intents.Jump) -> State:
    """Go to the next dead end, at any distance, or to the one before.

    The only one of a refutation is its contradiction; the start is before it.
    """
    if state.search.inference is not None:
        return at_step(state, last_step(state) if intent.by > 0 else 0)
    trace, step = state.search.answer.longest, step_shown(state)
    if not trace:
        return at_step(state, 0) if state.question.ordering != BEST else state
    if intent.by < 0:
        before = trace.dead_end_before(step)
        return state if before is None else at_step(state, before)
    return _at_next(state.with_step(step), "dead end")


def skip(state: State, intent: intents.Skip) -> State:
    """Go to the end of the next path that is longer than any before, or of the search."""
    if not state.search.answer.traces:
        return finish(state, intents.Finish())
    shown = position(state.question, state.search.answer)
    return _at_next(state.with_step(shown), "longer path")


def _at_next(state: State, kind: str) -> State:
    """Return the state at the next step of a kind in `_NEXT`, or one that searches for it."""
    trace, step = state.search.answer.longest, position(state.question, state.search.answer)
    assert trace
    after = _NEXT[kind](trace, step)
    if after is None and state.search.answer.grows:
        return state.with_work(Solving(to=state.search.answer.length + LOOK_STEPS, seeks=kind))
    return at_step(state.with_work(None), state.search.answer.length if after is None else after)


#: What a search looks for: the function that returns the next such step, or None.
_NEXT = {"dead end": Trace.dead_end_after, "longer path": Trace.longer_path_after}


def finish(state: State, intent: intents.Finish) -> State:
    """Go to the end of the search, at any distance; this gives up a prediction."""
    if state.search.inference is None:
        known, question = state.search.answer, state.question
        if question.mode == "predict" or not (known.has_steps or question.is_shown):
            return with_search(state)
        if known.grows:
            return state.with_work(Solving(through=True)).with_step(None)
    return at_step(state, last_step(state))


def play(state: State, intent: intents.PlaySteps) -> State:
    """Play the steps; at the end, from the beginning."""
    if state.search.inference is not None:
        begin = step_shown(state) % last_step(state)
        return with_inferences(state, begin).with_work(Playing())
    if _needs_tour_first(state):
        return with_search(state).with_work(Solving(timed=True, plays=True))
    if state.question.finds_start and not state.search.answer.has_steps:
        return state.with_work(Solving(to=0, plays=True)).with_step(0)
    again = state.search.answer.has_steps and at_end(state.question, state.search.answer)
    begin = 0 if again else position(state.question, state.search.answer)
    return state.with_work(Playing()).with_step(begin)


def show_inferences(state: State, intent: intents.ShowInferences) -> State:
    """Show the first inference, or leave the inferences and show the whole answer."""
    if not (intent.on and inferences(state.question, state.search.answer)):
        return state  # `update` has already left the inferences
    at_first = with_inferences(state, 0).with_progress(stopped=False)
    at_first = at_first.with_look(pointed=None)
    return at_first.then(Focus("#transport [name=step]"), ScrollToBoard())


def show_offer(state: State, intent: intents.ShowOffer) -> State:
    """Replace the search with the offered answer."""
    question = offer(state)
    if not question:
        return state
    after = beginning(state, question, drafts=state.form.drafts, doing=Solving())
    return after.then(ScrollToBoard(), Push())


def pause(state: State, intent: intents.Pause) -> State:
    """Stop playback and search at the current step."""
    stopped = isinstance(state.search.doing, Solving) and state.search.answer.has_steps
    rests = at_rest(state)
    return rests.with_progress(stopped=stopped)


def accept_report(state: State, intent: intents.SearchReport) -> State:
    """Store the answer so far, if it is from the current generation's search."""
    if intent.generation != state.search.generation or not isinstance(state.search.doing, Solving):
        return state
    after = state.with_progress(answer=intent.answer)
    if not intent.done:
        return after.with_work(replace(state.search.doing, quiet=False))
    if state.search.doing.seeks:
        return _at_next(after, state.search.doing.seeks)
    if not state.search.doing.wanted:
        # In a prediction, the tour counts as opened only if the reader has already reached its end.
        ends = state.question.mode != "predict" or at_end(state.question, intent.answer)
        after = after.with_progress(opened=intent.answer.whole.tour if ends else None)
    return _after_search(after, state.search.doing)


def _after_search(state: State, doing: Solving) -> State:
    """Return the state after a search has finished, at the step to show."""
    question, answer = state.question, state.search.answer
    if _is_hopeless(doing, answer):
        return state.with_work(None).with_step(0)
    if doing.plays and (answer.whole.tour or answer.traces):
        return state.with_work(Playing()).with_step(0)
    known = () if answer.traces else inferences(question, answer)
    if known and doing.to:  # the step of an address may be that of an inference
        return with_inferences(state, min(doing.to, len(known)))
    return at_rest(state)


def accept_steps(state: State, intent: intents.StepsPlayed) -> State:
    """Store the step that playback has reached."""
    if intent.generation != state.search.generation or not isinstance(state.search.doing, Playing):
        return state
    going = Playing(intent.owed)
    if state.search.inference is not None:
        after = at_step(state, intent.step)
        return after if intent.step >= last_step(state) else after.with_work(going)
    after = state.with_progress(answer=intent.answer, doing=going).with_step(intent.step)
    return at_rest(after) if at_end(after.question, intent.answer) else after


def _is_hopeless(doing: Solving, answer: Answer) -> bool:
    """Return True if there is no tour and the search can still be watched from its start."""
    return doing.to is None and not doing.through and bool(answer.whole.reason) and answer.grows


def _needs_tour_first(state: State) -> bool:
    """Return True if there are no steps before the tour exists, so that it must be made first."""
    question = state.question
    makes = question.ordering == BEST or not question.can_be_watched
    return makes and not (state.search.answer.has_steps or question.is_shown)


def ready_for_steps(state: State) -> State | None:
    """Return the state at rest, with the verdict in place of a remark; None without steps."""
    given_up = state.search.answer.whole.reason and not state.search.answer.traces
    has_none = state.question.mode == "play" or waits(state)
    if has_none or (given_up and state.search.inference is None):
        return None
    return at_rest(state.with_reader(remark=()).with_progress(stopped=False))


HANDLERS = handlers(globals())
