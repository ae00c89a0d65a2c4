"""The workers of a check: one runs the tests, the other runs the program for their calls.

The page passes calls and replies between them. Jobs and messages are JSON; below each job are the
messages that it sends:

{"mark": "tests", "tests", "budget", "done", "replies", "begins"}
    {"plan": {"tests": [[name, sentence, weight], ...]}}      all tests, in order
    {"testing": name}                                         the next test begins
    {"result": {"name", "kind", "hint", "call", ...}}         it has a result
    {"call": text, "seconds": n, "short": text}               the test needs the reply to this call
{"mark": "call", "source", "call"}                        answer a call
    {"begins": true}                                          an import, or the call, begins
    {"reply": text}

The job "tests" runs the tests that are not in `done`. `replies` are pairs of a call and its reply;
a worker remembers the pairs of earlier jobs, unless `begins` is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kt_core.marking.calls import CallBudget, CallReply, ProgramCall, reply_to
from kt_core.marking.checks import Picture
from kt_core.marking.session import MarkedTest, mark_test
from kt_core.marking.suite import read_tests
from kt_core.marking.values import TOO_LARGE, NotPlainError
from kt_core.programs.evidence import sentence_fields
from kt_core.programs.run import RunSettings
from web.programs.job import DEEPEST_CALLS, Send, as_json

MOST_REPLY = 120_000  # limit in characters, so that a message stays within its limit
SETS = ("right", "wrong", "missing", "is_path")
_replies: dict[str, CallReply] = {}


def serve_marking(job: Mapping[str, Any], send: Send, clock: Callable[[], float]) -> None:
    """Do a job and send its messages."""
    if job["mark"] == "tests":
        _serve_tests(job, send)
        return
    call = ProgramCall.from_json(job["call"])
    settings = RunSettings(deepest_calls=DEEPEST_CALLS, clock=clock)
    reply = reply_to(job["source"], call, settings, lambda: send(as_json(begins=True)))
    send(as_json(reply=_text(reply)))


def _text(reply: CallReply) -> str:
    text = reply.to_json()
    if len(text) > MOST_REPLY:
        text = CallReply("foreign", text=TOO_LARGE, printed=reply.printed).to_json()
    return text


def _serve_tests(job: Mapping[str, Any], send: Send) -> None:
    if job["begins"]:
        _replies.clear()
    for call, reply in job["replies"]:
        _replies[call] = _reply(reply)
    suite, budget = read_tests(job["tests"]), CallBudget(*job["budget"])
    plan = [[test.name, test.sentence, test.weight] for test in suite.tests]
    send(as_json(plan={"tests": plan}))
    for test in suite.tests:
        if test.name in job["done"]:
            continue
        send(as_json(testing=test.name))
        found = mark_test(suite, test, lambda call: _replies.get(call.to_json()), budget)
        if isinstance(found, ProgramCall):
            seconds, short = found.budget.seconds, found.short_text
            send(as_json(call=found.to_json(), seconds=seconds, short=short))
        else:
            send(as_json(result=_fields(found)))


def _reply(text: str) -> CallReply:
    """Return a reply of the program's worker, which may send anything."""
    try:
        return CallReply.from_json(text)
    except NotPlainError:
        return CallReply("ended")


def _fields(result: MarkedTest) -> dict[str, Any]:
    call = result.call
    return {
        "name": result.test.name,
        "kind": result.kind,
        "hint": sentence_fields(result.hint),
        "call": call.to_json() if call else "",
        **_picture(result.picture),
    }


def _picture(picture: Picture | None) -> dict[str, Any]:
    """Return the board and the squares that a test concerns."""
    if picture is None:
        return {}
    shape = [picture.board.rows, picture.board.columns]
    return {"shape": shape, **{name: getattr(picture, name) for name in SETS}}
