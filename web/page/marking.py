"""Check a program: pass calls and replies between the worker of the tests and that of the program.

Neither worker is trusted: the tests come from an address, so they run in a worker too. A call that
takes longer than its budget ends its worker, and another worker answers the next call.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

from pyodide.ffi import JsException

from kt_core.language import Sentence
from web.page.page import Page
from web.page.worker import Lane, LaneEndedError
from web.programs import feed, reports
from web.state import intents
from web.state.state import State

GRACE_SECONDS = 1.0
LONG_SECONDS = 0.5  # a call that takes longer ends its round, so that results are shown
MOST_SHORT = 200  # characters of a call in a sentence
TEST_SECONDS = 15.0  # limit for one test, not counting the time of its calls
MOST_MESSAGES = 1_000  # limit for one job
MOST_CALLS = 20_000  # limit for one check
MOST_SECONDS = 600.0
#: The reason why the program's worker ended -> the kind of the reply.
LOST = {"memory": "memory", "recursion": "ended"}
Calls = dict[str, tuple[float, str]]  # call without a reply -> its seconds, its short text


class CheckRun:
    """One check, until all tests have a result or it is stopped."""

    def __init__(self, page: Page, state: State) -> None:
        self._page, self._dispatch = page, page.dispatch
        self._slow = False  # whether a slow test ended the last round early
        self._number, self._source = state.marking.number, state.marking.source
        question = state.task.question
        self._text, self._budget = question.tests, question.budget
        self._tests: dict[str, reports.ShownTest] = {}  # once they are known
        self._replies: dict[str, str] = {}
        self._lanes: list[Lane] = []
        self._task = page.start(self._run())

    @property
    def _is_done(self) -> bool:
        return bool(self._tests) and all(each.kind for each in self._tests.values())

    def end(self) -> None:
        """Stop the check, unless it has ended."""
        self._task.cancel()
        self._stop()

    def _stop(self) -> None:
        for lane in self._lanes:
            lane.stop()

    async def _run(self) -> None:
        why = ""
        try:
            await self._page.parts.load_workers()
            self._lanes = [Lane(self._page), Lane(self._page)]
            await self._check(*self._lanes)
        except JsException:
            why = "lost"
        except LaneEndedError as ended:
            why = str(ended)
        except ValueError as wrong:  # a worker sent something other than a message
            self._page.window.console.warn(f"{type(wrong).__name__}: {wrong}")
            why = "broken"
        self._stop()
        self._dispatch(intents.CheckEnds(self._number, why))

    async def _check(self, tests: Lane, program: Lane) -> None:
        """Run the tests and answer their calls, until each test has a result."""
        new_replies: dict[str, str] = {}
        while not self._is_done:
            calls = await self._round(tests, new_replies)
            new_replies = {}
            for call, (seconds, short) in calls.items():
                shows = self._page.window.performance.now() + 1000 * LONG_SECONDS
                timer = asyncio.get_running_loop().call_later(LONG_SECONDS, self._show, short)
                try:
                    reply = await self._reply(program, call, seconds)
                finally:
                    timer.cancel()
                new_replies[call] = self._replies[call] = reply
                if self._page.window.performance.now() > shows:
                    self._show()
                    break
            if not (calls or self._slow or self._is_done):
                raise LaneEndedError("broken")
            if len(self._replies) > MOST_CALLS:
                raise LaneEndedError("time")

    async def _round(self, tests: Lane, new_replies: Mapping[str, str]) -> Calls:
        """Run the tests that have no result; return the calls that have no reply yet."""
        calls: Calls = {}
        testing, self._slow = "", False
        replies = new_replies if tests.is_alive else self._replies
        try:
            async for fields in _messages(tests, self._job(replies), TEST_SECONDS):
                if "testing" in fields:
                    testing = str(fields["testing"])
                else:
                    self._handle(fields, calls)
        except LaneEndedError as ended:
            if str(ended) != "time" or testing not in self._tests:
                raise
            self._slow = True
            why = Sentence("The test itself did not finish.")
            self._finish(replace(self._tests[testing], kind="unrun", hint=why))
        return calls

    def _job(self, replies: Mapping[str, str]) -> str:
        job = {"mark": "tests", "tests": self._text, "budget": self._budget}
        known = {"replies": [*replies.items()], "begins": replies is self._replies}
        done = [each.name for each in self._tests.values() if each.kind]
        return json.dumps({**job, **known, "done": done})

    def _handle(self, fields: Mapping[str, Any], calls: Calls) -> None:
        """Handle a message of the tests."""
        if "plan" in fields:
            if not self._tests:
                self._tests = {test.name: test for test in reports.plan_of(fields["plan"])}
                self._show()
        elif "result" in fields:
            found = fields["result"]
            test = self._tests.get(str(found.get("name")))
            if not test or test.kind:
                raise feed.MessageError("a result of no test")
            self._finish(reports.result_of(found, test))
        elif "call" in fields:
            seconds = fields.get("seconds")
            if not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
                raise feed.MessageError("no time")
            calls[str(fields["call"])] = seconds, str(fields.get("short"))[:MOST_SHORT]
        else:
            raise feed.MessageError("no message")

    def _finish(self, result: reports.ShownTest) -> None:
        self._tests[result.name] = result
        self._show()

    def _show(self, call: str = "") -> None:
        self._dispatch(intents.CheckRuns(self._number, (*self._tests.values(),), call))

    async def _reply(self, program: Lane, call: str, seconds: float) -> str:
        """Return the reply of the program to a call, as text."""
        job = json.dumps({"mark": "call", "source": self._source, "call": call})
        reply = _reply_of("ended")
        try:
            async for fields in _messages(program, job, seconds + GRACE_SECONDS):
                sent = fields.get("reply")
                reply = sent if isinstance(sent, str) else reply
        except LaneEndedError as ended:
            why = str(ended)
            if why in ("barred", "lost"):
                raise
            return _reply_of("seconds" if why == "time" else LOST.get(why, "ended"))
        return reply


async def _messages(lane: Lane, job: str, seconds: float) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the messages of a job until it is done; each may take `seconds`."""
    async for message in lane.messages(job, MOST_MESSAGES, lambda: seconds):
        try:
            fields = feed.message(message)
        except feed.MessageError:
            raise lane.ended("broken") from None
        if fields.get("done") is True:
            return
        if "fault" in fields:
            raise lane.ended(str(fields["fault"]))
        yield fields


def _reply_of(kind: str) -> str:
    names = ("arguments", "error", "text", "line", "printed", "margin", "stage")
    return json.dumps({"kind": kind, **dict.fromkeys(names, ""), "value": "None"})
