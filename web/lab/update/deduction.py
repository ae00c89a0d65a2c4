"""Handlers of the step controls while the steps are the inferences of a refutation. Pure."""

from __future__ import annotations

from web.search.answer import inferences
from web.state import intents
from web.state.begin import with_inferences
from web.state.intents import handlers
from web.state.state import Playing, State


def count(state: State) -> int:
    """Return the number of inferences."""
    return len(inferences(state.question, state.search.answer))


def at_step(state: State, inference: int) -> State:
    """Return the state at rest that shows this number of inferences."""
    return with_inferences(state, min(max(inference, 0), count(state)))


def step(state: State, intent: intents.StepBy) -> State:
    """Go some inferences forward or back."""
    return at_step(state, (state.search.inference or 0) + intent.by)


def jump(state: State, intent: intents.Jump) -> State:
    """Go to the contradiction, which is the only dead end here, or back to the start."""
    return at_step(state, count(state) if intent.by > 0 else 0)


def play(state: State, intent: intents.PlaySteps) -> State:
    """Play the inferences; at the end, from the beginning."""
    begin = 0 if state.search.inference == count(state) else state.search.inference
    return with_inferences(state, begin).with_work(Playing())


def pause(state: State, intent: intents.Pause | intents.StopSearch) -> State:
    """Stop at the current inference."""
    return at_step(state, state.search.inference or 0)


def accept_steps(state: State, intent: intents.StepsPlayed) -> State:
    """Store the number of inferences that playback has reached."""
    if intent.generation != state.search.generation or not isinstance(state.search.doing, Playing):
        return state
    if intent.step >= count(state):
        return at_step(state, intent.step)
    return with_inferences(state, intent.step).with_work(Playing(intent.owed))


def point_at_timeline(state: State, intent: intents.PointAtTimeline) -> State:
    """Preview the inference under the pointer on the timeline."""
    if intent.share is None:
        return state.with_look(past=None)
    return state.with_look(past=round(min(max(intent.share, 0), 1) * count(state)), pointed=None)


def go(state: State, intent: intents.Go) -> State:
    """Go to an inference."""
    return at_step(state, intent.step)


def finish(state: State, intent: intents.Finish) -> State:
    """Go to the last inference."""
    return at_step(state, count(state))


HANDLERS = handlers(globals())
