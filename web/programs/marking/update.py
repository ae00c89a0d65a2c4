"""Intents about the check of a program by tests, and its reports. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from web.programs import reports
from web.programs.update import watch_call, without_loss
from web.question.templates import changed_part
from web.state import intents
from web.state.begin import at_rest
from web.state.intents import handlers
from web.state.state import Marking, State


def check(state: State, intent: intents.CheckProgram) -> State:
    """Begin a check, unless a locked part of the starter was changed."""
    if not state.task.question.tests or state.marking.active:
        return state
    text, number = state.programs.text, state.marking.number + 1
    last = state.search.generation
    changed = changed_part(state.task.starter, text)
    if changed:
        return replace(state, marking=Marking(number, changed=changed, generation=last))
    rested = at_rest(state)
    question = replace(rested.question, code=text)
    own, begun = without_loss(rested.programs), Marking(number, text, active=True, generation=last)
    return replace(rested, question=question, programs=own, marking=begun)


def stop(state: State, intent: intents.StopCheck) -> State:
    """End the check; the results until now remain."""
    return _with_marking(state, state.marking.number, active=False, why="stopped")


def follow(state: State, intent: intents.CheckRuns) -> State:
    """Store the tests with their results, and the call that is running."""
    return _with_marking(state, intent.number, tests=intent.tests, running=intent.call)


def end(state: State, intent: intents.CheckEnds) -> State:
    """End the check."""
    return _with_marking(state, intent.number, active=False, why=intent.why)


def watch(state: State, intent: intents.WatchFailingCall) -> State:
    """Watch the first failing call of the program."""
    failing = reports.watchable_test(state.marking.tests)
    return watch_call(state, failing.call) if failing else state


def restore(state: State, intent: intents.RestoreStarter) -> State:
    """Replace the program by the starter."""
    starter = state.task.starter
    own = replace(state.programs, text=starter)
    return replace(state, programs=own, marking=Marking(state.marking.number + 1))


def runs(state: State) -> int | None:
    """Return the number of the check that the state requires, None for no check."""
    return state.marking.number if state.marking.active else None


def _with_marking(state: State, number: int, **changes: Any) -> State:
    """Return the state with changes to the check of this number, if it is under way."""
    if not state.marking.active or number != state.marking.number:
        return state
    return replace(state, marking=replace(state.marking, **changes))


HANDLERS = handlers(globals())
